//! `POST /api/household/devices/end-others`

use super::end_device::EndLinksQuery;
use api::{ApiError, Caller, Idempotency, QueryOf, Reply, retry_lost_race};
use application::deps::Deps;
use application::household::{LinksToRevoke, RemovedBy, drop_cached_members, remove_devices, revoke_links};
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
/// calendar link, the shared lists and all programs' tokens end too, if they are not kept, because removed devices may
/// know them.
#[utoipa::path(post, path = "/api/household/devices/end-others", tag = "household",
    security(("bearer" = [])), params(EndLinksQuery),
    responses((status = 200, body = EndedDevices), (status = 409)))]
pub async fn end_other_devices(
    caller: Caller,
    State(deps): State<Deps>,
    QueryOf(query): QueryOf<EndLinksQuery>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let links = query.links_to_revoke(LinksToRevoke::All);
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let this = household.device_of(caller.device).map(|device| device.id);
        let removed: Vec<Device> = household.devices.iter().filter(|device| Some(device.id) != this).cloned().collect();
        let ids: Vec<DeviceId> = removed.iter().map(|device| device.id).collect();
        let mut next = household.next();
        let mut writes = if household.devices.is_empty() {
            // Never shared: there are no other devices, and the tokens of this one must stay valid.
            let mut writes = revoke_links(&deps, &caller.user, links, |_, _| false, now).await?;
            let invitations = next.remove_invitations();
            writes.extend(invitations.iter().map(|hash| Write::join_credential_delete(hash)));
            writes
        } else {
            remove_devices(&deps, &mut next, &removed, RemovedBy::AnotherDevice, links, now).await?
        };
        let codes = next.remove_recoveries(|_| true);
        writes.extend(codes.iter().map(|recovery| Write::join_credential_delete(&recovery.hash)));
        writes.push(Write::household_put(&next));
        let reply = Reply::ok(&EndedDevices { ended: ids.len() });
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        drop_cached_members(&deps, &next, &ids);
        Ok(reply)
    })
    .await
}
