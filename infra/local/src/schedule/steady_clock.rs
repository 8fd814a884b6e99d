//! Detects jumps of the clock. Work that deletes expired rows runs only without a jump: a clock that is wrong for
//! seconds (before NTP, or by mistake) would delete too much.

use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;
use std::time::Duration;
use system::clock::Clock;
use tokio::time::{Instant, sleep};

/// The time for which the clock is observed after a start and after a jump. Is short, because a laptop that is open for
/// less than an hour would never be backed up.
pub const OBSERVATION_TIME: Duration = Duration::from_secs(30);
/// The difference between clock and elapsed time that counts as a jump. Smaller corrections are harmless.
const MAX_JUMP: TimeDelta = TimeDelta::minutes(5);

/// Compares the clock with the elapsed time since the last comparison.
#[derive(Debug)]
pub struct SteadyClock {
    clock: Arc<dyn Clock>,
    compared_at: (DateTime<Utc>, Instant),
}

impl SteadyClock {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let compared_at = (clock.now(), Instant::now());
        Self { clock, compared_at }
    }

    /// Waits for `pause`, and further until the clock does not jump.
    pub async fn sleep(&mut self, pause: Duration) {
        sleep(pause).await;
        while self.detect_jump(self.clock.now(), Instant::now()) {
            sleep(OBSERVATION_TIME).await;
        }
    }

    /// Returns true if the clock disagrees with the elapsed time since the last call.
    fn detect_jump(&mut self, now: DateTime<Utc>, instant: Instant) -> bool {
        let (earlier, earlier_instant) = std::mem::replace(&mut self.compared_at, (now, instant));
        let elapsed = TimeDelta::from_std(instant - earlier_instant).unwrap_or(TimeDelta::MAX);
        let jump = (now - earlier - elapsed).abs();
        if jump > MAX_JUMP {
            tracing::warn!(seconds = jump.num_seconds(), "the clock jumped; scheduled work waits");
        }
        jump > MAX_JUMP
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::clock::FixedClock;

    #[test]
    fn detects_a_clock_jump_in_each_direction() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let mut clock = SteadyClock::new(Arc::new(FixedClock::at(start)));
        let later = clock.compared_at.1 + Duration::from_mins(15);
        let correct = start + TimeDelta::minutes(15);
        assert!(!clock.detect_jump(correct, later));
        assert!(clock.detect_jump(correct + TimeDelta::days(100), later), "ahead");
        assert!(clock.detect_jump(correct, later), "and back");
        assert!(!clock.detect_jump(correct + TimeDelta::seconds(90), later), "a small correction");
    }
}
