//! `POST /api/household/install`

use super::join::{evict_inactive, new_id, register_first_device};
use super::rate_limits::rate_limit_join;
use super::view::DeviceDraft;
use crate::custom_token::custom_token;
use crate::signer::Signer;
use api::{ApiError, ClientAddress, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::digest::hash;
use domain::household::{Device, DeviceDescription, JoinedBy};
use domain::id::{DeviceId, UserId};
use domain::link::{LIFETIME, SECRET_LENGTH};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct InstallRequest {
    #[serde(default)]
    pub pass: String,
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallResult {
    /// To be traded at `accounts:signInWithCustomToken`.
    pub custom_token: String,
}

/// Joins the larder of the browser that installed this app. Can be repeated for five minutes: it is the same device.
#[utoipa::path(post, path = "/api/household/install", tag = "household", request_body = InstallRequest,
    responses((status = 200, body = InstallResult), (status = 404), (status = 409), (status = 429)))]
pub async fn install_app(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    JsonBody(InstallRequest { pass, device }): JsonBody<InstallRequest>,
) -> Result<Reply, ApiError> {
    let description = device.unwrap_or_default().checked()?;
    rate_limit_join(&deps, &address).await?;
    if pass.len() != SECRET_LENGTH {
        return Err(ApiError::not_found());
    }
    let (user, device) = join(&deps, &hash(&pass), &description).await?;
    let custom_token = custom_token(&signer, &deps.config, &user, device, deps.now())?;
    Ok(Reply::ok(&InstallResult { custom_token }))
}

async fn join(deps: &Deps, pass: &str, description: &DeviceDescription) -> Result<(UserId, DeviceId), ApiError> {
    let now = deps.now();
    retry_lost_race(|| async {
        let credential = deps.store.install_pass_get(pass).await?.ok_or_else(ApiError::not_found)?;
        let household = deps.store.household_get(&credential.user, now).await?;
        if let Some(id) = credential.device {
            let device = household.device(id).filter(|device| now < device.created_at + LIFETIME);
            let id = device.ok_or_else(ApiError::not_found)?.id;
            return Ok((credential.user, id));
        }
        // The household has only valid passes.
        let mut next = household.next();
        next.passes.retain(|other| other.hash != pass);
        if next.passes.len() == household.passes.len() {
            return Err(ApiError::not_found().into());
        }
        let mut writes = register_first_device(deps, &mut next, now).await?;
        writes.extend(evict_inactive(deps, &mut next, now).await?);
        next.first = None;
        let device = Device::new(new_id(deps, now), description.clone(), JoinedBy::Install, now);
        writes.push(Write::device_create(&credential.user, &device));
        writes.push(Write::install_pass_use(pass, device.id));
        writes.push(Write::household_put(&next));
        deps.store.commit(writes, None).await?;
        Ok((credential.user, device.id))
    })
    .await
}
