//! The sign-up policy: `LARDER_SIGN_UP`.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode};
use serde_json::json;
use std::str::FromStr;

/// Controls who can create an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    Open,
    /// Only the set-up link creates an account; other devices join its larder.
    Link,
    Closed,
}

impl FromStr for SignUp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "open" => Ok(Self::Open),
            "link" => Ok(Self::Link),
            "closed" => Ok(Self::Closed),
            _ => Err(text.to_owned()),
        }
    }
}

const PATH: &str = "/identity/v1/accounts:signUp";
/// The protocol's error code for refused sign-ups.
const ERROR_CODE: &str = "ADMIN_ONLY_OPERATION";

impl SignUp {
    /// Adds the policy to `router`. A set-up link is a join credential, and needs no sign-up.
    pub fn guard(self, router: Router) -> Router {
        if self == Self::Open {
            return router;
        }
        router.layer(from_fn(|request: Request, next: Next| async move {
            let is_sign_up = request.uri().path() == PATH && request.method() == Method::POST;
            if is_sign_up { refusal() } else { next.run(request).await }
        }))
    }
}

fn refusal() -> Response {
    let errors = [json!({"message": ERROR_CODE, "reason": "invalid", "domain": "global"})];
    let body = json!({"error": {"code": 400, "message": ERROR_CODE, "errors": errors}});
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
