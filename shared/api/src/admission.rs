//! Limits requests with large bodies, before the body is read.

use crate::{ApiError, Caller, RateLimit, rate_limit};
use application::deps::Deps;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use std::marker::PhantomData;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of such requests at a time. Each needs memory for its body and the decoded data: 45 MB for a photo
/// in base64.
const MAX_ADMITTED: usize = 8;
/// A receipt takes a second or two.
const RETRY_AFTER_SECONDS: u64 = 5;

/// Slots for requests with large bodies; each function of a process has its own.
#[derive(Clone, Debug)]
pub(crate) struct AdmissionSlots(Arc<Semaphore>);

impl Default for AdmissionSlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_ADMITTED)))
    }
}

/// The rate limit of a kind of large body.
pub trait Admission {
    const PER_USER: Option<RateLimit>;
}

/// Authenticates the caller, checks the rate limit and holds a slot until the response is sent. Must precede the body's
/// extractor.
#[derive(Debug)]
pub struct Admitted<A>(
    #[expect(dead_code, reason = "holds the slot until it is dropped")] OwnedSemaphorePermit,
    PhantomData<A>,
);

/// Marks an admitted request.
#[derive(Clone, Copy)]
pub(crate) struct IsAdmitted;

impl<S: Send + Sync, A: Admission> FromRequestParts<S> for Admitted<A>
where
    Deps: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Caller { user, .. } = Caller::from_request_parts(parts, state).await?;
        let AdmissionSlots(slots) = parts.extensions.get().cloned().unwrap_or_default();
        let slot = slots.try_acquire_owned().map_err(|_| ApiError::busy())?;
        if let Some(limit) = A::PER_USER {
            rate_limit(&Deps::from_ref(state), limit, user.as_str()).await?;
        }
        parts.extensions.insert(IsAdmitted);
        Ok(Self(slot, PhantomData))
    }
}

impl ApiError {
    /// All slots are in use; the client retries later.
    pub fn busy() -> Self {
        Self::unavailable().retry_after(RETRY_AFTER_SECONDS)
    }
}
