//! Admits a request to read photos, before its body or up to 24 MB from the bucket are read.

use api::{Admission, ApiError, ClientAddress, RateLimit, rate_limit};
use application::deps::Deps;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;

struct ReceiptAdmission;

impl Admission for ReceiptAdmission {
    /// Reading costs seconds of a processor: attempts are limited whether or not they succeed.
    const PER_USER: Option<RateLimit> = Some(RateLimit { scope: "extract", max: 60, seconds: 3_600 });
}

/// Admission to reading, within the limits of the user, of the address and of all.
pub struct Admitted(#[expect(dead_code, reason = "held, never looked at")] api::Admitted<ReceiptAdmission>);

impl<S: Send + Sync> FromRequestParts<S> for Admitted
where
    Deps: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let admitted = api::Admitted::from_request_parts(parts, state).await?;
        let deps = Deps::from_ref(state);
        // Many accounts at one address share its limit.
        let max = deps.config.readings_per_address;
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, state).await;
        rate_limit(&deps, RateLimit { scope: "extract-address", max, seconds: 3_600 }, &address).await?;
        // The last limit, so that a request that another limit refuses does not count here.
        if let Some(max) = deps.config.readings_per_ten_seconds {
            let all = RateLimit { scope: "extract-all", max, seconds: 10 };
            rate_limit(&deps, all, "all").await.map_err(|_| ApiError::busy())?;
        }
        Ok(Self(admitted))
    }
}
