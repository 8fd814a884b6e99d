//! Removes used up items from the reminder on other devices.
//!
//! Using a due item schedules a check, then commits (`due_check` of `items`), so that the job checks the user within 15
//! minutes. The correction has the digest's `Topic` and `tag`: it replaces the digest in transit and, silently, on
//! screen.

use crate::day::{LEASE, end_of_day};
use application::deps::Deps;
use application::recipients::delete_unreachable;
use domain::notification::Notification;
use domain::reminder::{ReminderCheck, due_now};
use push::{Message, Pusher, Recipients, deliver};
use std::sync::Arc;
use store::{CheckedRows, DueUser, StoreError};

/// Sends a correction if the digest has items that are no longer due. Returns the number of deleted subscriptions.
/// Failed messages are not repeated: the site corrects the reminder when it is opened.
pub async fn send(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    check: &ReminderCheck,
    rows: &CheckedRows,
) -> Result<usize, StoreError> {
    let now = deps.now();
    let Some(digest) = deps.store.notification_get(&due.user, check.today).await? else { return Ok(0) };
    let left = due_now(&rows.items, check.now);
    let Some(corrected) = digest.mark_removed(&left) else { return Ok(0) };
    // The lease prevents a second run from sending the same correction.
    if !deps.store.digest_claim(&Notification { lease_until: now + LEASE, ..corrected }, now).await? {
        return Ok(0);
    }
    let message = Message::correction(&left, check.now, end_of_day(due, check, now), due.preferences.language());
    // Phones' apps, ntfy and Gotify show every message as new, so only browsers get corrections.
    let browsers = Recipients { subscriptions: rows.subscriptions.clone(), ..Recipients::default() };
    let deliveries = deliver(pusher, browsers, message, push::DELIVERY_TIMEOUT).await;
    for reason in deliveries.failed.iter().chain(&deliveries.refused) {
        tracing::warn!(reason, "a correction of today's reminder was not delivered");
    }
    Ok(delete_unreachable(deps, &due.user, None, &deliveries).await)
}
