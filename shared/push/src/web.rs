//! Sends a message to a browser by Web Push.

use super::authorizations::Authorizations;
use super::encryption::{EncryptionError, encrypt};
use super::subscription::is_known_endpoint;
use super::{DeliveryResult, Message, VapidKeys};
use chrono::{DateTime, Utc};
use domain::subscription::Subscription;
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use std::sync::Arc;
use std::time::Duration;
use system::clock::Clock;
use system::outbound::{Outbound, PostResponse, jitter};

const MAX_ATTEMPTS: u32 = 3;
const INITIAL_PAUSE: Duration = Duration::from_secs(1);
/// If a service requests a longer pause, the next run retries.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15);
/// A message that expires now is sent all the same. A digest lasts a day.
const MIN_TTL_SECONDS: i64 = 60;
const MAX_TTL_SECONDS: i64 = 24 * 60 * 60;

#[derive(Debug)]
pub struct WebPush {
    outbound: Outbound,
    keys: VapidKeys,
    authorizations: Authorizations,
    hosts: Vec<String>,
    clock: Arc<dyn Clock>,
}

/// The meaning of a push service's response.
#[derive(Debug, PartialEq, Eq)]
enum SendStatus {
    Final(DeliveryResult),
    Retry(Option<Duration>),
}

impl WebPush {
    /// `hosts` are further push services for development; see [`is_known_endpoint`].
    pub fn new(keys: VapidKeys, hosts: Vec<String>, clock: Arc<dyn Clock>) -> Self {
        let outbound = Outbound::to_public_addresses(&hosts);
        Self { outbound, keys, authorizations: Authorizations::default(), hosts, clock }
    }

    pub fn public_key(&self) -> &str {
        self.keys.public()
    }

    /// Sends a message, in up to three attempts.
    pub async fn send(&self, subscription: &Subscription, message: &Message) -> DeliveryResult {
        // Validated again, because the rules may have changed since the registration.
        if !is_known_endpoint(&subscription.endpoint, &self.hosts) {
            return DeliveryResult::Gone;
        }
        let body = match encrypt(message.payload.as_bytes(), &subscription.p256dh, &subscription.auth) {
            Ok(body) => body,
            // The browser could never read a message.
            Err(EncryptionError::Key) => return DeliveryResult::Gone,
            Err(error @ EncryptionError::TooLong) => return DeliveryResult::Refused(error.to_string()),
            Err(error @ EncryptionError::Failed) => return DeliveryResult::Failed(error.to_string()),
        };
        let (mut attempt, mut pause) = (1, INITIAL_PAUSE);
        loop {
            let now = self.clock.now();
            let Some(headers) = self.headers(&subscription.endpoint, message, now) else {
                return DeliveryResult::Refused("the message makes no valid headers".into());
            };
            let reason = match self.outbound.post(&subscription.endpoint, headers, body.clone().into()).await {
                Ok(posted) => match classify(&posted, now) {
                    SendStatus::Final(outcome) => return outcome,
                    SendStatus::Retry(requested) => {
                        pause = requested.unwrap_or(pause);
                        format!("the push service answered {}", posted.status)
                    }
                },
                Err(error) => error.to_string(),
            };
            if attempt == MAX_ATTEMPTS || pause > MAX_RETRY_DELAY {
                return DeliveryResult::Failed(reason);
            }
            // With jitter: one failure of a push service concerns thousands of browsers.
            tokio::time::sleep(pause + jitter(pause / 4)).await;
            pause = (pause * 2).max(INITIAL_PAUSE);
            attempt += 1;
        }
    }

    fn headers(&self, endpoint: &str, message: &Message, now: DateTime<Utc>) -> Option<HeaderMap> {
        let uri: Uri = endpoint.parse().ok()?;
        let audience = format!("{}://{}", uri.scheme_str()?, uri.authority()?);
        let seconds = (message.expires_at - now).num_seconds().clamp(MIN_TTL_SECONDS, MAX_TTL_SECONDS);
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, self.authorizations.header(&self.keys, audience, now)?);
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        headers.insert("ttl", seconds.into());
        headers.insert("topic", HeaderValue::from_str(&message.tag).ok()?);
        headers.insert("urgency", HeaderValue::from_static("normal"));
        Some(headers)
    }
}

fn classify(posted: &PostResponse, now: DateTime<Utc>) -> SendStatus {
    match posted.status {
        status if status.is_success() => SendStatus::Final(DeliveryResult::Accepted),
        StatusCode::NOT_FOUND | StatusCode::GONE => SendStatus::Final(DeliveryResult::Gone),
        status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            SendStatus::Retry(posted.retry_after.as_deref().and_then(|text| parse_retry_after(text, now)))
        }
        StatusCode::REQUEST_TIMEOUT => SendStatus::Retry(None),
        // Redirects are not followed. 401 and 403 concern our key or clock, 400 and 413 the message: the subscription
        // stays, and a retry would not help.
        status => SendStatus::Final(DeliveryResult::Refused(format!("the push service answered {status}"))),
    }
}

/// Parses `Retry-After`: seconds or a date.
fn parse_retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = DateTime::parse_from_rfc2822(text.trim()).ok()?.with_timezone(&Utc);
    Some((until - now).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    fn posted(status: u16, retry_after: Option<&str>) -> PostResponse {
        PostResponse { status: StatusCode::from_u16(status).unwrap(), retry_after: retry_after.map(str::to_owned) }
    }

    fn web_push() -> WebPush {
        let keys = VapidKeys::generate([7; 32], "mailto:a@example.org").unwrap();
        WebPush::new(keys, vec![], Arc::new(system::clock::SystemClock::default()))
    }

    #[tokio::test]
    async fn connects_to_public_addresses_only() {
        let sent = web_push().outbound.post("http://localhost:9/push", HeaderMap::new(), "".into()).await;
        let error = sent.unwrap_err().to_string();
        assert!(error.contains("localhost has an address that is not public"), "{error}");
    }

    #[tokio::test]
    async fn keeps_the_subscription_of_a_message_that_is_too_long() {
        let web = web_push();
        let subscription = Subscription {
            endpoint: "https://web.push.apple.com/x".into(),
            p256dh: URL_SAFE_NO_PAD.decode(web.public_key()).unwrap().try_into().unwrap(),
            auth: [0; 16],
            created_at: DateTime::UNIX_EPOCH,
            device: None,
        };
        let message = Message {
            tag: "test".into(),
            expires_at: DateTime::UNIX_EPOCH,
            payload: "x".repeat(5_000),
            title: String::new(),
            body: String::new(),
        };
        let result = web.send(&subscription, &message).await;
        assert!(matches!(result, DeliveryResult::Refused(_)), "{result:?}");
    }

    #[test]
    fn classifies_push_service_responses() {
        let now = DateTime::parse_from_rfc3339("2026-11-21T09:00:00Z").unwrap().to_utc();
        assert_eq!(classify(&posted(201, None), now), SendStatus::Final(DeliveryResult::Accepted));
        assert_eq!(classify(&posted(404, None), now), SendStatus::Final(DeliveryResult::Gone));
        assert_eq!(classify(&posted(410, None), now), SendStatus::Final(DeliveryResult::Gone));
        assert_eq!(classify(&posted(503, None), now), SendStatus::Retry(None));
        assert_eq!(classify(&posted(429, Some("7")), now), SendStatus::Retry(Some(Duration::from_secs(7))));
        assert_eq!(
            classify(&posted(429, Some("Sat, 21 Nov 2026 09:00:05 GMT")), now),
            SendStatus::Retry(Some(Duration::from_secs(5)))
        );
        assert_eq!(
            classify(&posted(429, Some("Sat, 21 Nov 2020 09:00:05 GMT")), now),
            SendStatus::Retry(Some(Duration::ZERO))
        );
        assert_eq!(classify(&posted(429, Some("soon")), now), SendStatus::Retry(None));
        for status in [301, 307, 400, 401, 403, 413] {
            assert!(
                matches!(classify(&posted(status, None), now), SendStatus::Final(DeliveryResult::Refused(_))),
                "{status}"
            );
        }
    }
}
