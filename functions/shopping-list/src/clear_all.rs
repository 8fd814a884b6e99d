//! `DELETE /api/shopping-list/all`

use crate::removed::RemovedRows;
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply, SeenRows};
use application::deps::Deps;
use axum::extract::State;

/// Removes every row that is on the list now. With `ids`, only those.
#[utoipa::path(delete, path = "/api/shopping-list/all", tag = "shopping-list", request_body = Option<SeenRows>,
    responses((status = 200, body = RemovedRows)))]
pub async fn clear_list(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    OptionalJson(seen): OptionalJson<SeenRows>,
) -> Result<Reply, ApiError> {
    let seen = seen.unwrap_or_default();
    let ids: Vec<_> = deps
        .store
        .list_item_list(&caller.user)
        .await?
        .iter()
        .map(|item| item.id)
        .filter(|id| seen.contains(id.0))
        .collect();
    deps.store.list_item_delete_all(&caller.user, &ids).await?;
    let reply = Reply::ok(&RemovedRows::new("All items have been removed from your shopping list.", ids));
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}
