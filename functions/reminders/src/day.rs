//! A day of a user's reminders: its hour, its end, and the lease of a run on it.

use chrono::{DateTime, TimeDelta, Utc};
use domain::reminder::{ReminderCheck, Schedule};
use store::DueUser;

/// The lease of a run on a day: longer than a delivery (a minute), shorter than the time between two runs.
pub const LEASE: TimeDelta = TimeDelta::minutes(3);

pub fn schedule(due: &DueUser) -> Schedule {
    Schedule { zone: due.preferences.zone(), hour: due.preferences.notification_time }
}

/// Returns when the day's reminder expires.
pub fn end_of_day(due: &DueUser, check: &ReminderCheck, now: DateTime<Utc>) -> DateTime<Utc> {
    schedule(due).end_of(check.today).unwrap_or(now + TimeDelta::hours(12))
}
