//! `POST /identity/v1/accounts:signUp`

use crate::TOOLKIT_MAX_BODY_BYTES;
use crate::refresh_token;
use crate::signer::{Signer, TOKEN_LIFETIME};
use crate::toolkit::{self, ToolkitError, refused};
use api::{ClientAddress, RateLimit, WholeBody, rate_limit};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Account;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"returnSecureToken": true}))]
#[expect(dead_code, reason = "the protocol has the field, but a token is always returned")]
pub struct SignUp {
    #[serde(default)]
    return_secure_token: bool,
    email: Option<String>,
    password: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedUp {
    kind: &'static str,
    id_token: String,
    refresh_token: String,
    /// Seconds, as text, as the protocol requires.
    expires_in: String,
    local_id: String,
    is_new_user: bool,
}

/// Creates an anonymous account.
#[utoipa::path(post, path = "/identity/v1/accounts:signUp", tag = "identity",
    security(), request_body = Option<SignUp>,
    responses((status = 200, body = SignedUp), (status = 429)))]
pub async fn sign_up(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    WholeBody(body): WholeBody<TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Json<SignedUp>, ToolkitError> {
    let request: SignUp = toolkit::parse_json(&body)?;
    if request.email.is_some() || request.password.is_some() {
        return Err(refused("OPERATION_NOT_ALLOWED"));
    }
    let per_address = RateLimit { scope: "sign-up", max: deps.config.sign_ups_per_address, seconds: 3_600 };
    rate_limit(&deps, per_address, &address.0).await?;
    let now = deps.now();
    let user = deps.new_user_id();
    let (family, refresh_token) = refresh_token::create_family(&deps, user.clone(), None, now);
    deps.store.account_create(&Account { user: user.clone(), created_at: now }, &family).await?;
    let identity = &deps.config.identity;
    Ok(Json(SignedUp {
        kind: "identitytoolkit#SignupNewUserResponse",
        id_token: signer.sign(&identity.issuer, &identity.audience, &user, None, now, now),
        refresh_token,
        expires_in: TOKEN_LIFETIME.num_seconds().to_string(),
        local_id: user.as_str().to_owned(),
        is_new_user: true,
    }))
}
