//! Deletes accounts that are no longer used, with all their data.

use application::deps::Deps;
use application::erase::{EraseError, Eraser};
use application::identity::ID_TOKEN_LIFETIME;
use std::time::Duration;
use store::{Abandoned, StoreError, VISIT_NOTED_EVERY, keys};
use tokio::time::Instant;

/// Accounts of each shard in a run. There are 96 runs a day.
const MAX_OF_A_SHARD: usize = 20;

/// Deletes the accounts that were not visited for as long as the settings say, as far as the time suffices. Returns how
/// many.
pub async fn end_abandoned(deps: &Deps, eraser: &Eraser, time: Duration) -> Result<usize, StoreError> {
    let Some(after) = deps.config.abandoned_after else { return Ok(0) };
    let (now, until) = (deps.now(), Instant::now() + time);
    // The last visit may be later than the one that was noted.
    let before = now - after - VISIT_NOTED_EVERY;
    let mut ended = 0;
    for shard in 0..keys::DUE_SHARDS {
        for account in deps.store.accounts_abandoned(shard, before, MAX_OF_A_SHARD).await? {
            if Instant::now() >= until {
                return Ok(ended);
            }
            match end(deps, eraser, &account).await {
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

async fn end(deps: &Deps, eraser: &Eraser, account: &Abandoned) -> Result<bool, EraseError> {
    if !deps.store.account_revoke(account, deps.now() + ID_TOKEN_LIFETIME).await? {
        return Ok(false);
    }
    eraser.end_account(&account.user).await?;
    Ok(true)
}
