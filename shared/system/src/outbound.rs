//! The one HTTP client for calls that the AWS SDK does not make: key sets, push services, another Larder. Every call
//! has a timeout and an end, and no redirect is followed.

mod resolver;

use crate::Boxed;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use resolver::Resolver;
use std::sync::OnceLock;
use std::time::Duration;

/// An HTTP client that is created on first use: reading the root certificates takes milliseconds that most requests do
/// not need.
#[derive(Debug)]
pub struct Outbound {
    resolver: Resolver,
    client: OnceLock<Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>>,
}

impl Default for Outbound {
    fn default() -> Self {
        Self::new(Resolver::any())
    }
}

/// The answer to a POST, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostResponse {
    pub status: StatusCode,
    pub retry_after: Option<String>,
}

/// The answer to a GET, or to [`Outbound::request_once`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboundResponse {
    pub status: StatusCode,
    pub body: Bytes,
}

/// Limits of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// The maximum size of a body, in bytes.
    pub largest: usize,
}

/// The reason for a missing answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("timed out")]
    TimedOut,
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The request was not sent.
    #[error("{0}")]
    Unreachable(String),
    /// It is not known whether the request arrived.
    #[error("{0}")]
    Failed(String),
}

impl OutboundError {
    fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// A key set is a small file; three attempts end before the caller's timeout.
const GET_TIMEOUT: Duration = Duration::from_secs(1);
/// A push service has more to do than to hand out a file.
const POST_TIMEOUT: Duration = Duration::from_secs(10);
/// A key set, and the like.
const SMALL: Limits = Limits { timeout: GET_TIMEOUT, largest: 256 * 1024 };
const MAX_ATTEMPTS: u32 = 3;

/// Makes a call up to three times while its answer is one that may pass. The pauses grow and are random.
async fn retry<T, F: Future<Output = T>>(mut call: impl FnMut() -> F, may_pass: impl Fn(&T) -> bool) -> T {
    let mut attempt = 1;
    loop {
        let answer = call().await;
        if attempt == MAX_ATTEMPTS || !may_pass(&answer) {
            return answer;
        }
        let mut jitter = [0];
        let _ = aws_lc_rs::rand::fill(&mut jitter);
        tokio::time::sleep(Duration::from_millis(u64::from(attempt) * (50 + u64::from(jitter[0])))).await;
        attempt += 1;
    }
}

impl Outbound {
    fn new(resolver: Resolver) -> Self {
        Self { resolver, client: OnceLock::new() }
    }

    /// Calls public addresses only, checked after the name was looked up. `hosts` (`host:port`) are exempt:
    /// development's own.
    pub fn to_public_addresses(hosts: &[String]) -> Self {
        let name = |host: &String| host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name).to_owned();
        Self::new(Resolver::only_public_but(hosts.iter().map(name).collect()))
    }

    fn client(&self) -> &Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>> {
        self.client.get_or_init(|| {
            let mut tcp = HttpConnector::new_with_resolver(self.resolver.clone());
            tcp.enforce_http(false);
            tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
            let provider = rustls::crypto::aws_lc_rs::default_provider();
            let https = HttpsConnectorBuilder::new()
                .with_provider_and_platform_verifier(provider)
                .expect("the TLS provider supports the default protocol versions");
            let https = https.https_or_http().enable_http1().wrap_connector(tcp);
            Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(Duration::from_secs(30))
                .build(https)
        })
    }

    /// GET a small document: up to three attempts with growing pauses, redirects not followed.
    #[inline(never)]
    pub fn get<'a>(&'a self, url: &'a str) -> Boxed<'a, Result<Bytes, OutboundError>> {
        Box::pin(async move {
            let OutboundResponse { status, body } = self.get_with(url, HeaderMap::new(), SMALL).await?;
            if status == StatusCode::OK {
                Ok(body)
            } else {
                Err(OutboundError::failed(format_args!("answered {status}")))
            }
        })
    }

    /// GET with headers, within limits. An answer of any status is an answer; one that may pass is asked for again.
    #[inline(never)]
    pub fn get_with<'a>(
        &'a self,
        url: &'a str,
        headers: HeaderMap,
        limits: Limits,
    ) -> Boxed<'a, Result<OutboundResponse, OutboundError>> {
        Box::pin(async move {
            let mut request =
                Request::builder().method(Method::GET).uri(url).body(Bytes::new()).map_err(OutboundError::failed)?;
            *request.headers_mut() = headers;
            let may_pass =
                |got: &Result<OutboundResponse, _>| got.as_ref().map_or(true, |got| got.status.is_server_error());
            retry(|| self.request_once(request.clone(), limits), may_pass).await
        })
    }

    /// POST once. An answer of any status is an answer.
    #[inline(never)]
    pub fn post<'a>(
        &'a self,
        url: &'a str,
        headers: HeaderMap,
        body: Bytes,
    ) -> Boxed<'a, Result<PostResponse, OutboundError>> {
        Box::pin(async move {
            let mut request =
                Request::builder().method(Method::POST).uri(url).body(body).map_err(OutboundError::failed)?;
            *request.headers_mut() = headers;
            let answer = self.head_of(request, POST_TIMEOUT).await?;
            let retry_after =
                answer.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
            Ok(PostResponse { status: answer.status(), retry_after })
        })
    }

    /// Sends a request once, within limits. An answer of any status is an answer.
    #[inline(never)]
    pub fn request_once(
        &self,
        request: Request<Bytes>,
        limits: Limits,
    ) -> Boxed<'_, Result<OutboundResponse, OutboundError>> {
        Box::pin(async move {
            let whole = async {
                let (head, body) = self.head_of(request, limits.timeout).await?.into_parts();
                let body = Limited::new(body, limits.largest).collect().await.map_err(|e| {
                    if e.is::<LengthLimitError>() {
                        OutboundError::TooLarge(limits.largest)
                    } else {
                        OutboundError::failed(e)
                    }
                })?;
                Ok(OutboundResponse { status: head.status, body: body.to_bytes() })
            };
            tokio::time::timeout(limits.timeout, whole).await.unwrap_or(Err(OutboundError::TimedOut))
        })
    }

    async fn head_of(&self, request: Request<Bytes>, timeout: Duration) -> Result<Response<Incoming>, OutboundError> {
        let answer = tokio::time::timeout(timeout, self.client().request(request.map(Full::new))).await;
        answer.map_err(|_| OutboundError::TimedOut)?.map_err(|e| {
            let reason = DisplayChain(&e).to_string();
            if e.is_connect() { OutboundError::Unreachable(reason) } else { OutboundError::Failed(reason) }
        })
    }
}

/// Displays an error with its causes: the outermost alone is only "client error (Connect)".
struct DisplayChain<'a>(&'a dyn std::error::Error);

impl std::fmt::Display for DisplayChain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
