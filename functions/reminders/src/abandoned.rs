//! Deletes accounts that are no longer used, with all their data.

use application::deps::Deps;
use application::erase::{Deletion, Eraser};
use application::identity::ID_TOKEN_LIFETIME;
use application::jobs::JobError;
use chrono::NaiveTime;
use std::time::Duration;
use store::{ACTIVITY_WRITE_INTERVAL, AbandonedAccount, CommitError, JobKind, StoreError, keys};
use tokio::time::Instant;

/// The number of accounts that are read at a time.
const PAGE_SIZE: usize = 20;

/// Deletes accounts that were inactive for the configured number of days, within the given time. Days without a run do
/// not count, because the service may have been off. Returns the number of deleted accounts.
pub async fn delete_abandoned(deps: &Deps, eraser: &Eraser, time: Duration) -> Result<usize, StoreError> {
    let Some(days) = deps.config.abandoned_days else { return Ok(0) };
    let (today, until) = (deps.now().date_naive(), Instant::now() + time);
    let Some(first) = deps.store.job_day_record(today, days).await? else { return Ok(0) };
    // Activity is stored only once in this time.
    let before = first.and_time(NaiveTime::MIN).and_utc() - ACTIVITY_WRITE_INTERVAL;
    let mut deleted = 0;
    'shards: for shard in 0..keys::DUE_SHARDS {
        let mut after = None;
        loop {
            let page = deps.store.account_page_abandoned(shard, before, PAGE_SIZE, after).await?;
            for account in page.rows {
                if Instant::now() >= until {
                    break 'shards;
                }
                match delete_account(deps, eraser, &account, until).await {
                    Ok(is_deleted) => deleted += usize::from(is_deleted),
                    Err(error) => tracing::warn!(%error, "an abandoned account was not deleted; the next run will"),
                }
            }
            after = page.after;
            if after.is_none() {
                break;
            }
        }
    }
    if deleted > 0 {
        tracing::info!(deleted, "abandoned accounts were deleted");
    }
    Ok(deleted)
}

/// Returns true if the account is deleted.
async fn delete_account(
    deps: &Deps,
    eraser: &Eraser,
    account: &AbandonedAccount,
    until: Instant,
) -> Result<bool, JobError> {
    let (user, now) = (&account.user, deps.now());
    let revoked = account.revoke(now + ID_TOKEN_LIFETIME);
    match eraser.begin_deletion(user, JobKind::DeleteAccount, None, revoked, now).await {
        Ok(Deletion::Begun(job)) => match eraser.delete_data(*job, &*deps.clock, Some(until)).await {
            Ok(()) => Ok(true),
            Err(JobError::OutOfTime | JobError::TakenOver) => Ok(false),
            Err(error) => Err(error),
        },
        // Another process deletes it, or the user returned meanwhile.
        Ok(Deletion::Running | Deletion::Finished) | Err(CommitError::Refused(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
