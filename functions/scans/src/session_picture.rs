//! `GET /api/scan-sessions/{id}/pictures/{number}`

use api::{ApiError, Caller, session_id};
use application::deps::Deps;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::scan::MAX_IMAGE_BYTES;
use http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, VARY};
use store::receipts::Receipts;

/// Pictures never change. The browser may cache them for an hour, proxies may not.
const CACHE_FOR_ONE_HOUR: &str = "private, max-age=3600";

/// Returns one of the photos of a receipt, counted from 0, as a JPEG without anything but its pixels. Gone after 90
/// days.
#[utoipa::path(get, path = "/api/scan-sessions/{id}/pictures/{number}", tag = "scans",
    security(("bearer" = []), ("looker" = [])),
    params(("id" = Uuid, Path), ("number" = u32, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn get_session_picture(
    caller: Caller,
    State(deps): State<Deps>,
    State(receipts): State<Receipts>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path((id, number)) = path.map_err(|_| ApiError::not_found())?;
    let session = deps.store.session_get(&caller.user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let number: usize = number.parse().map_err(|_| ApiError::not_found())?;
    if number >= session.pictures_at(deps.now()) {
        return Err(ApiError::not_found());
    }
    let picture_key = Receipts::picture_key(&caller.user, session.id, number);
    match receipts.get(&picture_key, MAX_IMAGE_BYTES).await? {
        Some(Ok(jpeg)) => {
            // Another account on the same browser must not see it.
            let headers =
                [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, CACHE_FOR_ONE_HOUR), (VARY, AUTHORIZATION.as_str())];
            Ok((headers, jpeg).into_response())
        }
        // A picture deleted early, for example by the operator, counts as missing.
        Some(Err(_)) | None => Err(ApiError::not_found()),
    }
}
