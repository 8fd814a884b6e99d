//! A verified token becomes a user. Comes before the body is looked at.

use super::ApiError;
use crate::deps::Deps;
use crate::identity::VerifyError;
use axum::extract::FromRequestParts;
use domain::id::UserId;
use http::Method;
use http::header::AUTHORIZATION;
use http::request::Parts;

/// Who calls: the subject of a token whose signature, issuer, audience and time were checked.
#[derive(Clone, Debug)]
pub struct Caller {
    pub user: UserId,
}

impl FromRequestParts<Deps> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, deps: &Deps) -> Result<Self, ApiError> {
        if let Some(caller) = parts.extensions.get::<Self>() {
            return Ok(caller.clone());
        }
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or_else(ApiError::unauthenticated)?;
        let changes = !matches!(parts.method, Method::GET | Method::HEAD);
        let caller = match deps.verifier.verify(token, deps.now()).await {
            Ok(user) => Self { user },
            Err(VerifyError::Refused(reason)) => {
                tracing::debug!(reason, "a token was refused");
                return Err(ApiError::unauthenticated());
            }
            Err(VerifyError::NoKeys(reason)) => {
                tracing::warn!(reason, "the identity provider's keys cannot be had");
                return Err(ApiError::unavailable());
            }
        };
        // An id token outlives its account by up to an hour: what it wrote then would never be erased.
        if changes
            && deps.config.is_own_identity_provider()
            && deps.store.account_is_gone(&caller.user, deps.now()).await?
        {
            return Err(ApiError::unauthenticated());
        }
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}
