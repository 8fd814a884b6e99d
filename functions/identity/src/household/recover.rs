//! `POST /api/household/recover`

use super::join::{evict_inactive, new_id, register_first_device};
use super::rate_limits::rate_limit_join;
use super::view::DeviceDraft;
use crate::custom_token::custom_token;
use crate::signer::Signer;
use api::{ApiError, ClientAddress, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::crockford;
use domain::digest::hash;
use domain::household::{
    DEVICE_KEPT_FOR, Device, DeviceDescription, JoinedBy, Recovery, read_recovery_code, recovery_code,
};
use domain::id::{DeviceId, UserId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{JoinCredential, Write};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RecoverRequest {
    /// The code as shown; case, spaces and dashes do not matter.
    #[serde(default)]
    pub code: String,
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoverResult {
    /// To be traded at `accounts:signInWithCustomToken`.
    pub custom_token: String,
    /// The new recovery code, to be confirmed as saved: the one that was used ends as soon as the device is seen with its
    /// tokens, any other when this one is confirmed.
    pub code: String,
}

/// Recovers the larder by its recovery code. Until the new device is seen with its tokens the same code names the same
/// device again, so that no lost answer loses the larder.
#[utoipa::path(post, path = "/api/household/recover", tag = "household", request_body = RecoverRequest,
    responses((status = 200, body = RecoverResult), (status = 404), (status = 409), (status = 429)))]
pub async fn recover_larder(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    JsonBody(RecoverRequest { code, device }): JsonBody<RecoverRequest>,
) -> Result<Reply, ApiError> {
    let description = device.unwrap_or_default().checked()?;
    rate_limit_join(&deps, &address).await?;
    let code = read_recovery_code(&code).ok_or_else(ApiError::not_found)?;
    let ((user, device), next) = join(&deps, &hash(&code), &description).await?;
    let custom_token = custom_token(&signer, &deps.config, &user, device, deps.now())?;
    Ok(Reply::ok(&RecoverResult { custom_token, code: crockford::grouped(&next, 5) }))
}

async fn join(
    deps: &Deps,
    used: &str,
    description: &DeviceDescription,
) -> Result<((UserId, DeviceId), String), ApiError> {
    let now = deps.now();
    retry_lost_race(|| async {
        let credential = deps.store.recovery_get(used).await?.ok_or_else(ApiError::not_found)?;
        let household = deps.store.household_get(&credential.user, now).await?;
        let (user, mut next) = (credential.user.clone(), household.next());
        let mut writes = vec![];
        let device = match credential.device {
            None => {
                if !household.has_recovery_code(used) {
                    return Err(ApiError::not_found().into());
                }
                writes.extend(register_first_device(deps, &mut next, now).await?);
                // The used code stays valid until the device's next request; the others until the new one is confirmed.
                next.remove_recoveries(|recovery| recovery.hash == used);
                writes.extend(evict_inactive(deps, &mut next, now).await?);
                let device = Device::new(new_id(deps, now), description.clone(), JoinedBy::Recovery, now);
                let device = Device { redeems: Some(used.to_owned()), ..device };
                writes.push(Write::device_create(&user, &device));
                next.first = None;
                device.id
            }
            // The response was lost, with the code that replaces this one.
            Some(id) => {
                let device = household.device(id).filter(|device| device.redeems.as_deref() == Some(used));
                let id = device.ok_or_else(ApiError::not_found)?.id;
                let lost = next.remove_recoveries(|recovery| recovery.by == Some(id));
                writes.extend(lost.iter().map(|lost| Write::recovery_delete(&lost.hash)));
                id
            }
        };
        let code = recovery_code(|bytes| deps.ids.fill(bytes));
        let displaced = next.add_recovery_code(Recovery { hash: hash(&code), created_at: now, by: Some(device) });
        writes.extend(displaced.iter().map(|displaced| Write::recovery_delete(&displaced.hash)));
        writes.push(Write::recovery_put(&hash(&code), &JoinCredential::unused(user.clone())));
        // The device's next request removes the row.
        writes.push(Write::recovery_use(used, device, now + DEVICE_KEPT_FOR));
        writes.push(Write::household_put(&next));
        deps.store.commit(writes, None).await?;
        Ok(((user, device), code))
    })
    .await
}
