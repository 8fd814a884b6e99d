//! The results of a run, for its log line and alarms.

use crate::user::{Done, Outcome};
use application::metrics;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Users looked at.
    pub looked: usize,
    /// Digests that a push service took.
    pub told: usize,
    /// Users without a reachable device.
    pub unreachable: usize,
    /// Users whose day another run has claimed.
    pub busy: usize,
    /// Users who stay as they are for the next run: a push service or the table failed.
    pub failed: usize,
    /// Items moved past their sweep.
    pub swept: usize,
    /// Subscriptions that a push service declared dead.
    pub dropped: usize,
    /// Rows that could not be read.
    pub unreadable: usize,
    /// The time was over before everybody was looked at.
    pub out_of_time: bool,
    /// The longest wait of a due user when the run began: beyond 15 minutes, runs were missed.
    pub longest_wait: Duration,
}

impl Report {
    pub(crate) fn count(&mut self, done: &Done) {
        self.looked += 1;
        self.swept += done.swept;
        self.dropped += done.dropped;
        self.unreadable += done.unreadable;
        match done.outcome {
            Outcome::Told => self.told += 1,
            Outcome::Unreachable => self.unreachable += 1,
            Outcome::Busy => self.busy += 1,
            Outcome::Undelivered => self.failed += 1,
            Outcome::Quiet => {}
        }
    }

    pub fn log(&self) {
        let Self { looked, told, unreachable, busy, failed, swept, dropped, unreadable, out_of_time, longest_wait } =
            *self;
        let wait = longest_wait.as_secs();
        tracing::info!(
            looked,
            told,
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
        tracing::debug!(target: metrics::TARGET, Told = told, Failed = failed, LongestWaitInSeconds = wait);
    }
}
