//! Deletes accounts that are no longer used, with all their data.

use application::deps::Deps;
use application::erase::{EraseError, Eraser};
use application::identity::ID_TOKEN_LIFETIME;
use application::jobs::{Handover, hand_over};
use chrono::NaiveTime;
use std::time::Duration;
use store::{ACTIVITY_WRITE_INTERVAL, AbandonedAccount, CommitError, JobKind, StoreError, keys};
use tokio::time::Instant;

/// The maximum number of accounts per shard and run; there are 96 runs a day.
const MAX_PER_SHARD: usize = 20;
/// The maximum number of interrupted jobs per run.
const MAX_JOBS: usize = 100;

/// Deletes accounts that were inactive for the configured number of days, within the given time. Days without a run do
/// not count, because the service may have been off. Returns the number of deleted accounts.
pub async fn delete_abandoned(deps: &Deps, eraser: &Eraser, time: Duration) -> Result<usize, StoreError> {
    let Some(days) = deps.config.abandoned_days else { return Ok(0) };
    let (today, until) = (deps.now().date_naive(), Instant::now() + time);
    let Some(first) = deps.store.job_day(today, days).await? else { return Ok(0) };
    // Activity is stored only once a week.
    let before = first.and_time(NaiveTime::MIN).and_utc() - ACTIVITY_WRITE_INTERVAL;
    let mut deleted = 0;
    for shard in 0..keys::DUE_SHARDS {
        for account in deps.store.account_list_abandoned(shard, before, MAX_PER_SHARD).await? {
            if Instant::now() >= until {
                return Ok(deleted);
            }
            match delete_account(deps, eraser, &account, until).await {
                Ok(true) => deleted += 1,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "an abandoned account could not be deleted; the next run will"),
            }
        }
    }
    if deleted > 0 {
        tracing::info!(deleted, "abandoned accounts were deleted");
    }
    Ok(deleted)
}

async fn delete_account(
    deps: &Deps,
    eraser: &Eraser,
    account: &AbandonedAccount,
    until: Instant,
) -> Result<bool, EraseError> {
    let (user, now) = (&account.user, deps.now());
    let revoked = account.revoke(now + ID_TOKEN_LIFETIME);
    match eraser.begin_deletion(user, JobKind::DeleteAccount, None, revoked, now).await {
        Ok(job) => eraser.delete_data(job, &*deps.clock, Some(until)).await,
        // The user returned meanwhile.
        Err(CommitError::Refused(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Hands interrupted jobs over to another process.
pub async fn hand_over_stalled_jobs(deps: &Deps, handover: &dyn Handover) -> Result<(), StoreError> {
    for job in deps.store.job_list_unfinished(MAX_JOBS).await? {
        if job.is_stalled(deps.now()) {
            hand_over(handover, &job.user).await;
        }
    }
    Ok(())
}
