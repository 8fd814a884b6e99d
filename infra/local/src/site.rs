//! The built site, with the headers that the CDN gives it, and the uploads that a browser makes by pre-signed address.

use crate::site_files::SiteFiles;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any};
use domain::scan::MAX_IMAGE_BYTES;
use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use s3s::service::S3Service;
use service::http::{ApiError, collect};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::LazyLock;
use tower::Service;

/// The site's pages: each answers 200, every other path the same page with 404.
static ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let patterns: BTreeMap<String, String> = serde_json::from_str(include_str!("../../../shared/data/routes.json"))
        .expect("routes.json maps names to paths");
    patterns.into_values().collect()
});

/// Whether a path is one of `ROUTES`, whose parameters (`:name`) are any single last part.
fn is_route(path: &str) -> bool {
    ROUTES.iter().any(|pattern| match pattern.split_once(':') {
        None => path == pattern,
        Some((fixed, _)) => path
            .strip_prefix(fixed)
            .map(|rest| rest.strip_suffix('/').unwrap_or(rest))
            .is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
    })
}

/// The policy of a page. Uploads go to the address that was signed, which is the site's own; the page may be open under
/// another name of this machine.
fn page_policy(site_url: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self' {site_url}; manifest-src 'self' blob:; worker-src 'self'; media-src 'self' blob:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types larder"
    )
}

/// A worker has the policy of its own script: only those that decode HEIC and read barcodes compile WebAssembly, and no
/// page may.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

#[derive(Clone)]
struct Site {
    files: SiteFiles,
    policy: HeaderValue,
}

pub fn service(files: SiteFiles, site_url: &str) -> axum::Router {
    let policy = page_policy(site_url).parse().expect("the policy is ASCII");
    let site = Site { files, policy };
    let answering = site.clone();
    axum::Router::new()
        .fallback(move |request: Request| answer(answering.files.clone(), request))
        .layer(middleware::from_fn_with_state(site, add_headers))
}

async fn answer(site: SiteFiles, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        // The service worker answers share-target POSTs; without one the start page opens.
        return (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
    }
    if !is_route(&path) && path != "/index.html" {
        if let Some(found) = site.find(request).await {
            return found;
        }
        // Returns 404 instead of index.html, so that a missing asset fails visibly.
        if path.starts_with("/assets/") {
            return StatusCode::NOT_FOUND.into_response();
        }
    }
    match site.page().await {
        Some(page) => {
            let status = if is_route(&path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
            (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        None => (StatusCode::SERVICE_UNAVAILABLE, "The site is not built. Run `make run`.\n").into_response(),
    }
}

async fn add_headers(axum::extract::State(site): axum::extract::State<Site>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let kept = if path.starts_with("/assets/") && response.status() == StatusCode::OK {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = response.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let worker = path.starts_with("/assets/") && path.contains("worker");
        let policy = if worker { HeaderValue::from_static(WORKER_POLICY) } else { site.policy };
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let fixed: [(HeaderName, &'static str); 5] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(kept));
    response
}

/// PUTs by pre-signed address, from the site's page under either of its names (127.0.0.1 and localhost).
pub fn uploads(s3: S3Service, site_url: &str, port: u16) -> MethodRouter {
    let signed_host: HeaderValue =
        site_url.split("://").nth(1).and_then(|host| host.parse().ok()).expect("the site's address has a host");
    let site_url = site_url.to_owned();
    any(move |mut request: Request| {
        let site_url = site_url.clone();
        let mut service = crate::app::s3_service(s3.clone());
        let signed_host = signed_host.clone();
        async move {
            let origin = request.headers().get(header::ORIGIN).cloned();
            let ours = |origin: &HeaderValue| {
                origin == format!("http://localhost:{port}").as_str()
                    || origin == format!("http://127.0.0.1:{port}").as_str()
                    || origin == site_url.as_str()
            };
            let mut response = match *request.method() {
                Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
                Method::PUT if request.uri().query().is_some_and(|query| query.contains("X-Amz-Signature=")) => {
                    request.headers_mut().insert(header::HOST, signed_host);
                    drop_unsigned(&mut request);
                    match collect(std::mem::take(request.body_mut()), MAX_IMAGE_BYTES).await {
                        Ok(picture) => {
                            *request.body_mut() = picture.into();
                            service.call(request).await.unwrap_or_else(|e: Infallible| match e {})
                        }
                        Err(refused) => refused.into_response(),
                    }
                }
                _ => ApiError::not_found().into_response(),
            };
            if let Some(origin) = origin.filter(ours) {
                allow(response.headers_mut(), origin);
            }
            response
        }
    })
}

/// Removes unsigned headers such as `x-amz-copy-source`, on which S3 would act.
fn drop_unsigned(request: &mut Request) {
    let query = request.uri().query().unwrap_or_default();
    let signed = query.split('&').find_map(|part| part.strip_prefix("X-Amz-SignedHeaders=")).unwrap_or_default();
    let signed: Vec<String> = signed.split("%3B").map(str::to_lowercase).collect();
    let is_unsigned =
        |name: &&HeaderName| name.as_str().starts_with("x-amz-") && !signed.iter().any(|one| one == name.as_str());
    let unsigned: Vec<HeaderName> = request.headers().keys().filter(is_unsigned).cloned().collect();
    for name in unsigned {
        request.headers_mut().remove(name);
    }
}

fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("PUT"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_site_is_a_route() {
        for pattern in ROUTES.iter() {
            let path = pattern.replace(":token", "AbC123xyz");
            assert!(is_route(&path), "{path}");
        }
        assert!(is_route("/shared/AbC123xyz/"));
    }

    // The same addresses as in `web/src/lib/routes.test.ts` and `infra/cdn/pages.test.mjs`.
    #[test]
    fn other_paths_are_no_routes() {
        for path in ["/shared", "/shared/", "/shared//", "/shared/a/b", "/nonsense", "/settings/x", "/settings/"] {
            assert!(!is_route(path), "{path}");
        }
    }
}
