//! Adds the layers and fallbacks that all functions share, on Lambda and on one machine.

use crate::access::Declarations;
use crate::admission::AdmissionSlots;
use crate::{ApiError, caller, cdn, idempotency, observe};
use application::deps::Deps;
use axum::extract::{FromRef, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Extension, Router};
use http::{HeaderValue, StatusCode, header};
use utoipa_axum::router::OpenApiRouter;

/// Returns a function's routes with these layers and fallbacks. A request passes the last layer first.
pub fn app<S>(routes: OpenApiRouter<S>, state: S) -> Router
where
    S: Clone + Send + Sync + 'static,
    Deps: FromRef<S>,
{
    let deps = Deps::from_ref(&state);
    let (router, document) = routes.split_for_parts();
    let declarations = Declarations::of_document(&document);
    router
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This path does not support this method.",
            )
        })
        .layer(middleware::from_fn_with_state(deps.clone(), idempotency::layer))
        .layer(middleware::from_fn_with_state((deps.clone(), declarations), caller::layer))
        .layer(middleware::from_fn_with_state(deps.clone(), cdn::layer))
        .layer(Extension(AdmissionSlots::default()))
        .layer(middleware::from_fn(headers))
        .layer(middleware::from_fn_with_state(deps, observe::layer))
        .with_state(state)
}

/// Sets default headers: responses are private, not cached, and never pages.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    response
}
