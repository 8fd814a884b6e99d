//! Housekeeping on one machine, every hour: what AWS does by settings (time to live, lifecycle rules); the nightly
//! backup, and after it the deletion of unused accounts. Problems are reported to the operator.

use crate::data::backup::nightly;
use crate::schedule::condition::ServerHealth;
use crate::schedule::digests::Digests;
use crate::schedule::steady_clock::{SteadyClock, WATCH};
use application::deps::Deps;
use application::erase::Eraser;
use chrono::{DateTime, Utc};
use dynoxide::Database;
use std::path::PathBuf;
use std::time::Duration;
use store::receipts::{KEPT, Receipts, UPLOADS};

const EVERY: Duration = Duration::from_hours(1);
const BACKUPS_KEPT_FOR: chrono::TimeDelta = chrono::TimeDelta::days(90);
const UPLOADS_KEPT_FOR: chrono::TimeDelta = chrono::TimeDelta::days(1);
/// The time for deleting unused accounts.
const CLEANING: Duration = Duration::from_secs(30);

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
    condition: ServerHealth,
    digests: Digests,
) {
    let mut clock = SteadyClock::watch(deps.now());
    tokio::time::sleep(WATCH).await;
    // Since the start, for a folder that never had a backup.
    let mut first_failure = None;
    loop {
        let is_steady = clock.is_steady(deps.now());
        if is_steady {
            let is_backed_up = tidy(&deps, &eraser, &database, &folders).await;
            let now = deps.now();
            first_failure = (!is_backed_up).then(|| first_failure.unwrap_or(now));
            condition.note_backup(first_failure.map(|first| nightly::missing_since(&folders.backups, first)));
            report(&condition, &digests, &deps.config.site_url, now).await;
        }
        tokio::time::sleep(pause(is_steady)).await;
    }
}

/// Reports problems to the operator: in the log and, if configured, by ntfy and Gotify.
async fn report(condition: &ServerHealth, digests: &Digests, site: &str, now: DateTime<Utc>) {
    for problem in condition.to_report(now) {
        let sentence = problem.sentence();
        tracing::error!("{sentence}");
        digests.warn_operator(sentence, site).await;
    }
}

/// After a suspend the clock has jumped: it is watched again, and not skipped for an hour. A laptop that is open for
/// less would never be backed up.
fn pause(is_steady: bool) -> Duration {
    if is_steady { EVERY } else { WATCH }
}

/// One round. Accounts are deleted only if the latest backup has succeeded. Returns false if a backup is missing.
pub async fn tidy(deps: &Deps, eraser: &Eraser, database: &Database, folders: &Folders) -> bool {
    let is_backed_up = back_up(deps, folders.clone()).await;
    if is_backed_up && let Err(error) = reminders::delete_abandoned(deps, eraser, CLEANING).await {
        tracing::warn!(%error, "abandoned accounts cannot be looked for; trying again in an hour");
    }
    clean_up(deps, &eraser.receipts, database).await;
    is_backed_up
}

/// Returns false if a backup is missing.
async fn back_up(deps: &Deps, Folders { data, backups }: Folders) -> bool {
    let now = deps.now();
    match tokio::task::spawn_blocking(move || nightly::run(&data, &backups, now)).await {
        Ok(Ok(Some(file))) => tracing::info!("the nightly backup is {}", file.display()),
        Ok(Ok(None)) => {}
        Ok(Err(error)) => {
            tracing::warn!(%error, "the nightly backup failed; trying again in an hour");
            return false;
        }
        Err(error) => {
            tracing::warn!(%error, "the nightly backup failed; trying again in an hour");
            return false;
        }
    }
    true
}

async fn clean_up(deps: &Deps, receipts: &Receipts, database: &Database) {
    let now = deps.now();
    for (prefix, age) in [(KEPT, BACKUPS_KEPT_FOR), (UPLOADS, UPLOADS_KEPT_FOR)] {
        if let Err(error) = receipts.delete_older(prefix, now - age).await {
            tracing::warn!(%error, prefix, "old pictures could not be dropped; trying again in an hour");
        }
    }
    let database = database.clone();
    let swept = tokio::task::spawn_blocking(move || database.sweep_ttl()).await;
    if let Ok(Err(error)) = swept {
        tracing::warn!(%error, "rows past their time could not be dropped; trying again in an hour");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_soon_after_a_suspend() {
        assert!(pause(false) < Duration::from_mins(1));
        assert_eq!(pause(true), EVERY);
    }
}
