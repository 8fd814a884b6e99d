//! A user's preferences.

use super::calendar_day::Tz;
use super::id::PlaceId;
use super::invalid::Invalid;
use super::language::Language;
use super::own_place::{self, OwnPlace};
use super::text;
use chrono::serde::ts_milliseconds_option;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::str::FromStr;

/// The maximum number of aisles in an order: the categories and some custom ones.
const MAX_AISLES: usize = 40;
/// Twice the longest IANA name.
const MAX_ZONE_NAME_LENGTH: usize = 64;

/// The maximum length of an `fcmToken`, in bytes. Google's have about 160, but no documented limit.
const MAX_FCM_TOKEN_LENGTH: usize = 4_096;

/// A full hour of the day, local to its owner: 06:00 to 21:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "u8")]
pub struct Hour(u8);

impl Hour {
    pub const FIRST: u8 = 6;
    pub const LAST: u8 = 21;

    pub fn new(hour: u8) -> Option<Self> {
        (Self::FIRST..=Self::LAST).contains(&hour).then_some(Self(hour))
    }

    /// Parses `HH:00`.
    pub fn parse(text: &str) -> Option<Self> {
        let hour =
            text.strip_suffix(":00").filter(|hour| hour.len() == 2 && hour.bytes().all(|b| b.is_ascii_digit()))?;
        Self::new(hour.parse().ok()?)
    }

    pub fn number(self) -> u8 {
        self.0
    }
}

impl From<u8> for Hour {
    /// Replaces an hour out of range by the default.
    fn from(hour: u8) -> Self {
        Self::new(hour).unwrap_or_default()
    }
}

impl Default for Hour {
    fn default() -> Self {
        Self(9)
    }
}

impl fmt::Display for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:00", self.0)
    }
}

/// Preferences as they are stored. Any field may be missing: the due index creates the row, too.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Preferences {
    #[serde(rename = "push_enabled")]
    pub push_notifications_enabled: bool,
    #[serde(rename = "notify_hour")]
    pub notification_time: Hour,
    /// The time zone of the hour; UTC until the client has sent one.
    #[serde(deserialize_with = "recognised")]
    pub time_zone: Option<Tz>,
    /// The language of reminders; English until the client has sent one.
    #[serde(rename = "lang", deserialize_with = "recognised")]
    pub language: Option<Language>,
    #[serde(rename = "last_check", with = "ts_milliseconds_option")]
    pub last_notification_check: Option<DateTime<Utc>>,
    /// When a push service last accepted a digest.
    #[serde(with = "ts_milliseconds_option")]
    pub last_delivered: Option<DateTime<Utc>>,
    pub fcm_token: Option<String>,
    /// The categories in the household's order; empty for the usual order.
    pub aisles: Vec<String>,
    /// The household's own places, in its order.
    #[serde(rename = "own_places")]
    pub places: Vec<OwnPlace>,
    #[serde(flatten)]
    pub choices: Choices,
}

/// Reads a name; `None` if this version does not know it, such as a time zone that a newer table has renamed.
fn recognised<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.and_then(|name| name.parse().ok()))
}

/// What a household has chosen and no other rule depends on; each is `None` until it has. They are stored as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// True if used-up items go on the shopping list.
    pub list_used_up: Option<bool>,
    /// True if the household's devices may ask a product database about unknown barcodes.
    pub product_lookup: Option<bool>,
}

impl Choices {
    /// Returns these choices, and the `earlier` ones where none was made.
    #[must_use]
    pub fn merge(&self, earlier: &Self) -> Self {
        Self {
            list_used_up: self.list_used_up.or(earlier.list_used_up),
            product_lookup: self.product_lookup.or(earlier.product_lookup),
        }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            push_notifications_enabled: true,
            notification_time: Hour::default(),
            time_zone: None,
            language: None,
            last_notification_check: None,
            last_delivered: None,
            fcm_token: None,
            aisles: vec![],
            places: vec![],
            choices: Choices::default(),
        }
    }
}

/// A client's update, unvalidated; missing fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = PreferencesUpdate, example = json!({"notificationTime": "18:00",
    "timeZone": "Europe/Berlin"})))]
#[serde(rename_all = "camelCase")]
pub struct UncheckedPreferences {
    pub push_notifications_enabled: Option<bool>,
    /// A full hour from 06:00 to 21:00, as `HH:00`.
    #[cfg_attr(feature = "openapi", schema(pattern = "^(0[6-9]|1[0-9]|2[01]):00$"))]
    pub notification_time: Option<String>,
    /// An IANA name.
    pub time_zone: Option<String>,
    /// The language of reminders: two letters, such as `de`.
    pub language: Option<String>,
    /// A device's token for mobile push, at most 4096 characters; an empty one forgets it.
    #[cfg_attr(feature = "openapi", schema(max_length = 4096))]
    pub fcm_token: Option<String>,
    /// The shopping list's categories in the household's own order, at most 40; none for the usual order.
    #[cfg_attr(feature = "openapi", schema(max_items = 40))]
    pub aisles: Option<Vec<String>>,
    /// All of the household's own places, at most 8. Items in a place that is left out are in none, and keep their
    /// storage.
    #[cfg_attr(feature = "openapi", schema(max_items = 8))]
    pub places: Option<Vec<own_place::UncheckedPlace>>,
    /// One own place, added or changed; the others stay as other devices have them.
    pub changed_place: Option<own_place::UncheckedPlace>,
    /// The id of an own place to remove.
    pub removed_place: Option<PlaceId>,
    /// The aisles that were moved: only these get their place in `aisles`, the others keep the order that another
    /// device may have given them.
    #[cfg_attr(feature = "openapi", schema(max_items = 40))]
    pub moved_aisles: Option<Vec<String>>,
    /// True if used-up items go on the shopping list.
    pub list_used_up: Option<bool>,
    /// True if the household's devices may ask the product database about unknown barcodes.
    pub product_lookup: Option<bool>,
}

/// A valid update.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreferencesChange {
    pub push_notifications_enabled: Option<bool>,
    pub notification_time: Option<Hour>,
    pub time_zone: Option<Tz>,
    pub language: Option<Language>,
    /// `Some(None)` deletes the token.
    pub fcm_token: Option<Option<String>>,
    pub aisles: Option<Vec<String>>,
    pub places: Option<Vec<OwnPlace>>,
    pub choices: Choices,
}

fn require_few_aisles(field: &'static str, aisles: &[String]) -> Result<(), Invalid> {
    if aisles.len() > MAX_AISLES {
        return Err(Invalid::new(field, format!("An aisle order can have up to {MAX_AISLES} aisles.")));
    }
    Ok(())
}

impl UncheckedPreferences {
    /// Validates the update, but for `changed_place`, `removed_place` and `moved_aisles`, which the handler applies to
    /// what is stored: of these only the number of aisles.
    pub fn checked(self) -> Result<PreferencesChange, Invalid> {
        let hour = |text: String| {
            Hour::parse(&text).ok_or_else(|| {
                Invalid::new("notificationTime", "The notification time must be a full hour from 06:00 to 21:00.")
            })
        };
        let zone = |text: String| {
            let zone = (text.len() <= MAX_ZONE_NAME_LENGTH).then(|| text.parse().ok()).flatten();
            zone.ok_or_else(|| Invalid::new("timeZone", "This is not a known time zone such as Europe/Berlin."))
        };
        let language = |text: String| {
            text.parse().map_err(|_| Invalid::new("language", "This is not a language of Larder such as en or de."))
        };
        let token = |text: String| match text.trim() {
            "" => Ok(None),
            text if text.len() <= MAX_FCM_TOKEN_LENGTH && text.bytes().all(|b| b.is_ascii_graphic()) => {
                Ok(Some(text.to_owned()))
            }
            _ => Err(Invalid::new(
                "fcmToken",
                format!("This must be a device token of up to {MAX_FCM_TOKEN_LENGTH} characters."),
            )),
        };
        let order = |aisles: Vec<String>| {
            require_few_aisles("aisles", &aisles)?;
            let aisle = |name: &String| text::required("aisles", name, text::MAX_CATEGORY, "An aisle needs a name.");
            aisles.iter().map(aisle).collect()
        };
        require_few_aisles("movedAisles", self.moved_aisles.as_deref().unwrap_or_default())?;
        Ok(PreferencesChange {
            push_notifications_enabled: self.push_notifications_enabled,
            notification_time: self.notification_time.map(hour).transpose()?,
            time_zone: self.time_zone.map(zone).transpose()?,
            language: self.language.map(language).transpose()?,
            fcm_token: self.fcm_token.map(token).transpose()?,
            aisles: self.aisles.map(order).transpose()?,
            places: self.places.map(own_place::checked).transpose()?,
            choices: Choices { list_used_up: self.list_used_up, product_lookup: self.product_lookup },
        })
    }
}

/// Moves some aisles to their positions in `wanted`, each behind the same aisle. The others keep the order that another
/// device gave them; new ones follow. What is beyond `MAX_AISLES` then is left out.
pub fn move_aisles(present: &[String], wanted: &[String], moved: &[String]) -> Vec<String> {
    let mut order = present.to_vec();
    order.extend(wanted.iter().filter(|aisle| !present.contains(aisle)).cloned());
    for (n, aisle) in wanted.iter().enumerate().filter(|(_, aisle)| moved.contains(aisle)) {
        order.retain(|other| other != aisle);
        let behind = n.checked_sub(1).and_then(|n| order.iter().position(|other| *other == wanted[n]));
        order.insert(behind.map_or(0, |at| at + 1), aisle.clone());
    }
    order.truncate(MAX_AISLES);
    order
}

impl Preferences {
    /// Returns the time zone of the user's days.
    pub fn zone(&self) -> Tz {
        self.time_zone.unwrap_or(Tz::UTC)
    }

    /// Returns the language of the user's reminders.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_default()
    }

    #[must_use]
    pub fn changed(self, change: &PreferencesChange) -> Self {
        Self {
            push_notifications_enabled: change.push_notifications_enabled.unwrap_or(self.push_notifications_enabled),
            notification_time: change.notification_time.unwrap_or(self.notification_time),
            time_zone: change.time_zone.or(self.time_zone),
            language: change.language.or(self.language),
            fcm_token: change.fcm_token.clone().unwrap_or(self.fcm_token),
            aisles: change.aisles.clone().unwrap_or(self.aisles),
            places: change.places.clone().unwrap_or(self.places),
            choices: change.choices.merge(&self.choices),
            last_notification_check: self.last_notification_check,
            last_delivered: self.last_delivered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::zone;
    use serde_json::{Value, json};

    fn unchecked(update: Value) -> UncheckedPreferences {
        serde_json::from_value(update).unwrap()
    }

    #[test]
    fn accepts_full_hours_from_6_to_21() {
        assert_eq!((6..=21).filter_map(Hour::new).count(), 16);
        assert_eq!(Hour::parse("09:00"), Some(Hour::default()));
        for hour in 6..=21 {
            assert_eq!(Hour::parse(&Hour(hour).to_string()), Some(Hour(hour)));
        }
        for bad in ["05:00", "22:00", "9:00", "09:30", "+9:00", "009:00", "09:00:00", "", ":00", "0９:00"] {
            assert_eq!(Hour::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn updates_only_given_fields() {
        let before = Preferences {
            time_zone: Some(zone("Europe/Berlin")),
            fcm_token: Some("t".into()),
            ..Preferences::default()
        };
        let change = unchecked(json!({"notificationTime": "21:00"})).checked().unwrap();
        let after = before.clone().changed(&change);
        assert_eq!(after, Preferences { notification_time: Hour(21), ..before.clone() });
        let forget = unchecked(json!({"fcmToken": ""})).checked().unwrap();
        assert_eq!(before.changed(&forget).fcm_token, None);
    }

    #[test]
    fn merges_aisle_moves_of_two_devices() {
        let aisles = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let usual = aisles("fruit bread milk meat");
        let one = move_aisles(&[], &aisles("milk fruit bread meat"), &aisles("milk"));
        assert_eq!(one, aisles("milk fruit bread meat"), "the first order is taken whole");
        let both = move_aisles(&one, &aisles("fruit meat bread milk"), &aisles("meat"));
        assert_eq!(both, aisles("milk fruit meat bread"));
        assert_eq!(
            move_aisles(&both, &aisles("fruit meat bread milk"), &aisles("meat")),
            both,
            "a repeated move changes nothing"
        );
        assert_eq!(move_aisles(&usual, &aisles("meat fruit bread milk tea"), &aisles("meat")).last().unwrap(), "tea");
    }

    #[test]
    fn names_field_of_invalid_value() {
        for (update, field) in [
            (json!({"notificationTime": "08:15"}), "notificationTime"),
            (json!({"timeZone": "Mars/Olympus"}), "timeZone"),
            (json!({"timeZone": "x".repeat(10_000)}), "timeZone"),
            (json!({"fcmToken": "x".repeat(MAX_FCM_TOKEN_LENGTH + 1)}), "fcmToken"),
            (json!({"fcmToken": "two words"}), "fcmToken"),
            (json!({"aisles": vec!["Fruits"; MAX_AISLES + 1]}), "aisles"),
            (json!({"movedAisles": vec!["Fruits"; MAX_AISLES + 1]}), "movedAisles"),
            (json!({"aisles": [" "]}), "aisles"),
            (json!({"places": [{}]}), "places"),
        ] {
            assert_eq!(unchecked(update).checked().unwrap_err().field, field);
        }
    }
}
