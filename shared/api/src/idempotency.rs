//! `Idempotency-Key`: a repeated request with the same key and body, within 30 days after it succeeded, gets the first
//! reply again and changes nothing.
//!
//! The layer looks up the key before the handler runs and passes an [`Idempotency`] to it. The extractor of a large
//! body looks it up after admission. The handler creates its [`Reply`] *before* it writes, and commits the key's row in
//! the same transaction as the change. Of two simultaneous requests with one key, the second returns the first one's
//! reply.

use crate::collect::{MAX_BODY_BYTES, collect};
use crate::{ApiError, Caller};
use application::deps::Deps;
use axum::body::{Body, HttpBody};
use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use http::{Method, StatusCode, header, request::Parts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};
use store::{Guard, Write, keys, to_row};
use system::Boxed;
use uuid::Uuid;

const HEADER: &str = "idempotency-key";
/// Marks a repeated reply, for debugging clients.
const REPLAYED_HEADER: &str = "idempotency-replayed";
/// A day longer than a client repeats a change automatically (`web/src/api/outbox/delivery.ts`): a device that was
/// offline may not know whether its last changes arrived.
const RECORDS_TTL: TimeDelta = TimeDelta::days(30);
/// Larger replies are not stored, because DynamoDB limits rows to 400 kB; a retry repeats the work.
const MAX_RECORD_BYTES: usize = 300_000;

/// A successful response, serialised before the change is written.
#[derive(Clone, Debug)]
pub struct Reply {
    status: StatusCode,
    body: String,
    /// True if the entity existed: if a request with the same key created it, its reply is returned.
    is_existing: bool,
}

impl Reply {
    /// The reply to a creation of an entity that already exists.
    pub fn existing(body: &impl Serialize) -> Self {
        Self { is_existing: true, ..Self::ok(body) }
    }

    pub fn ok(body: &impl Serialize) -> Self {
        Self::with(StatusCode::OK, body)
    }

    pub fn created(body: &impl Serialize) -> Self {
        Self::with(StatusCode::CREATED, body)
    }

    fn with(status: StatusCode, body: &impl Serialize) -> Self {
        Self { status, body: serde_json::to_string(body).expect("responses are plain data"), is_existing: false }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let content = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, content, self.body).into_response();
        if self.is_existing {
            response.extensions_mut().insert(AlreadyRecorded);
        }
        response
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// The hash of method, path, query and body: the key belongs to this request only.
    hash: String,
    status: u16,
    body: String,
    ttl: i64,
    /// The number of the last step of a change that is not finished: `body` says what is done so far.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    step: Option<u64>,
}

/// A handler's idempotency data for its commit.
#[derive(Clone, Debug, Default)]
pub struct Idempotency {
    request: Option<Arc<KeyedRequest>>,
}

#[derive(Debug)]
struct KeyedRequest {
    user: UserId,
    key: Uuid,
    now: DateTime<Utc>,
    /// The hash of method, path and query.
    head: Sha256,
    /// The hash of head and body, once the body is read.
    hash: OnceLock<String>,
    /// The last step of an earlier attempt, and its reply so far.
    begun: OnceLock<(u64, String)>,
}

impl KeyedRequest {
    fn new(user: UserId, key: Uuid, parts: &Parts, now: DateTime<Utc>) -> Self {
        let mut head = Sha256::new();
        for part in
            [parts.method.as_str().as_bytes(), parts.uri.path().as_bytes(), parts.uri.query().unwrap_or("").as_bytes()]
        {
            head.update(part);
            head.update([0]);
        }
        Self { user, key, now, head, hash: OnceLock::new(), begun: OnceLock::new() }
    }

    fn hash_body(&self, bytes: &[u8]) {
        self.hash.get_or_init(|| {
            let hash = self.head.clone().chain_update(bytes).finalize();
            domain::digest::hex(&hash[..16])
        });
    }
}

impl Idempotency {
    /// Returns the row that stores `reply` for retries; `None` without a key, if the body was not read, or if the reply
    /// is larger than `MAX_RECORD_BYTES`.
    pub fn record(&self, reply: &Reply) -> Option<Write> {
        self.record_step(reply, 0, true)
    }

    /// The same for a change in steps: `reply` says what is done with this step, and `made` is the number of steps
    /// before. Refused if another attempt made a step meanwhile.
    pub(crate) fn record_step(&self, reply: &Reply, made: u64, is_last: bool) -> Option<Write> {
        let request = self.request.as_ref().filter(|_| reply.body.len() <= MAX_RECORD_BYTES)?;
        let hash = request.hash.get()?.clone();
        let keys::Key { pk, sk } = keys::idempotency(&request.user, request.key);
        let ttl = (request.now + RECORDS_TTL).timestamp();
        let step = (!is_last).then_some(made + 1);
        let row = Record { pk, sk, hash, status: reply.status.as_u16(), body: reply.body.clone(), ttl, step };
        let guard = if made == 0 { Guard::NewOrExpired(request.now) } else { Guard::Version(made) };
        Some(Write::Put { row: to_row(&row), guard })
    }

    /// Returns the number of steps that earlier attempts made.
    pub(crate) fn steps_made(&self) -> u64 {
        self.begun_reply().map_or(0, |(step, _)| *step)
    }

    /// Returns the reply so far of earlier attempts that were cut off.
    pub fn begun<T: DeserializeOwned>(&self) -> Option<T> {
        self.begun_reply().and_then(|(_, body)| serde_json::from_str(body).ok())
    }

    fn begun_reply(&self) -> Option<&(u64, String)> {
        self.request.as_ref()?.begun.get()
    }

    /// Returns an id that is the same in a retry with the same key, so that no step is done twice.
    pub fn id(&self, deps: &Deps, nth: usize) -> Uuid {
        match &self.request {
            Some(request) => Uuid::new_v5(&request.key, format!("{}#{nth}", request.user).as_bytes()),
            None => deps.ids.uuid(deps.now()),
        }
    }

    /// Returns a secret of base62 characters that is the same in a retry, although it is not stored: it is derived from
    /// the request's key and the server's key. Random without one of these. Secrets with different labels differ.
    pub fn secret(&self, deps: &Deps, label: &str, length: usize) -> String {
        let (Some(request), Some(key)) = (&self.request, &deps.config.derivation_key) else {
            return deps.ids.token(length);
        };
        key.token(label, &format!("{}#{}", request.user, request.key), length)
    }

    /// Returns the client's key, if it sent one.
    pub fn key(&self) -> Option<Uuid> {
        self.request.as_ref().map(|request| request.key)
    }

    /// Returns the hash of the key's request; `None` without a key.
    pub fn request_hash(&self) -> Option<&str> {
        self.request.as_ref()?.hash.get().map(String::as_str)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Idempotency {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if parts.extensions.get::<InvalidKey>().is_some() {
            return Err(ApiError::invalid("Idempotency-Key", "An idempotency key must be a UUID."));
        }
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Marks a request with an invalid key.
#[derive(Clone, Copy)]
struct InvalidKey;

/// Marks a response that gives way to the reply of another request with the same key, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct AlreadyRecorded;

/// Marks a request whose body was not read yet.
#[derive(Clone)]
pub(crate) struct UnhashedBody {
    deps: Deps,
    request: Arc<KeyedRequest>,
}

impl UnhashedBody {
    /// Looks up the key after the body was read. Returns a recorded reply as an error.
    pub(crate) async fn find_reply(&self, bytes: &[u8]) -> Result<(), Response> {
        self.request.hash_body(bytes);
        match find_reply(&self.deps, &self.request).await {
            Ok(None) => Ok(()),
            Ok(Some(reply)) => Err(reply),
            Err(error) => Err(error.into_response()),
        }
    }
}

#[inline(never)]
fn find_reply<'a>(deps: &'a Deps, request: &'a KeyedRequest) -> Boxed<'a, Result<Option<Response>, ApiError>> {
    Box::pin(async move {
        let Some(record) = deps.store.row_get::<Record>(keys::idempotency(&request.user, request.key), true).await?
        else {
            return Ok(None);
        };
        if record.ttl <= request.now.timestamp() {
            return Ok(None);
        }
        if request.hash.get() != Some(&record.hash) {
            return Err(ApiError::key_reused());
        }
        if let Some(step) = record.step {
            request.begun.get_or_init(|| (step, record.body));
            return Ok(None);
        }
        let status = StatusCode::from_u16(record.status).unwrap_or(StatusCode::OK);
        let headers = [(header::CONTENT_TYPE.as_str(), "application/json"), (REPLAYED_HEADER, "true")];
        Ok(Some((status, headers, record.body).into_response()))
    })
}

/// Returns the length of a body by its header, or else if it is in memory.
fn declared_length(parts: &Parts, body: &Body) -> Option<u64> {
    let declared = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    declared.or_else(|| body.size_hint().exact())
}

/// Returns the recorded reply to a repeated request, and otherwise passes its key to the handler.
pub(crate) async fn layer(State(deps): State<Deps>, request: Request, next: Next) -> Result<Response, ApiError> {
    let is_change = matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH | Method::DELETE);
    let Some(key) = request.headers().get(HEADER).filter(|_| is_change).cloned() else {
        return Ok(next.run(request).await);
    };
    // What needs no caller takes no keys.
    let Some(Caller { user, .. }) = request.extensions().get::<Caller>().cloned() else {
        return Ok(next.run(request).await);
    };
    let (mut parts, body) = request.into_parts();
    let Some(key) = key.to_str().ok().and_then(|key| Uuid::try_parse(key).ok()) else {
        // The handler refuses it; a missing path or method gets its own error.
        parts.extensions.insert(InvalidKey);
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    let keyed = Arc::new(KeyedRequest::new(user, key, &parts, deps.now()));
    let body = if declared_length(&parts, &body).is_some_and(|length| length > MAX_BODY_BYTES as u64) {
        parts.extensions.insert(UnhashedBody { deps: deps.clone(), request: keyed.clone() });
        body
    } else {
        let bytes = collect(body, MAX_BODY_BYTES).await?;
        keyed.hash_body(&bytes);
        if let Some(reply) = find_reply(&deps, &keyed).await? {
            return Ok(reply);
        }
        Body::from(bytes)
    };
    parts.extensions.insert(Idempotency { request: Some(keyed.clone()) });
    let response = next.run(Request::from_parts(parts, body)).await;
    // The request may have failed because the same request arrived twice.
    let is_hashed = keyed.hash.get().is_some();
    if is_hashed
        && (response.status().is_client_error() || response.extensions().get::<AlreadyRecorded>().is_some())
        && let Some(reply) = find_reply(&deps, &keyed).await?
    {
        return Ok(reply);
    }
    Ok(response)
}
