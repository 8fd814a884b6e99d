//! Rate limits for joining.

use api::{ApiError, ClientAddress, RateLimit, rate_limit};
use application::deps::Deps;

/// All tries of one address together.
const PER_ADDRESS: RateLimit = RateLimit { scope: "household", max: 10, seconds: 60 };
/// Typed codes have 40 bits, so tries from all addresses together are limited as well. QR codes keep working: their
/// secrets cannot be guessed.
const TYPED_CODES: RateLimit = RateLimit { scope: "household-codes", max: 1_000, seconds: 60 };
/// The limit of links, codes and passes, each, that a member device may create.
const PER_USER_LINKS: RateLimit = RateLimit { scope: "household-made", max: 60, seconds: 3_600 };

pub async fn rate_limit_join(deps: &Deps, address: &ClientAddress) -> Result<(), ApiError> {
    rate_limit(deps, PER_ADDRESS, &address.0).await
}

pub async fn rate_limit_typed_code(deps: &Deps) -> Result<(), ApiError> {
    rate_limit(deps, TYPED_CODES, "all").await
}

pub async fn rate_limit_made(deps: &Deps, user: &domain::id::UserId) -> Result<(), ApiError> {
    rate_limit(deps, PER_USER_LINKS, user.as_str()).await
}
