//! Rate limits: one counter per window in the table, shared by all functions.

use crate::ApiError;
use application::deps::Deps;
use domain::digest::short_hash;
use http::StatusCode;
use store::keys;
use system::Boxed;

/// At most `max` requests within `seconds`.
#[derive(Clone, Copy, Debug)]
pub struct RateLimit {
    pub scope: &'static str,
    pub max: u32,
    pub seconds: i64,
}

/// Counts a request that only reads. If the counter cannot be written, such as on a full disk, the request is allowed:
/// what a household has must stay readable.
pub async fn rate_limit_read(deps: &Deps, limit: RateLimit, subject: &str) -> Result<(), ApiError> {
    match rate_limit(deps, limit, subject).await {
        Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => {
            tracing::warn!(scope = limit.scope, "a read is not counted, because its counter cannot be written");
            Ok(())
        }
        counted => counted,
    }
}

/// Counts a request. `subject` is a user's id or an address; only its hash is stored.
#[inline(never)]
pub fn rate_limit<'a>(deps: &'a Deps, limit: RateLimit, subject: &'a str) -> Boxed<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let now = deps.now().timestamp();
        let window = now.div_euclid(limit.seconds);
        let hash = short_hash(subject);
        let window_end = (window + 1) * limit.seconds;
        let is_allowed =
            deps.store.rate_count(keys::rate_limit(limit.scope, &hash, window), limit.max, window_end).await?;
        if is_allowed {
            Ok(())
        } else {
            Err(ApiError::rate_limited(u64::try_from(window_end - now).unwrap_or(1).max(1)))
        }
    })
}
