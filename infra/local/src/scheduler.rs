//! Does EventBridge's work on one machine: runs the reminders every 15 minutes, and soon after a start.

use crate::steady_clock::{SteadyClock, WATCH};
use application::deps::Deps;
use push::Pusher;
use reminders::Budget;
use std::sync::Arc;
use std::time::Duration;

const EVERY: Duration = Duration::from_mins(15);

pub async fn run(deps: Deps, pusher: Arc<dyn Pusher>) {
    let mut clock = SteadyClock::watch(deps.now());
    tokio::time::sleep(WATCH).await;
    loop {
        if !clock.is_steady(deps.now()) {
            tokio::time::sleep(WATCH).await;
            continue;
        }
        match reminders::run(&deps, &pusher, Budget::default()).await {
            Ok(report) => report.log(),
            Err(error) => tracing::warn!(%error, "the reminders could not run; trying again in a quarter of an hour"),
        }
        tokio::time::sleep(until_next(deps.now().timestamp())).await;
    }
}

/// Waits until a second after the next quarter of an hour: local hours begin at one in nearly all time zones.
fn until_next(now: i64) -> Duration {
    let every = i64::try_from(EVERY.as_secs()).expect("a quarter of an hour is a small number");
    Duration::from_secs(u64::try_from(every - now.rem_euclid(every)).unwrap_or(0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_run_is_just_after_the_quarter() {
        assert_eq!(until_next(0), Duration::from_secs(901));
        assert_eq!(until_next(899), Duration::from_secs(2));
        assert_eq!(until_next(901), Duration::from_mins(15));
    }
}
