//! Larder's identity provider: anonymous accounts by the REST protocol of Google's Identity Toolkit. Also the deletion
//! of accounts with all their data, and households.

mod clear_all_data;
mod custom_token;
mod delete;
mod discovery;
mod household;
mod lookup;
mod refresh_token;
mod sign_in;
mod sign_up;
pub mod signer;
mod token;
mod toolkit;

use application::deps::Deps;
use application::erase::Eraser;
use application::jobs::Background;
use axum::extract::{FromRef, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use signer::Signer;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum body of the Identity Toolkit's routes and of `bring`, in bytes.
pub const TOOLKIT_MAX_BODY_BYTES: usize = 16 * 1024;

/// The bodies of refusals, which the routes name only by reference.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(toolkit::ToolkitErrorBody, api::ErrorBody)))]
struct ErrorBodies;

/// Refuses requests of browsers from pages of other sites, which could use up the rate limits of the user's address.
async fn refuse_other_sites(request: Request, next: Next) -> Response {
    if request.headers().get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return toolkit::ToolkitError::Refused(StatusCode::FORBIDDEN, "CROSS_SITE_REQUEST").into_response();
    }
    next.run(request).await
}

/// The state of these routes.
#[derive(Clone, FromRef)]
pub struct IdentityState {
    pub deps: Deps,
    pub eraser: Eraser,
    /// Continues long deletions after the request.
    pub background: Background,
    pub signer: Arc<Signer>,
}

pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::with_openapi(ErrorBodies::openapi())
        .routes(routes!(sign_up::sign_up))
        .routes(routes!(sign_in::sign_in_with_custom_token))
        .routes(routes!(lookup::lookup_account))
        .routes(routes!(delete::delete_account))
        .routes(routes!(clear_all_data::clear_all_data))
        .routes(routes!(token::refresh_id_token))
        .routes(routes!(discovery::get_key_set))
        .routes(routes!(discovery::get_configuration))
        .merge(household::router())
        .layer(axum::middleware::from_fn(refuse_other_sites))
}
