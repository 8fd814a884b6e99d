//! Serves an embedded table over HTTP, for programs beside the one that opened it.

use axum::Router;
use axum::body::Bytes;
use axum::response::IntoResponse;
use axum::routing::post;
use dynoxide::Database;
use http::{HeaderMap, StatusCode};
use tokio::net::TcpListener;

/// Answers the store's operations until the process ends.
pub async fn serve(listener: TcpListener, database: Database) {
    let answer = move |headers: HeaderMap, body: Bytes| async move {
        let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default().to_owned();
        let answered = tokio::task::spawn_blocking(move || {
            larder::data::embedded::handle_operation(&database, target.rsplit('.').next().unwrap_or_default(), &body)
        });
        let (status, text) = match answered.await.unwrap() {
            Ok(text) => (StatusCode::OK, text),
            Err(error) => (StatusCode::from_u16(error.status_code()).unwrap(), error.to_json()),
        };
        (status, [("content-type", "application/x-amz-json-1.0")], text).into_response()
    };
    axum::serve(listener, Router::new().route("/", post(answer))).await.unwrap();
}
