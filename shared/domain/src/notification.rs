//! Reminders that were sent, and the items that each contained (specification §3, *notification*).

use super::calendar_day::LocalTime;
use super::freshness::Freshness;
use super::id::{ItemId, UserId};
use super::item::Item;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The reason why an item was in a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum NotificationType {
    Soon,
    Expired,
}

/// One item of a digest. It is stored as it is; the names are short so that a digest of a dozen items costs one write
/// unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotifiedItem {
    #[serde(rename = "i")]
    pub item_id: ItemId,
    #[serde(rename = "k")]
    pub notification_type: NotificationType,
    #[serde(rename = "x", with = "ts_milliseconds")]
    pub expiry_date: DateTime<Utc>,
    /// True if it is no longer due. Marked before a correction without it is sent.
    #[serde(rename = "o", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_removed: bool,
}

impl NotifiedItem {
    /// Returns an id from the item and the digest's day: a digest has one entry per item.
    pub fn id(&self, local_date: NaiveDate) -> Uuid {
        Uuid::new_v5(&self.item_id.0, local_date.to_string().as_bytes())
    }

    pub fn new(item: &Item, now: LocalTime) -> Self {
        let expired = item.freshness(now) == Freshness::Expired;
        Self {
            item_id: item.id,
            notification_type: if expired { NotificationType::Expired } else { NotificationType::Soon },
            expiry_date: item.details.expires_at,
            is_removed: false,
        }
    }
}

/// A day's digest: claimed before it is sent, so that a second run of the job does not send it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    pub user: UserId,
    /// The day in the user's time zone, with at most one digest.
    pub local_date: NaiveDate,
    /// The end of the lease of the run that claimed the day. If the run crashes, the next run may send after this.
    pub lease_until: DateTime<Utc>,
    /// When the digest was sent. Written with the claim and removed if nothing could be sent, which saves a write a
    /// day.
    pub sent_at: Option<DateTime<Utc>>,
    pub items: Vec<NotifiedItem>,
}

impl Notification {
    /// Returns the notification with the items that are not in `due` marked as removed; `None` if that marks no
    /// item that was not marked already.
    pub fn mark_removed(&self, due: &[&Item]) -> Option<Self> {
        let is_newly_removed =
            |notified: &NotifiedItem| !notified.is_removed && due.iter().all(|item| item.id != notified.item_id);
        self.items.iter().any(is_newly_removed).then(|| {
            let items = self
                .items
                .iter()
                .map(|item| NotifiedItem { is_removed: item.is_removed || is_newly_removed(item), ..item.clone() });
            Self { items: items.collect(), ..self.clone() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use crate::time_zone::Tz;

    #[test]
    fn marks_each_item_that_is_no_longer_due_once() {
        let now = DateTime::UNIX_EPOCH;
        let [milk, ham] = ["Milk", "Ham"].map(|name| test_support::item(name, now, now));
        let local = LocalTime { at: now, zone: Tz::UTC };
        let notification = Notification {
            user: milk.user.clone(),
            local_date: NaiveDate::default(),
            lease_until: now,
            sent_at: None,
            items: [&milk, &ham].map(|item| NotifiedItem::new(item, local)).to_vec(),
        };
        assert_eq!(notification.mark_removed(&[&ham, &milk]), None);
        let marked = notification.mark_removed(&[&ham]).unwrap();
        assert_eq!(marked.items.iter().map(|item| item.is_removed).collect::<Vec<_>>(), [true, false]);
        assert_eq!(marked.mark_removed(&[&ham]), None);
    }
}
