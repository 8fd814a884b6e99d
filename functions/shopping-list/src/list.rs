//! `GET /api/shopping-list`

use axum::Json;
use axum::extract::State;
use service::deps::Deps;
use service::http::view::ListItemView;
use service::http::{ApiError, Caller, Refusals};

/// The caller's list: what is still to be bought before what is completed, the oldest row first.
#[utoipa::path(get, path = "/api/shopping-list", tag = "shopping-list", responses((status = 200, body = Vec<ListItemView>), Refusals))]
pub async fn list_list_items(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<ListItemView>>, ApiError> {
    let items = deps.store.list_item_list(&caller.user).await?;
    Ok(Json(items.iter().map(ListItemView::from).collect()))
}
