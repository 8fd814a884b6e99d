//! `DELETE /api/shopping-list/share/{token}` and `DELETE /api/shopping-list/shares/{id}`

use api::view::Message;
use api::{ApiError, Caller, Idempotency, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;
use domain::digest::{hash, is_hash};
use domain::sharing::is_token;
use store::{CommitError, Write};

/// Ends a share by its token: from then on it is answered like one that never existed.
#[utoipa::path(delete, path = "/api/shopping-list/share/{token}", tag = "sharing",
    security(("bearer" = [])), params(("token" = String, Path)),
    responses((status = 200, body = Message)))]
pub async fn revoke_share(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(token): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    if !is_token(&token) {
        return Err(ApiError::not_found());
    }
    revoke(&deps, &caller, &hash(&token), &idempotency).await
}

/// Ends a share by its id, for an owner who no longer has the token.
#[utoipa::path(delete, path = "/api/shopping-list/shares/{id}", tag = "sharing",
    security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Message)))]
pub async fn revoke_share_by_id(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    if !is_hash(&id) {
        return Err(ApiError::not_found());
    }
    revoke(&deps, &caller, &id, &idempotency).await
}

async fn revoke(deps: &Deps, caller: &Caller, hash: &str, idempotency: &Idempotency) -> Result<Reply, ApiError> {
    // Reads by the caller's key, so that another user's share is never found.
    let share = deps.store.share_get(&caller.user, hash).await?.filter(|share| share.is_open(deps.now()));
    let share = share.ok_or_else(ApiError::not_found)?;
    let reply = Reply::ok(&Message::new("The list is no longer shared."));
    match deps.store.commit(Write::share_revoke(&share).into(), idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => Err(ApiError::not_found()),
        Err(error) => Err(error.into()),
    }
}
