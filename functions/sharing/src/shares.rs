//! `GET /api/shopping-list/shares`

use api::view::ShareView;
use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;

/// Returns the caller's shares that can still be read, the latest first.
#[utoipa::path(get, path = "/api/shopping-list/shares", tag = "sharing",
    security(("bearer" = [])), responses((status = 200,
    body = Vec<ShareView>)))]
pub async fn list_shares(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<ShareView>>, ApiError> {
    let now = deps.now();
    let shares = deps.store.share_list_open(&caller.user, now).await?;
    Ok(Json(shares.iter().map(|share| ShareView::at(share, now)).collect()))
}
