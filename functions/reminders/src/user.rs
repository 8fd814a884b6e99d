//! One look at one user: decide, claim the day, send, move on. It can end after any of these steps and be taken up by
//! another run.
//!
//! 1. One query reads subscriptions and items that are or will be due.
//! 2. If today's digest is due, the day is claimed with a lease. A second claim fails.
//! 3. The digest is sent to every device. What arrives twice replaces itself on the screen, by its tag.
//! 4. The user advances to the next hour unless something was announced meanwhile, and the day is recorded as sent.
//!
//! A run that dies after 2 or 3 leaves a lease that ends, and a user who is still due. So no day is lost, and at most
//! one notification is seen.

use crate::correction;
use crate::reach::{LEASE, end_of_day, forget, forget_ended, schedule};
use application::deps::Deps;
use chrono::{DateTime, TimeDelta, Utc};
use domain::freshness::SOON;
use domain::id::UserId;
use domain::item::Item;
use domain::notification::{Notification, NotifiedItem};
use domain::reminder::Look;
use push::{Message, Pusher, deliver};
use std::sync::Arc;
use store::{DueUser, Next, Seen, StoreError};

/// The maximum number of items in a notification's row: they fit in one write unit.
const MAX_LISTED: usize = 12;
/// The maximum number of swept items moved per check, so that a year's backlog does not delay the digest.
const MAX_SWEPT: usize = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Told,
    /// It was not the hour, or nothing was due at it.
    Quiet,
    Unreachable,
    Busy,
    Undelivered,
}

#[derive(Clone, Copy, Debug)]
pub struct Done {
    pub outcome: Outcome,
    pub swept: usize,
    pub dropped: usize,
    pub unreadable: usize,
}

impl From<Outcome> for Done {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, swept: 0, dropped: 0, unreadable: 0 }
    }
}

pub async fn remind(deps: &Deps, pusher: &Arc<dyn Pusher>, due: &DueUser) -> Result<Done, StoreError> {
    let now = deps.now();
    if !due.preferences.push_notifications_enabled {
        deps.store.due_advance(due, Next::Unreachable, None, now).await?;
        return Ok(Outcome::Unreachable.into());
    }
    let look = Look::new(schedule(due), now, due.told_on);
    let mut seen = deps.store.due_look(&due.user, look.horizon()).await?;
    let ended = forget_ended(deps, due, &mut seen.subscriptions).await?;
    let done = match decide(deps, pusher, due, &look, &seen).await? {
        Step::Stay(done) => Done { dropped: done.dropped + ended, unreadable: seen.unreadable, ..done },
        Step::Move { next, done } => {
            let told_on = (done.outcome == Outcome::Told).then_some(look.today);
            deps.store.due_advance(due, next, told_on, deps.now()).await?;
            let swept = sweep(deps, &seen.items).await;
            Done { swept, dropped: done.dropped + ended, unreadable: seen.unreadable, ..done }
        }
    };
    Ok(done)
}

enum Step {
    /// The user stays due: the next run looks again.
    Stay(Done),
    Move {
        next: Next,
        done: Done,
    },
}

async fn decide(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    due: &DueUser,
    look: &Look,
    seen: &Seen,
) -> Result<Step, StoreError> {
    let phone = due.preferences.fcm_token.clone().filter(|_| pusher.has_phones());
    if seen.subscriptions.is_empty() && phone.is_none() {
        return Ok(Step::Move { next: Next::Unreachable, done: Outcome::Unreachable.into() });
    }
    let digest = look.digest(&seen.items);
    if digest.is_empty() {
        let dropped = match due.told_on {
            Some(told_on) if told_on == look.today => correction::send(deps, pusher, due, look, seen).await?,
            _ => 0,
        };
        let next = next(deps, due, look, &seen.items).await?;
        return Ok(Step::Move { next, done: Done { dropped, ..Outcome::Quiet.into() } });
    }
    let now = deps.now();
    let claim = claim(&due.user, look, &digest, now);
    if !deps.store.digest_claim(&claim, now).await? {
        return Ok(Step::Stay(Outcome::Busy.into()));
    }
    let message = Message::digest(&digest, look.today, now, end_of_day(due, look, now));
    let deliveries = deliver(pusher, seen.subscriptions.clone(), phone, message, push::DELIVERY_TIMEOUT).await;
    for reason in deliveries.failed.iter().chain(&deliveries.refused) {
        tracing::warn!(reason, "a digest was not delivered");
    }
    let dropped = forget(deps, due, &deliveries).await;
    if deliveries.taken > 0 {
        let next = next(deps, due, look, &seen.items).await?;
        return Ok(Step::Move { next, done: Done { dropped, ..Outcome::Told.into() } });
    }
    deps.store.digest_release(&claim, deps.now()).await?;
    if deliveries.failed.is_empty() && !deliveries.refused.is_empty() {
        // The same message would be refused in a quarter of an hour as well: the next day's is the next try.
        let next = next(deps, due, look, &seen.items).await?;
        return Ok(Step::Move { next, done: Done { dropped, ..Outcome::Undelivered.into() } });
    }
    if deliveries.failed.is_empty() {
        return Ok(Step::Move { next: Next::Unreachable, done: Done { dropped, ..Outcome::Unreachable.into() } });
    }
    Ok(Step::Stay(Done { dropped, ..Outcome::Undelivered.into() }))
}

fn claim(user: &UserId, look: &Look, digest: &[&Item], now: DateTime<Utc>) -> Notification {
    Notification {
        user: user.clone(),
        local_date: look.today,
        lease_until: now + LEASE,
        sent_at: Some(now),
        items: digest.iter().take(MAX_LISTED).map(|item| NotifiedItem::new(item, look.today, now)).collect(),
    }
}

/// The next hour at which something is due. Only where nothing that was read will be, the table is asked what comes
/// after.
async fn next(deps: &Deps, due: &DueUser, look: &Look, items: &[Item]) -> Result<Next, StoreError> {
    if look.is_due_next(items) {
        return Ok(Next::Hour(look.next));
    }
    let first = deps.store.due_first_item(&due.user, look.horizon()).await?;
    let first_due = first.map(|item| item.details.expires_at - SOON);
    Ok(first_due
        .map_or(Next::NothingDue, |moment| Next::Hour(schedule(due).hour_after(moment - TimeDelta::milliseconds(1)))))
}

async fn sweep(deps: &Deps, items: &[Item]) -> usize {
    let now = deps.now();
    let past: Vec<Item> = items.iter().filter(|item| item.sweep(now).is_some()).take(MAX_SWEPT).cloned().collect();
    deps.store.items_sweep(&past, now).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "items past their time stay where they are until the next look");
        0
    })
}
