//! `GET /api/scan-sessions`

use api::view::SessionView;
use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;

/// The newest sessions that a list shows: 33 months at the default limit of 30 scans a month.
const MAX_SESSIONS: usize = 1_000;

/// Returns the caller's scans, the newest first.
#[utoipa::path(get, path = "/api/scan-sessions", tag = "scans",
    security(("bearer" = []), ("looker" = [])), responses((status = 200, body = Vec<SessionView>)))]
pub async fn list_scan_sessions(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<SessionView>>, ApiError> {
    let sessions = deps.store.session_list(&caller.user, MAX_SESSIONS).await?;
    let now = deps.now();
    Ok(Json(sessions.into_iter().map(|session| SessionView::at(session, now)).collect()))
}
