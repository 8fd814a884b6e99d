//! `POST /identity/v1/token`

use crate::TOOLKIT_MAX_BODY_BYTES;
use crate::household::record_seen;
use crate::refresh_token::{self, RefreshToken, Rotation};
use crate::signer::{Signer, TOKEN_LIFETIME};
use crate::toolkit::{self, ToolkitError, refused};
use api::{ClientAddress, MAX_ATTEMPTS, RateLimit, WholeBody, rate_limit_read};
use application::config::IdentityConfig;
use application::deps::Deps;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::household::Device;
use domain::id::UserId;
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{CommitError, RefreshFamily, RevokedTokens};

/// A device refreshes once an hour and at each start.
const PER_FAMILY: RateLimit = RateLimit { scope: "refresh-family", max: 120, seconds: 3_600 };
/// Only unknown tokens count per address: many users can share one, and a valid device must not be blocked.
const UNKNOWN_PER_ADDRESS: RateLimit = RateLimit { scope: "refresh-unknown", max: 300, seconds: 3_600 };

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"grant_type": "refresh_token", "refresh_token": "…"}))]
pub struct RefreshGrant {
    grant_type: Option<String>,
    refresh_token: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct Refreshed {
    access_token: String,
    /// Seconds, as text, as the protocol requires.
    expires_in: String,
    token_type: &'static str,
    refresh_token: String,
    id_token: String,
    user_id: String,
    project_id: String,
}

/// Exchanges a refresh token for a new id token and a new refresh token.
#[utoipa::path(post, path = "/identity/v1/token", tag = "identity",
    security(),
    request_body(content = RefreshGrant, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Refreshed), (status = 429)))]
pub async fn refresh_id_token(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    headers: HeaderMap,
    WholeBody(body): WholeBody<TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Json<Refreshed>, ToolkitError> {
    let (presented, token) = read_token(&headers, &body)?;
    let now = deps.now();
    let mut family = find_family(&deps, &token, &address).await?;
    rate_limit_read(&deps, PER_FAMILY, &token.family_hash).await?;
    // Two tabs may refresh at once. The one that loses the race tries again.
    for _ in 0..MAX_ATTEMPTS {
        let device = device_of(&deps, &family, now).await?;
        let Some((next, refresh_token)) = rotate(&deps, &family, &token, &presented, now).await? else {
            family = find_family(&deps, &token, &address).await?;
            continue;
        };
        let IdentityConfig { issuer, audience, .. } = &deps.config.identity;
        let id_token = signer.sign(issuer, audience, &token.user, next.device, next.signed_in_at, now);
        record_seen(&deps, &token.user, device.as_ref(), now).await;
        return Ok(Json(refreshed(&token.user, id_token, refresh_token, audience)));
    }
    Err(api::ApiError::unavailable().into())
}

/// Reads the refresh token of a request. Returns its text, too.
fn read_token(headers: &HeaderMap, body: &Bytes) -> Result<(String, RefreshToken), ToolkitError> {
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.starts_with("application/json"));
    let grant: RefreshGrant = if is_json {
        toolkit::parse_json(body)?
    } else {
        serde_urlencoded::from_bytes(body).map_err(|_| refused("INVALID_GRANT_TYPE"))?
    };
    match grant.grant_type.as_deref() {
        None | Some("") => return Err(refused("MISSING_GRANT_TYPE")),
        Some("refresh_token") => {}
        Some(_) => return Err(refused("INVALID_GRANT_TYPE")),
    }
    let text = grant.refresh_token.filter(|text| !text.is_empty()).ok_or_else(|| refused("MISSING_REFRESH_TOKEN"))?;
    let token = RefreshToken::parse(&text).ok_or_else(|| refused("INVALID_REFRESH_TOKEN"))?;
    Ok((text, token))
}

/// Returns the family of a token; an error if there is none.
async fn find_family(
    deps: &Deps,
    token: &RefreshToken,
    address: &ClientAddress,
) -> Result<RefreshFamily, ToolkitError> {
    if let Some(family) = deps.store.refresh_family_get(&token.user, &token.family_hash).await? {
        return Ok(family);
    }
    rate_limit_read(deps, UNKNOWN_PER_ADDRESS, &address.0).await?;
    // Only the tombstone proves that the account was deleted: a restored table may lack the device.
    let is_deleted = deps.store.token_status(&token.user).await?.revoked == Some(RevokedTokens::All);
    Err(refused(if is_deleted { "USER_NOT_FOUND" } else { "INVALID_REFRESH_TOKEN" }))
}

/// Returns the device of a token family; an error if it was removed.
async fn device_of(deps: &Deps, family: &RefreshFamily, now: DateTime<Utc>) -> Result<Option<Device>, ToolkitError> {
    let Some(id) = family.device else { return Ok(None) };
    let device = deps.store.device_get(&family.user, id).await?.filter(|device| now < device.expires_at());
    device.map(Some).ok_or_else(|| refused("DEVICE_ENDED"))
}

/// Writes the next state of a family, and returns it with its token; `None` if another request was first.
async fn rotate(
    deps: &Deps,
    family: &RefreshFamily,
    token: &RefreshToken,
    presented: &str,
    now: DateTime<Utc>,
) -> Result<Option<(RefreshFamily, String)>, ToolkitError> {
    let (mut next, rotated) = match refresh_token::rotate(deps, family, token, now) {
        Rotation::Next(next, rotated) => (*next, rotated),
        Rotation::Reused => {
            tracing::warn!("a refresh token is older than the accepted ones, or was never issued");
            return Err(refused("TOKEN_EXPIRED"));
        }
        Rotation::Expired => return Err(refused("TOKEN_EXPIRED")),
    };
    if next.activity_recorded_at != family.activity_recorded_at
        && let Err(error) = deps.store.account_record_activity(&token.user, now).await
    {
        tracing::warn!(%error, "a refresh was not recorded as activity");
        next.activity_recorded_at = family.activity_recorded_at;
    }
    match deps.store.refresh_family_replace(&next).await {
        Ok(()) => Ok(Some((next, rotated))),
        Err(CommitError::Refused(_)) => Ok(None),
        // The table could not be written, for example on a full disk. The used token stays valid in either case, so the
        // client keeps it.
        Err(CommitError::Unknown(error)) => {
            tracing::warn!(%error, "a refresh token was not rotated");
            Ok(Some((next, presented.to_owned())))
        }
        Err(error) => Err(error.into()),
    }
}

fn refreshed(user: &UserId, id_token: String, refresh_token: String, audience: &str) -> Refreshed {
    Refreshed {
        access_token: id_token.clone(),
        expires_in: TOKEN_LIFETIME.num_seconds().to_string(),
        token_type: "Bearer",
        refresh_token,
        id_token,
        user_id: user.as_str().to_owned(),
        project_id: audience.to_owned(),
    }
}
