//! Bodies and errors of the Identity Toolkit's REST protocol.

use api::{ApiError, begins_an_object};
use application::deps::Deps;
use application::identity::{VerifiedToken, VerifyError};
use axum::Json;
use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use domain::id::DeviceId;
use http::StatusCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{CommitError, StoreError, TokenStatus};

/// An error of the protocol: `{"error": {"code": 400, "message": "INVALID_ID_TOKEN"}}`.
#[derive(Debug)]
pub enum ToolkitError {
    Refused(StatusCode, &'static str),
    /// Errors common to all functions: rate limits, an unavailable table, a lost race, a deleted account.
    Api(ApiError),
}

/// The body of a refusal.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ToolkitErrorBody {
    pub error: ToolkitErrorDetail,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(example = json!({"code": 400, "message": "INVALID_ID_TOKEN", "errors": [{"message": "INVALID_ID_TOKEN",
    "reason": "invalid", "domain": "global"}]}))]
pub struct ToolkitErrorDetail {
    pub code: u16,
    /// A code of the protocol, such as `INVALID_REFRESH_TOKEN`, or one of Larder's, such as `DEVICE_ENDED`.
    pub message: &'static str,
    pub errors: Vec<ToolkitErrorReason>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct ToolkitErrorReason {
    pub message: &'static str,
    pub reason: &'static str,
    pub domain: &'static str,
}

pub fn refused(code: &'static str) -> ToolkitError {
    ToolkitError::Refused(StatusCode::BAD_REQUEST, code)
}

/// Returns the protocol's status and code for the status of an error that is common to all functions.
fn status_and_code(status: StatusCode) -> (StatusCode, &'static str) {
    match status {
        StatusCode::TOO_MANY_REQUESTS => (status, "TOO_MANY_ATTEMPTS_TRY_LATER"),
        // The protocol has no code for a lost race; the same request can be sent again.
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::CONFLICT => {
            (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE")
        }
        // The account was deleted meanwhile.
        StatusCode::UNAUTHORIZED => (StatusCode::BAD_REQUEST, "USER_NOT_FOUND"),
        status => (status, "INTERNAL_ERROR"),
    }
}

impl IntoResponse for ToolkitError {
    fn into_response(self) -> Response {
        let (status, message, retry_after) = match self {
            Self::Refused(status, message) => (status, message, None),
            Self::Api(error) => {
                let (status, message) = status_and_code(error.status());
                (status, message, error.retry_after_seconds())
            }
        };
        let errors = vec![ToolkitErrorReason { message, reason: "invalid", domain: "global" }];
        let body = ToolkitErrorBody { error: ToolkitErrorDetail { code: status.as_u16(), message, errors } };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<ApiError> for ToolkitError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<StoreError> for ToolkitError {
    fn from(error: StoreError) -> Self {
        Self::Api(error.into())
    }
}

impl From<CommitError> for ToolkitError {
    fn from(error: CommitError) -> Self {
        Self::Api(error.into())
    }
}

/// Parses a JSON object; an empty body counts as an empty object.
pub fn parse_json<T: DeserializeOwned>(body: &Bytes) -> Result<T, ToolkitError> {
    let text: &[u8] = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { body };
    let value = begins_an_object(text).then(|| serde_json::from_slice(text).ok()).flatten();
    value.ok_or_else(|| refused("INVALID_JSON_PAYLOAD"))
}

/// Returns the error for a token whose device was removed or whose account was deleted.
pub fn require_valid(status: &TokenStatus, device: Option<DeviceId>) -> Result<(), ToolkitError> {
    match (&status.account, status.accepts(device)) {
        (None, _) => Err(refused("USER_NOT_FOUND")),
        (Some(_), false) => Err(refused("DEVICE_ENDED")),
        (Some(_), true) => Ok(()),
    }
}

/// Verifies an id token. The caller checks its device and account.
pub async fn verify(deps: &Deps, id_token: Option<&str>) -> Result<VerifiedToken, ToolkitError> {
    let token = id_token.filter(|token| !token.is_empty()).ok_or_else(|| refused("MISSING_ID_TOKEN"))?;
    match deps.verifier.verify(token, deps.now()).await {
        Ok(verified) => Ok(verified),
        Err(VerifyError::Expired) => Err(refused("TOKEN_EXPIRED")),
        Err(VerifyError::Refused(_)) => Err(refused("INVALID_ID_TOKEN")),
        Err(error @ VerifyError::NoKeys(_)) => Err(ApiError::from(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::UserId;
    use store::keys;

    #[test]
    fn answers_a_lost_race_and_a_deleted_account_in_the_protocols_codes() {
        let account = keys::account(&UserId::parse("anna").unwrap());
        let answer = |error: CommitError| status_and_code(ApiError::from(error).status());
        let unavailable = (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE");
        assert_eq!(answer(CommitError::Refused(account)), unavailable);
        assert_eq!(answer(CommitError::AccountDeleted), (StatusCode::BAD_REQUEST, "USER_NOT_FOUND"));
    }
}
