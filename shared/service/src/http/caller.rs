//! A verified token becomes a user. Comes before the body is looked at.

use super::{ApiError, program};
use crate::deps::Deps;
use crate::identity::{Verified, VerifyError};
use axum::extract::FromRequestParts;
use domain::id::{DeviceId, UserId};
use http::Method;
use http::header::AUTHORIZATION;
use http::request::Parts;
use store::StoreError;

/// The caller: the subject of a token with verified signature, issuer, audience and time, or the owner of a program's
/// token.
#[derive(Clone, Debug)]
pub struct Caller {
    pub user: UserId,
    /// Which device of a shared larder; none where the larder was never shared, and for other programs.
    pub device: Option<DeviceId>,
    /// True for a program, such as Home Assistant, by its own token.
    pub is_program: bool,
}

/// Returns true if a valid token is still accepted: its device was not removed, its account not deleted. Reading with a
/// token that names no device costs nothing if accounts are created here: it expires within the hour, and the next one
/// names the device.
pub async fn is_still_in(deps: &Deps, token: &Verified, changes: bool) -> Result<bool, StoreError> {
    let now = deps.now();
    if let Some(device) = token.device {
        return deps.store.device_is_in(&token.user, device, now).await;
    }
    // Another provider keeps issuing tokens without a device for members from before the larder was shared.
    let asks = if deps.config.is_own_identity_provider() { changes } else { deps.config.shares_larders() };
    Ok(!asks || !deps.store.account_is_gone(&token.user, now).await?)
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
            .map(|(_, token)| token.trim().to_owned())
            .ok_or_else(ApiError::unauthenticated)?;
        if domain::program::is_program_token(&token) {
            let caller = program::caller(deps, &token, parts).await?;
            parts.extensions.insert(caller.clone());
            return Ok(caller);
        }
        let changes = !matches!(parts.method, Method::GET | Method::HEAD);
        let verified = match deps.verifier.verify(&token, deps.now()).await {
            Ok(verified) => verified,
            Err(VerifyError::Refused(reason)) => {
                tracing::debug!(reason, "a token was refused");
                return Err(ApiError::unauthenticated());
            }
            Err(VerifyError::NoKeys(reason)) => {
                tracing::warn!(reason, "the identity provider's keys cannot be had");
                return Err(ApiError::unavailable());
            }
        };
        // An id token outlives its account or device by up to an hour: its writes would never be deleted.
        if !is_still_in(deps, &verified, changes).await? {
            return Err(if verified.device.is_some() { ApiError::device_ended() } else { ApiError::unauthenticated() });
        }
        let Verified { user, device } = verified;
        let caller = Self { user, device, is_program: false };
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}
