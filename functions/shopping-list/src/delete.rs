//! `DELETE /api/shopping-list/{id}`

use crate::removed::RemovedRows;
use axum::extract::State;
use service::deps::Deps;
use service::http::{ApiError, Caller, Idempotency, PathText, Refusals, Reply, list_item_id};
use store::{CommitError, Write};

/// Remove one row.
#[utoipa::path(delete, path = "/api/shopping-list/{id}", tag = "shopping-list", params(("id" = Uuid, Path)),
    responses((status = 200, body = RemovedRows), Refusals))]
pub async fn delete_list_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let id = list_item_id(&id)?;
    let reply = Reply::ok(&RemovedRows::new("Item has been removed from your shopping list.", vec![id]));
    match deps.store.commit(vec![Write::list_item_delete(&caller.user, id)], idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => Err(ApiError::not_found()),
        Err(error) => Err(error.into()),
    }
}
