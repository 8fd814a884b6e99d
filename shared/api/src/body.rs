//! Reads a JSON body strictly: invalid JSON is 400, a wrong type is 422 with its path.

use crate::ApiError;
use crate::admission::{AdmittedSlot, Slot};
use crate::collect::{MAX_BODY_BYTES, collect};
use crate::idempotency::UnhashedBody;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

/// Extracts a JSON object of at most `MAX_BYTES` bytes. More than [`MAX_BODY_BYTES`] are only read from a
/// request that has been admitted ([`crate::Admitted`]).
pub struct JsonBody<T, const MAX_BYTES: usize = MAX_BODY_BYTES>(pub T);

/// Extracts an optional JSON object; the body may be missing or `null`.
pub struct OptionalJson<T>(pub Option<T>);

/// The bytes of a body of at most `MAX_BYTES` bytes, for handlers that parse them themselves.
pub struct WholeBody<const MAX_BYTES: usize = MAX_BODY_BYTES>(pub Bytes);

/// Reads the body of a handler. The idempotency key of a large body is looked up only here: a recorded reply is
/// returned as a rejection, and the handler does not run.
async fn read_body(request: Request, max: usize) -> Result<Bytes, Response> {
    let (parts, body) = request.into_parts();
    let slot = parts.extensions.get::<AdmittedSlot>().map(|AdmittedSlot(slot)| slot);
    debug_assert!(max <= MAX_BODY_BYTES || slot.is_some(), "large bodies need admission");
    let bytes = match slot {
        Some(slot) => slot.receive(collect(Slot::count(slot, body), max)).await,
        None => collect(body, max).await,
    };
    let bytes = bytes.map_err(IntoResponse::into_response)?;
    match parts.extensions.get::<UnhashedBody>() {
        Some(unhashed) => unhashed.find_reply(&bytes).await.map(|()| bytes),
        None => Ok(bytes),
    }
}

/// Returns true for the start of a JSON object. Serde would also read a struct from a JSON array.
pub fn begins_an_object(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'{')
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if !begins_an_object(bytes) {
        return Err(ApiError::bad_body("The body must be a JSON object."));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        // Serde reports some wrong types (a number for an enum) as syntax errors, so the syntax is checked separately.
        if inner.is_data() || serde_json::from_slice::<serde_json::Value>(bytes).is_ok() {
            ApiError::invalid(&path, without_position(&inner.to_string()))
        } else {
            ApiError::bad_body("The body is not valid JSON.")
        }
    })?;
    json.end().map_err(|_| ApiError::bad_body("The body is not valid JSON."))?;
    Ok(value)
}

/// Returns Serde's message without the position, which does not help the user.
fn without_position(message: &str) -> String {
    let end = message.rfind(" at line ").unwrap_or(message.len());
    // The message may quote the value: a long one is cut, between characters.
    let short: String = message[..end].chars().take(160).collect();
    format!("This value is not allowed here: {short}.")
}

impl<S: Send + Sync, T: DeserializeOwned, const MAX_BYTES: usize> FromRequest<S> for JsonBody<T, MAX_BYTES> {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Self, Response> {
        parse(&read_body(request, MAX_BYTES).await?).map(Self).map_err(IntoResponse::into_response)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalJson<T> {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Self, Response> {
        match read_body(request, MAX_BODY_BYTES).await?.trim_ascii() {
            b"" | b"null" => Ok(Self(None)),
            text => parse(text).map(|value| Self(Some(value))).map_err(IntoResponse::into_response),
        }
    }
}

impl<S: Send + Sync, const MAX_BYTES: usize> FromRequest<S> for WholeBody<MAX_BYTES> {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Self, Response> {
        read_body(request, MAX_BYTES).await.map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "the test only parses it")]
    struct Form {
        name: String,
        quantity: Option<f64>,
        kind: Option<Kind>,
    }

    #[derive(Debug, serde::Deserialize)]
    enum Kind {
        Solid,
    }

    fn status(body: &str) -> u16 {
        parse::<Form>(body.as_bytes()).map_or_else(|e| e.into_response().status().as_u16(), |_| 200)
    }

    #[test]
    fn returns_400_for_invalid_json_and_422_for_wrong_type() {
        let deep = format!("{{\"name\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
        for (body, expected) in [
            ("{\"name\":\"milk\"}", 200),
            ("{\"name\":\"milk\",\"extra\":1}", 200),
            ("", 400),
            ("milk", 400),
            ("[\"milk\", 1]", 400),
            ("{\"name\":", 400),
            ("{\"name\":\"milk\"} x", 400),
            ("{\"name\":\"milk\",\"quantity\":1e999}", 400),
            (deep.as_str(), 422),
            ("{\"name\":7}", 422),
            ("{\"name\":\"milk\",\"kind\":\"Solid\"}", 200),
            ("{\"name\":\"milk\",\"kind\":1}", 422),
            ("{\"name\":\"milk\",\"kind\":\"Liquid\"}", 422),
            ("{}", 422),
            ("{\"name\":\"a\",\"name\":\"b\"}", 422),
        ] {
            assert_eq!(status(body), expected, "{}", &body[..body.len().min(40)]);
        }
    }
}
