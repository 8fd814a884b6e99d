//! Preferences as the wire shows them.

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::preferences::Preferences;
use domain::timestamp;
use serde::Serialize;
use uuid::Uuid;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreferencesView {
    /// One for each user, and always the same.
    pub id: Uuid,
    #[schema(value_type = String)]
    pub user_id: UserId,
    pub push_notifications_enabled: bool,
    /// A full hour from 06:00 to 21:00, local to `timeZone`.
    #[schema(example = "09:00")]
    pub notification_time: String,
    /// By its IANA name; UTC counts while it is null.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: Option<&'static str>,
    #[serde(with = "timestamp::wire_option")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub last_notification_check: Option<DateTime<Utc>>,
    /// When a device last took a digest; null where none ever did.
    #[serde(with = "timestamp::wire_option")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub last_delivered_at: Option<DateTime<Utc>>,
    /// The shopping list's categories in the household's own order; left out while it is the usual one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aisles: Vec<String>,
    /// Whether used-up items go on the shopping list; missing until the user has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_used_up: Option<bool>,
}

impl PreferencesView {
    pub fn of(user: &UserId, preferences: &Preferences) -> Self {
        Self {
            id: Uuid::new_v5(&Uuid::NAMESPACE_OID, user.as_str().as_bytes()),
            user_id: user.clone(),
            push_notifications_enabled: preferences.push_notifications_enabled,
            notification_time: preferences.notification_time.to_string(),
            time_zone: preferences.time_zone.map(chrono_tz::Tz::name),
            last_notification_check: preferences.last_notification_check,
            last_delivered_at: preferences.last_delivered,
            aisles: preferences.aisles.clone(),
            list_used_up: preferences.list_used_up,
        }
    }
}
