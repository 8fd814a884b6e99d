//! Who may come in: `LARDER_SIGN_UP`.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode};
use serde_json::json;
use std::str::FromStr;

/// Whether a visitor gets a larder of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    Open,
    Closed,
}

impl FromStr for SignUp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "open" => Ok(Self::Open),
            "closed" => Ok(Self::Closed),
            _ => Err(text.to_owned()),
        }
    }
}

const PATH: &str = "/identity/v1/accounts:signUp";
/// What the protocol calls a sign-up that only an administrator may make.
const CODE: &str = "ADMIN_ONLY_OPERATION";

impl SignUp {
    pub fn guard(self, router: Router) -> Router {
        match self {
            Self::Open => router,
            Self::Closed => router.layer(from_fn(|request: Request, next: Next| async move {
                let signs_up = request.uri().path() == PATH && request.method() == Method::POST;
                if signs_up { refusal() } else { next.run(request).await }
            })),
        }
    }
}

fn refusal() -> Response {
    let errors = [json!({"message": CODE, "reason": "invalid", "domain": "global"})];
    let body = json!({"error": {"code": 400, "message": CODE, "errors": errors}});
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
