//! `GET /api/items/archived`

use api::view::ItemView;
use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;

/// About two years of ten items a week. The export contains all.
const MAX_LISTED: usize = 1_000;

/// Returns the caller's archived and deleted items, latest change first, at most 1,000. Includes items that expired two
/// or more days ago, unless by a best-before date.
#[utoipa::path(get, path = "/api/items/archived", tag = "items",
    security(("bearer" = []), ("program" = ["read"]), ("looker" = [])), responses((status = 200, body = Vec<ItemView>)))]
pub async fn list_archived_items(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<ItemView>>, ApiError> {
    let (now, items) = tokio::try_join!(
        deps.local_time(&caller.user),
        deps.store.item_list_inactive(&caller.user, deps.now(), MAX_LISTED)
    )?;
    Ok(Json(items.iter().map(|item| ItemView::at(item, now)).collect()))
}
