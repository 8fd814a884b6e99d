//! `POST /api/household/links`

use super::join::too_many_devices;
use super::rate_limits;
use super::view::DeviceRequest;
use crate::custom_token::sharing_unavailable;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::digest::hash;
use domain::household::OpenLink;
use domain::link::{CODE_LENGTH, Link, SECRET_LENGTH};
use domain::timestamp;
use serde::Serialize;
use store::Write;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedLink {
    pub id: String,
    /// 43 base62 characters, for the fragment of the address in the QR code.
    pub secret: String,
    /// The code of 8 characters, for devices without a camera.
    #[schema(example = "ABCDEFGH")]
    pub code: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
}

/// Opens a link for five minutes, by which another device can join. Ends one that was open.
#[utoipa::path(post, path = "/api/household/links", tag = "household", request_body = DeviceRequest,
    responses((status = 201, body = OpenedLink), (status = 409)))]
pub async fn open_link(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    JsonBody(opener): JsonBody<DeviceRequest>,
) -> Result<Reply, ApiError> {
    let opener = opener.device.unwrap_or_default().checked()?;
    if !deps.config.shares_larders() {
        return Err(sharing_unavailable());
    }
    rate_limits::rate_limit_creation(&deps, &caller.user).await?;
    let now = deps.now();
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        if household.is_full() {
            return Err(too_many_devices().into());
        }
        let secret = deps.ids.token(SECRET_LENGTH);
        let mut random = [0; CODE_LENGTH];
        deps.ids.fill(&mut random);
        let code = crockford::write(&random);
        let link = Link::open(caller.user.clone(), hash(&secret), hash(&code), opener.clone(), now);
        let mut next = household.next();
        next.link = Some(OpenLink { hash: link.hash.clone(), code_hash: link.code_hash.clone() });
        next.first = Some(opener.clone()).filter(|_| household.devices.is_empty());
        let mut writes = vec![Write::household_put(&next)];
        writes.extend(Write::link_create(&link, now));
        writes.extend(household.link.iter().flat_map(Write::link_delete));
        deps.store.commit(writes, None).await?;
        let (id, expires_at) = (link.hash, link.expires_at);
        Ok(Reply::created(&OpenedLink { id, secret, code, expires_at }))
    })
    .await
}
