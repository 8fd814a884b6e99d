//! Daily digests: the claim on a day, and the sent items.

use crate::table::error::StoreError;
use crate::table::keys::{self, NOTIFICATION_PREFIX};
use crate::table::write::key_map;
use crate::table::{Attributes, Range, Store, to_row};
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::id::UserId;
use domain::notification::{Notification, NotifiedItem};
use serde::{Deserialize, Serialize};

const NOTIFICATIONS_TTL: TimeDelta = TimeDelta::days(400);
const DATE: &str = "%Y-%m-%d";

#[derive(Serialize, Deserialize)]
struct NotificationRow {
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "ts_milliseconds")]
    lease_until: DateTime<Utc>,
    #[serde(default, with = "ts_milliseconds_option", skip_serializing_if = "Option::is_none")]
    sent_at: Option<DateTime<Utc>>,
    #[serde(rename = "told")]
    items: Vec<NotifiedItem>,
    ttl: i64,
}

/// Returns the row of a digest.
pub fn notification_row(notification: &Notification) -> Attributes {
    let key = keys::notification(&notification.user, &notification.local_date.format(DATE).to_string());
    let mut row = to_row(&NotificationRow {
        sk: key.sk.clone(),
        lease_until: notification.lease_until,
        sent_at: notification.sent_at,
        items: notification.items.clone(),
        ttl: (notification.lease_until + NOTIFICATIONS_TTL).timestamp(),
    });
    row.extend(key_map(key));
    row
}

impl NotificationRow {
    fn into_notification(self, user: &UserId) -> Result<Notification, StoreError> {
        let date =
            self.sk.strip_prefix(NOTIFICATION_PREFIX).and_then(|date| NaiveDate::parse_from_str(date, DATE).ok());
        let local_date = date.ok_or_else(|| StoreError::Corrupt("notification row: SK".into()))?;
        Ok(Notification {
            user: user.clone(),
            local_date,
            lease_until: self.lease_until,
            sent_at: self.sent_at,
            items: self.items,
        })
    }
}

impl Store {
    pub async fn notification_get(
        &self,
        user: &UserId,
        local_date: NaiveDate,
    ) -> Result<Option<Notification>, StoreError> {
        let row: Option<NotificationRow> =
            self.row_get(keys::notification(user, &local_date.format(DATE).to_string()), true).await?;
        row.map(|row| row.into_notification(user)).transpose()
    }

    /// Returns a user's digests, the oldest first.
    pub async fn notification_list(&self, user: &UserId) -> Result<Vec<Notification>, StoreError> {
        let rows: Vec<NotificationRow> = self.row_list(Range::prefix(keys::user_pk(user), NOTIFICATION_PREFIX)).await?;
        rows.into_iter().map(|row| row.into_notification(user)).collect()
    }
}
