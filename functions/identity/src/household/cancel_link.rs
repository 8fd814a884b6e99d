//! `DELETE /api/household/links/{id}`

use super::get_link::own_link;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use store::Write;

/// Cancels a link. Cancelling a missing one succeeds.
#[utoipa::path(delete, path = "/api/household/links/{id}", tag = "household", params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 409)))]
pub async fn cancel_link(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    _: Idempotency,
) -> Result<Reply, ApiError> {
    retry_lost_race(|| async {
        let reply = Reply::ok(&Message::new("The link was cancelled."));
        let Ok(link) = own_link(&deps, &caller.user, &id).await else { return Ok(reply) };
        let household = deps.store.household_get(&caller.user, deps.now()).await?;
        let Some(open) = household.link.as_ref().filter(|open| open.hash == link.hash) else { return Ok(reply) };
        let mut next = household.next();
        next.link = None;
        let writes = [Write::household_put(&next)].into_iter().chain(Write::link_delete(open)).collect();
        deps.store.commit(writes, None).await?;
        Ok(reply)
    })
    .await
}
