//! Whether the clock can be believed. Jobs that delete or move what is past its time run only then: a clock that was
//! ahead for seconds (before the network set it, or by a mistake) would do harm that setting it right does not undo.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};

/// How long the clock is watched after a start.
pub const WATCH: Duration = Duration::from_secs(30);
/// More than this between the clock and the time that passed is a jump. Setting a clock right by less harms nobody.
const MAX_JUMP: TimeDelta = TimeDelta::minutes(5);

/// Compares the clock with the time that passed since it was last looked at.
#[derive(Clone, Copy, Debug)]
pub struct SteadyClock {
    wall: DateTime<Utc>,
    passed: Instant,
}

impl SteadyClock {
    pub fn watch(now: DateTime<Utc>) -> Self {
        Self { wall: now, passed: Instant::now() }
    }

    /// Whether the clock went as fast as time since the last look. From a jump on, the new time is watched.
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
    fn a_jump_is_seen_once_in_each_direction() {
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
