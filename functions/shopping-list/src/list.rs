//! `GET /api/shopping-list`

use api::view::ListItemView;
use api::{ApiError, Caller, IfNoneMatch};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;

/// Returns the caller's list: pending rows before completed ones, oldest first.
#[utoipa::path(get, path = "/api/shopping-list", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["read"]), ("looker" = [])),
    responses((status = 200, body = Vec<ListItemView>), (status = 304,
        description = "Not modified: `If-None-Match` names the current version.")))]
pub async fn list_list_items(
    caller: Caller,
    State(deps): State<Deps>,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let items = deps.store.list_item_list(&caller.user).await?;
    Ok(if_none_match.respond(&caller, &items.iter().map(ListItemView::from).collect::<Vec<_>>()))
}
