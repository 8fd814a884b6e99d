//! The transport of API requests: in this process, or over HTTP.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::request::Parts;
use http::{HeaderValue, Request};
use http_body_util::{BodyExt, Limited};
use std::net::SocketAddr;
use system::Boxed;
use system::outbound::{OutboundError, OutboundResponse};
use tower::ServiceExt;

/// More than the list of 1,000 items with long notes has.
pub const MAX_RESPONSE_BYTES: usize = 4 << 20;

/// Sends requests to the API, with a program's token.
pub trait Access: Send + Sync {
    fn send(&self, request: Request<Bytes>) -> Boxed<'_, Result<OutboundResponse, OutboundError>>;

    /// Returns the server's name for messages.
    fn server(&self) -> &str;
}

/// A program's call to `/mcp`, once its token was verified.
#[derive(Clone)]
pub struct ProgramCall {
    authorization: HeaderValue,
    connection: Option<ConnectInfo<SocketAddr>>,
}

impl ProgramCall {
    /// Removes the token from the request, so that later layers cannot log it.
    pub fn take(parts: &mut Parts) -> Option<Self> {
        let mut authorization = parts.headers.remove(AUTHORIZATION)?;
        authorization.set_sensitive(true);
        Some(Self { authorization, connection: parts.extensions.get().copied() })
    }
}

/// Calls the routers of this process.
pub struct InProcess {
    api: Router,
    call: ProgramCall,
}

impl InProcess {
    pub fn new(api: Router, call: ProgramCall) -> Self {
        Self { api, call }
    }
}

impl Access for InProcess {
    fn send(&self, mut request: Request<Bytes>) -> Boxed<'_, Result<OutboundResponse, OutboundError>> {
        request.headers_mut().insert(AUTHORIZATION, self.call.authorization.clone());
        if let Some(connection) = self.call.connection {
            request.extensions_mut().insert(connection);
        }
        Box::pin(async move {
            let Ok(answer) = self.api.clone().oneshot(request.map(Body::from)).await;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), MAX_RESPONSE_BYTES).collect().await;
            let body = body.map_err(|_| OutboundError::TooLarge(MAX_RESPONSE_BYTES))?;
            Ok(OutboundResponse { status, body: body.to_bytes() })
        })
    }

    fn server(&self) -> &'static str {
        "Larder"
    }
}
