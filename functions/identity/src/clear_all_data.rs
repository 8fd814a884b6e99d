//! `DELETE /api/user/clear-all-data`

use crate::IdentityState;
use crate::household::household_of_one;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, Reply, retry_lost_race};
use application::erase::Deletion;
use axum::extract::State;
use store::{JobKind, Write};

/// When a client should retry during a long deletion.
const RETRY_AFTER_SECONDS: u64 = 2;

/// Removes everything the caller has: items, receipts and their pictures, the list, shares, preferences, subscriptions,
/// statistics. The account stays. Refused while other devices use the larder. Answers 503 while a long deletion is in
/// progress, and 200 once all is gone: what is added after that stays.
#[utoipa::path(delete, path = "/api/user/clear-all-data", tag = "user",
    security(("bearer" = [])),
    responses((status = 200, body = Message), (status = 409)))]
pub async fn clear_all_data(
    caller: Caller,
    State(IdentityState { deps, eraser, background, .. }): State<IdentityState>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let (user, now) = (caller.user, deps.now());
    let shared = || {
        let message = "Other devices use this larder too. Leave it instead, or remove the others first.";
        ApiError::conflict("shared_larder", message)
    };
    // The key is recorded, so that a retry does not delete newer data; until then the job has the key of its request.
    let reply = Reply::ok(&Message::new("Data cleared successfully"));
    let deletion = retry_lost_race(|| async {
        let household = household_of_one(&deps, &user, caller.device).await?.ok_or_else(shared)?;
        // The household's next version refuses a device that joins at this moment: what it copies into the larder would
        // be deleted.
        let next = vec![Write::household_put(&household.next())];
        Ok(eraser.begin_deletion(&user, JobKind::ClearData, idempotency.key(), next, now).await?)
    })
    .await?;
    let store = deps.store.clone();
    let is_finished = match deletion {
        Deletion::Begun(job) => {
            let delete = move |until| async move { eraser.delete_data(*job, &*deps.clock, until).await };
            background.run_job(&user, delete).await?
        }
        Deletion::Running => false,
        Deletion::Finished => true,
    };
    if !is_finished {
        // Another process continues it.
        return Err(ApiError::unavailable().retry_after(RETRY_AFTER_SECONDS));
    }
    store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}
