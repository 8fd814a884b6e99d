//! `POST /api/household/links/ask`

use super::join::new_id;
use super::rate_limits::{rate_limit_join, rate_limit_typed_code};
use super::view::DeviceDraft;
use api::{ApiError, ClientAddress, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::digest::hash;
use domain::link::{CODE_LENGTH, JoiningDevice, SECRET_LENGTH, TICKET_LENGTH};
use domain::timestamp;
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use store::Write;
use uuid::Uuid;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"code": "ABCD-EFGH", "device": {"name": "iPhone, Safari", "platform": "iOS"}}))]
pub struct JoinRequest {
    /// The part of the QR code's address after the `#`.
    pub secret: Option<String>,
    /// The typed code instead.
    pub code: Option<String>,
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinTicket {
    /// The secret by which this device collects its tokens.
    pub ticket: String,
    /// Two digits to show, which the user types on the device that opened the link.
    #[schema(example = "42")]
    pub digits: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
}

/// Requests to join a larder. Only the first device that requests it by a link can join. With an `Idempotency-Key` a
/// repeated request gets the same answer.
#[utoipa::path(post, path = "/api/household/links/ask", tag = "household", request_body = JoinRequest,
    responses((status = 200, body = JoinTicket), (status = 404), (status = 409), (status = 429)))]
pub async fn ask_to_join(
    State(deps): State<Deps>,
    address: ClientAddress,
    headers: HeaderMap,
    JsonBody(JoinRequest { secret, code, device }): JsonBody<JoinRequest>,
) -> Result<Reply, ApiError> {
    let description = device.unwrap_or_default().checked()?;
    if secret.is_none() && code.is_none() {
        return Err(ApiError::invalid("secret", "Please scan the code or type it."));
    }
    rate_limit_join(&deps, &address).await?;
    let key =
        headers.get("idempotency-key").and_then(|key| key.to_str().ok()).and_then(|key| Uuid::try_parse(key).ok());
    let now = deps.now();
    let link = match (secret, code) {
        (Some(secret), _) if secret.len() == SECRET_LENGTH => deps.store.link_get(&hash(&secret), now).await?,
        (Some(_), _) => None,
        (None, typed) => {
            rate_limit_typed_code(&deps).await?;
            match crockford::read(&typed.unwrap_or_default(), CODE_LENGTH) {
                Some(code) => deps.store.link_get_by_code(&hash(&code), now).await?,
                None => None,
            }
        }
    };
    let Some(link) = link else { return Err(ApiError::not_found()) };
    let link_hash = link.hash.clone();
    let mut first_read = Some(link);
    retry_lost_race(|| {
        let read = first_read.take();
        async {
            let link = match read {
                Some(link) => link,
                None => deps.store.link_get(&link_hash, now).await?.ok_or_else(ApiError::not_found)?,
            };
            // With a key, a retry derives the same ticket, which is not stored.
            let ticket = match (key, &deps.config.derivation_key) {
                (Some(key), Some(server_key)) => {
                    server_key.token("ticket", &format!("{}#{key}", link.hash), TICKET_LENGTH)
                }
                _ => deps.ids.token(TICKET_LENGTH),
            };
            let answer = |digits: &str, expires_at| {
                let ticket = format!("{}.{ticket}", link.hash);
                Reply::ok(&JoinTicket { ticket, digits: digits.to_owned(), expires_at })
            };
            let ticket_hash = hash(&ticket);
            if let Some(joining) = link.joining_device.as_ref().filter(|joining| joining.ticket_hash == ticket_hash) {
                return Ok(answer(&joining.digits, link.expires_at));
            }
            let digits = two_digits(&deps);
            let description = description.clone();
            let joining =
                JoiningDevice { device: new_id(&deps, now), description, digits: digits.clone(), ticket_hash };
            let next = link.request_join(joining).ok_or_else(ApiError::not_found)?;
            deps.store.commit(vec![Write::link_replace(&next)], None).await?;
            Ok(answer(&digits, next.expires_at))
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
