//! The built site, with the headers that the CDN gives it.

use crate::web::site_files::SiteFiles;
use application::config::ProductLookup;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::header::{self, HeaderName};
use http::{HeaderValue, Method, StatusCode};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The site's pages: each answers 200, every other path the same page with 404.
static ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let patterns: BTreeMap<String, String> = serde_json::from_str(include_str!("../../../../shared/data/routes.json"))
        .expect("routes.json maps names to paths");
    patterns.into_values().collect()
});

/// Returns true if a path is one of `ROUTES`, whose parameters (`:name`) are any single last part.
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
/// another name of this machine. A product database is added only if the operator allows lookups.
fn page_policy(site_url: &str, upload_origin: Option<&str>, product_lookup: ProductLookup) -> String {
    let sources: Vec<&str> =
        ["'self'", site_url].into_iter().chain(upload_origin).chain(product_lookup.origin()).collect();
    let sources = sources.join(" ");
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src {sources}; manifest-src 'self' blob:; worker-src 'self'; media-src 'self' blob:; \
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

pub fn service(
    files: SiteFiles,
    site_url: &str,
    upload_origin: Option<&str>,
    product_lookup: ProductLookup,
) -> axum::Router {
    let policy = page_policy(site_url, upload_origin, product_lookup).parse().expect("the policy is ASCII");
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
    let headers = request.headers().clone();
    if !is_route(&path) && path != "/index.html" {
        if let Some(found) = site.find(request).await {
            return found;
        }
        // Returns 404 instead of index.html, so that a missing asset fails visibly.
        if path.starts_with("/assets/") {
            return StatusCode::NOT_FOUND.into_response();
        }
    }
    match site.page(&headers).await {
        Some(page) => {
            let status = if is_route(&path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
            (status, page).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_every_page_of_the_site() {
        for pattern in ROUTES.iter() {
            let path = pattern.replace(":token", "AbC123xyz");
            assert!(is_route(&path), "{path}");
        }
        assert!(is_route("/shared/AbC123xyz/"));
    }

    // The same addresses as in `web/src/lib/navigation/routes.test.ts` and `infra/cdn/pages.test.mjs`.
    #[test]
    fn routes_no_other_paths() {
        for path in ["/shared", "/shared/", "/shared//", "/shared/a/b", "/nonsense", "/settings/x", "/settings/"] {
            assert!(!is_route(path), "{path}");
        }
    }

    #[test]
    fn adds_one_host_to_page_policy_for_product_lookup() {
        let policy = |lookup| page_policy("https://larder.example.org", Some("https://s3.example.org"), lookup);
        let (without, with) = (policy(ProductLookup::None), policy(ProductLookup::OpenFoodFacts));
        assert!(without.contains("connect-src 'self' https://larder.example.org https://s3.example.org;"), "{without}");
        assert_eq!(with.replace(" https://world.openfoodfacts.org", ""), without);
        assert_eq!(with.matches("openfoodfacts").count(), 1);
        assert!(with.contains("https://s3.example.org https://world.openfoodfacts.org;"), "{with}");
    }
}
