//! The sign-up policy: `LARDER_SIGN_UP`.

use crate::web::set_up_link;
use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::id::UserId;
use http::header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode, Uri};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use tokio::sync::Mutex;
use tower::Service as _;

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
const DELETE: &str = "/identity/v1/accounts:delete";
/// The protocol's error code for refused sign-ups.
const ERROR_CODE: &str = "ADMIN_ONLY_OPERATION";
/// The response to a sign-up has three tokens.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignUpRequest {
    set_up: Option<String>,
}

/// The used fields of a sign-up's response.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignUpResponse {
    local_id: UserId,
    id_token: String,
}

impl SignUp {
    /// Adds the policy to `router`. `folder` has the set-up link.
    pub fn guard(self, router: Router, folder: &Path) -> Router {
        if self == Self::Open {
            return router;
        }
        let unused = UnusedAccounts { users: set_up_link::unused(folder), last_token: None };
        let guard =
            Arc::new(SetUpGuard { router: router.clone(), folder: folder.to_owned(), unused: Mutex::new(unused) });
        router.layer(from_fn(move |request: Request, next: Next| {
            let guard = guard.clone();
            async move {
                let is_sign_up = request.uri().path() == PATH && request.method() == Method::POST;
                match self {
                    Self::Link if is_sign_up => guard.sign_up_by_link(request, next).await,
                    _ if is_sign_up => refusal(),
                    _ => {
                        guard.record_use(request.headers()).await;
                        next.run(request).await
                    }
                }
            }
        }))
    }
}

/// The accounts that the link has created, until one is used: only then its device surely has received the answer.
struct UnusedAccounts {
    users: Vec<UserId>,
    /// The token that can delete the last of them, until the process ends.
    last_token: Option<String>,
}

struct SetUpGuard {
    /// The router without the guard, for deleting accounts.
    router: Router,
    folder: PathBuf,
    unused: Mutex<UnusedAccounts>,
}

impl SetUpGuard {
    /// Creates an account by the link. If the link was used before, its device has not received the answer, so that account
    /// is deleted.
    async fn sign_up_by_link(&self, request: Request, next: Next) -> Response {
        let (mut parts, body) = request.into_parts();
        // The response must be readable.
        parts.headers.remove(ACCEPT_ENCODING);
        let body: Bytes = to_bytes(body, identity::MAX_BODY_BYTES).await.unwrap_or_default();
        let SignUpRequest { set_up } = serde_json::from_slice(&body).unwrap_or_default();
        let mut unused = self.unused.lock().await;
        let Some(secret) = set_up.filter(|secret| set_up_link::is_valid(&self.folder, secret)) else {
            return refusal();
        };
        let last_token = unused.last_token.take();
        // A newer link may have replaced them.
        unused.users = set_up_link::unused(&self.folder);
        if let Some(id_token) = last_token.filter(|_| !unused.users.is_empty()) {
            let deletion: Request =
                Request::from_parts(parts_for(&parts, DELETE), json!({"idToken": id_token}).to_string().into());
            let Ok(answer): Result<Response, Infallible> = self.router.clone().call(deletion).await;
            let status = answer.status();
            if status.is_success() {
                unused.users.pop();
            } else {
                tracing::warn!(%status, "an unused account could not be deleted");
            }
        }
        let (answer, body) = next.run(Request::from_parts(parts, body.into())).await.into_parts();
        let body: Bytes = to_bytes(body, MAX_RESPONSE_BYTES).await.unwrap_or_default();
        if answer.status.is_success()
            && let Ok(SignUpResponse { local_id, id_token }) = serde_json::from_slice(&body)
        {
            unused.users.push(local_id);
            unused.last_token = Some(id_token);
        }
        if let Err(error) = set_up_link::store(&self.folder, &secret, &unused.users) {
            tracing::warn!(%error, "the account of the set-up link could not be stored");
        }
        Response::from_parts(answer, body.into())
    }

    /// Makes the link invalid if this is a request of its account. Does not verify the token, because the user's id is
    /// secret.
    async fn record_use(&self, headers: &HeaderMap) {
        let mut unused = self.unused.lock().await;
        if unused.users.is_empty() {
            return;
        }
        let Some(user) = subject(headers).filter(|user| unused.users.contains(user)) else { return };
        *unused = UnusedAccounts { users: vec![], last_token: None };
        // A newer link may be for another user.
        if set_up_link::unused(&self.folder).contains(&user)
            && let Err(error) = set_up_link::delete(&self.folder)
        {
            tracing::warn!(%error, "the set-up link could not be deleted");
        }
    }
}

/// Returns the head of a request to another path by the same client.
fn parts_for(parts: &Parts, path: &'static str) -> Parts {
    let mut parts = parts.clone();
    parts.uri = Uri::from_static(path);
    parts.headers.remove(CONTENT_LENGTH);
    parts
}

/// Returns the user of a bearer token.
fn subject(headers: &HeaderMap) -> Option<UserId> {
    #[derive(Deserialize)]
    struct Claims {
        sub: UserId,
    }
    let claims = headers.get(AUTHORIZATION)?.to_str().ok()?.split('.').nth(1)?;
    let claims: Claims = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).ok()?).ok()?;
    Some(claims.sub)
}

fn refusal() -> Response {
    let errors = [json!({"message": ERROR_CODE, "reason": "invalid", "domain": "global"})];
    let body = json!({"error": {"code": 400, "message": ERROR_CODE, "errors": errors}});
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
