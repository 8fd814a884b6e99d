//! `DELETE /api/household/devices/{id}`

use api::view::Message;
use api::{ApiError, Caller, Idempotency, PathText, QueryOf, Reply, retry_lost_race};
use application::deps::Deps;
use application::household::{LinksToRevoke, RemovedBy, drop_cached_members, remove_devices};
use axum::extract::State;
use domain::id::DeviceId;
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EndLinksQuery {
    /// Keeps the calendar link and the shared lists of the removed devices, which end otherwise.
    #[serde(default)]
    keep_links: bool,
}

impl EndLinksQuery {
    pub fn links_to_revoke(&self, unless_kept: LinksToRevoke) -> LinksToRevoke {
        if self.keep_links { LinksToRevoke::None } else { unless_kept }
    }
}

/// Returns the refusal to remove or restrict the only device that may do everything.
pub fn last_member_error() -> ApiError {
    let message = "Only this device can change things. First let another device do everything.";
    ApiError::conflict("last_member", message)
}

/// Removes a device of the larder, or leaves with this one. Its program tokens end, and its calendar link and shared
/// lists, if they are not kept. The last device cannot leave, nor the last one that may do more than look: the larder
/// would have no owner.
#[utoipa::path(delete, path = "/api/household/devices/{id}", tag = "household",
    security(("bearer" = []), ("looker" = [])),
    params(("id" = Uuid, Path), EndLinksQuery),
    responses((status = 200, body = Message), (status = 409)))]
pub async fn end_device(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    QueryOf(query): QueryOf<EndLinksQuery>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let id = DeviceId::parse(&id).ok_or_else(ApiError::not_found)?;
    let now = deps.now();
    retry_lost_race(|| async {
        let (household, role) = caller.household_and_role(&deps).await?;
        let device = household.device(id).ok_or_else(ApiError::not_found)?.clone();
        if household.devices.len() == 1 {
            return Err(ApiError::conflict("last_device", "This is the only device of the larder.").into());
        }
        let is_caller = household.device_of(caller.device).is_some_and(|this| this.id == id);
        // A looker can leave, and remove no other device.
        if !is_caller && !role.is_member() {
            return Err(ApiError::device_restricted().into());
        }
        if !household.has_member_beside(id) {
            return Err(last_member_error().into());
        }
        let mut next = household.next();
        let by = if is_caller { RemovedBy::Itself } else { RemovedBy::AnotherDevice };
        let links = query.links_to_revoke(LinksToRevoke::Theirs);
        let mut writes = remove_devices(&deps, &mut next, &[device], by, links, now).await?;
        writes.push(Write::household_put(&next));
        let reply = Reply::ok(&Message::new("The device was removed from the larder."));
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        drop_cached_members(&deps, &next, &[id]);
        Ok(reply)
    })
    .await
}
