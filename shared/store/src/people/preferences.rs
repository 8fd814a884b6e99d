//! Preferences. They share the user's `META` row with the due index, so only single attributes are written.

use crate::table::error::StoreError;
use crate::table::keys::{self, GSI1PK, GSI1SK, UNREACHABLE};
use crate::table::{Store, Write, number, text, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::own_place::OwnPlace;
use domain::preferences::{Preferences, PreferencesChange};
use domain::timestamp::iso;

/// Returns the changed fields as attributes, except a deleted phone.
pub(crate) fn attributes(change: &PreferencesChange) -> Vec<(String, AttributeValue)> {
    let PreferencesChange {
        push_notifications_enabled,
        notification_time,
        time_zone,
        language,
        fcm_token,
        aisles,
        places,
        choices,
    } = change;
    let fields = [
        ("push_enabled", push_notifications_enabled.map(AttributeValue::Bool)),
        ("notify_hour", notification_time.map(|hour| number(hour.number()))),
        ("time_zone", time_zone.map(|zone| text(zone.name()))),
        // `language` is a reserved word of DynamoDB.
        ("lang", language.map(|language| text(language.code()))),
        ("fcm_token", fcm_token.clone().flatten().map(text)),
        ("aisles", aisles.as_deref().map(aisles_attribute)),
        ("own_places", places.as_deref().map(places_attribute)),
    ];
    let fields = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    // A choice that was not made has no attribute, and leaves an earlier one as it is.
    fields.chain(to_row(choices)).collect()
}

impl Write {
    /// Changes the given fields, and schedules a check of the user now, because the hour or device may have changed.
    pub fn preferences_change(user: &UserId, change: &PreferencesChange, now: DateTime<Utc>) -> Self {
        let mut sets = vec![format!("{GSI1PK} = :shard, {GSI1SK} = :now")];
        let mut values = vec![(":shard".to_owned(), text(keys::due_shard(user))), (":now".to_owned(), text(iso(now)))];
        for (name, value) in attributes(change) {
            sets.push(format!("{name} = :{name}"));
            values.push((format!(":{name}"), value));
        }
        let removed_phone = if change.fcm_token == Some(None) { ", fcm_token" } else { "" };
        Self::Update {
            key: keys::meta(user),
            // The user may be reachable again.
            expression: format!("SET {} REMOVE {UNREACHABLE}{removed_phone}", sets.join(", ")),
            condition: None,
            names: vec![],
            values,
        }
    }

    /// Changes the given fields if the changed lists still equal those of `before`.
    pub fn preferences_change_lists(
        user: &UserId,
        change: &PreferencesChange,
        before: &Preferences,
        now: DateTime<Utc>,
    ) -> Self {
        let mut write = Self::preferences_change(user, change, now);
        if let Self::Update { condition, values, .. } = &mut write {
            let aisles = change.aisles.as_ref().map(|_| ("aisles", aisles_attribute(&before.aisles)));
            let places = change.places.as_ref().map(|_| ("own_places", places_attribute(&before.places)));
            let mut conditions = vec![];
            for (name, seen) in aisles.into_iter().chain(places) {
                conditions.push(format!("(attribute_not_exists({name}) OR {name} = :seen_{name})"));
                values.push((format!(":seen_{name}"), seen));
            }
            *condition = (!conditions.is_empty()).then(|| conditions.join(" AND "));
        }
        write
    }

    /// Records when a user's items were last checked, and whether a device was notified.
    pub fn preferences_record_check(user: &UserId, delivered: bool, now: DateTime<Utc>) -> Self {
        let last_delivered = if delivered { ", last_delivered = :now" } else { "" };
        let values = [(":now", number(now.timestamp_millis()))];
        Self::update_row(keys::meta(user), format!("SET last_check = :now{last_delivered}"), None, values)
    }
}

fn aisles_attribute(aisles: &[String]) -> AttributeValue {
    AttributeValue::L(aisles.iter().map(text).collect())
}

fn places_attribute(places: &[OwnPlace]) -> AttributeValue {
    AttributeValue::L(places.iter().map(|place| AttributeValue::M(to_row(place))).collect())
}

impl Store {
    /// Deletes a phone's token unless another replaced it. Does not touch the due index.
    pub async fn preferences_forget_phone(&self, user: &UserId, token: &str) -> Result<(), StoreError> {
        let (key, values) = (keys::meta(user), [(":token", text(token))]);
        let write = Write::update_row(key, "REMOVE fcm_token", Some("fcm_token = :token"), values);
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }

    pub async fn preferences_get(&self, user: &UserId) -> Result<Preferences, StoreError> {
        Ok(self.row_get(keys::meta(user), true).await?.unwrap_or_default())
    }
}
