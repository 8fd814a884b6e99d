//! Authenticates programs by their tokens: [`domain::program`] lists their rights.

use crate::{ApiError, Caller, ClientAddress, RateLimit, rate_limit};
use application::deps::Deps;
use application::visit;
use axum::extract::FromRequestParts;
use domain::id::UserId;
use domain::program;
use http::Method;
use http::request::Parts;
use store::{ProgramToken, StoreError};
use system::Boxed;

/// Limits unknown well-formed tokens. An unattended program keeps sending its deleted token: once in five minutes is
/// 12.
const UNKNOWN_PER_ADDRESS: RateLimit = RateLimit { scope: "program-unknown", max: 300, seconds: 3_600 };

/// Returns a program's token. A malformed, unknown, deleted or foreign one gets the same answer as none, byte for byte.
/// Does not check scopes: each route does it.
#[inline(never)]
pub fn program_token<'a>(
    deps: &'a Deps,
    bearer: &'a str,
    parts: &'a mut Parts,
) -> Boxed<'a, Result<ProgramToken, ApiError>> {
    Box::pin(async move {
        let (user, hash): (UserId, String) = program::read(bearer).ok_or_else(ApiError::unauthenticated)?;
        let token = match deps.store.program_get(&user, &hash).await? {
            // A device that was not seen for 400 days ends without anybody's doing, and its tokens with it.
            Some(token) if is_over(deps, &token).await? => None,
            token => token,
        };
        let Some(token) = token else {
            let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, deps).await;
            rate_limit(deps, UNKNOWN_PER_ADDRESS, &address).await?;
            return Err(ApiError::unauthenticated());
        };
        Ok(token)
    })
}

/// Returns the caller of a program's token, if its scopes allow the request.
#[inline(never)]
pub(crate) fn caller<'a>(deps: &'a Deps, bearer: &'a str, parts: &'a mut Parts) -> Boxed<'a, Result<Caller, ApiError>> {
    Box::pin(async move {
        let token = program_token(deps, bearer, parts).await?;
        let changes = !matches!(parts.method, Method::GET | Method::HEAD);
        let needed = program::needed(parts.uri.path(), changes);
        if needed.is_empty() || !needed.iter().all(|scope| token.has_scope(*scope)) {
            return Err(ApiError::out_of_scope());
        }
        let today = deps.now().date_naive();
        // A clock that is behind does not move the day back.
        if token.last_used_on.is_none_or(|day| day < today)
            && let Err(error) = deps.store.program_used(&token, today).await
        {
            tracing::warn!(%error, "the use of a program's token was not noted");
        }
        // A larder that a program uses is not abandoned.
        if visit::is_to_be_noted(token.last_used_on, today)
            && let Err(error) = visit::note(deps, &token.user).await
        {
            tracing::warn!(%error, "the use of a program's token was not counted as a visit");
        }
        Ok(Caller { user: token.user, device: None, is_program: true })
    })
}

/// Returns true if the device that created the token is no longer part of the larder.
async fn is_over(deps: &Deps, token: &ProgramToken) -> Result<bool, StoreError> {
    let Some(device) = token.device else { return Ok(false) };
    Ok(!deps.store.device_is_member(&token.user, device, deps.now()).await?)
}
