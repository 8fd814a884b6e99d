//! `POST /identity/v1/accounts:signInWithCustomToken`

use crate::TOOLKIT_MAX_BODY_BYTES;
use crate::signer::{Signer, TOKEN_LIFETIME};
use crate::toolkit::{self, ToolkitError, refused};
use crate::{custom_token, refresh_token};
use api::{RateLimit, WholeBody, rate_limit};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A device signs in once, and repeats it only after a lost response. 30 an hour leaves room for a bad network, and
/// limits the refresh token families that one custom token can create.
const PER_DEVICE: RateLimit = RateLimit { scope: "custom-token", max: 30, seconds: 3_600 };

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"token": "…", "returnSecureToken": true}))]
#[expect(dead_code, reason = "the protocol has the field, but a token is always returned")]
pub struct WithCustomToken {
    token: Option<String>,
    #[serde(default)]
    return_secure_token: bool,
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    kind: &'static str,
    id_token: String,
    refresh_token: String,
    /// Seconds, as text, as the protocol requires.
    expires_in: String,
    is_new_user: bool,
}

/// Exchanges a custom token for the tokens of a device. Can be repeated while the token is valid: it is the same
/// device.
#[utoipa::path(post, path = "/identity/v1/accounts:signInWithCustomToken", tag = "identity",
    security(),
    request_body = WithCustomToken,
    responses((status = 200, body = SignedIn), (status = 429)))]
pub async fn sign_in_with_custom_token(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    WholeBody(body): WholeBody<TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Json<SignedIn>, ToolkitError> {
    let request: WithCustomToken = toolkit::parse_json(&body)?;
    let token = request.token.filter(|token| !token.is_empty()).ok_or_else(|| refused("MISSING_CUSTOM_TOKEN"))?;
    let now = deps.now();
    let verified = custom_token::verify(&signer, &deps.config, &token, now);
    let (user, device) = verified.ok_or_else(|| refused("INVALID_CUSTOM_TOKEN"))?;
    rate_limit(&deps, PER_DEVICE, &device.to_string()).await?;
    deps.store.device_get(&user, device).await?.ok_or_else(|| refused("DEVICE_ENDED"))?;
    // The family of a lost response expires unused.
    let (family, refresh_token) = refresh_token::create_family(&deps, user.clone(), Some(device), now);
    deps.store.refresh_family_create(&family).await?;
    let identity = &deps.config.identity;
    Ok(Json(SignedIn {
        kind: "identitytoolkit#VerifyCustomTokenResponse",
        id_token: signer.sign(&identity.issuer, &identity.audience, &user, Some(device), now, now),
        refresh_token,
        expires_in: TOKEN_LIFETIME.num_seconds().to_string(),
        is_new_user: false,
    }))
}
