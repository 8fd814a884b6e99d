//! `DELETE /api/shopping-list/completed`

use crate::removed::{RemovedRows, remove_rows};
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply, SeenRows};
use application::deps::Deps;
use axum::extract::State;
use store::Write;

/// Removes the completed rows. One that another device makes pending at this moment stays. With `ids`, only those of
/// them.
#[utoipa::path(delete, path = "/api/shopping-list/completed", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"])), request_body = Option<SeenRows>,
    responses((status = 200, body = RemovedRows)))]
pub async fn clear_completed_list_items(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    OptionalJson(seen): OptionalJson<SeenRows>,
) -> Result<Reply, ApiError> {
    let seen = seen.unwrap_or_default();
    let list = deps.store.list_item_list(&caller.user).await?;
    let completed = list.iter().filter(|row| row.is_completed() && seen.contains(row.id.0));
    let rows = completed.map(|row| (row.id, Write::list_item_delete_unchanged(row))).collect();
    remove_rows(&deps, &idempotency, rows, "All completed items have been removed.").await
}
