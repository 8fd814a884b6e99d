//! `GET /api/items`

use axum::Json;
use axum::extract::State;
use service::deps::Deps;
use service::http::view::ItemView;
use service::http::{ApiError, Caller, Refusals};

/// The caller's active items, those that expire first first.
#[utoipa::path(get, path = "/api/items", tag = "items", responses((status = 200, body = Vec<ItemView>), Refusals))]
pub async fn list_items(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<ItemView>>, ApiError> {
    let now = deps.now();
    let items = deps.store.item_list_active(&caller.user, now).await?;
    Ok(Json(items.iter().map(|item| ItemView::at(item, now)).collect()))
}
