//! `DELETE /api/shopping-list/all`

use crate::removed::{RemovedRows, remove_rows};
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply, SeenRows};
use application::deps::Deps;
use axum::extract::State;
use store::{Write, keys};

/// Removes every row that is on the list now. With `ids`, only those.
#[utoipa::path(delete, path = "/api/shopping-list/all", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"])), request_body = Option<SeenRows>,
    responses((status = 200, body = RemovedRows)))]
pub async fn clear_list(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    OptionalJson(seen): OptionalJson<SeenRows>,
) -> Result<Reply, ApiError> {
    let (user, seen) = (&caller.user, seen.unwrap_or_default());
    let list = deps.store.list_item_list(user).await?;
    let seen = list.iter().filter(|row| seen.contains(row.id.0));
    let rows = seen.map(|row| (row.id, Write::row_delete(keys::list_item(user, row.id)))).collect();
    let message = "All items have been removed from your shopping list.";
    remove_rows(&deps, &idempotency, rows, message).await
}
