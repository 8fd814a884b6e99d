//! Limits the photos that wait in this process to be read.

use api::ApiError;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Each holds its request in base64 and in bytes: up to 45 MB. On Lambda a process has one request at a time.
const MAX_ADMITTED: usize = 8;
/// A receipt takes a second or two.
const RETRY_AFTER_SECONDS: u64 = 5;

#[derive(Clone, Debug)]
pub struct Places(Arc<Semaphore>);

impl Default for Places {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_ADMITTED)))
    }
}

/// A place among those who are read, taken before the body is looked at and held until the answer is made.
#[derive(Debug)]
pub struct Admitted(#[expect(dead_code, reason = "held, never looked at")] OwnedSemaphorePermit);

impl<S: Send + Sync> FromRequestParts<S> for Admitted
where
    Places: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Places(places) = Places::from_ref(state);
        places.try_acquire_owned().map(Self).map_err(|_| busy())
    }
}

pub fn busy() -> ApiError {
    ApiError::unavailable().retry_after(RETRY_AFTER_SECONDS)
}
