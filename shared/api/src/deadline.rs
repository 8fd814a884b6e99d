//! Limits the time of requests, so that a client gets an error instead of no response if the table is slow.

use crate::ApiError;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// When a client should retry.
const RETRY_AFTER_SECONDS: u64 = 5;

/// Limits a request's time. An interrupted write may have succeeded; the retry with the same idempotency key finds out.
pub async fn limit_time(left: Duration, request: Request, next: Next) -> Response {
    tokio::time::timeout(left, next.run(request)).await.unwrap_or_else(|_| {
        tracing::warn!("the request timed out");
        ApiError::unavailable().retry_after(RETRY_AFTER_SECONDS).into_response()
    })
}
