//! Reads a body into memory, up to a limit.

use crate::ApiError;
use axum::body::{Body, Bytes, HttpBody};
use domain::scan::MAX_IMAGE_BYTES;
use http_body_util::{BodyExt, LengthLimitError, Limited};

/// The largest body of an ordinary call. A list of 200 rows with long notes fits; pictures have a limit of their own.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// Returns the whole body, or 413 if it is too large.
pub async fn collect(body: Body, max: usize) -> Result<Bytes, ApiError> {
    // The specification has its own message for pictures, which have a larger limit than all others.
    let message = if max > MAX_IMAGE_BYTES { "File size must be less than 10MB" } else { "The request is too large." };
    if body.size_hint().lower() > max as u64 {
        return Err(ApiError::too_large(message));
    }
    match Limited::new(body, max).collect().await {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(e) if e.is::<LengthLimitError>() => Err(ApiError::too_large(message)),
        Err(_) => Err(ApiError::bad_body("The request body is incomplete.")),
    }
}
