//! `POST /api/household/links/{id}/confirm`

use super::admission::register_first_device;
use super::get_link::find_own_link;
use super::too_many_devices;
use super::view::LinkView;
use crate::custom_token::custom_token;
use crate::signer::Signer;
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::household::{Device, Household, JoinedBy};
use domain::join_credential::{JoinCredential, LinkState};
use serde::Deserialize;
use std::sync::Arc;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"digits": "42"}))]
pub struct ConfirmLinkRequest {
    /// The two digits that the new device shows.
    #[serde(default)]
    pub digits: String,
}

/// Lets in the device that shows these digits. Three wrong tries end the link.
#[utoipa::path(post, path = "/api/household/links/{id}/confirm", tag = "household",
    security(("bearer" = [])), params(("id" = String, Path)),
    request_body = ConfirmLinkRequest,
    responses((status = 200, body = LinkView), (status = 409)))]
pub async fn confirm_link(
    caller: Caller,
    State(deps): State<Deps>,
    State(signer): State<Arc<Signer>>,
    PathText(id): PathText,
    // Checked but not recorded: the digits make a repeat recognisable, and a custom token must not be stored.
    _: Idempotency,
    JsonBody(ConfirmLinkRequest { digits }): JsonBody<ConfirmLinkRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    retry_lost_race(|| async {
        let link = find_own_link(&deps, &caller.user, &id).await?;
        if link.was_confirmed_by(&digits) {
            let household = caller.household(&deps).await?;
            return Ok(Reply::ok(&view(&deps, &signer, &caller, &link, &household)?));
        }
        let next = link.confirm(&digits, now).ok_or_else(ApiError::not_found)?;
        let mut writes = vec![Write::join_credential_replace(&next)];
        if next.state != LinkState::Confirmed {
            deps.store.commit(writes, None).await?;
            return Err(ApiError::not_found().into());
        }
        let household = caller.household(&deps).await?;
        // Another link was opened since it was read, or it was cancelled.
        if household.link.as_ref().is_none_or(|open| open.hash != link.hash) {
            return Err(ApiError::not_found().into());
        }
        if household.is_full() {
            return Err(too_many_devices().into());
        }
        let mut household = household.next();
        writes.extend(register_first_device(&deps, &mut household, now).await?);
        household.first = None;
        writes.push(Write::household_put(&household));
        let view = view(&deps, &signer, &caller, &next, &household)?;
        deps.store.commit(writes, None).await?;
        Ok(Reply::ok(&view))
    })
    .await
}

/// Returns a confirmed link. A caller whose tokens name no device is the first one: if another provider issues its
/// tokens, it gets a custom token that names it, so that its changes do and its role can be changed.
fn view(
    deps: &Deps,
    signer: &Signer,
    caller: &Caller,
    link: &JoinCredential,
    household: &Household,
) -> Result<LinkView, ApiError> {
    let needs_token = caller.device.is_none() && !deps.config.is_own_identity_provider();
    let first = household.devices.iter().find(|device| needs_token && device.joined_by == JoinedBy::First);
    let sign = |first: &Device| custom_token(signer, &deps.config, &caller.user, first.id, deps.now());
    Ok(LinkView { custom_token: first.map(sign).transpose()?, ..LinkView::from(link) })
}
