//! Limits requests with large bodies, before the body is read.

use crate::{ApiError, Caller, ClientAddress, RateLimit, rate_limit};
use application::deps::Deps;
use axum::body::Body;
use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use http_body_util::BodyExt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The maximum number of such requests at a time. Each has its body and what is decoded from it in memory: of the
/// largest photo 14 MB in base64, and 10 MB.
const MAX_ADMITTED: usize = 8;
/// The maximum number of such requests of one address, so that no household can keep out the others.
const MAX_PER_ADDRESS: usize = 2;
/// A body that arrives more slowly than this on average, after the first seconds, gives way to a request without a
/// slot.
const MIN_BYTES_PER_SECOND: u64 = 16 * 1024;
const SLOW_AFTER: Duration = Duration::from_secs(5);
/// When a client without a slot should retry: reading a receipt takes a second or two.
const RETRY_AFTER_SECONDS: u64 = 5;

/// Slots for requests with large bodies; each function of a process has its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdmissionSlots(Arc<Mutex<Vec<Arc<Slot>>>>);

#[derive(Debug)]
pub(crate) struct Slot {
    address: ClientAddress,
    began: Instant,
    received: AtomicU64,
    is_receiving: AtomicBool,
    /// Another request has the slot now.
    lost: Notify,
}

impl Slot {
    /// Returns the bytes per second at which the body arrives, if that is slow.
    fn slow_rate(&self, now: Instant) -> Option<u64> {
        let seconds = now.duration_since(self.began).as_secs();
        let can_be_slow = self.is_receiving.load(Ordering::Relaxed) && seconds >= SLOW_AFTER.as_secs();
        let rate = self.received.load(Ordering::Relaxed) / seconds.max(1);
        (can_be_slow && rate < MIN_BYTES_PER_SECOND).then_some(rate)
    }

    /// Counts the bytes of a body as they arrive.
    pub(crate) fn count(slot: &Arc<Self>, body: Body) -> Body {
        let slot = slot.clone();
        Body::new(body.map_frame(move |frame| {
            slot.received.fetch_add(frame.data_ref().map_or(0, |data| data.len() as u64), Ordering::Relaxed);
            frame
        }))
    }

    /// Waits for the body, unless it arrives so slowly that another request takes the slot.
    pub(crate) async fn receive<T>(&self, body: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
        let received = tokio::select! {
            biased;
            received = body => received,
            () = self.lost.notified() => Err(ApiError::busy()),
        };
        self.is_receiving.store(false, Ordering::Relaxed);
        received
    }
}

impl AdmissionSlots {
    /// Returns a slot until the result is dropped. If none is left, it is that of the slowest body, whose request
    /// fails; `None` if no body is slow.
    fn take(&self, address: ClientAddress, now: Instant) -> Option<HeldSlot> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |slot: &Slot| slot.address == address;
        let is_at_limit = slots.iter().filter(|slot| is_own(slot)).count() >= MAX_PER_ADDRESS;
        if is_at_limit || slots.len() >= MAX_ADMITTED {
            let candidates = slots.iter().enumerate().filter(|(_, slot)| !is_at_limit || is_own(slot));
            let slow = candidates.filter_map(|(n, slot)| Some((slot.slow_rate(now)?, n)));
            let (_, slowest) = slow.min()?;
            slots.remove(slowest).lost.notify_one();
        }
        let (received, is_receiving, lost) = (AtomicU64::new(0), AtomicBool::new(true), Notify::new());
        let slot = Arc::new(Slot { address, began: now, received, is_receiving, lost });
        slots.push(slot.clone());
        Some(HeldSlot { slots: self.clone(), slot })
    }
}

#[derive(Debug)]
struct HeldSlot {
    slots: AdmissionSlots,
    slot: Arc<Slot>,
}

impl Drop for HeldSlot {
    fn drop(&mut self) {
        let mut slots = self.slots.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|slot| !Arc::ptr_eq(slot, &self.slot));
    }
}

/// The rate limit of a kind of large body.
pub trait Admission {
    const PER_USER: Option<RateLimit>;
}

/// Takes a slot, which it holds until the handler drops it, and checks the rate limit. Must precede the body's
/// extractor.
#[derive(Debug)]
pub struct Admitted<A>(#[expect(dead_code, reason = "holds the slot until it is dropped")] HeldSlot, PhantomData<A>);

/// The slot of an admitted request, for the extractor of its body.
#[derive(Clone)]
pub(crate) struct AdmittedSlot(pub Arc<Slot>);

impl<S: Send + Sync, A: Admission> FromRequestParts<S> for Admitted<A>
where
    Deps: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Caller { user, .. } = Caller::from_request_parts(parts, state).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let slots: AdmissionSlots = parts.extensions.get().cloned().unwrap_or_default();
        let held = slots.take(address, Instant::now()).ok_or_else(ApiError::busy)?;
        if let Some(limit) = A::PER_USER {
            rate_limit(&Deps::from_ref(state), limit, user.as_str()).await?;
        }
        parts.extensions.insert(AdmittedSlot(held.slot.clone()));
        Ok(Self(held, PhantomData))
    }
}

impl ApiError {
    /// All slots are in use; the client retries later.
    pub fn busy() -> Self {
        Self::unavailable().retry_after(RETRY_AFTER_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: usize) -> ClientAddress {
        ClientAddress(n.to_string())
    }

    #[test]
    fn gives_two_slots_to_an_address() {
        let (slots, now) = (AdmissionSlots::default(), Instant::now());
        let mut held: Vec<_> = (0..8).map(|n| slots.take(address(n / 2), now).unwrap()).collect();
        assert!(slots.take(address(9), now).is_none(), "all are in use");
        held.truncate(6);
        assert!(slots.take(address(0), now).is_none(), "the address has two");
        assert!(slots.take(address(9), now).is_some());
    }

    #[tokio::test]
    async fn gives_the_slot_of_the_slowest_body_to_another_request() {
        let (slots, began) = (AdmissionSlots::default(), Instant::now());
        let held: Vec<_> = (0..8).map(|n| slots.take(address(n), began).unwrap()).collect();
        for (n, HeldSlot { slot, .. }) in held.iter().enumerate() {
            slot.received.store(if n < 6 { 1 << 20 } else { 1 + n as u64 }, Ordering::Relaxed);
        }
        // This one has arrived and is being read.
        held[7].slot.receive(async { Ok(()) }).await.unwrap();
        assert!(slots.take(address(9), began + SLOW_AFTER / 2).is_none(), "slow and just begun look the same");
        let later = began + SLOW_AFTER;
        let new = slots.take(address(9), later).unwrap();
        assert_eq!(held[6].slot.receive(std::future::pending::<Result<(), _>>()).await.unwrap_err().status(), 503);
        assert!(slots.take(address(10), later).is_none(), "no other one is slow");
        assert!(slots.take(address(6), later).is_none(), "the slot that was lost is not returned twice");
        drop((held, new));
        assert_eq!(slots.0.lock().unwrap().len(), 0);
    }

    #[tokio::test]
    async fn counts_a_body_as_it_arrives() {
        let held = AdmissionSlots::default().take(address(0), Instant::now()).unwrap();
        let body = Slot::count(&held.slot, Body::from("hello"));
        assert_eq!(body.collect().await.unwrap().to_bytes(), "hello");
        assert_eq!(held.slot.received.load(Ordering::Relaxed), 5);
    }
}
