//! Another program calls, by a token that somebody has made for it: [`crate::program`] says what it may do.

use super::{ApiError, Caller};
use crate::deps::Deps;
use crate::program;
use domain::id::UserId;
use http::Method;
use http::request::Parts;
use platform::Boxed;

/// Who calls by a program's token. One that is malformed, unknown, ended or somebody else's is answered like none at all, to the byte.
#[inline(never)]
pub(super) fn caller<'a>(deps: &'a Deps, bearer: &'a str, parts: &'a Parts) -> Boxed<'a, Result<Caller, ApiError>> {
    Box::pin(async move {
        let (user, hash): (UserId, String) = program::read(bearer).ok_or_else(ApiError::unauthenticated)?;
        let token = deps.store.program_get(&user, &hash).await?.ok_or_else(ApiError::unauthenticated)?;
        let changes = !matches!(parts.method, Method::GET | Method::HEAD);
        let needed = program::needed(parts.uri.path(), changes);
        if !needed.is_some_and(|scope| token.may(scope)) {
            return Err(ApiError::out_of_scope());
        }
        let today = deps.now().date_naive();
        // A clock that is behind takes no day back.
        if token.last_used_on.is_none_or(|day| day < today)
            && let Err(error) = deps.store.program_used(&token, today).await
        {
            tracing::warn!(%error, "the use of a program's token was not noted");
        }
        Ok(Caller { user, device: None })
    })
}
