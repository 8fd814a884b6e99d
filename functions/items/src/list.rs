//! `GET /api/items`

use api::view::ItemView;
use api::{ApiError, Caller, IfNoneMatch};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;

/// Returns the caller's active items, sorted by expiry date.
#[utoipa::path(get, path = "/api/items", tag = "items",
    security(("bearer" = []), ("program" = ["read"]), ("looker" = [])),
    responses((status = 200, body = Vec<ItemView>), (status = 304,
        description = "Not modified: `If-None-Match` names the current version.")))]
pub async fn list_items(
    caller: Caller,
    State(deps): State<Deps>,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let (now, items) =
        tokio::try_join!(deps.local_time(&caller.user), deps.store.item_list_active(&caller.user, deps.now()))?;
    Ok(if_none_match.respond(&caller, &items.iter().map(|item| ItemView::with_guide(item, now)).collect::<Vec<_>>()))
}
