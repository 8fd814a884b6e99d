//! Preferences. They share the user's `META` row with the due index, so they are only ever written attribute by
//! attribute.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, GSI1PK, GSI1SK, UNREACHABLE};
use crate::table::{Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds_option;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::own_place::OwnPlace;
use domain::preferences::{Hour, Preferences, PreferencesChange};
use domain::timestamp::iso;
use serde::Deserialize;

/// The row may hold any part of this: the due index makes it too.
#[derive(Deserialize)]
pub(crate) struct PreferencesRow {
    #[serde(default)]
    push_enabled: Option<bool>,
    #[serde(default)]
    notify_hour: Option<u8>,
    #[serde(default)]
    time_zone: Option<String>,
    #[serde(default, with = "ts_milliseconds_option")]
    last_check: Option<DateTime<Utc>>,
    #[serde(default, with = "ts_milliseconds_option")]
    last_delivered: Option<DateTime<Utc>>,
    #[serde(default)]
    fcm_token: Option<String>,
    #[serde(default)]
    aisles: Vec<String>,
    #[serde(default)]
    own_places: Vec<OwnPlace>,
    #[serde(default)]
    list_used_up: Option<bool>,
    #[serde(default)]
    product_lookup: Option<bool>,
}

impl PreferencesRow {
    pub(crate) fn into_preferences(self) -> Preferences {
        let default = Preferences::default();
        Preferences {
            push_notifications_enabled: self.push_enabled.unwrap_or(default.push_notifications_enabled),
            notification_time: self.notify_hour.and_then(Hour::new).unwrap_or(default.notification_time),
            // A zone that a newer time-zone table has renamed is as good as unknown, and no reason to fail.
            time_zone: self.time_zone.and_then(|name| name.parse().ok()),
            last_notification_check: self.last_check,
            last_delivered: self.last_delivered,
            fcm_token: self.fcm_token,
            aisles: self.aisles,
            places: self.own_places,
            list_used_up: self.list_used_up,
            product_lookup: self.product_lookup,
        }
    }
}

/// Returns the given fields as attributes, without a phone that is forgotten.
pub(crate) fn attributes(change: &PreferencesChange) -> Vec<(String, AttributeValue)> {
    let fields = [
        ("push_enabled", change.push_notifications_enabled.map(AttributeValue::Bool)),
        ("notify_hour", change.notification_time.map(|hour| AttributeValue::N(hour.number().to_string()))),
        ("time_zone", change.time_zone.map(|zone| AttributeValue::S(zone.name().into()))),
        ("fcm_token", change.fcm_token.clone().flatten().map(AttributeValue::S)),
        ("aisles", change.aisles.as_deref().map(aisles_attribute)),
        ("own_places", change.places.as_deref().map(places_attribute)),
        ("list_used_up", change.list_used_up.map(AttributeValue::Bool)),
        ("product_lookup", change.product_lookup.map(AttributeValue::Bool)),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

impl Write {
    /// Changes the given fields. The same update makes the job check this user at once, because the hour or device may
    /// have changed.
    pub fn preferences_change(user: &UserId, change: &PreferencesChange, now: DateTime<Utc>) -> Self {
        let mut sets = vec![format!("{GSI1PK} = :shard, {GSI1SK} = :now")];
        let mut values = vec![
            (":shard".to_owned(), AttributeValue::S(keys::due_shard(user))),
            (":now".to_owned(), AttributeValue::S(iso(now))),
        ];
        for (name, value) in attributes(change) {
            sets.push(format!("{name} = :{name}"));
            values.push((format!(":{name}"), value));
        }
        let forget = if change.fcm_token == Some(None) { ", fcm_token" } else { "" };
        // The reason for being unreachable may have ended.
        let forget = format!(" REMOVE {UNREACHABLE}{forget}");
        Self::Update {
            key: keys::meta(user),
            expression: format!("SET {}{forget}", sets.join(", ")),
            condition: None,
            names: vec![],
            values,
        }
    }

    /// The same, only if the lists that it changes are still those of `before`.
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
    pub fn preferences_checked(user: &UserId, delivered: bool, now: DateTime<Utc>) -> Self {
        let values = vec![(":now".to_owned(), AttributeValue::N(now.timestamp_millis().to_string()))];
        Self::Update {
            key: keys::meta(user),
            expression: if delivered {
                "SET last_check = :now, last_delivered = :now"
            } else {
                "SET last_check = :now"
            }
            .into(),
            condition: None,
            names: vec![],
            values,
        }
    }
}

fn aisles_attribute(aisles: &[String]) -> AttributeValue {
    AttributeValue::L(aisles.iter().cloned().map(AttributeValue::S).collect())
}

fn places_attribute(places: &[OwnPlace]) -> AttributeValue {
    AttributeValue::L(places.iter().map(|place| AttributeValue::M(to_row(place))).collect())
}

impl Store {
    /// Deletes a phone's token unless another replaced it. Does not touch the due index.
    pub async fn preferences_forget_phone(&self, user: &UserId, token: &str) -> Result<(), StoreError> {
        let write = Write::Update {
            key: keys::meta(user),
            expression: "REMOVE fcm_token".into(),
            condition: Some("fcm_token = :token".into()),
            names: vec![],
            values: vec![(":token".into(), AttributeValue::S(token.into()))],
        };
        match self.commit(vec![write], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Returns the preferences; the defaults if none were set.
    pub async fn preferences_get(&self, user: &UserId) -> Result<Preferences, StoreError> {
        let row: Option<PreferencesRow> = self.row_get(keys::meta(user), true).await?;
        Ok(row.map_or_else(Preferences::default, PreferencesRow::into_preferences))
    }
}
