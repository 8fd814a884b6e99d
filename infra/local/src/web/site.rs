//! Serves the built site, with the same headers as the CDN.

use crate::web::site_files::SiteFiles;
use application::config::ProductLookup;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::header::{self, HeaderName};
use http::{HeaderValue, Method, StatusCode};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The paths of the site's pages. Other paths get the same page with status 404.
static ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let patterns: BTreeMap<String, String> = serde_json::from_str(include_str!("../../../../shared/data/routes.json"))
        .expect("routes.json maps names to paths");
    patterns.into_values().collect()
});

/// Returns true if a path matches one of `ROUTES`. A parameter (`:name`) matches one last segment.
fn is_route(path: &str) -> bool {
    ROUTES.iter().any(|pattern| match pattern.split_once(':') {
        None => path == pattern,
        Some((fixed, _)) => path
            .strip_prefix(fixed)
            .map(|rest| rest.strip_suffix('/').unwrap_or(rest))
            .is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
    })
}

/// Returns the content security policy of pages. Uploads go to `site_url` even if the page was opened under another
/// name of this machine. The product database is added only if the operator allows lookups.
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

/// The policy of workers, which may compile WebAssembly to decode HEIC and read barcodes.
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
    let files = site.files.clone();
    axum::Router::new()
        .fallback(move |request: Request| serve_file(files.clone(), request))
        .layer(middleware::from_fn_with_state(site, add_headers))
}

/// Serves a file of the site, or its page.
async fn serve_file(files: SiteFiles, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        // The service worker answers share-target POSTs; without it, the start page opens.
        return (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
    }
    let headers = request.headers().clone();
    if !is_route(&path) && path != "/index.html" {
        if let Some(found) = files.find(request).await {
            return found;
        }
        // Returns 404 instead of index.html, so that a missing asset fails visibly.
        if path.starts_with("/assets/") {
            return StatusCode::NOT_FOUND.into_response();
        }
    }
    match files.page(&headers).await {
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
    // A 304 replaces the header that the client has cached, so it has the same one.
    let is_found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let cache_control =
        if path.starts_with("/assets/") && is_found { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let is_worker = path.starts_with("/assets/") && path.contains("worker");
        let policy = if is_worker { HeaderValue::from_static(WORKER_POLICY) } else { site.policy };
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
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(cache_control));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use tower::ServiceExt;

    #[tokio::test]
    async fn sends_the_same_cache_control_after_a_revalidation() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        std::fs::write(folder.path().join("assets/a.js"), "let a = 1;").unwrap();
        let files = SiteFiles::Folder(folder.path().into());
        let site = service(files, "http://127.0.0.1:8080", None, ProductLookup::None);
        let get = Request::get("/assets/a.js");
        let first = site.clone().oneshot(get.body(Body::empty()).unwrap()).await.unwrap();
        let again =
            Request::get("/assets/a.js").header(header::IF_MODIFIED_SINCE, &first.headers()[header::LAST_MODIFIED]);
        let second = site.oneshot(again.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(second.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(first.headers()[header::CACHE_CONTROL], second.headers()[header::CACHE_CONTROL]);
    }

    #[test]
    fn recognises_every_page_of_the_site() {
        for pattern in ROUTES.iter() {
            let path = pattern.replace(":token", "AbC123xyz");
            assert!(is_route(&path), "{path}");
        }
        assert!(is_route("/shared/AbC123xyz/"));
    }

    // The same addresses as in `web/src/lib/navigation/routes.test.ts` and `infra/cdn/pages.test.mjs`.
    #[test]
    fn recognises_no_other_paths() {
        for path in ["/shared", "/shared/", "/shared//", "/shared/a/b", "/nonsense", "/settings/x", "/settings/"] {
            assert!(!is_route(path), "{path}");
        }
    }

    #[test]
    fn allows_one_more_host_for_product_lookups() {
        let policy = |lookup| page_policy("https://larder.example.org", Some("https://s3.example.org"), lookup);
        let (without, with) = (policy(ProductLookup::None), policy(ProductLookup::OpenFoodFacts));
        assert!(without.contains("connect-src 'self' https://larder.example.org https://s3.example.org;"), "{without}");
        assert_eq!(with.replace(" https://world.openfoodfacts.org", ""), without);
        assert_eq!(with.matches("openfoodfacts").count(), 1);
        assert!(with.contains("https://s3.example.org https://world.openfoodfacts.org;"), "{with}");
    }
}
