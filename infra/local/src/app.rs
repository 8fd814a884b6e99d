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

/// Answers shorter than this are sent as they are, as CloudFront does it.
const MIN_COMPRESSED: u16 = 1_000;

/// The site waits half a minute, …
const MAX_REQUEST: Duration = Duration::from_secs(25);
/// A minute for requests with pictures or files, which may upload slowly: reading them has its own limit. On AWS the
/// functions time out.
const MAX_LARGE_REQUEST: Duration = Duration::from_secs(55);
/// A photo of 10 MB over a slow line. Its signed address lasts as long.
const MAX_UPLOAD: Duration = Duration::from_mins(10);

/// The states of the functions; `deps` is the whole state of those that have no field.
pub struct States {
    pub deps: Deps,
    pub scans: ScansState,
    pub preferences: PreferencesState,
    pub transfer: TransferState,
    pub identity: IdentityState,
}

/// Everything below `/api` and `/identity`, as the functions have it.
pub fn functions(states: States) -> Router {
    let States { deps, scans, preferences, transfer, identity } = states;
    let within =
        |max, app: Router| app.layer(from_fn(move |request: Request, next: Next| limit_time(max, request, next)));
    [
        within(MAX_REQUEST, app(items::router(), deps.clone())),
        within(MAX_LARGE_REQUEST, app(scans::router(), scans)),
        within(MAX_REQUEST, app(shopping_list::router(), deps.clone())),
        within(MAX_REQUEST, app(sharing::router(), deps.clone())),
        within(MAX_REQUEST, app(preferences::router(), preferences)),
        within(MAX_LARGE_REQUEST, app(transfer::router(), transfer)),
        within(MAX_REQUEST, app(programs::router(), deps.clone())),
        within(MAX_REQUEST, app(identity::router(), identity)),
    ]
    .into_iter()
    // Each function answers unknown paths itself; merged, one answer is enough.
    .map(Router::reset_fallback)
    .reduce(Router::merge)
    .expect("there are functions")
    .fallback_service(unknown(&deps))
}

/// Answers unknown routes as a function would; on AWS the API's default route does it.
fn unknown(deps: &Deps) -> Router {
    app(OpenApiRouter::new(), deps.clone())
}

/// The whole: functions, `/mcp`, uploads by signed address (where pictures are kept in a folder), the site.
pub fn whole(states: States, pictures: Pictures, site_files: SiteFiles, port: u16) -> Router {
    let deps = &states.deps.clone();
    let mut whole = functions(states);
    let assistants = mcp::http::router(deps, whole.clone())
        .layer(from_fn(headers))
        .layer(from_fn(|request: Request, next: Next| limit_time(MAX_REQUEST, request, next)));
    for path in ["/api", "/api/{*rest}", "/identity", "/identity/{*rest}"] {
        whole = whole.route(path, any_service(unknown(deps)));
    }
    if let Some(folder) = pictures.folder {
        let uploads = uploads::routes(folder, deps.clock.clone(), &deps.config.site_url, port);
        let uploads = uploads.layer(from_fn(|request: Request, next: Next| limit_time(MAX_UPLOAD, request, next)));
        whole = whole.route("/uploads/{*key}", uploads.layer(from_fn(headers)));
    }
    whole
        .merge(assistants)
        .route("/api/openapi.json", axum::routing::get(crate::web::openapi::serve).layer(from_fn(headers)))
        .fallback_service(site::service(
            site_files,
            &deps.config.site_url,
            pictures.upload_origin.as_deref(),
            deps.config.product_lookup,
        ))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(SizeAbove::new(MIN_COMPRESSED))))
}
