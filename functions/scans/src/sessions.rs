//! `GET /api/scan-sessions`

use axum::Json;
use axum::extract::State;
use service::deps::Deps;
use service::http::view::SessionView;
use service::http::{ApiError, Caller, Refusals};

/// The newest sessions that a list shows: three years of the default limit.
const MAX_SESSIONS: usize = 1_000;

/// The caller's scans, the newest first.
#[utoipa::path(get, path = "/api/scan-sessions", tag = "scans", responses((status = 200, body = Vec<SessionView>),
    Refusals))]
pub async fn list_scan_sessions(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<SessionView>>, ApiError> {
    let sessions = deps.store.session_list(&caller.user, MAX_SESSIONS).await?;
    let now = deps.now();
    Ok(Json(sessions.into_iter().map(|session| SessionView::at(session, now)).collect()))
}
