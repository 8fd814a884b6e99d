//! `GET /api/preferences`

use api::view::PreferencesView;
use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;

/// Returns the caller's preferences, or the defaults where none are set.
#[utoipa::path(get, path = "/api/preferences", tag = "preferences",
    security(("bearer" = []), ("looker" = [])), responses((status = 200, body = PreferencesView)))]
pub async fn get_preferences(caller: Caller, State(deps): State<Deps>) -> Result<Json<PreferencesView>, ApiError> {
    let preferences = deps.store.preferences_get(&caller.user).await?;
    let view = PreferencesView::of(&caller.user, &preferences);
    Ok(Json(view.with_lookup_allowed(deps.config.product_lookup)))
}
