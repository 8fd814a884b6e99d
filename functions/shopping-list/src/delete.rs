//! `DELETE /api/shopping-list/{id}`

use crate::removed::RemovedRows;
use api::{ApiError, Caller, Idempotency, PathText, Reply, list_item_id};
use application::deps::Deps;
use axum::extract::State;
use store::{CommitError, Write};

/// Removes one row. Removing a missing row succeeds.
#[utoipa::path(delete, path = "/api/shopping-list/{id}", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"])), params(("id" = Uuid, Path)),
    responses((status = 200, body = RemovedRows)))]
pub async fn delete_list_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let none_removed = || RemovedRows::new("Item has been removed from your shopping list.", vec![]);
    let Ok(id) = list_item_id(&id) else { return Ok(Reply::ok(&none_removed())) };
    let reply = Reply::ok(&RemovedRows::new("Item has been removed from your shopping list.", vec![id]));
    match deps.store.commit(vec![Write::list_item_delete(&caller.user, id)], idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => {
            let reply = Reply::ok(&none_removed());
            deps.store.commit(vec![], idempotency.record(&reply)).await?;
            Ok(reply)
        }
        Err(error) => Err(error.into()),
    }
}
