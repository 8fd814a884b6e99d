//! `POST /identity/v1/token`

use crate::LARGEST_BODY;
use crate::refresh_token::{self, RefreshToken, Turn};
use crate::signer::{Signer, TOKEN_LIFETIME};
use crate::toolkit::{self, ToolkitError, ToolkitRefusals, refused};
use axum::extract::State;
use axum::{Extension, Json};
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use service::deps::Deps;
use service::http::{ClientAddress, RateLimit, WholeBody, rate_limit};
use std::sync::Arc;
use store::CommitError;

const PER_ADDRESS: RateLimit = RateLimit { scope: "refresh", most: 2_000, seconds: 3_600 };

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"grant_type": "refresh_token", "refresh_token": "…"}))]
pub struct RefreshGrant {
    grant_type: Option<String>,
    refresh_token: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct Refreshed {
    access_token: String,
    /// Seconds, as text: so the protocol has it.
    expires_in: String,
    token_type: &'static str,
    refresh_token: String,
    id_token: String,
    user_id: String,
    project_id: String,
}

/// Trade a refresh token for a new id token and a new refresh token.
#[utoipa::path(post, path = "/identity/v1/token", tag = "identity",
    request_body(content = RefreshGrant, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Refreshed), ToolkitRefusals))]
pub async fn refresh_id_token(
    State(deps): State<Deps>,
    Extension(signer): Extension<Arc<Signer>>,
    address: ClientAddress,
    headers: HeaderMap,
    WholeBody(body): WholeBody<LARGEST_BODY>,
) -> Result<Json<Refreshed>, ToolkitError> {
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.starts_with("application/json"));
    let grant: RefreshGrant = if is_json {
        toolkit::json(&body)?
    } else {
        serde_urlencoded::from_bytes(&body).map_err(|_| refused("INVALID_GRANT_TYPE"))?
    };
    match grant.grant_type.as_deref() {
        None | Some("") => return Err(refused("MISSING_GRANT_TYPE")),
        Some("refresh_token") => {}
        Some(_) => return Err(refused("INVALID_GRANT_TYPE")),
    }
    let text = grant.refresh_token.filter(|text| !text.is_empty()).ok_or_else(|| refused("MISSING_REFRESH_TOKEN"))?;
    let token = RefreshToken::parse(&text).ok_or_else(|| refused("INVALID_REFRESH_TOKEN"))?;
    rate_limit(&deps, PER_ADDRESS, &address.0).await?;
    let now = deps.now();
    // Two tabs may come at once: whoever loses the race looks again, and is then the one with the token before.
    for _ in 0..4 {
        let family = deps
            .store
            .refresh_family_get(&token.user, &token.family_hash)
            .await?
            .ok_or_else(|| refused("INVALID_REFRESH_TOKEN"))?;
        match refresh_token::turn(&deps, &family, &token, now) {
            Turn::Next(next, refresh_token) => match deps.store.refresh_family_replace(&next).await {
                Ok(()) => {
                    let identity = &deps.config.identity;
                    let id_token =
                        signer.sign(&identity.issuer, &identity.audience, &token.user, next.signed_in_at, now);
                    return Ok(Json(Refreshed {
                        access_token: id_token.clone(),
                        expires_in: TOKEN_LIFETIME.num_seconds().to_string(),
                        token_type: "Bearer",
                        refresh_token,
                        id_token,
                        user_id: token.user.as_str().to_owned(),
                        project_id: identity.audience.clone(),
                    }));
                }
                Err(CommitError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            },
            Turn::Reused => {
                tracing::warn!("a refresh token was used a second time; its family ends");
                deps.store.refresh_family_delete(&token.user, &token.family_hash).await?;
                return Err(refused("TOKEN_EXPIRED"));
            }
            Turn::Ended => return Err(refused("TOKEN_EXPIRED")),
        }
    }
    Err(service::http::ApiError::unavailable().into())
}
