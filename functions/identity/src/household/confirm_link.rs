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
use domain::household::JoinedBy;
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
    _: Idempotency,
    JsonBody(ConfirmLinkRequest { digits }): JsonBody<ConfirmLinkRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    retry_lost_race(|| async {
        let link = find_own_link(&deps, &caller.user, &id).await?;
        if link.was_confirmed_by(&digits) {
            return Ok(Reply::ok(&LinkView::from(&link)));
        }
        let (next, is_right) = link.confirm(&digits, now).ok_or_else(ApiError::not_found)?;
        let mut writes = vec![Write::join_credential_replace(&next)];
        let mut view = LinkView::from(&next);
        if is_right {
            let household = caller.household(&deps).await?;
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
            let first = household.devices.iter().find(|device| device.joined_by == JoinedBy::First);
            if let Some(first) = first.filter(|_| caller.device.is_none() && !deps.config.is_own_identity_provider()) {
                view.custom_token = Some(custom_token(&signer, &deps.config, &caller.user, first.id, now)?);
            }
        }
        deps.store.commit(writes, None).await?;
        if is_right { Ok(Reply::ok(&view)) } else { Err(ApiError::not_found().into()) }
    })
    .await
}
