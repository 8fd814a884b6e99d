//! What somebody was told about which item (§3's `user_notifications`).

use super::id::{ItemId, UserId};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Why an item stood in a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotificationType {
    Soon,
    Expired,
}

/// One item of a digest.
#[derive(Clone, Debug, PartialEq)]
pub struct NotifiedItem {
    pub id: Uuid,
    pub item_id: ItemId,
    pub notification_type: NotificationType,
    pub expiry_date: DateTime<Utc>,
}

/// A day's digest: claimed before it is sent, so that a second run of the job does not send it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    pub user: UserId,
    /// The day in the user's own time zone; there is at most one digest for it.
    pub local_date: NaiveDate,
    /// Until when the run that claimed the day may take to send it. A run that dies leaves the day to the next one after this.
    pub lease_until: DateTime<Utc>,
    /// Set once the digest was sent.
    pub sent_at: Option<DateTime<Utc>>,
    pub items: Vec<NotifiedItem>,
}
