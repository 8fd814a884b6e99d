//! `POST /api/household/devices/end-others`

use api::{ApiError, Caller, Idempotency, Reply, retry_lost_race};
use application::deps::Deps;
use application::household::{RemovedBy, drop_cached_members, end_devices};
use axum::extract::State;
use domain::household::Device;
use domain::id::DeviceId;
use serde::Serialize;
use store::Write;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EndedDevices {
    /// The number of removed devices.
    pub ended: usize,
}

/// Removes all devices but this one, and all join credentials: recovery codes, install passes, the open link. The
/// calendar link and the programs' tokens are deleted too, because removed devices may have kept them.
#[utoipa::path(post, path = "/api/household/devices/end-others", tag = "household",
    responses((status = 200, body = EndedDevices), (status = 409)))]
pub async fn end_other_devices(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    caller.household(&deps).await?;
    deps.store.user_delete_calendar(&caller.user).await?;
    deps.store.program_delete_all(&caller.user).await?;
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let this = household.device_of(caller.device).map(|device| device.id);
        let removed: Vec<Device> = household.devices.iter().filter(|device| Some(device.id) != this).cloned().collect();
        let ids: Vec<DeviceId> = removed.iter().map(|device| device.id).collect();
        let mut next = household.next();
        let mut writes = if household.devices.is_empty() {
            // Never shared: there are no other devices, and the tokens of this one must stay valid.
            let mut writes: Vec<Write> = next.link.take().iter().flat_map(Write::link_delete).collect();
            writes.extend(next.passes.drain(..).map(|pass| Write::install_pass_delete(&pass.hash)));
            writes
        } else {
            end_devices(&deps, &mut next, &removed, RemovedBy::Others, now).await?
        };
        let codes = next.remove_recoveries(|_| true);
        writes.extend(codes.iter().map(|recovery| Write::recovery_delete(&recovery.hash)));
        writes.push(Write::household_put(&next));
        let reply = Reply::ok(&EndedDevices { ended: ids.len() });
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        drop_cached_members(&deps, &next, &ids);
        Ok(reply)
    })
    .await
}
