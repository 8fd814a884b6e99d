//! `GET /api/upload-limit`, and the refusal at the limit.

use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use domain::scan::{month, seconds_to_next_month};
use http::StatusCode;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"remainingUploads": 27, "monthlyLimit": 30, "allowed": true}))]
pub struct UploadLimit {
    pub remaining_uploads: u32,
    pub monthly_limit: u32,
    pub allowed: bool,
}

/// Returns how many more receipts the caller can have read in this calendar month (UTC).
#[utoipa::path(get, path = "/api/upload-limit", tag = "scans",
    security(("bearer" = []), ("looker" = [])), responses((status = 200, body = UploadLimit)))]
pub async fn get_upload_limit(caller: Caller, State(deps): State<Deps>) -> Result<Json<UploadLimit>, ApiError> {
    let used = deps.store.quota_used(&caller.user, &month(deps.now())).await?;
    let monthly_limit = deps.config.monthly_uploads;
    let remaining_uploads = monthly_limit.saturating_sub(used);
    Ok(Json(UploadLimit { remaining_uploads, monthly_limit, allowed: remaining_uploads > 0 }))
}

pub fn limit_reached(deps: &Deps) -> ApiError {
    let message = "You've reached your monthly limit of receipt scans.";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Monthly upload limit reached", message)
        .retry_after(seconds_to_next_month(deps.now()))
        .with("remainingUploads", 0)
        .with("monthlyLimit", deps.config.monthly_uploads)
}
