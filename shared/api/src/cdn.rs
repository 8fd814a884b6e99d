//! Refuses requests that bypass the CDN: a client could forge the viewer's address and evade the limits of anonymous
//! calls.

use crate::ApiError;
use application::deps::Deps;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::StatusCode;
use sha2::{Digest, Sha256};

/// The header that `infra/cdn/template.yaml` sends to the API.
const HEADER: &str = "larder-cdn";

pub(crate) async fn layer(State(deps): State<Deps>, request: Request, next: Next) -> Result<Response, ApiError> {
    let secret = request.headers().get(HEADER).map_or(&b""[..], |value| value.as_bytes());
    if is_accepted(secret, &deps.config.cdn_secrets) {
        return Ok(next.run(request).await);
    }
    Err(ApiError::new(StatusCode::FORBIDDEN, "not_here", "Please use the site's own address."))
}

/// Without configured secrets there is no CDN, and every request is allowed.
fn is_accepted(secret: &[u8], accepted: &[String]) -> bool {
    // Compares hashes, so that the time does not reveal how much of a guess is right.
    let hash = Sha256::digest(secret);
    accepted.is_empty() || accepted.iter().any(|accepted| Sha256::digest(accepted.as_bytes()) == hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_either_cdn_secret_only() {
        let secrets = ["old".to_owned(), "new".to_owned()];
        assert!(is_accepted(b"old", &secrets) && is_accepted(b"new", &secrets));
        for wrong in [&b""[..], b"o", b"old,new", b"New"] {
            assert!(!is_accepted(wrong, &secrets));
        }
        assert!(is_accepted(b"", &[]));
    }
}
