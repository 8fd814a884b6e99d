//! `GET /api/household`

use super::record_seen;
use super::view::{DeviceView, RecoveryView};
use api::{ApiError, Caller, IfNoneMatch};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;
use domain::household::Device;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseholdView {
    /// The oldest first; none where the larder was never shared.
    pub devices: Vec<DeviceView>,
    pub recovery_code: Option<RecoveryView>,
}

/// Returns the devices of the caller's larder, and whether there is a recovery code. Records that the calling device
/// was seen, which ends the recovery code or set-up link by which it joined.
#[utoipa::path(get, path = "/api/household", tag = "household",
    security(("bearer" = []), ("looker" = [])),
    responses((status = 200, body = HouseholdView), (status = 304,
        description = "Not modified: `If-None-Match` names the current version.")))]
pub async fn get_household(
    caller: Caller,
    State(deps): State<Deps>,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let now = deps.now();
    let household = deps.store.household_get(&caller.user, now).await?;
    // A token without a device is the first device's, and is not recorded for it.
    record_seen(&deps, &caller.user, caller.device.and_then(|id| household.device(id)), now).await;
    let own = household.device_of(caller.device).map(|device| device.id);
    let view_of = |device: &Device| DeviceView::of(device, household.role_of(device), own == Some(device.id));
    let view = HouseholdView {
        devices: household.devices.iter().map(view_of).collect(),
        recovery_code: household.recovery_to_show().map(|recovery| RecoveryView::of(recovery, &household)),
    };
    Ok(if_none_match.respond(&caller, &view))
}
