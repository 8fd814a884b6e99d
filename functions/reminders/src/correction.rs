//! What one device of a larder has used leaves the reminder that lies on the others.
//!
//! Whoever uses something that is due announces it (`items`, `leave_reminder`), so the next look comes within a quarter
//! of an hour, and several things used in that time are one message. It has the digest's `Topic` and `tag`: it replaces
//! one that is still on its way, and one on the screen without a sound.

use crate::reach::{LEASE, end_of_day, forget};
use domain::notification::Notification;
use domain::reminder::{Look, due_now};
use push::{Message, Pusher, deliver};
use service::deps::Deps;
use std::sync::Arc;
use store::{DueUser, Seen, StoreError};

/// Returns how many dead subscriptions were dropped. What cannot be delivered is not tried again: a device that looks
/// at the larder corrects its reminder by itself.
pub async fn send(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    look: &Look,
    seen: &Seen,
) -> Result<usize, StoreError> {
    let now = deps.now();
    let Some(told) = deps.store.notification_get(&due.user, look.today).await? else { return Ok(0) };
    let left = due_now(&seen.items, now);
    let Some(corrected) = told.without_gone(&left) else { return Ok(0) };
    // The lease keeps a second run from sending the same.
    if !deps.store.digest_claim(&Notification { lease_until: now + LEASE, ..corrected }, now).await? {
        return Ok(0);
    }
    let message = Message::correction(&left, look.today, end_of_day(due, look, now));
    // A phone's app shows whatever comes as something new, so only browsers are told.
    let deliveries = deliver(pusher, seen.subscriptions.clone(), None, message, push::DELIVERY_TIMEOUT).await;
    for reason in &deliveries.failed {
        tracing::warn!(reason, "a correction of today's reminder was not delivered");
    }
    Ok(forget(deps, due, &deliveries).await)
}
