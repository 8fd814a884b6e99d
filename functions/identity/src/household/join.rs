//! `POST /api/household/join`

use super::admission::{Admitted, admit, new_device_id};
use super::format_recovery_code;
use super::view::DeviceDraft;
use crate::custom_token::custom_token;
use crate::signer::Signer;
use api::{ApiError, ClientAddress, JsonBody, RateLimit, Reply, rate_limit, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::household::DeviceDescription;
use domain::join_credential::{JoinCredential, JoiningDevice, LinkState, Secret, TICKET_LENGTH};
use domain::timestamp;
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Write;
use uuid::Uuid;

/// All attempts of one address, except polls with a valid ticket.
const PER_ADDRESS: RateLimit = RateLimit { scope: "household", max: 10, seconds: 60 };
/// Typed codes have only 40 bits, so attempts from all addresses together are limited too. QR codes are not affected.
const TYPED_CODES: RateLimit = RateLimit { scope: "household-codes", max: 1_000, seconds: 60 };

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"credential": "ABCD-EFGH", "device": {"name": "iPhone, Safari", "platform": "iOS"}}))]
pub struct JoinRequest {
    /// The secret in the address of a QR code, an install pass or a set-up link; the typed code of a link; a recovery
    /// code; or the ticket of an earlier answer. Case, spaces and dashes of codes do not matter.
    // The other names are those of earlier clients.
    #[serde(alias = "secret", alias = "code", alias = "pass", alias = "ticket")]
    pub credential: Option<String>,
    /// Required except with a ticket.
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinResult {
    /// `asked` until the digits are typed, then `confirmed`.
    pub state: LinkState,
    /// The secret by which this device asks again whether the digits were typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
    /// Two digits to show, which the user types on the device that opened the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "42")]
    pub digits: Option<String>,
    #[serde(with = "timestamp::wire_option", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// To be traded at `accounts:signInWithCustomToken`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_token: Option<String>,
    /// The new recovery code, to be confirmed as saved: the one that was used ends as soon as the device is seen with
    /// its tokens, any other when this one is confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl JoinResult {
    fn in_state(state: LinkState) -> Self {
        Self { state, ticket: None, digits: None, expires_at: None, custom_token: None, code: None }
    }
}

/// Joins a larder by any credential. With a link, only the first device that requests it can join, after its digits
/// were typed. Can be repeated, for the same device, because a response may be lost: a request by its
/// `Idempotency-Key`, a ticket and an install pass for five minutes, the others until the device is seen with its
/// tokens.
#[utoipa::path(post, path = "/api/household/join", tag = "household",
    security(), request_body = JoinRequest,
    responses((status = 200, body = JoinResult), (status = 404), (status = 409), (status = 429)))]
pub async fn join_larder(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    headers: HeaderMap,
    JsonBody(JoinRequest { credential, device }): JsonBody<JoinRequest>,
) -> Result<Reply, ApiError> {
    let missing = || ApiError::invalid("credential", "Please scan the code or type it.");
    let text = credential.ok_or_else(missing)?;
    let secret = Secret::parse(&text);
    let (credential, description) = if let Some(Secret::Ticket { link, ticket_hash }) = &secret {
        let Some(link) = find_by_ticket(&deps, link, ticket_hash).await? else {
            rate_limit(&deps, PER_ADDRESS, &address.0).await?;
            return Err(ApiError::not_found());
        };
        if link.state == LinkState::Requested {
            return Ok(Reply::ok(&JoinResult::in_state(LinkState::Requested)));
        }
        let description = link.joining_device.as_ref().map(|joining| joining.description.clone());
        (link, description.unwrap_or_default())
    } else {
        let description = device.unwrap_or_default().checked()?;
        rate_limit(&deps, PER_ADDRESS, &address.0).await?;
        let credential = find_by_secret(&deps, secret).await?.ok_or_else(ApiError::not_found)?;
        if credential.kind.needs_confirmation() {
            return request_join(&deps, idempotency_key(&headers), credential, description).await;
        }
        (credential, description)
    };
    let Admitted { user, device, code } = admit(&deps, credential, &description).await?;
    let token = custom_token(&signer, &deps.config, &user, device, deps.now())?;
    let code = code.map(|code| format_recovery_code(&code));
    Ok(Reply::ok(&JoinResult { custom_token: Some(token), code, ..JoinResult::in_state(LinkState::Confirmed) }))
}

async fn find_by_ticket(deps: &Deps, link: &str, ticket_hash: &str) -> Result<Option<JoinCredential>, ApiError> {
    let link = deps.store.join_credential_get(link, deps.now()).await?;
    let has_ticket =
        |link: &JoinCredential| link.joining_device.as_ref().is_some_and(|one| one.ticket_hash == ticket_hash);
    Ok(link.filter(has_ticket))
}

async fn find_by_secret(deps: &Deps, secret: Option<Secret<'_>>) -> Result<Option<JoinCredential>, ApiError> {
    let Some(Secret::Credential { hash, is_short }) = secret else { return Ok(None) };
    if is_short {
        rate_limit(deps, TYPED_CODES, "all").await?;
    }
    let now = deps.now();
    match deps.store.join_credential_get(&hash, now).await? {
        Some(JoinCredential { link: Some(link), .. }) => Ok(deps.store.join_credential_get(&link, now).await?),
        found => Ok(found),
    }
}

fn idempotency_key(headers: &HeaderMap) -> Option<Uuid> {
    headers.get("idempotency-key").and_then(|key| key.to_str().ok()).and_then(|key| Uuid::try_parse(key).ok())
}

/// Requests to join by a link, and returns the digits to show.
async fn request_join(
    deps: &Deps,
    key: Option<Uuid>,
    link: JoinCredential,
    description: DeviceDescription,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let link_hash = link.hash.clone();
    let mut first_read = Some(link);
    retry_lost_race(|| {
        let read = first_read.take();
        async {
            let link = match read {
                Some(link) => link,
                None => deps.store.join_credential_get(&link_hash, now).await?.ok_or_else(ApiError::not_found)?,
            };
            // With a key, a retry derives the same ticket, which is not stored.
            let ticket = match (key, &deps.config.derivation_key) {
                (Some(key), Some(server_key)) => {
                    server_key.token("ticket", &format!("{}#{key}", link.hash), TICKET_LENGTH)
                }
                _ => deps.ids.token(TICKET_LENGTH),
            };
            let reply = |joining: &JoiningDevice, expires_at| {
                Reply::ok(&JoinResult {
                    ticket: Some(Secret::ticket(&link.hash, &ticket)),
                    digits: Some(joining.digits.clone()),
                    expires_at,
                    ..JoinResult::in_state(LinkState::Requested)
                })
            };
            let ticket_hash = hash(&ticket);
            if let Some(joining) = link.joining_device.as_ref().filter(|joining| joining.ticket_hash == ticket_hash) {
                return Ok(reply(joining, link.expires_at));
            }
            let joining = JoiningDevice { description: description.clone(), digits: two_digits(deps), ticket_hash };
            let next = link.request_join(new_device_id(deps, now), joining.clone()).ok_or_else(ApiError::not_found)?;
            deps.store.commit(vec![Write::join_credential_replace(&next)], None).await?;
            Ok(reply(&joining, next.expires_at))
        }
    })
    .await
}

fn two_digits(deps: &Deps) -> String {
    let mut byte = [255];
    // 200 is the largest multiple of 100 in a byte.
    while byte[0] >= 200 {
        deps.ids.fill(&mut byte);
    }
    format!("{:02}", byte[0] % 100)
}
