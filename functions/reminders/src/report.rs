//! The results of a run, for its log line and alarms.

use crate::user::{CheckOutcome, UserReport};
use application::metrics;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Checked users.
    pub checked: usize,
    /// Digests that a push service accepted.
    pub sent: usize,
    /// Users without a reachable device.
    pub unreachable: usize,
    /// Users whose day another run has claimed.
    pub busy: usize,
    /// Users whose digest no push service accepted, or whose check failed.
    pub failed: usize,
    /// Swept items.
    pub swept: usize,
    /// Deleted subscriptions.
    pub dropped: usize,
    /// Rows that could not be read.
    pub unreadable: usize,
    /// True if the time was over before all users were checked.
    pub out_of_time: bool,
    /// The longest wait of a due user; more than 15 minutes if runs were missed.
    pub longest_wait: Duration,
}

impl Report {
    pub(crate) fn count(&mut self, done: &UserReport) {
        self.checked += 1;
        self.swept += done.swept;
        self.dropped += done.dropped;
        self.unreadable += done.unreadable;
        match done.outcome {
            CheckOutcome::Sent => self.sent += 1,
            CheckOutcome::Unreachable => self.unreachable += 1,
            CheckOutcome::Busy => self.busy += 1,
            CheckOutcome::Undelivered => self.failed += 1,
            CheckOutcome::NothingSent => {}
        }
    }

    pub fn log(&self) {
        let Self { checked, sent, unreachable, busy, failed, swept, dropped, unreadable, out_of_time, longest_wait } =
            *self;
        let wait = longest_wait.as_secs();
        tracing::info!(
            checked,
            sent,
            unreachable,
            busy,
            failed,
            swept,
            dropped,
            unreadable,
            out_of_time,
            wait,
            "reminders"
        );
        tracing::debug!(target: metrics::TARGET, Sent = sent, Failed = failed, LongestWaitInSeconds = wait);
    }
}
