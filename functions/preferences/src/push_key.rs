//! `GET /api/push-key`

use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::Serialize;

/// An hour: the operator has to configure a missing key.
const RETRY_AFTER_SECONDS: u64 = 3_600;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKey {
    /// An uncompressed P-256 point in base64url: `applicationServerKey` of `PushManager.subscribe`.
    pub public_key: String,
}

/// Returns the key that a browser subscribes with.
#[utoipa::path(get, path = "/api/push-key", tag = "preferences",
    security(("bearer" = []), ("looker" = [])), responses((status = 200, body = PushKey)))]
pub async fn get_push_key(_caller: Caller, State(deps): State<Deps>) -> Result<Json<PushKey>, ApiError> {
    let missing = || {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "push_not_set_up",
            "Push notifications are not set up on this server.",
        )
        .retry_after(RETRY_AFTER_SECONDS)
    };
    let public_key = deps.config.push_key.clone().ok_or_else(missing)?;
    Ok(Json(PushKey { public_key }))
}
