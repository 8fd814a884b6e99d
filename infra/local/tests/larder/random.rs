//! A seeded random number generator (`SplitMix64`), which also gives ids.

use chrono::{DateTime, Utc};
use system::ids::{IdSource, SeededIds};
use uuid::Uuid;

pub struct Random(SeededIds);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SeededIds::new(seed))
    }

    pub fn next(&self) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// Returns a number from 0 to below `bound`.
    pub fn below<N: TryInto<u64> + TryFrom<u64>>(&self, bound: N) -> N {
        let bound = bound.try_into().unwrap_or_else(|_| panic!("the bound is negative"));
        N::try_from(self.next() % bound).unwrap_or_else(|_| unreachable!("it is below the bound"))
    }

    /// Returns true once in `times`.
    pub fn once_in(&self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the options, each as often.
    pub fn choose<T: Clone>(&self, options: &[T]) -> T {
        options[self.below(options.len())].clone()
    }

    /// Returns the value half of the times.
    pub fn some_or_none<T>(&self, value: T) -> Option<T> {
        (self.next() & 1 == 0).then_some(value)
    }

    pub fn uuid(&self, now: DateTime<Utc>) -> Uuid {
        let ids: &dyn IdSource = &self.0;
        ids.uuid(now)
    }
}
