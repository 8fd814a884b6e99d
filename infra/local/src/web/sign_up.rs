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

/// Controls who can create a larder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    Open,
    /// The holder of the set-up link, until one has joined; all others join by a member device's code.
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
/// The protocol's error code for sign-ups that only an administrator may make.
const CODE: &str = "ADMIN_ONLY_OPERATION";
/// An answer to a sign-up is three tokens.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WithSetUp {
    set_up: Option<String>,
}

/// The relevant part of a sign-up's answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignedUp {
    local_id: UserId,
    id_token: String,
}

impl SignUp {
    /// Refuses sign-ups at `router` against the policy. `folder` stores the set-up link.
    pub fn guard(self, router: Router, folder: &Path) -> Router {
        if self == Self::Open {
            return router;
        }
        let unused = UnusedAccounts { users: set_up_link::unused(folder), last: None };
        let guard =
            Arc::new(SetUpGuard { router: router.clone(), folder: folder.to_owned(), unused: Mutex::new(unused) });
        router.layer(from_fn(move |request: Request, next: Next| {
            let guard = guard.clone();
            async move {
                let signs_up = request.uri().path() == PATH && request.method() == Method::POST;
                match self {
                    Self::Link if signs_up => guard.sign_up_by_link(request, next).await,
                    _ if signs_up => refusal(),
                    _ => {
                        guard.note_use(request.headers()).await;
                        next.run(request).await
                    }
                }
            }
        }))
    }
}

/// The accounts that the link has made, until one is used: only then is it sure that an answer has arrived.
struct UnusedAccounts {
    users: Vec<UserId>,
    /// The token that deletes the last of them. It is kept nowhere else, so another start does not know it.
    last: Option<String>,
}

struct SetUpGuard {
    /// The guarded router, which also deletes accounts.
    router: Router,
    folder: PathBuf,
    unused: Mutex<UnusedAccounts>,
}

impl SetUpGuard {
    /// The link creates one account at a time. A second use means that the first answer was lost, and deletes that
    /// account.
    async fn sign_up_by_link(&self, request: Request, next: Next) -> Response {
        let (mut parts, body) = request.into_parts();
        // The answer is looked at.
        parts.headers.remove(ACCEPT_ENCODING);
        let body: Bytes = to_bytes(body, identity::MAX_BODY_BYTES).await.unwrap_or_default();
        let WithSetUp { set_up } = serde_json::from_slice(&body).unwrap_or_default();
        let mut unused = self.unused.lock().await;
        let Some(secret) = set_up.filter(|secret| set_up_link::is_good(&self.folder, secret)) else { return refusal() };
        let last = unused.last.take();
        // A newer link does not know them any more.
        unused.users = set_up_link::unused(&self.folder);
        if let Some(id_token) = last.filter(|_| !unused.users.is_empty()) {
            let deletion: Request =
                Request::from_parts(at(&parts, DELETE), json!({"idToken": id_token}).to_string().into());
            let Ok(answer): Result<Response, Infallible> = self.router.clone().call(deletion).await;
            let status = answer.status();
            if status.is_success() {
                unused.users.pop();
            } else {
                tracing::warn!(%status, "an account whose answer was lost stays");
            }
        }
        let (answer, body) = next.run(Request::from_parts(parts, body.into())).await.into_parts();
        let body: Bytes = to_bytes(body, MAX_RESPONSE_BYTES).await.unwrap_or_default();
        if answer.status.is_success()
            && let Ok(SignedUp { local_id, id_token }) = serde_json::from_slice(&body)
        {
            unused.users.push(local_id);
            unused.last = Some(id_token);
        }
        if let Err(error) = set_up_link::keep(&self.folder, &secret, &unused.users) {
            tracing::warn!(%error, "who came in by the set-up link cannot be noted");
        }
        Response::from_parts(answer, body.into())
    }

    /// A request of an account created by the link spends the link. The token is not verified here: the user's id is
    /// secret.
    async fn note_use(&self, headers: &HeaderMap) {
        let mut unused = self.unused.lock().await;
        if unused.users.is_empty() {
            return;
        }
        let Some(user) = subject(headers).filter(|user| unused.users.contains(user)) else { return };
        *unused = UnusedAccounts { users: vec![], last: None };
        // A newer link may be for another user.
        if set_up_link::unused(&self.folder).contains(&user)
            && let Err(error) = set_up_link::spend(&self.folder)
        {
            tracing::warn!(%error, "the set-up link stays good");
        }
    }
}

/// The head of a request to another path by the same client.
fn at(parts: &Parts, path: &'static str) -> Parts {
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
    let errors = [json!({"message": CODE, "reason": "invalid", "domain": "global"})];
    let body = json!({"error": {"code": 400, "message": CODE, "errors": errors}});
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
