//! Checks whether the clock is reliable. Jobs that delete or move expired rows run only then: a clock that was ahead
//! for seconds (before NTP, or by a mistake) would do irreversible harm.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};

/// How long the clock is observed after a start.
pub const WATCH: Duration = Duration::from_secs(30);
/// The difference between clock and elapsed time that counts as a jump. Smaller corrections are harmless.
const MAX_JUMP: TimeDelta = TimeDelta::minutes(5);

/// Compares the clock with the time that passed since the last comparison.
#[derive(Clone, Copy, Debug)]
pub struct SteadyClock {
    wall: DateTime<Utc>,
    passed: Instant,
}

impl SteadyClock {
    pub fn watch(now: DateTime<Utc>) -> Self {
        Self { wall: now, passed: Instant::now() }
    }

    /// Returns true if the clock agreed with elapsed time since the last call. After a jump, the new time is observed
    /// again.
    pub fn is_steady(&mut self, now: DateTime<Utc>) -> bool {
        self.is_steady_at(now, Instant::now())
    }

    fn is_steady_at(&mut self, now: DateTime<Utc>, instant: Instant) -> bool {
        let passed = instant.saturating_duration_since(self.passed);
        let passed = TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        let jump = (now - self.wall - passed).abs();
        *self = Self { wall: now, passed: instant };
        if jump > MAX_JUMP {
            tracing::warn!(seconds = jump.num_seconds(), "the clock jumped; nothing is tidied or moved on this time");
        }
        jump <= MAX_JUMP
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_a_clock_jump_once_in_each_direction() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let mut clock = SteadyClock::watch(start);
        let later = clock.passed + Duration::from_mins(15);
        let right = start + TimeDelta::minutes(15);
        assert!(clock.is_steady_at(right, later));
        assert!(!clock.is_steady_at(right + TimeDelta::days(100), later), "ahead");
        assert!(!clock.is_steady_at(right, later), "and back");
        assert!(clock.is_steady_at(right + TimeDelta::seconds(90), later), "set right by a minute and a half");
    }
}
