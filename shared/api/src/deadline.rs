//! Answers in time: a client without an answer cannot distinguish a slow table from a broken one.

use crate::ApiError;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// When a client may come again.
const RETRY_AFTER: u64 = 5;

/// Limits a request's time. An interrupted write may or may not have happened; the client's key resolves that on retry.
pub async fn within(left: Duration, request: Request, next: Next) -> Response {
    tokio::time::timeout(left, next.run(request)).await.unwrap_or_else(|_| {
        tracing::warn!("given up: the request took too long");
        ApiError::unavailable().retry_after(RETRY_AFTER).into_response()
    })
}
