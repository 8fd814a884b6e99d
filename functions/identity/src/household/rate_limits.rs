//! Rate limits for joining.

use api::{ApiError, ClientAddress, RateLimit, rate_limit};
use application::deps::Deps;
use domain::id::UserId;

/// All attempts of one address.
const PER_ADDRESS: RateLimit = RateLimit { scope: "household", max: 10, seconds: 60 };
/// Typed codes have only 40 bits, so attempts from all addresses together are limited too. QR codes are not affected.
const TYPED_CODES: RateLimit = RateLimit { scope: "household-codes", max: 1_000, seconds: 60 };
/// Links, codes and passes together that a larder may create.
const CREATIONS_PER_USER: RateLimit = RateLimit { scope: "household-made", max: 60, seconds: 3_600 };

pub async fn rate_limit_join(deps: &Deps, address: &ClientAddress) -> Result<(), ApiError> {
    rate_limit(deps, PER_ADDRESS, &address.0).await
}

pub async fn rate_limit_typed_code(deps: &Deps) -> Result<(), ApiError> {
    rate_limit(deps, TYPED_CODES, "all").await
}

pub async fn rate_limit_creation(deps: &Deps, user: &UserId) -> Result<(), ApiError> {
    rate_limit(deps, CREATIONS_PER_USER, user.as_str()).await
}
