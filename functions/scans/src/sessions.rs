//! `GET /api/scan-sessions`

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::deps::Deps;
use shared::domain::id::{SessionId, UserId};
use shared::domain::scan::ScanSession;
use shared::domain::timestamp;
use shared::http::{ApiError, Caller, Refusals};

/// The newest sessions that a list shows: three years of the default limit.
const MOST: usize = 1_000;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub id: SessionId,
    #[schema(value_type = String)]
    pub user_id: UserId,
    #[serde(with = "timestamp::wire")]
    pub scanned_at: DateTime<Utc>,
    pub item_count: usize,
    pub text_hash: String,
    /// The shop, where the receipt says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
}

impl SessionView {
    pub fn of(session: ScanSession) -> Self {
        Self {
            id: session.id,
            user_id: session.user,
            scanned_at: session.scanned_at,
            item_count: session.item_ids.len(),
            text_hash: session.text_hash,
            store: session.store,
        }
    }
}

/// The caller's scans, the newest first.
#[utoipa::path(get, path = "/api/scan-sessions", tag = "scans", responses((status = 200, body = Vec<SessionView>), Refusals))]
pub async fn list_scan_sessions(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<SessionView>>, ApiError> {
    let sessions = deps.store.session_list(&caller.user, MOST).await?;
    Ok(Json(sessions.into_iter().map(SessionView::of).collect()))
}
