//! Injects faults into the calls of the table, the pictures and push services: into one call, or all from one on. A
//! process that is killed at a call looks from outside like one whose calls all fail from there on.

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use chrono::{DateTime, Utc};
use std::sync::{Arc, Mutex};
use store::receipts::{FetchedPicture, PictureStore, ReceiptsError};
use system::Boxed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Throttled,
    /// A 5xx for a call that was not carried out.
    BrokenBefore,
    /// A 5xx for a call that was carried out.
    BrokenAfter,
    LateBefore,
    LateAfter,
    /// Carried out, and the connection ended before the response.
    Lost,
    /// Carried out, and no attempt of the SDK gets a response; then the table heals. The caller cannot know whether
    /// the change was made.
    AllLost,
    /// A transaction of another request holds the row. The embedded table never says so, DynamoDB does.
    Conflict,
    /// The process is killed before the call leaves.
    KilledBefore,
    /// The process is killed after the call took effect.
    KilledAfter,
}

impl Fault {
    pub const ALL: [Self; 10] = [
        Self::Throttled,
        Self::BrokenBefore,
        Self::BrokenAfter,
        Self::LateBefore,
        Self::LateAfter,
        Self::Lost,
        Self::AllLost,
        Self::Conflict,
        Self::KilledBefore,
        Self::KilledAfter,
    ];

    /// Returns true if the operation may answer 503: a retry of the SDK repairs the other faults.
    pub fn may_fail(self) -> bool {
        self.is_end() || self == Self::AllLost
    }

    pub fn is_end(self) -> bool {
        matches!(self, Self::KilledBefore | Self::KilledAfter)
    }

    fn is_carried_out(self) -> bool {
        matches!(self, Self::BrokenAfter | Self::LateAfter | Self::Lost | Self::AllLost | Self::KilledAfter)
    }

    fn outcome(self, target: Option<&str>) -> Result<HttpResponse, ConnectorError> {
        let response = |status: u16, body: &'static str| {
            let status = status.try_into().expect("a status of HTTP");
            Ok(HttpResponse::new(status, SdkBody::from(body)))
        };
        match self {
            Self::Throttled => {
                response(400, r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slower"}"#)
            }
            Self::BrokenBefore | Self::BrokenAfter => {
                response(500, r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"broken"}"#)
            }
            Self::Conflict if target.is_some_and(|target| target.ends_with("TransactWriteItems")) => response(
                400,
                r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"cancelled","CancellationReasons":[{"Code":"TransactionConflict","Message":"held"}]}"#,
            ),
            Self::Conflict => response(
                400,
                r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException","message":"held"}"#,
            ),
            Self::LateBefore | Self::LateAfter | Self::AllLost => {
                Err(ConnectorError::timeout("no response in time".into()))
            }
            Self::Lost | Self::KilledBefore | Self::KilledAfter => Err(ConnectorError::io("cut off".into())),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    calls: usize,
    ahead: Option<(usize, Fault)>,
    dead: bool,
    /// The SDK's name of the call whose attempts all get no response.
    without_response: Option<String>,
    refuses_writes: bool,
}

/// Counts the calls, and injects the fault into the one that a test names.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<State>>);

impl Faults {
    /// Restarts the count, and sets the number of a call with its fault.
    pub fn arm(&self, ahead: Option<(usize, Fault)>) {
        *self.0.lock().unwrap() = State { ahead, ..State::default() };
    }

    /// Refuses each write, as a table on a full disk does.
    pub fn refuse_writes(&self) {
        *self.0.lock().unwrap() = State { refuses_writes: true, ..State::default() };
    }

    pub fn calls(&self) -> usize {
        self.0.lock().unwrap().calls
    }

    /// Returns the fault of the next call.
    fn next(&self, request: Option<&HttpRequest>) -> Option<Fault> {
        let mut state = self.0.lock().unwrap();
        let call = state.calls;
        state.calls += 1;
        if state.dead {
            return Some(Fault::KilledBefore);
        }
        let header = |name: &str| request.and_then(|request| request.headers().get(name));
        let invocation = header("amz-sdk-invocation-id");
        if invocation.is_some() && state.without_response.as_deref() == invocation {
            return Some(Fault::AllLost);
        }
        let writes = ["PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"];
        let target = header("x-amz-target").unwrap_or_default();
        let is_write = writes.iter().any(|write| target.ends_with(&format!(".{write}")));
        if state.refuses_writes && is_write {
            return Some(Fault::BrokenBefore);
        }
        let (_, fault) = state.ahead.filter(|(at, _)| *at == call)?;
        if fault == Fault::Conflict && (!is_write || target.ends_with(".BatchWriteItem")) {
            return None;
        }
        state.dead = fault.is_end();
        if fault == Fault::AllLost {
            state.without_response = invocation.map(str::to_owned);
        }
        Some(fault)
    }

    /// Carries out a call without the SDK, or returns its fault.
    pub async fn carry_out<T>(&self, call: impl Future<Output = T>) -> Result<T, Fault> {
        let Some(fault) = self.next(None) else { return Ok(call.await) };
        if fault.is_carried_out() {
            call.await;
        }
        Err(fault)
    }

    /// Returns the transport with injected faults.
    pub fn on(&self, transport: SharedHttpClient) -> SharedHttpClient {
        SharedHttpClient::new(Faulty { faults: self.clone(), transport })
    }

    /// Returns the store of pictures with injected faults.
    pub fn on_pictures(&self, pictures: impl PictureStore + 'static) -> impl PictureStore + 'static {
        FaultyPictures { faults: self.clone(), pictures }
    }
}

/// A store of pictures with the faults that S3's client passes on: the faults of one attempt are repaired
/// by its retries.
#[derive(Debug)]
struct FaultyPictures<P> {
    faults: Faults,
    pictures: P,
}

impl<P: PictureStore> FaultyPictures<P> {
    fn call<'a, T: Send + 'a>(
        &'a self,
        call: Boxed<'a, Result<T, ReceiptsError>>,
    ) -> Boxed<'a, Result<T, ReceiptsError>> {
        let Some(fault) = self.faults.next(None).filter(|fault| fault.may_fail()) else { return call };
        Box::pin(async move {
            if fault.is_carried_out() {
                let _ = call.await;
            }
            Err(ReceiptsError::new("test", format!("{fault:?}")))
        })
    }
}

impl<P: PictureStore> PictureStore for FaultyPictures<P> {
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        self.call(self.pictures.put(key, jpeg))
    }

    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<FetchedPicture>, ReceiptsError>> {
        self.call(self.pictures.get(key, max_bytes))
    }

    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>> {
        self.call(self.pictures.delete(key))
    }

    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>> {
        self.call(self.pictures.delete_prefix(prefix, before))
    }

    /// Reserving and signing make no calls, so they have no faults.
    fn reserve<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        address: &'a str,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<(), ReceiptsError>> {
        self.pictures.reserve(key, length, address, now)
    }

    fn sign_upload<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<String, ReceiptsError>> {
        self.pictures.sign_upload(key, length, now)
    }
}

#[derive(Clone, Debug)]
struct Faulty {
    faults: Faults,
    transport: SharedHttpClient,
}

impl HttpClient for Faulty {
    fn http_connector(&self, settings: &HttpConnectorSettings, parts: &RuntimeComponents) -> SharedHttpConnector {
        let connector = self.transport.http_connector(settings, parts);
        SharedHttpConnector::new(FaultyConnector { faults: self.faults.clone(), connector })
    }
}

#[derive(Debug)]
struct FaultyConnector {
    faults: Faults,
    connector: SharedHttpConnector,
}

impl HttpConnector for FaultyConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Some(fault) = self.faults.next(Some(&request)) else { return self.connector.call(request) };
        let target = request.headers().get("x-amz-target").map(str::to_owned);
        if !fault.is_carried_out() {
            return HttpConnectorFuture::ready(fault.outcome(target.as_deref()));
        }
        let carried_out = self.connector.call(request);
        HttpConnectorFuture::new(async move {
            let _ = carried_out.await;
            fault.outcome(target.as_deref())
        })
    }
}
