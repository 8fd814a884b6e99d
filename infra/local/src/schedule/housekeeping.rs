//! Housekeeping on one machine, every hour: deletes expired rows and pictures (which AWS does itself), makes the
//! nightly backup, deletes abandoned accounts, and reports problems to the operator.

use crate::data::backup::nightly;
use crate::schedule::server_health::ServerHealth;
use crate::schedule::steady_clock::{OBSERVATION_TIME, SteadyClock};
use application::deps::Deps;
use application::erase::Eraser;
use domain::scan::PICTURES_TTL;
use dynoxide::Database;
use push::Receivers;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::receipts::{PICTURES_PREFIX, Receipts, UPLOADS_PREFIX};

const INTERVAL: Duration = Duration::from_hours(1);
const UPLOADS_TTL: chrono::TimeDelta = chrono::TimeDelta::days(1);
const ABANDONED_ACCOUNTS_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone, Debug)]
pub struct Folders {
    pub data: PathBuf,
    pub backups: PathBuf,
}

pub async fn run(
    deps: Deps,
    eraser: Eraser,
    database: Database,
    folders: Folders,
    health: ServerHealth,
    receivers: Arc<Receivers>,
) {
    let mut clock = SteadyClock::new(deps.clock.clone());
    clock.sleep(OBSERVATION_TIME).await;
    loop {
        run_once(&deps, &eraser, &database, &folders).await;
        report(&health, &receivers).await;
        clock.sleep(INTERVAL).await;
    }
}

/// Reports problems to the operator: in the log and, if configured, by ntfy and Gotify.
async fn report(health: &ServerHealth, receivers: &Receivers) {
    for problem in health.take_unreported() {
        let message = problem.message();
        tracing::error!("{message}");
        receivers.warn_operator(message).await;
    }
}

/// Backs up and deletes once. Deletes abandoned accounts only if no backup is missing.
pub async fn run_once(deps: &Deps, eraser: &Eraser, database: &Database, folders: &Folders) {
    let is_backed_up = back_up(deps, folders.clone()).await;
    if is_backed_up && let Err(error) = reminders::delete_abandoned(deps, eraser, ABANDONED_ACCOUNTS_TIMEOUT).await {
        tracing::warn!(%error, "abandoned accounts cannot be read; trying again in an hour");
    }
    clean_up(deps, &eraser.receipts, database).await;
}

/// Makes the nightly backup if it is due. Returns false if it was due and failed.
async fn back_up(deps: &Deps, Folders { data, backups }: Folders) -> bool {
    let now = deps.now();
    let backup = tokio::task::spawn_blocking(move || nightly::run(&data, &backups, now).map_err(|e| e.to_string()));
    match backup.await.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(Some(file)) => tracing::info!("the nightly backup is {}", file.display()),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(error, "the nightly backup failed; trying again in an hour");
            return false;
        }
    }
    true
}

/// Deletes pictures and rows whose time has expired.
async fn clean_up(deps: &Deps, receipts: &Receipts, database: &Database) {
    let now = deps.now();
    for (prefix, age) in [(PICTURES_PREFIX, PICTURES_TTL), (UPLOADS_PREFIX, UPLOADS_TTL)] {
        if let Err(error) = receipts.delete_older(prefix, now - age).await {
            tracing::warn!(%error, prefix, "old pictures could not be deleted; trying again in an hour");
        }
    }
    let database = database.clone();
    let swept = tokio::task::spawn_blocking(move || database.sweep_ttl().map(drop).map_err(|e| e.to_string())).await;
    if let Err(error) = swept.unwrap_or_else(|error| Err(error.to_string())) {
        tracing::warn!(error, "expired rows could not be deleted; trying again in an hour");
    }
}
