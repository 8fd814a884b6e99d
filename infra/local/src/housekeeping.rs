//! What AWS does by settings (time to live, lifecycle rules), done by hand on one machine, every hour.

use crate::steady_clock::{SteadyClock, WATCH};
use dynoxide::Database;
use service::deps::Deps;
use std::time::Duration;
use store::receipts::{FAILED, KEPT, UPLOADS};

const EVERY: Duration = Duration::from_hours(1);
const KEPT_FOR: chrono::TimeDelta = chrono::TimeDelta::days(90);
const FAILED_FOR: chrono::TimeDelta = chrono::TimeDelta::days(1);

pub async fn run(deps: Deps, database: Database) {
    let mut clock = SteadyClock::watch(deps.now());
    tokio::time::sleep(WATCH).await;
    loop {
        if clock.is_steady(deps.now()) {
            tidy(&deps, &database).await;
        }
        tokio::time::sleep(EVERY).await;
    }
}

async fn tidy(deps: &Deps, database: &Database) {
    let now = deps.now();
    for (prefix, age) in [(KEPT, KEPT_FOR), (FAILED, FAILED_FOR), (UPLOADS, FAILED_FOR)] {
        if let Err(error) = deps.receipts.delete_prefix(prefix, Some(now - age)).await {
            tracing::warn!(%error, prefix, "old pictures could not be dropped; trying again in an hour");
        }
    }
    let database = database.clone();
    let swept = tokio::task::spawn_blocking(move || database.sweep_ttl()).await;
    if let Ok(Err(error)) = swept {
        tracing::warn!(%error, "rows past their time could not be dropped; trying again in an hour");
    }
}
