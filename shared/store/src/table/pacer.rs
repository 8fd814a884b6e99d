//! Slows a job's writes down, so that capacity is left for requests.

use super::store::Store;
use std::time::Duration;
use tokio::time::Instant;

/// The start of a step, and the write units consumed before it.
#[derive(Debug)]
pub(crate) struct Pacer {
    started_at: Instant,
    write_units: f64,
}

impl Store {
    pub(crate) fn start_pacing(&self) -> Pacer {
        Pacer { started_at: Instant::now(), write_units: self.meter.spent().write_units }
    }

    /// Waits until the limit of write units per second allows the units that were consumed since the start.
    pub(crate) async fn wait_for_pace(&self, Pacer { started_at, write_units }: Pacer) {
        let Some(limit) = self.max_write_units_per_second else { return };
        let units = self.meter.spent().write_units - write_units;
        tokio::time::sleep_until(started_at + Duration::from_secs_f64((units / limit).max(0.0))).await;
    }
}
