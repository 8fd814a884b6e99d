//! `DELETE /api/user/clear-all-data`

use crate::IdentityState;
use crate::household::has_other_members;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, Reply};
use application::erase::EraseError;
use axum::extract::State;
use store::{CommitError, JobKind, JobState};

/// When a client should retry during a long deletion.
const RETRY_AFTER_SECONDS: u64 = 2;

/// Removes everything the caller has: items, receipts and their pictures, the list, shares, preferences, subscriptions,
/// statistics. The account stays. Refused while other devices use the larder. Answers 503 while a long deletion is in
/// progress, and 200 once all is gone: what is added after that stays.
#[utoipa::path(delete, path = "/api/user/clear-all-data", tag = "user",
    responses((status = 200, body = Message), (status = 409)))]
pub async fn clear_all_data(
    caller: Caller,
    State(IdentityState { deps, eraser, background, .. }): State<IdentityState>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let (user, now) = (caller.user, deps.now());
    if has_other_members(&deps, &user, caller.device).await? {
        return Err(ApiError::conflict(
            "shared_larder",
            "Other devices use this larder too. Leave it instead, or remove the others first.",
        ));
    }
    // The key is recorded, so that a retry does not delete newer data; until then the finished job has the key of its
    // request.
    let reply = Reply::ok(&Message::new("Data cleared successfully"));
    let key = idempotency.key();
    let earlier = deps.store.job_get(&user).await?.map(|job| job.state);
    let is_same_request = |state: &JobState| state.kind == JobKind::ClearData && Some(state.id) == key;
    if earlier.as_ref().is_some_and(|state| state.finished && is_same_request(state)) {
        deps.store.commit(vec![], idempotency.record(&reply)).await?;
        return Ok(reply);
    }
    let store = deps.store.clone();
    let job = eraser.begin_deletion(&user, JobKind::ClearData, key, vec![], now).await?;
    let delete = move |until| async move { eraser.delete_data(job, &*deps.clock, until).await };
    match background.run_job(&user, delete).await {
        Ok(true) => {
            store.commit(vec![], idempotency.record(&reply)).await?;
            Ok(reply)
        }
        // Another request or the schedule continues it.
        Ok(false) | Err(EraseError::Job(CommitError::Refused(_))) => {
            Err(ApiError::unavailable().retry_after(RETRY_AFTER_SECONDS))
        }
        Err(error) => Err(error.into()),
    }
}
