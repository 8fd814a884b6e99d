//! Determines a user's reminder hour and deadline, and deletes dead devices.

use application::deps::Deps;
use chrono::{DateTime, TimeDelta, Utc};
use domain::reminder::{ReminderCheck, Schedule};
use domain::subscription::Subscription;
use push::Deliveries;
use store::{DueUser, StoreError};

/// Longer than a delivery may take (a minute), shorter than the time between two runs.
pub const LEASE: TimeDelta = TimeDelta::minutes(3);

pub fn schedule(due: &DueUser) -> Schedule {
    Schedule { zone: due.preferences.zone(), hour: due.preferences.notification_time }
}

/// When the day's reminder is of no use any more.
pub fn end_of_day(due: &DueUser, check: &ReminderCheck, now: DateTime<Utc>) -> DateTime<Utc> {
    schedule(due).end_of(check.today).unwrap_or(now + TimeDelta::hours(12))
}

/// Deletes subscriptions of removed devices, which may have subscribed concurrently. Costs nothing if the larder was
/// never shared.
pub async fn forget_ended(
    deps: &Deps,
    due: &DueUser,
    subscriptions: &mut Vec<Subscription>,
) -> Result<usize, StoreError> {
    let mut ended = vec![];
    for subscription in subscriptions.iter() {
        if let Some(device) = subscription.device
            && !deps.store.device_is_member(&due.user, device, deps.now()).await?
        {
            ended.push(subscription.endpoint.clone());
        }
    }
    for endpoint in &ended {
        deps.store.subscription_drop(&due.user, endpoint).await?;
    }
    subscriptions.retain(|subscription| !ended.contains(&subscription.endpoint));
    Ok(ended.len())
}

/// Deletes subscriptions that push services declared dead. A failure costs a wasted message tomorrow, never a reminder.
pub async fn forget(deps: &Deps, due: &DueUser, deliveries: &Deliveries) -> usize {
    let mut dropped = 0;
    for endpoint in &deliveries.gone {
        match deps.store.subscription_drop(&due.user, endpoint).await {
            Ok(()) => dropped += 1,
            Err(error) => tracing::warn!(%error, "a dead subscription could not be dropped"),
        }
    }
    if deliveries.phone_gone
        && let Some(token) = &due.preferences.fcm_token
    {
        match deps.store.preferences_forget_phone(&due.user, token).await {
            Ok(()) => dropped += 1,
            Err(error) => tracing::warn!(%error, "a dead phone could not be dropped"),
        }
    }
    dropped
}
