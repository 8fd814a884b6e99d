//! `GET /api/scan-sessions/{id}/all-items`

use api::view::ItemView;
use api::{ApiError, Caller, PathText, session_id};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;

/// Returns all items of a scan, of any status, in the receipt's order; items added by the user come last.
#[utoipa::path(get, path = "/api/scan-sessions/{id}/all-items", tag = "scans",
    security(("bearer" = []), ("looker" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<ItemView>)))]
pub async fn list_session_items(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
) -> Result<Json<Vec<ItemView>>, ApiError> {
    let session = deps.store.session_get(&caller.user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let now = deps.local_time(&caller.user).await?;
    let items = deps.store.item_batch_get(&caller.user, &session.all_item_ids()).await?;
    Ok(Json(items.iter().map(|item| ItemView::at(item, now)).collect()))
}
