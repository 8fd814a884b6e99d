//! All functions and the site on one port.

use crate::data::pictures::Pictures;
use crate::mcp;
use crate::web::site;
use crate::web::site_files::SiteFiles;
use crate::web::uploads;
use api::{app, headers, limit_time};
use application::deps::Deps;
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::routing::any_service;
use identity::IdentityState;
use preferences::PreferencesState;
use scans::ScansState;
use std::time::Duration;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use transfer::TransferState;
use utoipa_axum::router::OpenApiRouter;

/// Smaller responses are not compressed, as by CloudFront.
const MIN_COMPRESSED_BYTES: u16 = 1_000;

/// Is less than the half minute that the site waits.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(25);
/// For requests with pictures or files, which may be uploaded slowly.
const LARGE_REQUEST_TIMEOUT: Duration = Duration::from_secs(55);
/// Suffices for a photo of 10 MB over a slow connection. A signed URL is valid for the same time.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(10);

/// The states of the functions. `deps` is the state of those that have no field.
pub struct States {
    pub deps: Deps,
    pub scans: ScansState,
    pub preferences: PreferencesState,
    pub transfer: TransferState,
    pub identity: IdentityState,
}

/// Returns the routes of all functions, below `/api` and `/identity`.
pub fn functions_router(states: States) -> Router {
    let States { deps, scans, preferences, transfer, identity } = states;
    let within =
        |max, app: Router| app.layer(from_fn(move |request: Request, next: Next| limit_time(max, request, next)));
    [
        within(REQUEST_TIMEOUT, app(items::router(), deps.clone())),
        within(LARGE_REQUEST_TIMEOUT, app(scans::router(), scans)),
        within(REQUEST_TIMEOUT, app(shopping_list::router(), deps.clone())),
        within(REQUEST_TIMEOUT, app(sharing::router(), deps.clone())),
        within(REQUEST_TIMEOUT, app(preferences::router(), preferences)),
        within(LARGE_REQUEST_TIMEOUT, app(transfer::router(), transfer)),
        within(REQUEST_TIMEOUT, app(programs::router(), deps.clone())),
        within(REQUEST_TIMEOUT, app(identity::router(), identity)),
    ]
    .into_iter()
    // Merged routers can have only one fallback.
    .map(Router::reset_fallback)
    .reduce(Router::merge)
    .expect("there are functions")
    .fallback_service(unknown_route(&deps))
}

/// Answers unknown routes, as the default route does on AWS.
fn unknown_route(deps: &Deps) -> Router {
    app(OpenApiRouter::new(), deps.clone())
}

/// Returns all routes: functions, `/mcp`, uploads to signed URLs (if pictures are in a folder), the site.
pub fn router(states: States, pictures: Pictures, site_files: SiteFiles, port: u16) -> Router {
    let deps = &states.deps.clone();
    let mut router = functions_router(states);
    let assistants = mcp::http::router(deps, router.clone())
        .layer(from_fn(headers))
        .layer(from_fn(|request: Request, next: Next| limit_time(REQUEST_TIMEOUT, request, next)));
    for path in ["/api", "/api/{*rest}", "/identity", "/identity/{*rest}"] {
        router = router.route(path, any_service(unknown_route(deps)));
    }
    if let Some(folder) = pictures.folder {
        let uploads = uploads::upload_route(folder, deps.clock.clone(), &deps.config.site_url, port);
        let uploads = uploads.layer(from_fn(|request: Request, next: Next| limit_time(UPLOAD_TIMEOUT, request, next)));
        router = router.route("/uploads/{*key}", uploads.layer(from_fn(headers)));
    }
    router
        .merge(assistants)
        .route("/api/openapi.json", axum::routing::get(crate::web::openapi::serve).layer(from_fn(headers)))
        .fallback_service(site::service(
            site_files,
            &deps.config.site_url,
            pictures.upload_origin.as_deref(),
            deps.config.product_lookup,
        ))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(SizeAbove::new(MIN_COMPRESSED_BYTES))))
}
