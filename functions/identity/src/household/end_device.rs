//! `DELETE /api/household/devices/{id}`

use api::view::Message;
use api::{ApiError, Caller, Idempotency, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use application::household::{RemovedBy, drop_cached_members, end_devices};
use axum::extract::State;
use domain::id::DeviceId;
use store::Write;

/// Removes a device of the larder, or leaves with this one. The last device cannot leave: the larder would have no
/// owner.
#[utoipa::path(delete, path = "/api/household/devices/{id}", tag = "household", params(("id" = Uuid, Path)),
    responses((status = 200, body = Message), (status = 409)))]
pub async fn end_device(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let id = DeviceId::parse(&id).ok_or_else(ApiError::not_found)?;
    let now = deps.now();
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let device = household.device(id).ok_or_else(ApiError::not_found)?.clone();
        if household.devices.len() == 1 {
            return Err(ApiError::conflict("last_device", "This is the only device of the larder.").into());
        }
        let is_caller = household.device_of(caller.device).is_some_and(|this| this.id == id);
        let mut next = household.next();
        let by = if is_caller { RemovedBy::Itself } else { RemovedBy::Others };
        let mut writes = end_devices(&deps, &mut next, &[device], by, now).await?;
        writes.push(Write::household_put(&next));
        let reply = Reply::ok(&Message::new("The device was removed from the larder."));
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        drop_cached_members(&deps, &next, &[id]);
        Ok(reply)
    })
    .await
}
