//! `POST /api/household/links/collect`

use super::join::{register_first_device, too_many_devices};
use super::rate_limits::rate_limit_join;
use crate::custom_token::custom_token;
use crate::signer::Signer;
use api::{ApiError, AttemptError, ClientAddress, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::digest::hash;
use domain::household::{Device, JoinedBy};
use domain::id::{DeviceId, UserId};
use domain::link::{Link, LinkState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CollectRequest {
    #[serde(default)]
    pub ticket: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectedToken {
    /// `asked` until the digits are typed, then `confirmed`.
    pub state: LinkState,
    /// To be traded at `accounts:signInWithCustomToken`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_token: Option<String>,
}

/// Returns whether the digits were typed, and then the token to sign in with. Can be repeated for five minutes, for the
/// same device.
#[utoipa::path(post, path = "/api/household/links/collect", tag = "household", request_body = CollectRequest,
    responses((status = 200, body = CollectedToken), (status = 404), (status = 409), (status = 429)))]
pub async fn collect_link(
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    address: ClientAddress,
    JsonBody(CollectRequest { ticket }): JsonBody<CollectRequest>,
) -> Result<Reply, ApiError> {
    let Some(link) = find_link(&deps, &ticket).await? else {
        // Polls with a valid ticket do not count.
        rate_limit_join(&deps, &address).await?;
        return Err(ApiError::not_found());
    };
    if link.state == LinkState::Requested {
        return Ok(Reply::ok(&CollectedToken { state: LinkState::Requested, custom_token: None }));
    }
    let (user, device) = join(&deps, link).await?.ok_or_else(ApiError::not_found)?;
    let token = custom_token(&signer, &deps.config, &user, device, deps.now())?;
    Ok(Reply::ok(&CollectedToken { state: LinkState::Confirmed, custom_token: Some(token) }))
}

async fn find_link(deps: &Deps, ticket: &str) -> Result<Option<Link>, ApiError> {
    let Some((link, secret)) = ticket.split_once('.').filter(|(link, secret)| link.len() == 64 && secret.len() <= 64)
    else {
        return Ok(None);
    };
    let link = deps.store.link_get(link, deps.now()).await?;
    let has_ticket =
        |link: &Link| link.joining_device.as_ref().is_some_and(|joining| joining.ticket_hash == hash(secret));
    Ok(link.filter(has_ticket))
}

/// Adds the device of a confirmed link to the household, unless an earlier call has done so, and returns it.
async fn join(deps: &Deps, link: Link) -> Result<Option<(UserId, DeviceId)>, ApiError> {
    let now = deps.now();
    let hash = link.hash.clone();
    let mut first_read = Some(link);
    retry_lost_race(|| {
        let read = first_read.take();
        async {
            let link = match read {
                Some(link) => Some(link),
                None => deps.store.link_get(&hash, now).await?,
            };
            let Some(link) = link else { return Ok(None) };
            let Some(joining) = link.joining_device.clone() else { return Ok(None) };
            let joined = (link.user.clone(), joining.device);
            let household = deps.store.household_get(&link.user, now).await?;
            if link.state == LinkState::Collected {
                // The device may have been removed since.
                return Ok(household.device(joining.device).map(|_| joined));
            }
            let Some(next) = link.collect() else { return Ok(None) };
            if household.link.as_ref().is_none_or(|open| open.hash != link.hash) {
                // Another call may have collected it since the link was read.
                match deps.store.link_get(&link.hash, now).await? {
                    Some(present) if present.state == LinkState::Collected => return Err(AttemptError::LostRace),
                    _ => return Ok(None),
                }
            }
            if household.is_full() {
                return Err(too_many_devices().into());
            }
            let device = Device::new(joining.device, joining.description, JoinedBy::Link, now);
            let mut household = household.next();
            let mut writes = register_first_device(deps, &mut household, now).await?;
            household.link = None;
            writes.push(Write::link_replace(&next));
            writes.push(Write::household_put(&household));
            writes.push(Write::device_create(&link.user, &device));
            deps.store.commit(writes, None).await?;
            Ok(Some(joined))
        }
    })
    .await
}
