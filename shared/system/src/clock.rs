//! The source of time. `clippy.toml` forbids other uses of the system's clock, so that tests control the time.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use std::sync::{Arc, Mutex, PoisonError};

pub trait Clock: Send + Sync + std::fmt::Debug {
    /// Returns the current time in milliseconds, so that stored and compared times are equal.
    fn now(&self) -> DateTime<Utc>;
}

/// The system's clock, shifted by `offset`, which is zero except in development.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock {
    pub offset: TimeDelta,
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "all other code uses this clock")]
    fn now(&self) -> DateTime<Utc> {
        (Utc::now() + self.offset).trunc_subsecs(3)
    }
}

/// A clock that changes only when it is set, for tests and simulations.
#[derive(Clone, Debug)]
pub struct FixedClock(Arc<Mutex<DateTime<Utc>>>);

impl FixedClock {
    pub fn at(time: DateTime<Utc>) -> Self {
        Self(Arc::new(Mutex::new(time.trunc_subsecs(3))))
    }

    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time.trunc_subsecs(3);
    }

    pub fn advance(&self, by: TimeDelta) {
        let mut time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *time += by;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
