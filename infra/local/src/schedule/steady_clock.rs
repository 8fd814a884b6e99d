//! Detects jumps of the clock. Work that deletes expired rows runs only without a jump: a clock that is wrong for
//! seconds (before NTP, or by mistake) would delete too much.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};

/// The time for which the clock is observed after a start.
pub const OBSERVATION_TIME: Duration = Duration::from_secs(30);
/// The difference between clock and elapsed time that counts as a jump. Smaller corrections are harmless.
const MAX_JUMP: TimeDelta = TimeDelta::minutes(5);

/// Compares the clock with the elapsed time since the last comparison.
#[derive(Clone, Copy, Debug)]
pub struct SteadyClock {
    wall: DateTime<Utc>,
    instant: Instant,
}

impl SteadyClock {
    pub fn new(now: DateTime<Utc>) -> Self {
        Self { wall: now, instant: Instant::now() }
    }

    /// Returns true if the clock agrees with the elapsed time since the last call.
    pub fn is_steady(&mut self, now: DateTime<Utc>) -> bool {
        self.is_steady_at(now, Instant::now())
    }

    fn is_steady_at(&mut self, now: DateTime<Utc>, instant: Instant) -> bool {
        let elapsed = instant.saturating_duration_since(self.instant);
        let elapsed = TimeDelta::from_std(elapsed).unwrap_or(TimeDelta::MAX);
        let jump = (now - self.wall - elapsed).abs();
        *self = Self { wall: now, instant };
        if jump > MAX_JUMP {
            tracing::warn!(seconds = jump.num_seconds(), "the clock jumped; scheduled work is skipped this time");
        }
        jump <= MAX_JUMP
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_a_clock_jump_in_each_direction() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let mut clock = SteadyClock::new(start);
        let later = clock.instant + Duration::from_mins(15);
        let correct = start + TimeDelta::minutes(15);
        assert!(clock.is_steady_at(correct, later));
        assert!(!clock.is_steady_at(correct + TimeDelta::days(100), later), "ahead");
        assert!(!clock.is_steady_at(correct, later), "and back");
        assert!(clock.is_steady_at(correct + TimeDelta::seconds(90), later), "a small correction");
    }
}
