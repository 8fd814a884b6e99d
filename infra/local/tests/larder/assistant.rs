//! An MCP client: the SDK's, over HTTP with the HTTP client of this workspace, or over any two streams.

use bytes::Bytes;
use futures_util::stream::BoxStream;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rmcp::model::{CallToolRequestParams, CallToolResult, ClientJsonRpcMessage, ProtocolVersion};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RoleClient, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use serde_json::Value;
use sse_stream::{Error as SseError, Sse};
use std::collections::HashMap;
use std::sync::Arc;

pub type Connected = RunningService<RoleClient, ()>;

/// Connects to `/mcp`.
pub async fn connect(uri: &str, token: &str, mode: ClientLifecycleMode) -> Result<Connected, ClientInitializeError> {
    let config = StreamableHttpClientTransportConfig::with_uri(uri).auth_header(token);
    let client = Http(Client::builder(TokioExecutor::new()).build_http());
    serve_client_with_lifecycle((), StreamableHttpClientTransport::with_client(client, config), mode).await
}

/// The lifecycle of the newest protocol version, without a handshake.
pub fn discover() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

/// Calls a tool.
pub async fn call(client: &Connected, tool: &'static str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap()
}

/// Calls a tool that succeeds. The text says the same as the structured content.
pub async fn call_ok(client: &Connected, tool: &'static str, arguments: Value) -> Value {
    let result = call(client, tool, arguments).await;
    let text = text_of(&result);
    assert_eq!(result.is_error, Some(false), "{tool}: {text}");
    let value = result.structured_content.unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    value
}

/// Calls a tool that fails; returns its sentence.
pub async fn call_error(client: &Connected, tool: &'static str, arguments: Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{tool}: {result:?}");
    assert_eq!(result.structured_content, None);
    text_of(&result)
}

fn text_of(result: &CallToolResult) -> String {
    let [content] = result.content.as_slice() else { panic!("one content: {result:?}") };
    content.as_text().unwrap().text.clone()
}

#[derive(Clone)]
struct Http(Client<HttpConnector, Full<Bytes>>);

type HttpError = StreamableHttpError<hyper_util::client::legacy::Error>;

impl StreamableHttpClient for Http {
    type Error = hyper_util::client::legacy::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        assert_eq!(session, None, "the server has no sessions");
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(&*uri)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header(AUTHORIZATION, format!("Bearer {}", token.unwrap_or_default()));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(serde_json::to_vec(&message)?))).unwrap();
        let response = self.0.request(request).await.map_err(StreamableHttpError::Client)?;
        let (parts, body) = response.into_parts();
        if let (StatusCode::UNAUTHORIZED, Some(scheme)) = (parts.status, parts.headers.get(WWW_AUTHENTICATE)) {
            let scheme = scheme.to_str().unwrap().to_owned();
            return Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(scheme)));
        }
        if parts.status == StatusCode::ACCEPTED {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let body = body.collect().await.unwrap().to_bytes();
        let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        assert!(kind.starts_with("application/json"), "{} {kind}: {}", parts.status, String::from_utf8_lossy(&body));
        Ok(StreamableHttpPostResponse::Json(serde_json::from_slice(&body)?, None))
    }

    async fn delete_session(
        &self,
        _: Arc<str>,
        _: Arc<str>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), HttpError> {
        Err(StreamableHttpError::ServerDoesNotSupportDeleteSession)
    }

    async fn get_stream(
        &self,
        _: Arc<str>,
        _: Option<Arc<str>>,
        _: Option<String>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, HttpError> {
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}
