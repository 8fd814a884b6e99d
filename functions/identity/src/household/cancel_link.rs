//! `DELETE /api/household/links/{id}`

use super::get_link::find_own_link;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use http::StatusCode;
use store::Write;

/// Cancels a link. Cancelling a missing one succeeds.
#[utoipa::path(delete, path = "/api/household/links/{id}", tag = "household",
    security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 409)))]
pub async fn cancel_link(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    _: Idempotency,
) -> Result<Reply, ApiError> {
    retry_lost_race(|| async {
        let reply = Reply::ok(&Message::new("The link was cancelled."));
        let link = match find_own_link(&deps, &caller.user, &id).await {
            Ok(link) => link,
            Err(error) if error.status() == StatusCode::NOT_FOUND => return Ok(reply),
            Err(error) => return Err(error.into()),
        };
        let mut next = caller.household(&deps).await?.next();
        let Some(open) = next.link.take_if(|open| open.hash == link.hash) else { return Ok(reply) };
        let deleted = [open.hash, open.code_hash].map(|hash| Write::join_credential_delete(&hash));
        let writes = [Write::household_put(&next)].into_iter().chain(deleted).collect();
        deps.store.commit(writes, None).await?;
        Ok(reply)
    })
    .await
}
