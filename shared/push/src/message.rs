//! The message of a notification: small, and complete without another request, so that it is shown offline.

use crate::digest_text::{MAX_NAME_LENGTH, digest_text};
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::LocalTime;
use domain::item::Item;
use domain::language::Language;
use domain::text;
use serde::Serialize;
use uuid::Uuid;

/// The maximum number of items in a notification's payload, for its actions.
const MAX_ITEMS: usize = 16;
/// Apple accepts 4,096 bytes including encryption; this limit leaves a margin.
const MAX_PAYLOAD_BYTES: usize = 2_500;

/// One notification.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// A message replaces an earlier one with the same tag, in transit and on screen.
    pub tag: String,
    /// Push services drop it after this time.
    pub expires_at: DateTime<Utc>,
    /// JSON for the service worker, of at most `MAX_PAYLOAD_BYTES`.
    pub payload: String,
    pub title: String,
    pub body: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    tag: &'a str,
    url: &'a str,
    date: NaiveDate,
    /// The number of due items; `items` may have fewer.
    count: usize,
    items: &'a [PayloadItem],
    /// Corrects an earlier message silently, without restoring a dismissed one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    correction: bool,
    /// Sent because the user asked for a test, although nothing is due.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    test: bool,
}

/// The reason for a message.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Digest,
    Correction,
    Test,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PayloadItem {
    id: Uuid,
    name: String,
    /// Calendar days; negative once it expired.
    days_left: i64,
    /// The date is a printed best-before date, after which food is usually still good.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_best_before: bool,
}

impl Message {
    /// Creates the digest of a day. `due` is not empty, the most urgent first.
    pub fn digest(due: &[&Item], now: LocalTime, expires_at: DateTime<Utc>, language: Language) -> Self {
        Self::new(Kind::Digest, due, now, expires_at, language)
    }

    /// Creates the correction of a day's digest, with the remaining items; `due` may be empty.
    pub fn correction(due: &[&Item], now: LocalTime, expires_at: DateTime<Utc>, language: Language) -> Self {
        Self::new(Kind::Correction, due, now, expires_at, language)
    }

    /// Creates a test message, for when nothing is due.
    pub fn test(now: LocalTime, expires_at: DateTime<Utc>, language: Language) -> Self {
        Self::new(Kind::Test, &[], now, expires_at, language)
    }

    fn new(kind: Kind, due: &[&Item], now: LocalTime, expires_at: DateTime<Utc>, language: Language) -> Self {
        let (texts, date) = (language.texts(), now.today());
        let (title, body) = match kind {
            Kind::Test => ("Test", texts.test.clone()),
            Kind::Digest | Kind::Correction => (texts.title.as_str(), digest_text(language, due, now)),
        };
        let tag = if kind == Kind::Test { "test".to_owned() } else { format!("due-{date}") };
        let mut items: Vec<PayloadItem> = due
            .iter()
            .take(MAX_ITEMS)
            .map(|item| PayloadItem {
                id: item.id.0,
                name: text::cut(&item.details.name, MAX_NAME_LENGTH),
                days_left: item.days_left(now),
                is_best_before: item.is_best_before(),
            })
            .collect();
        let payload = loop {
            let payload = Payload {
                title,
                body: &body,
                tag: &tag,
                url: "/?tab=items&due=1",
                date,
                count: due.len(),
                items: &items,
                correction: kind == Kind::Correction,
                test: kind == Kind::Test,
            };
            let json = serde_json::to_string(&payload).expect("payloads are plain data");
            if json.len() <= MAX_PAYLOAD_BYTES || items.pop().is_none() {
                break json;
            }
        };
        Self { tag, expires_at, payload, title: title.to_owned(), body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::calendar_day::Tz;
    use domain::food_state::DateKind;
    use domain::id::{ItemId, UserId};
    use domain::unchecked_item::UncheckedItem;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn local() -> LocalTime {
        LocalTime { at: now(), zone: Tz::UTC }
    }

    /// Returns items that expire one day after another, the first one yesterday.
    fn items(names: &[String]) -> Vec<Item> {
        let item = |(name, expires_at): (&String, DateTime<Utc>)| {
            let expires_at = Some(domain::timestamp::iso(expires_at));
            let details = UncheckedItem { name: Some(name.clone()), expires_at, ..UncheckedItem::default() }
                .for_new(now(), Tz::UTC)
                .unwrap();
            let id = ItemId(Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()));
            Item::new(id, UserId::parse("u").unwrap(), None, details, now())
        };
        let days = (0..).map(|day| local().end_after(day - 1));
        names.iter().zip(days).map(item).collect()
    }

    fn digest(names: &[String]) -> Message {
        let items = items(names);
        Message::digest(&items.iter().collect::<Vec<_>>(), local(), now(), Language::default())
    }

    #[test]
    fn does_not_call_food_past_its_best_before_date_expired() {
        let [mut rice] = <[Item; 1]>::try_from(items(&["Rice".to_owned()])).unwrap();
        rice.state.date_kind = DateKind::BestBefore;
        let message = Message::digest(&[&rice], local(), now(), Language::default());
        assert_eq!(message.body, "1 item to use up soon: Rice (past best before · check and eat)");
        let json: serde_json::Value = serde_json::from_str(&message.payload).unwrap();
        assert_eq!(json["items"][0]["isBestBefore"], true);
    }

    #[test]
    fn lists_items_for_actions_in_payload() {
        let message = digest(&["Milk".to_owned()]);
        let json: serde_json::Value = serde_json::from_str(&message.payload).unwrap();
        assert_eq!(
            (json["tag"].as_str(), json["url"].as_str(), json["date"].as_str()),
            (Some("due-2027-01-15"), Some("/?tab=items&due=1"), Some("2027-01-15"))
        );
        assert_eq!((json["items"][0]["name"].as_str(), json["count"].as_u64()), (Some("Milk"), Some(1)));
        assert_eq!(json["items"][0]["id"].as_str().map(str::len), Some(36));
        assert_eq!(json["items"][0]["daysLeft"], -1);
    }

    #[test]
    fn marks_corrections() {
        let items = items(&["Milk".to_owned()]);
        let json = |message: &Message| -> serde_json::Value { serde_json::from_str(&message.payload).unwrap() };
        let left = Message::correction(&items.iter().collect::<Vec<_>>(), local(), now(), Language::default());
        assert_eq!(
            (left.tag.as_str(), left.body.as_str()),
            ("due-2027-01-15", "1 item to use up soon: Milk (expired)")
        );
        assert_eq!(json(&left)["correction"].as_bool(), Some(true));
        let none = Message::correction(&[], local(), now(), Language::default());
        assert_eq!((none.body.as_str(), json(&none)["count"].as_u64()), ("Nothing else needs using up.", Some(0)));
        assert!(json(&digest(&["Milk".to_owned()])).get("correction").is_none());
    }

    #[test]
    fn gives_test_message_its_own_tag_and_no_items() {
        let message = Message::test(local(), now(), Language::default());
        let json: serde_json::Value = serde_json::from_str(&message.payload).unwrap();
        assert_eq!(
            (json["test"].as_bool(), json["count"].as_u64(), json["tag"].as_str()),
            (Some(true), Some(0), Some("test"))
        );
        assert_eq!(message.body, "Reminders work on this device.");
    }

    #[test]
    fn fits_the_longest_names_into_a_push_message() {
        let names: Vec<String> = (0..500).map(|n| format!("{n} {}", "\u{1F951}".repeat(190))).collect();
        let message = digest(&names);
        assert!(message.payload.len() <= MAX_PAYLOAD_BYTES, "{}", message.payload.len());
        assert!(message.body.starts_with("500 items to use up soon: 0 \u{1F951}"));
        assert!(message.payload.contains("\"count\":500"));
    }
}
