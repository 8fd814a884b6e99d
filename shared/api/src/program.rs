//! Authenticates programs by their tokens.

use crate::{ApiError, Caller, ClientAddress, RateLimit, rate_limit_read};
use application::activity;
use application::deps::Deps;
use axum::extract::FromRequestParts;
use domain::household::Role;
use domain::id::UserId;
use domain::program::{self, Scope};
use http::request::Parts;
use store::{ProgramToken, StoreError};
use system::Boxed;

/// Limits unknown tokens per address. A forgotten program may send its deleted token again and again.
const UNKNOWN_PER_ADDRESS: RateLimit = RateLimit { scope: "program-unknown", max: 300, seconds: 3_600 };

/// Returns a program's token and its owner. An invalid, unknown or deleted one gets the same response as a missing one.
/// Does not check scopes.
#[inline(never)]
pub fn program_token<'a>(
    deps: &'a Deps,
    bearer: &'a str,
    parts: &'a mut Parts,
) -> Boxed<'a, Result<(UserId, ProgramToken), ApiError>> {
    Box::pin(async move {
        let (user, hash) = program::parse_token(bearer).ok_or_else(ApiError::unauthenticated)?;
        let token = match deps.store.program_get(&user, &hash).await? {
            // The tokens of a device end with its rights.
            Some(token) if !is_of_member(deps, &user, &token).await? => None,
            token => token,
        };
        let Some(token) = token else {
            let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, deps).await;
            rate_limit_read(deps, UNKNOWN_PER_ADDRESS, &address).await?;
            return Err(ApiError::unauthenticated());
        };
        Ok((user, token))
    })
}

/// Returns the caller of a program's token, if it has the scopes that the operation requires; an operation that
/// requires none is closed to programs.
#[inline(never)]
pub(crate) fn caller<'a>(
    deps: &'a Deps,
    bearer: &'a str,
    required: &'a [Scope],
    parts: &'a mut Parts,
) -> Boxed<'a, Result<Caller, ApiError>> {
    Box::pin(async move {
        let (user, token) = program_token(deps, bearer, parts).await?;
        let missing: Vec<Scope> = required.iter().copied().filter(|scope| !token.has_scope(*scope)).collect();
        if required.is_empty() || !missing.is_empty() {
            return Err(ApiError::out_of_scope(&missing));
        }
        let today = deps.now().date_naive();
        // A clock that is behind does not move the day back.
        if token.last_used_on.is_none_or(|day| day < today)
            && let Err(error) = deps.store.program_record_use(&user, &token.hash, today).await
        {
            tracing::warn!(%error, "the use of a program's token was not recorded");
        }
        if activity::is_to_be_recorded(token.last_used_on, today)
            && let Err(error) = activity::record_activity(deps, &user).await
        {
            tracing::warn!(%error, "the use of a program's token was not counted as activity");
        }
        Ok(Caller { user, device: None, role: Role::Member, is_program: true })
    })
}

/// Returns false if the device that created the token was removed, or may only look.
async fn is_of_member(deps: &Deps, user: &UserId, token: &ProgramToken) -> Result<bool, StoreError> {
    let Some(device) = token.device else { return Ok(true) };
    Ok(deps.store.device_role(user, device, deps.now()).await? == Some(Role::Member))
}
