//! The HTTP client for key sets, push services, recipe servers and another Larder. AWS's SDK has a client of its own.
//! Calls have timeouts and size limits, and follow no redirects.

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
        Self::new(Resolver::unrestricted())
    }
}

/// A response to a POST, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostResponse {
    pub status: StatusCode,
    pub retry_after: Option<String>,
}

/// A response to a GET, or to [`Outbound::request_once`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboundResponse {
    pub status: StatusCode,
    pub body: Bytes,
}

/// Limits of a response.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The timeout of one attempt.
    pub timeout: Duration,
    pub max_body_bytes: usize,
}

/// The reason for a missing response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("timed out")]
    TimedOut,
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The request was not sent.
    #[error("{0}")]
    Unreachable(String),
    /// The server may have received the request.
    #[error("{0}")]
    Failed(String),
}

impl OutboundError {
    fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Three attempts and their pauses take at most four seconds of the ten that a request has.
const GET_TIMEOUT: Duration = Duration::from_secs(1);
const POST_TIMEOUT: Duration = Duration::from_secs(10);
/// The limits for small documents such as key sets.
const DOCUMENT_LIMITS: Limits = Limits { timeout: GET_TIMEOUT, max_body_bytes: 256 * 1024 };
const MAX_ATTEMPTS: u32 = 3;
const MIN_RETRY_PAUSE: Duration = Duration::from_millis(50);
const MAX_RETRY_JITTER: Duration = Duration::from_millis(250);

/// Makes a call up to three times while its result is transient, with growing random pauses.
async fn retry<T, F: Future<Output = T>>(mut call: impl FnMut() -> F, is_transient: impl Fn(&T) -> bool) -> T {
    let mut attempt = 1;
    loop {
        let result = call().await;
        if attempt == MAX_ATTEMPTS || !is_transient(&result) {
            return result;
        }
        tokio::time::sleep(attempt * (MIN_RETRY_PAUSE + jitter(MAX_RETRY_JITTER))).await;
        attempt += 1;
    }
}

/// Returns a random part of `max`, so that the retries of many clients do not arrive together.
pub fn jitter(max: Duration) -> Duration {
    let mut byte = [0];
    // Without randomness the retry is made all the same.
    let _ = aws_lc_rs::rand::fill(&mut byte);
    max * u32::from(byte[0]) / 255
}

impl Outbound {
    fn new(resolver: Resolver) -> Self {
        Self { resolver, client: OnceLock::new() }
    }

    /// Allows only names with public addresses. Callers must refuse URLs with an IP address, which is not resolved.
    /// `hosts` (`host:port`) are exempt, for development.
    pub fn to_public_addresses(hosts: &[String]) -> Self {
        let name = |host: &String| host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name).to_owned();
        Self::new(Resolver::only_public_except(hosts.iter().map(name).collect()))
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

    /// Gets a small document, in up to three attempts. Fails unless the status is 200.
    #[inline(never)]
    pub fn get<'a>(&'a self, url: &'a str) -> Boxed<'a, Result<Bytes, OutboundError>> {
        Box::pin(async move {
            let OutboundResponse { status, body } = self.get_with(url, HeaderMap::new(), DOCUMENT_LIMITS).await?;
            if status == StatusCode::OK {
                Ok(body)
            } else {
                Err(OutboundError::failed(format_args!("answered {status}")))
            }
        })
    }

    /// Sends a GET within limits, again after a 5xx or a failure other than a response that is too large. Returns
    /// responses of any status.
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
            let is_transient = |result: &Result<OutboundResponse, _>| match result {
                Ok(response) => response.status.is_server_error(),
                Err(error) => !matches!(error, OutboundError::TooLarge(_)),
            };
            retry(|| self.request_once(request.clone(), limits), is_transient).await
        })
    }

    /// Sends a POST once. Returns responses of any status.
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
            let response = self.send_request(request, POST_TIMEOUT).await?;
            let retry_after =
                response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
            Ok(PostResponse { status: response.status(), retry_after })
        })
    }

    /// Sends a request once, within limits. Returns responses of any status.
    #[inline(never)]
    pub fn request_once(
        &self,
        request: Request<Bytes>,
        limits: Limits,
    ) -> Boxed<'_, Result<OutboundResponse, OutboundError>> {
        Box::pin(async move {
            let exchange = async {
                let (head, body) = self.send_request(request, limits.timeout).await?.into_parts();
                let body = Limited::new(body, limits.max_body_bytes).collect().await.map_err(|e| {
                    if e.is::<LengthLimitError>() {
                        OutboundError::TooLarge(limits.max_body_bytes)
                    } else {
                        OutboundError::failed(e)
                    }
                })?;
                Ok(OutboundResponse { status: head.status, body: body.to_bytes() })
            };
            tokio::time::timeout(limits.timeout, exchange).await.unwrap_or(Err(OutboundError::TimedOut))
        })
    }

    async fn send_request(
        &self,
        request: Request<Bytes>,
        timeout: Duration,
    ) -> Result<Response<Incoming>, OutboundError> {
        let response = tokio::time::timeout(timeout, self.client().request(request.map(Full::new))).await;
        response.map_err(|_| OutboundError::TimedOut)?.map_err(|e| {
            let reason = DisplayChain(&e).to_string();
            if e.is_connect() { OutboundError::Unreachable(reason) } else { OutboundError::Failed(reason) }
        })
    }
}

/// Displays an error with its causes: the outermost is only "client error (Connect)".
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
