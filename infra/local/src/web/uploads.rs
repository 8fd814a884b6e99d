//! Uploads to signed URLs, also from a page that was opened as 127.0.0.1 or localhost.

use crate::data::picture_folder::PictureFolder;
use api::ApiError;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use std::sync::Arc;
use system::clock::Clock;

/// Returns the route of the signed URLs.
pub fn upload_route(pictures: PictureFolder, clock: Arc<dyn Clock>, site_url: &str, port: u16) -> MethodRouter {
    let own_origins: Arc<[String]> =
        [site_url.to_owned(), format!("http://localhost:{port}"), format!("http://127.0.0.1:{port}")].into();
    any(move |request| respond(pictures.clone(), clock.clone(), own_origins.clone(), request))
}

async fn respond(
    pictures: PictureFolder,
    clock: Arc<dyn Clock>,
    own_origins: Arc<[String]>,
    request: Request,
) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let mut response = match *request.method() {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        Method::PUT => accept(&pictures, request, clock.now()).await,
        _ => ApiError::not_found().into_response(),
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = origin.filter(|origin| own_origins.iter().any(|own| origin == own.as_str())) {
        allow_origin(response.headers_mut(), origin);
    }
    response
}

async fn accept(pictures: &PictureFolder, request: Request, now: chrono::DateTime<chrono::Utc>) -> Response {
    let (parts, body) = request.into_parts();
    let key = parts.uri.path().trim_start_matches('/');
    match pictures.accept_upload(key, parts.uri.query().unwrap_or_default(), body, now).await {
        StatusCode::INSUFFICIENT_STORAGE => ApiError::storage_full().into_response(),
        status => status.into_response(),
    }
}

fn allow_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("PUT"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
}
