//! Who may come in: `LARDER_SIGN_UP`.

use crate::set_up_link;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Whether a visitor gets a larder of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    Open,
    /// Whoever opens the set-up link, once; everybody else comes in by the code of a device that is in.
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
/// What the protocol calls a sign-up that only an administrator may make.
const CODE: &str = "ADMIN_ONLY_OPERATION";

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WithSetUp {
    set_up: Option<String>,
}

impl SignUp {
    /// Nobody signs up at `router` who may not. `folder` is where the set-up link is kept.
    pub fn guard(self, router: Router, folder: &Path) -> Router {
        let folder: Arc<Path> = folder.into();
        match self {
            Self::Open => router,
            Self::Link | Self::Closed => router.layer(from_fn(move |request: Request, next: Next| {
                let folder = (self == Self::Link).then(|| folder.to_path_buf());
                async move {
                    let signs_up = request.uri().path() == PATH && request.method() == Method::POST;
                    if signs_up { let_in(request, next, folder).await } else { next.run(request).await }
                }
            })),
        }
    }
}

/// The link is spent before the account is made, so that no two make one by it, and is good again where that fails.
async fn let_in(request: Request, next: Next, folder: Option<PathBuf>) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, identity::LARGEST_BODY).await.unwrap_or_default();
    let WithSetUp { set_up } = serde_json::from_slice(&body).unwrap_or_default();
    let (Some(folder), Some(secret)) = (folder, set_up) else { return refusal() };
    if !set_up_link::spend(&folder, &secret) {
        return refusal();
    }
    let answer = next.run(Request::from_parts(parts, Body::from(body))).await;
    if !answer.status().is_success()
        && let Err(error) = set_up_link::keep(&folder, &secret)
    {
        tracing::warn!(%error, "the set-up link is lost; `larder set-up-link` makes another");
    }
    answer
}

fn refusal() -> Response {
    let errors = [json!({"message": CODE, "reason": "invalid", "domain": "global"})];
    let body = json!({"error": {"code": 400, "message": CODE, "errors": errors}});
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
