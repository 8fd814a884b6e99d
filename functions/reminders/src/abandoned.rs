//! Deletes accounts that are no longer used, with all their data.

use application::deps::Deps;
use application::erase::{EraseError, Eraser};
use application::identity::ID_TOKEN_LIFETIME;
use application::jobs::{Handover, hand_over};
use chrono::NaiveTime;
use std::time::Duration;
use store::{ACTIVITY_WRITE_INTERVAL, AbandonedAccount, CommitError, JobKind, StoreError, keys};
use tokio::time::Instant;

/// Accounts of each shard in a run. There are 96 runs a day.
const MAX_OF_A_SHARD: usize = 20;
/// Interrupted jobs in a run.
const MAX_JOBS: usize = 100;

/// Deletes the accounts that were not visited for as many days as the settings say, within the given time. Days on
/// which this did not run do not count, because the service may have been off. Returns the number of deleted accounts.
pub async fn end_abandoned(deps: &Deps, eraser: &Eraser, time: Duration) -> Result<usize, StoreError> {
    let Some(days) = deps.config.abandoned_days else { return Ok(0) };
    let (today, until) = (deps.now().date_naive(), Instant::now() + time);
    let Some(first) = deps.store.job_day(today, days).await? else { return Ok(0) };
    // The last visit may be later than the stored one.
    let before = first.and_time(NaiveTime::MIN).and_utc() - ACTIVITY_WRITE_INTERVAL;
    let mut ended = 0;
    for shard in 0..keys::DUE_SHARDS {
        for account in deps.store.account_list_abandoned(shard, before, MAX_OF_A_SHARD).await? {
            if Instant::now() >= until {
                return Ok(ended);
            }
            match end(deps, eraser, &account, until).await {
                Ok(true) => ended += 1,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "an abandoned account could not be deleted; the next run will"),
            }
        }
    }
    if ended > 0 {
        tracing::info!(ended, "accounts that nobody visits any more were deleted");
    }
    Ok(ended)
}

async fn end(deps: &Deps, eraser: &Eraser, account: &AbandonedAccount, until: Instant) -> Result<bool, EraseError> {
    let (user, now) = (&account.user, deps.now());
    let revoked = account.revoke(now + ID_TOKEN_LIFETIME);
    match eraser.begin_deletion(user, JobKind::DeleteAccount, None, revoked, now).await {
        Ok(job) => eraser.delete_data(job, &*deps.clock, Some(until)).await,
        // It was visited meanwhile.
        Err(CommitError::Refused(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Has the jobs that were interrupted carried on.
pub async fn hand_over_stalled_jobs(deps: &Deps, handover: &dyn Handover) -> Result<(), StoreError> {
    for job in deps.store.job_list_unfinished(MAX_JOBS).await? {
        if job.is_stalled(deps.now()) {
            hand_over(handover, &job.user).await;
        }
    }
    Ok(())
}
