//! Paces a job's writes, so that they leave room for requests.

use super::store::Store;
use std::time::Duration;
use tokio::time::Instant;

/// When a part of a job began, and what had been written by then.
#[derive(Debug)]
pub(crate) struct Pace {
    began: Instant,
    written: f64,
}

impl Store {
    pub(crate) fn pace(&self) -> Pace {
        Pace { began: Instant::now(), written: self.meter.spent().write_units }
    }

    /// Waits until the table's limit allows the units that were written since.
    pub(crate) async fn keep(&self, Pace { began, written }: Pace) {
        let Some(limit) = self.max_write_units_per_second else { return };
        let units = self.meter.spent().write_units - written;
        tokio::time::sleep_until(began + Duration::from_secs_f64((units / limit).max(0.0))).await;
    }
}
