//! Removes items used up on one device from the reminder on the others.
//!
//! Using a due item announces it (`items`, `leave_reminder`), so the next check follows within 15 minutes and combines
//! several items in one message. It has the digest's `Topic` and `tag`: it replaces one in transit, and silently one on
//! screen.

use crate::reach::{LEASE, end_of_day, forget};
use application::deps::Deps;
use domain::notification::Notification;
use domain::reminder::{ReminderCheck, due_now};
use push::{Message, Pusher, deliver};
use std::sync::Arc;
use store::{CheckedRows, DueUser, StoreError};

/// Returns the number of deleted dead subscriptions. Failed messages are not repeated: a device that opens the larder
/// corrects its own reminder.
pub async fn send(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    check: &ReminderCheck,
    rows: &CheckedRows,
) -> Result<usize, StoreError> {
    let now = deps.now();
    let Some(sent_notification) = deps.store.notification_get(&due.user, check.today).await? else { return Ok(0) };
    let left = due_now(&rows.items, now);
    let Some(corrected) = sent_notification.without_ended(&left) else { return Ok(0) };
    // The lease keeps a second run from sending the same.
    if !deps.store.digest_claim(&Notification { lease_until: now + LEASE, ..corrected }, now).await? {
        return Ok(0);
    }
    let message = Message::correction(&left, check.today, now, end_of_day(due, check, now));
    // A phone's app shows every message as new, so only browsers get corrections.
    let deliveries = deliver(pusher, rows.subscriptions.clone(), None, message, push::DELIVERY_TIMEOUT).await;
    for reason in deliveries.failed.iter().chain(&deliveries.refused) {
        tracing::warn!(reason, "a correction of today's reminder was not delivered");
    }
    Ok(forget(deps, due, &deliveries).await)
}
