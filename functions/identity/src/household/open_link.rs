//! `POST /api/household/links`

use super::credential;
use super::too_many_devices;
use super::view::{DeviceDraft, DeviceRequest};
use api::{ApiError, Caller, Idempotency, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::digest::hash;
use domain::household::{OpenLink, Role};
use domain::join_credential::{CODE_LENGTH, JoinCredential, LINK_TTL, SECRET_LENGTH};
use domain::timestamp;
use serde::{Deserialize, Serialize};
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct LinkRequest {
    /// The device that opens the link.
    pub device: Option<DeviceDraft>,
    /// What the device that joins may do; `member` if left out.
    pub role: Option<Role>,
}

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

/// Opens a link for five minutes, by which another device can join. Replaces an open one.
#[utoipa::path(post, path = "/api/household/links", tag = "household",
    security(("bearer" = [])), request_body = LinkRequest,
    responses((status = 201, body = OpenedLink), (status = 409)))]
pub async fn open_link(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    JsonBody(LinkRequest { device, role }): JsonBody<LinkRequest>,
) -> Result<Reply, ApiError> {
    // A missing description is checked like an empty one, so that its name is required.
    let opener = DeviceRequest { device: Some(device.unwrap_or_default()) };
    let role = role.unwrap_or_default();
    credential::create_credential(&deps, &caller, Some(opener), |household, now| {
        if household.is_full() {
            return Err(too_many_devices());
        }
        let secret = deps.ids.token(SECRET_LENGTH);
        let mut random = [0; CODE_LENGTH];
        deps.ids.fill(&mut random);
        let code = crockford::encode(&random);
        let (id, code_hash) = (hash(&secret), hash(&code));
        let created = JoinCredential::link_with_code(&caller.user, role, id.clone(), code_hash.clone(), now);
        let mut writes: Vec<Write> =
            created.iter().map(|credential| Write::join_credential_create(credential, now)).collect();
        let earlier = household.link.replace(OpenLink { hash: id.clone(), code_hash });
        let replaced = earlier.into_iter().flat_map(|link| [link.hash, link.code_hash]);
        writes.extend(replaced.map(|hash| Write::join_credential_delete(&hash)));
        Ok((writes, OpenedLink { id, secret, code, expires_at: now + LINK_TTL }))
    })
    .await
}
