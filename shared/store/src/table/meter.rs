//! Counts the capacity that calls consume, for tests and logs.

use aws_sdk_dynamodb::types::ConsumedCapacity;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters in thousandths of a unit: an eventually consistent read of 4 KB is half a unit.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    reads: Arc<AtomicU64>,
    writes: Arc<AtomicU64>,
    calls: Arc<AtomicU64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CapacityUnits {
    pub read_units: f64,
    pub write_units: f64,
    pub calls: u64,
}

impl std::ops::Sub for CapacityUnits {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            read_units: self.read_units - earlier.read_units,
            write_units: self.write_units - earlier.write_units,
            calls: self.calls - earlier.calls,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "capacity units are small and never negative"
)]
fn millis(capacity: &ConsumedCapacity) -> u64 {
    (capacity.capacity_units().unwrap_or(0.0) * 1_000.0).round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "no process consumes 2^53 thousandths")]
fn units(millis: u64) -> f64 {
    millis as f64 / 1_000.0
}

impl Meter {
    pub(crate) fn read(&self, capacity: Option<&ConsumedCapacity>) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.reads.fetch_add(capacity.map_or(0, millis), Ordering::Relaxed);
    }

    pub(crate) fn write(&self, capacity: Option<&ConsumedCapacity>) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.writes.fetch_add(capacity.map_or(0, millis), Ordering::Relaxed);
    }

    pub fn spent(&self) -> CapacityUnits {
        CapacityUnits {
            read_units: units(self.reads.load(Ordering::Relaxed)),
            write_units: units(self.writes.load(Ordering::Relaxed)),
            calls: self.calls.load(Ordering::Relaxed),
        }
    }
}
