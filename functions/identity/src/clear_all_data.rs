//! `DELETE /api/user/clear-all-data`

use crate::household::has_other_members;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, Reply};
use application::deps::Deps;
use application::erase::{Eraser, Uploads};
use axum::extract::State;

/// Removes everything the caller has: items, receipts and their pictures, the list, shares, preferences, subscriptions,
/// statistics. The account stays. Refused while other devices use the larder.
#[utoipa::path(delete, path = "/api/user/clear-all-data", tag = "user",
    responses((status = 200, body = Message), (status = 409)))]
pub async fn clear_all_data(
    caller: Caller,
    State(deps): State<Deps>,
    State(eraser): State<Eraser>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    if has_other_members(&deps, &caller.user).await? {
        return Err(ApiError::conflict(
            "shared_larder",
            "Other devices use this larder too. Leave it instead, or remove the others first.",
        ));
    }
    eraser.erase_user(&caller.user, Uploads::StayCounted).await?;
    // No line for the statistics: nothing means nothing. Only the record of a key may follow, so that a retry does not
    // remove what came after.
    let reply = Reply::ok(&Message::new("Data cleared successfully"));
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}
