//! `/mcp`: the tools by streamable HTTP, without sessions: each request is a POST with a token, answered with JSON.

use crate::mcp::access::ProgramCall;
use crate::mcp::server::Assistant;
use api::{ApiError, program_token};
use application::deps::Deps;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::AUTHORIZATION;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;

pub const PATH: &str = "/mcp";
/// A call of a tool has a name and a few arguments.
const MAX_BODY_BYTES: usize = 64 << 10;

/// Serves the tools over `api`, the routers below `/api`.
pub fn router(deps: &Deps, api: Router) -> Router {
    let assistant = Assistant::of_requests(api, deps.clock.clone(), deps.ids.clone());
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_BODY_BYTES)
        // `OwnHosts` checks the host of every request.
        .disable_allowed_hosts()
        // Web pages must not call this, not even the site.
        .enforce_origin_validation();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(assistant.clone()), sessions, config);
    Router::new().route_service(PATH, service).layer(from_fn_with_state(deps.clone(), authenticate))
}

/// Accepts only tokens of programs. All other tokens get the same answer.
async fn authenticate(State(deps): State<Deps>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let bearer = parts
        .headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim().to_owned())
        .unwrap_or_default();
    if let Err(error) = program_token(&deps, &bearer, &mut parts).await {
        let error = if error.status() == StatusCode::UNAUTHORIZED { no_token() } else { error };
        return error.into_response();
    }
    if let Some(call) = ProgramCall::take(&mut parts) {
        parts.extensions.insert(call);
    }
    next.run(Request::from_parts(parts, body)).await
}

fn no_token() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "unauthenticated",
        "This needs a valid token: create one in Larder under Settings, Other programs, and send it as Authorization: Bearer larder_pat_…",
    )
}
