//! Adds a weak `ETag` to a response, so that a client with the same version gets only 304.

use crate::{ApiError, Caller};
use application::deps::Deps;
use axum::body::Body;
use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use domain::digest::short_hash;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;

/// The poll interval in seconds, for clients that are shown on a screen. Only in shared larders: in others no other
/// device changes anything.
const POLL_HEADER: &str = "larder-poll";
/// The role of a device that may not do everything, so that it shows no more than it may.
const ROLE_HEADER: &str = "larder-role";

/// The entity tag of the client's version, and the poll interval of this server.
#[derive(Clone, Debug)]
pub struct IfNoneMatch {
    tag: Option<HeaderValue>,
    poll_seconds: u32,
}

impl<S: Send + Sync> FromRequestParts<S> for IfNoneMatch
where
    Deps: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let poll_seconds = Deps::from_ref(state).config.poll_seconds;
        Ok(Self { tag: parts.headers.get(header::IF_NONE_MATCH).cloned(), poll_seconds })
    }
}

impl IfNoneMatch {
    /// Returns true if the client has the version with this tag.
    pub fn matches(&self, tag: &str) -> bool {
        let if_none_match = self.tag.as_ref().and_then(|value| value.to_str().ok());
        if_none_match.is_some_and(|if_none_match| matches(if_none_match, tag))
    }

    /// Returns the body as JSON with its tag, or 304 if the client has it.
    pub fn respond(&self, caller: &Caller, body: &impl Serialize) -> Response {
        let body = serde_json::to_string(body).expect("responses are plain data");
        let tag = format!("W/\"{}\"", short_hash(&body));
        let is_unchanged = self.matches(&tag);
        let mut headers = HeaderMap::new();
        headers.insert(header::ETAG, tag.parse().expect("a tag is made of hexadecimal digits"));
        if caller.device.is_some() {
            headers.insert(POLL_HEADER, self.poll_seconds.into());
        }
        if !caller.role.is_member() {
            headers.insert(ROLE_HEADER, HeaderValue::from_static("looker"));
        }
        if is_unchanged {
            return (StatusCode::NOT_MODIFIED, headers, Body::empty()).into_response();
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        (headers, body).into_response()
    }
}

/// `If-None-Match` compares weakly (RFC 9110): a proxy may have changed the prefix.
fn matches(if_none_match: &str, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if_none_match.trim() == "*" || if_none_match.split(',').any(|candidate| bare(candidate) == bare(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_etags_weakly() {
        let tag = "W/\"ab12\"";
        for if_none_match in ["W/\"ab12\"", "\"ab12\"", "*", "\"x\", W/\"ab12\"", " \"x\" ,\"ab12\" "] {
            assert!(matches(if_none_match, tag), "{if_none_match}");
        }
        for other in ["", "ab12", "\"ab1\"", "W/\"ab123\"", "\"AB12\""] {
            assert!(!matches(other, tag), "{other}");
        }
    }
}
