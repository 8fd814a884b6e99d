//! Error responses, and the conversion of internal errors to them.

use application::identity::VerifyError;
use application::jobs::JobError;
use axum::Json;
use axum::response::{IntoResponse, Response};
use domain::food_state::StateError;
use domain::invalid::Invalid;
use domain::item::{ItemError, MAX_ACTIVE};
use domain::program::Scope;
use domain::shopping::MAX_ROWS;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use store::receipts::ReceiptsError;
use store::{CommitError, StoreError};

/// An error response.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    field: Option<String>,
    retry_after_seconds: Option<u64>,
    more: Map<String, Value>,
    /// True if another request with the same idempotency key was faster; the idempotency layer returns its reply.
    is_already_recorded: bool,
    is_outcome_unknown: bool,
}

/// The body of every error.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(example = json!({"error": "not_found", "message": "Not found."}))]
pub struct ErrorBody {
    /// A stable code that clients branch on.
    pub error: String,
    /// A sentence for display.
    pub message: String,
    /// The field that breaks a rule (422 only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The scopes that a program's token lacks (403 `insufficient_scope` only); empty if no program may do this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<Scope>>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self {
            status,
            code,
            message,
            field: None,
            retry_after_seconds: None,
            more: Map::new(),
            is_already_recorded: false,
            is_outcome_unknown: false,
        }
    }

    /// Returns true if the table may have made the change, or may still do so: nothing that belongs to it may be
    /// removed.
    pub fn is_outcome_unknown(&self) -> bool {
        self.is_outcome_unknown
    }

    pub fn bad_body(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_body", message)
    }

    pub fn invalid(field: &str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed", message)
        }
    }

    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "No authentication token")
    }

    /// A program's token is valid, but lacks these scopes; none if no program may do this.
    pub fn out_of_scope(missing: &[Scope]) -> Self {
        let error = Self::new(StatusCode::FORBIDDEN, "insufficient_scope", "This token does not allow that.");
        error.with("scopes", missing)
    }

    /// A device of a shared larder that was removed or left.
    pub fn device_ended() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "device_ended", "This device was removed from the larder.")
    }

    /// A device that may only look and tick.
    pub fn device_restricted() -> Self {
        let message =
            "This device can only look and tick. Another device of the household can change that under Together.";
        Self::new(StatusCode::FORBIDDEN, "device_restricted", message)
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "Not found.")
    }

    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// The shopping list has the maximum number of rows.
    pub fn list_full() -> Self {
        Self::conflict("list_limit_reached", format!("A shopping list can have {MAX_ROWS} rows. Remove some first."))
    }

    /// An idempotency key belongs to one request only.
    pub fn key_reused() -> Self {
        Self::invalid("Idempotency-Key", "This key was used for another request.")
    }

    /// Two devices changed one row at the same time.
    pub fn lost_race() -> Self {
        Self::conflict("conflict", "Another device changed this at the same time. Please check it and try again.")
    }

    /// Another device changed the version that the caller saw.
    pub fn changed_meanwhile(message: &'static str) -> Self {
        Self::conflict("changed_meanwhile", message)
    }

    pub fn too_large(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    pub fn rate_limited(retry_after_seconds: u64) -> Self {
        let message = "Too many requests. Please wait a moment.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message).retry_after(retry_after_seconds)
    }

    /// The server has no disk space for another photo.
    pub fn storage_full() -> Self {
        let message = "Larder has no room for more photos at the moment. Please try again later.";
        // The operator has to make room.
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "no_room", message).retry_after(10 * 60)
    }

    pub fn unavailable() -> Self {
        let message = "Larder is not available at the moment. Nothing is lost: please try again shortly.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message).retry_after(2)
    }

    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on the server.")
    }

    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after_seconds: Some(seconds), ..self }
    }

    /// Adds a further field of the body, such as `existingSessionId`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.more.insert(name.to_owned(), serde_json::to_value(value).expect("responses are plain data"));
        self
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns a sentence for display.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.retry_after_seconds
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = self.more;
        body.insert("error".into(), self.code.into());
        body.insert("message".into(), self.message.into());
        if let Some(field) = self.field {
            body.insert("field".into(), field.into());
        }
        let mut response = (self.status, Json(Value::Object(body))).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.is_already_recorded {
            response.extensions_mut().insert(crate::idempotency::AlreadyRecorded);
        }
        response
    }
}

impl From<Invalid> for ApiError {
    fn from(invalid: Invalid) -> Self {
        Self::invalid(&invalid.field, invalid.message)
    }
}

impl From<ItemError> for ApiError {
    fn from(error: ItemError) -> Self {
        let code = match error {
            ItemError::NotActive => "item_not_active",
            ItemError::AlreadyActive => "item_already_active",
            ItemError::State(StateError::UseByPassed) => "use_by_passed",
            ItemError::State(StateError::NotFrozen) => "item_not_frozen",
            ItemError::State(StateError::ChangedSince) => "changed_meanwhile",
        };
        Self::conflict(code, error.to_string())
    }
}

impl From<VerifyError> for ApiError {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::NoKeys(reason) => {
                tracing::warn!(reason, "the identity provider's keys cannot be fetched");
                Self::unavailable()
            }
            VerifyError::Expired | VerifyError::Refused(_) => {
                tracing::debug!(%error, "a token was refused");
                Self::unauthenticated()
            }
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable { .. } => {
                tracing::warn!(%error, "the table did not answer");
                Self::unavailable()
            }
            StoreError::Corrupt(_) | StoreError::Rejected { .. } => {
                tracing::error!(%error, "the table gave an invalid answer");
                Self::internal()
            }
        }
    }
}

impl From<CommitError> for ApiError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Refused(_) => Self::lost_race(),
            // Without a reply the other attempt is not finished.
            CommitError::AlreadyRecorded => Self { is_already_recorded: true, ..Self::unavailable() },
            CommitError::AccountDeleted => Self::unauthenticated(),
            CommitError::Full => {
                Self::conflict("item_limit_reached", format!("You can have {MAX_ACTIVE} items. Archive some first."))
            }
            CommitError::Conflict => {
                tracing::warn!(%error, "a row stayed locked by other transactions");
                Self::unavailable()
            }
            CommitError::Store(error) => error.into(),
            CommitError::Unknown(error) => Self { is_outcome_unknown: true, ..error.into() },
        }
    }
}

impl From<ReceiptsError> for ApiError {
    fn from(error: ReceiptsError) -> Self {
        tracing::warn!(%error, "pictures cannot be read or stored");
        match error {
            ReceiptsError::Failed { .. } => Self::unavailable(),
            ReceiptsError::OutOfSpace => Self::storage_full(),
        }
    }
}

impl From<JobError> for ApiError {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Store(error) => error.into(),
            JobError::Receipts(error) => error.into(),
            JobError::Commit(error) => error.into(),
            JobError::TakenOver | JobError::OutOfTime => Self::unavailable(),
        }
    }
}
