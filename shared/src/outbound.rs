//! The one HTTP client for calls that are not AWS's: key sets now, push services later. Every call has a timeout and an end.

use bytes::Bytes;
use http::{Method, Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::sync::OnceLock;
use std::time::Duration;

/// Connects to nobody until it is used: reading the root certificates takes milliseconds that most requests need not pay.
#[derive(Debug, Default)]
pub struct Outbound {
    client: OnceLock<Client<HttpsConnector<HttpConnector>, Full<Bytes>>>,
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OutboundError(String);

const TIMEOUT: Duration = Duration::from_secs(3);
const LARGEST_ANSWER: usize = 256 * 1024;
const ATTEMPTS: u32 = 3;

impl Outbound {
    fn client(&self) -> &Client<HttpsConnector<HttpConnector>, Full<Bytes>> {
        self.client.get_or_init(|| {
            let mut tcp = HttpConnector::new();
            tcp.enforce_http(false);
            tcp.set_connect_timeout(Some(TIMEOUT));
            let provider = rustls::crypto::aws_lc_rs::default_provider();
            let https = HttpsConnectorBuilder::new().with_provider_and_platform_verifier(provider);
            let https = https
                .expect("the TLS provider supports the default protocol versions")
                .https_or_http()
                .enable_http1()
                .wrap_connector(tcp);
            Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(Duration::from_secs(30))
                .build(https)
        })
    }

    /// GET a small document: up to three attempts with growing pauses, redirects not followed.
    pub async fn get(&self, url: &str) -> Result<Bytes, OutboundError> {
        let mut attempt = 1;
        loop {
            match tokio::time::timeout(TIMEOUT, self.get_once(url))
                .await
                .unwrap_or_else(|_| Err(OutboundError("timed out".into())))
            {
                Ok(body) => return Ok(body),
                Err(error) if attempt == ATTEMPTS => return Err(error),
                Err(_) => {
                    let mut jitter = [0];
                    let _ = aws_lc_rs::rand::fill(&mut jitter);
                    tokio::time::sleep(Duration::from_millis(u64::from(attempt) * (50 + u64::from(jitter[0])))).await;
                    attempt += 1;
                }
            }
        }
    }

    async fn get_once(&self, url: &str) -> Result<Bytes, OutboundError> {
        let failed = |e: &dyn std::fmt::Display| OutboundError(e.to_string());
        let request = Request::builder().method(Method::GET).uri(url).body(Full::default()).map_err(|e| failed(&e))?;
        let answer = self.client().request(request).await.map_err(|e| failed(&e))?;
        if answer.status() != StatusCode::OK {
            return Err(OutboundError(format!("answered {}", answer.status())));
        }
        let body = Limited::new(answer.into_body(), LARGEST_ANSWER).collect().await.map_err(|e| failed(&e))?;
        Ok(body.to_bytes())
    }
}
