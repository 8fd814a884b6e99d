//! Checks one user.
//!
//! 1. Two queries at once read subscriptions and items that are or will be due.
//! 2. If today's digest is due, the day is claimed with a lease. A second claim fails.
//! 3. The digest is sent to every device, and to ntfy and Gotify if they are this user's. A duplicate replaces the
//!    first one on a browser's screen, by its tag.
//! 4. The user advances to the next hour unless a change was announced meanwhile, and the day is recorded as sent.
//!
//! If a run crashes, its lease expires and the user is still due: the next run sends the digest, and the user sees at
//! most one notification.

use crate::correction;
use crate::day::{LEASE, end_of_day, schedule};
use application::deps::Deps;
use application::recipients::{delete_subscriptions_of_removed_devices, delete_unreachable};
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::item::Item;
use domain::notification::{Notification, NotifiedItem};
use domain::reminder::ReminderCheck;
use push::{Message, Pusher, Recipients, deliver};
use std::sync::Arc;
use store::{CheckedRows, DueUser, NextCheck, StoreError};

/// The maximum number of items in a notification's row, so that it fits in one write unit.
const MAX_LISTED: usize = 12;
/// The maximum number of items swept per check, so that a backlog does not delay the digest.
const MAX_SWEPT_PER_CHECK: usize = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    Sent,
    /// It was not the user's hour, or nothing was due.
    NothingSent,
    Unreachable,
    Busy,
    Undelivered,
}

#[derive(Clone, Copy, Debug)]
pub struct UserReport {
    pub outcome: CheckOutcome,
    pub swept: usize,
    pub dropped: usize,
    pub unreadable: usize,
}

impl From<CheckOutcome> for UserReport {
    fn from(outcome: CheckOutcome) -> Self {
        Self { outcome, swept: 0, dropped: 0, unreadable: 0 }
    }
}

/// Sends the user what is due, and advances them to the next check.
pub async fn remind(deps: &Deps, pusher: &Arc<dyn Pusher>, due: &DueUser) -> Result<UserReport, StoreError> {
    let now = deps.now();
    let receivers = pusher.receivers(&due.user);
    let is_push_enabled = due.preferences.push_notifications_enabled;
    if !is_push_enabled && receivers.is_empty() {
        deps.store.due_advance(due, NextCheck::Unreachable, None, now).await?;
        return Ok(CheckOutcome::Unreachable.into());
    }
    let check = ReminderCheck::new(schedule(due), now, due.digest_sent_on);
    let mut rows = deps.store.due_rows(&due.user, now, check.horizon()).await?;
    let removed = delete_subscriptions_of_removed_devices(deps, &due.user, &mut rows.subscriptions).await?;
    if !is_push_enabled {
        rows.subscriptions.clear();
    }
    let phone = due.preferences.fcm_token.clone().filter(|_| is_push_enabled && pusher.has_phones());
    let recipients = Recipients { subscriptions: rows.subscriptions.clone(), phone, receivers };
    let (done, swept) = match send_due(deps, pusher, due, &check, &rows, recipients).await? {
        Decision::KeepDue(done) => (done, 0),
        Decision::Advance { next, done } => {
            let digest_sent_on = (done.outcome == CheckOutcome::Sent).then_some(check.today);
            deps.store.due_advance(due, next, digest_sent_on, deps.now()).await?;
            (done, sweep(deps, &rows.items).await)
        }
    };
    Ok(UserReport { swept, dropped: done.dropped + removed, unreadable: rows.unreadable, ..done })
}

/// What follows from a check for the user's entry in the due index.
enum Decision {
    /// The user stays due for the next run.
    KeepDue(UserReport),
    Advance {
        next: NextCheck,
        done: UserReport,
    },
}

/// Sends the digest, or else a correction of today's, if one of them is due.
async fn send_due(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    check: &ReminderCheck,
    rows: &CheckedRows,
    recipients: Recipients,
) -> Result<Decision, StoreError> {
    if recipients.is_empty() {
        return Ok(Decision::Advance { next: NextCheck::Unreachable, done: CheckOutcome::Unreachable.into() });
    }
    let digest = check.digest(&rows.items);
    if !digest.is_empty() {
        return send_digest(deps, pusher, due, check, &rows.items, &digest, recipients).await;
    }
    let is_digest_sent = due.digest_sent_on == Some(check.today);
    let dropped = if is_digest_sent { correction::send(deps, pusher, due, check, rows).await? } else { 0 };
    let next = next_check(deps, due, check, &rows.items).await;
    Ok(Decision::Advance { next, done: UserReport { dropped, ..CheckOutcome::NothingSent.into() } })
}

/// Claims the day, and sends its digest to all recipients.
async fn send_digest(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    check: &ReminderCheck,
    items: &[Item],
    digest: &[&Item],
    recipients: Recipients,
) -> Result<Decision, StoreError> {
    let now = deps.now();
    let claim = claim(&due.user, check, digest, now);
    if !deps.store.digest_claim(&claim, now).await? {
        return Ok(Decision::KeepDue(CheckOutcome::Busy.into()));
    }
    let message = Message::digest(digest, check.now, end_of_day(due, check, now), due.preferences.language());
    let deliveries = deliver(pusher, recipients, message, push::DELIVERY_TIMEOUT).await;
    for reason in deliveries.failed.iter().chain(&deliveries.refused) {
        tracing::warn!(reason, "a digest was not delivered");
    }
    let phone = due.preferences.fcm_token.as_deref();
    let dropped = delete_unreachable(deps, &due.user, phone, &deliveries).await;
    let done = |outcome: CheckOutcome| UserReport { dropped, ..outcome.into() };
    if deliveries.accepted > 0 {
        let next = next_check(deps, due, check, items).await;
        return Ok(Decision::Advance { next, done: done(CheckOutcome::Sent) });
    }
    deps.store.digest_release(&claim, deps.now()).await?;
    if !deliveries.failed.is_empty() {
        return Ok(Decision::KeepDue(done(CheckOutcome::Undelivered)));
    }
    if deliveries.refused.is_empty() {
        return Ok(Decision::Advance { next: NextCheck::Unreachable, done: done(CheckOutcome::Unreachable) });
    }
    // A retry would be refused too: the next digest is sent the next day.
    let next = next_check(deps, due, check, items).await;
    Ok(Decision::Advance { next, done: done(CheckOutcome::Undelivered) })
}

fn claim(user: &UserId, check: &ReminderCheck, digest: &[&Item], now: DateTime<Utc>) -> Notification {
    Notification {
        user: user.clone(),
        local_date: check.today,
        lease_until: now + LEASE,
        sent_at: Some(now),
        items: digest.iter().take(MAX_LISTED).map(|item| NotifiedItem::new(item, check.now)).collect(),
    }
}

/// Returns the next hour at which an item may be due. Queries the table only if none of the read items will be due. If
/// that fails, it is the next hour: a digest that was sent must be recorded, or the next run sends it again.
async fn next_check(deps: &Deps, due: &DueUser, check: &ReminderCheck, items: &[Item]) -> NextCheck {
    if check.is_due_next(items) {
        return NextCheck::Hour(check.next);
    }
    match deps.store.due_first_item(&due.user, check.horizon()).await {
        Ok(first) => check.next_due(items, first.as_ref()).map_or(NextCheck::NothingDue, |moment| {
            NextCheck::Hour(schedule(due).hour_after(moment - TimeDelta::milliseconds(1)))
        }),
        Err(error) => {
            tracing::warn!(%error, "the next due item cannot be read; checking again at the next hour");
            NextCheck::Hour(check.next)
        }
    }
}

async fn sweep(deps: &Deps, items: &[Item]) -> usize {
    let now = deps.now();
    let to_sweep: Vec<Item> = items
        .iter()
        .filter(|item| item.sweep(now).or_else(|| item.exempt_from_sweep(now)).is_some())
        .take(MAX_SWEPT_PER_CHECK)
        .cloned()
        .collect();
    deps.store.items_sweep(&to_sweep, now).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "items could not be swept; the next check retries");
        0
    })
}
