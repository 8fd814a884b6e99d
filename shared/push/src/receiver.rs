//! ntfy and Gotify: receivers of reminders that the operator of one machine configures, for one larder.

use super::{DeliveryResult, Message};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::id::UserId;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use serde_json::json;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};
use system::outbound::{Outbound, OutboundError, PostResponse};

/// Gotify's apps announce messages of the priorities 4 to 7 with a sound.
const GOTIFY_PRIORITY: u8 = 5;

#[derive(Clone, Copy)]
enum Service {
    Ntfy,
    Gotify,
}

#[derive(Clone)]
pub struct Receiver {
    service: Service,
    url: String,
    headers: HeaderMap,
}

/// The reason why a receiver may not have a message.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    #[error("{0}")]
    Refused(String),
    /// The receiver may have the message.
    #[error("{0}")]
    Unknown(String),
}

/// All receivers, and the larder whose reminders they get.
#[derive(Debug, Default)]
pub struct Receivers {
    pub all: Vec<Receiver>,
    site: String,
    larder: Mutex<Option<UserId>>,
    outbound: Outbound,
}

impl std::fmt::Debug for Receiver {
    /// Omits the URL, which is secret: anyone who knows a topic can read it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Receiver {
    pub fn ntfy(topic: &Uri, authorization: Option<HeaderValue>) -> Self {
        let headers = authorization.map(|value| (AUTHORIZATION, value)).into_iter().collect();
        Self { service: Service::Ntfy, url: topic.to_string(), headers }
    }

    pub fn gotify(server: &Uri, key: HeaderValue) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = HeaderMap::from_iter([(HeaderName::from_static("x-gotify-key"), key), (CONTENT_TYPE, json)]);
        Self { service: Service::Gotify, url: format!("{}/message", server.to_string().trim_end_matches('/')), headers }
    }

    /// Returns the service's name, for display.
    pub fn name(&self) -> &'static str {
        match self.service {
            Service::Ntfy => "ntfy",
            Service::Gotify => "Gotify",
        }
    }

    /// Returns the headers and the body of a message, which opens the address `click`.
    fn format(&self, title: &str, text: &str, click: &str) -> (HeaderMap, String) {
        let mut headers = self.headers.clone();
        let body = match self.service {
            Service::Ntfy => {
                for (name, value) in [("title", title), ("tags", "hourglass_flowing_sand"), ("click", click)] {
                    let value = HeaderValue::from_str(&encoded(value)).ok();
                    headers.extend(value.map(|value| (HeaderName::from_static(name), value)));
                }
                text.to_owned()
            }
            Service::Gotify => {
                let extras = json!({"client::notification": {"click": {"url": click}}});
                json!({"title": title, "message": text, "priority": GOTIFY_PRIORITY, "extras": extras}).to_string()
            }
        };
        (headers, body)
    }
}

impl Receivers {
    /// `site` is the address that a message opens.
    pub fn new(all: Vec<Receiver>, site: &str) -> Self {
        Self { all, site: site.to_owned(), ..Self::default() }
    }

    /// Sets the larder whose reminders go to the receivers.
    pub fn assign(&self, larder: Option<UserId>) {
        *self.larder.lock().unwrap_or_else(PoisonError::into_inner) = larder;
    }

    /// Returns the receivers of a larder's reminders.
    pub fn of(&self, user: &UserId) -> Vec<Receiver> {
        let is_theirs = self.larder.lock().unwrap_or_else(PoisonError::into_inner).as_ref() == Some(user);
        if is_theirs { self.all.clone() } else { vec![] }
    }

    /// Sends a reminder. A receiver would show a repeated one twice, so one that may have arrived counts as accepted.
    pub async fn send(&self, receiver: &Receiver, message: &Message) -> DeliveryResult {
        match self.post(receiver, &message.title, &message.body).await {
            Ok(()) => DeliveryResult::Accepted,
            Err(PostError::Unknown(reason)) => {
                tracing::warn!(reason, "{} may have the reminder or not; the next one is tomorrow's", receiver.name());
                DeliveryResult::Accepted
            }
            Err(PostError::Refused(reason)) => DeliveryResult::Failed(format!("{}: {reason}", receiver.name())),
        }
    }

    /// Tells each receiver of a problem that the operator must fix.
    pub async fn warn_operator(&self, message: &str) {
        for receiver in &self.all {
            if let Err(error) = self.post(receiver, "Larder", message).await {
                tracing::warn!(%error, "the warning may not have reached {}", receiver.name());
            }
        }
    }

    /// Sends a message once.
    pub async fn post(&self, receiver: &Receiver, title: &str, text: &str) -> Result<(), PostError> {
        let (headers, body) = receiver.format(title, text, &format!("{}/?tab=items&due=1", self.site));
        match self.outbound.post(&receiver.url, headers, body.into()).await {
            Ok(response) if response.status.is_success() => Ok(()),
            Ok(PostResponse { status, .. }) => {
                let reason = format!("answered {status}");
                // A proxy answers 5xx if it lost the receiver's answer.
                let is_unknown = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
                Err(if is_unknown { PostError::Unknown(reason) } else { PostError::Refused(reason) })
            }
            Err(OutboundError::Unreachable(reason)) => Err(PostError::Refused(reason)),
            Err(error) => Err(PostError::Unknown(error.to_string())),
        }
    }
}

/// Encodes a header that is not ASCII by RFC 2047, which ntfy accepts.
fn encoded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { format!("=?UTF-8?B?{}?=", STANDARD.encode(text)).into() }
}
