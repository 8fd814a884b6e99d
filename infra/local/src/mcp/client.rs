//! A typed client of the API. Errors tell the user what to do.

use crate::mcp::access::Access;
use crate::mcp::text::remove_hidden;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::program::Scope;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use system::clock::Clock;
use system::ids::IdSource;
use system::outbound::{OutboundError, OutboundResponse};

/// The maximum length of a server's message, in characters.
const MAX_MESSAGE_LENGTH: usize = 300;

/// An error message for the assistant and its user.
#[derive(Debug, PartialEq, Eq)]
pub struct ToolError(pub String);

impl ToolError {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// The API's error body.
#[derive(Deserialize)]
struct ErrorReply {
    error: String,
    message: String,
    /// The missing scopes of the token, or some of them.
    #[serde(default)]
    scopes: Vec<Scope>,
}

pub struct Client {
    access: Arc<dyn Access>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
}

impl Client {
    pub fn new(access: Arc<dyn Access>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { access, clock, ids }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ToolError> {
        self.send(Method::GET, path, None).await
    }

    /// Sends a change once, with an idempotency key.
    pub async fn change<T: DeserializeOwned>(&self, method: Method, path: &str, body: &Value) -> Result<T, ToolError> {
        self.send(method, path, Some(body)).await
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ToolError> {
        let mut request = Request::builder().method(method).uri(path).header(ACCEPT, "application/json");
        if body.is_some() {
            let key = self.ids.uuid(self.now()).to_string();
            request = request.header("idempotency-key", key);
            request = request.header(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = request.body(Bytes::from(body)).expect("a path of the API and plain headers");
        let is_change = request.method() != Method::GET;
        let answer = self.access.send(request).await;
        let answer = answer.map_err(|error| self.transport_error(&error, is_change))?;
        if !answer.status.is_success() {
            return Err(self.status_error(&answer, is_change));
        }
        serde_json::from_slice(&answer.body).map_err(|_| self.not_larder(is_change))
    }

    fn transport_error(&self, error: &OutboundError, is_change: bool) -> ToolError {
        let server = self.access.server();
        match error {
            OutboundError::TimedOut => {
                ToolError(format!("{server} did not answer in time. Try again later.{}", unknown_outcome(is_change)))
            }
            OutboundError::TooLarge(_) => ToolError(format!(
                "{server} sent a much larger answer than Larder does. Check that LARDER_URL is the address of a Larder.{}",
                unknown_outcome(is_change)
            )),
            OutboundError::Unreachable(reason) => ToolError(format!(
                "{server} cannot be reached ({reason}). Check LARDER_URL, and that Larder is running there. Nothing was changed."
            )),
            OutboundError::Failed(reason) => ToolError(format!(
                "The connection to {server} failed ({reason}). Check LARDER_URL, and that Larder is running there.{}",
                unknown_outcome(is_change)
            )),
        }
    }

    fn not_larder(&self, is_change: bool) -> ToolError {
        ToolError(format!(
            "{} did not answer as this version of Larder does. Check that LARDER_URL is the address at which you open Larder, and that both have the same version.{}",
            self.access.server(),
            unknown_outcome(is_change)
        ))
    }

    fn status_error(&self, answer: &OutboundResponse, is_change: bool) -> ToolError {
        let server = self.access.server();
        let status = answer.status;
        let refusal = serde_json::from_slice::<ErrorReply>(&answer.body).ok();
        let code = refusal.as_ref().map(|refusal| refusal.error.as_str());
        let scopes = refusal.as_ref().map_or(&[][..], |refusal| &refusal.scopes);
        match (status, code) {
            (StatusCode::UNAUTHORIZED, _) => ToolError::new(
                "Larder refused the token: it was deleted, or the device that created it was removed or may only look. Create a new one in Larder under Settings, Other programs, and put it in the settings of this MCP server. Nothing was changed.",
            ),
            (StatusCode::FORBIDDEN, Some("insufficient_scope")) => ToolError(out_of_scope(scopes)),
            (StatusCode::NOT_FOUND, Some("not_found")) => ToolError::new(
                "There is nothing with this id any more. Read the list or search again, and use an id from there.",
            ),
            (StatusCode::TOO_MANY_REQUESTS, _) => {
                ToolError::new("Larder gets too many requests. Wait a minute before the next one. Nothing was changed.")
            }
            (status, _) if status.is_redirection() => ToolError(format!(
                "{server} redirects to another address. Set LARDER_URL to the address at which you open Larder. Nothing was changed."
            )),
            (status, _) if status.is_server_error() => ToolError(format!(
                "{server} has a problem (status {}). Try again later; if it stays, read the server's log.{}",
                status.as_u16(),
                unknown_outcome(is_change)
            )),
            (_, Some(_)) => {
                let message =
                    refusal.map(|refusal| remove_hidden(&refusal.message, MAX_MESSAGE_LENGTH)).unwrap_or_default();
                ToolError(format!("{message} Nothing was changed."))
            }
            (status, None) => ToolError(format!(
                "{server} did not answer as Larder does (status {}). Check that LARDER_URL is the address at which you open Larder. Nothing was changed.",
                status.as_u16()
            )),
        }
    }
}

fn unknown_outcome(is_change: bool) -> &'static str {
    if is_change { " The change may have been made: read the list before you repeat it." } else { "" }
}

fn out_of_scope(required: &[Scope]) -> String {
    let (scope, right) = match required {
        [Scope::Read, ..] => ("read", "see the items and the shopping list"),
        [Scope::List, ..] => ("list", "change the shopping list"),
        [Scope::Write, ..] => ("write", "change the items"),
        [] => return "A token of a program does not allow this. Nothing was changed.".into(),
    };
    format!(
        "The token does not allow this: it lacks the scope \"{scope}\" ({right}). Create a token with it in Larder under Settings, Other programs. Nothing was changed."
    )
}
