//! Households: devices, joining, and recovery. An invalid link, code, pass, device or digits get the same response as a
//! missing one.

mod admission;
mod bring;
mod cancel_link;
mod confirm_link;
mod confirm_recovery;
mod credential;
mod end_device;
mod end_others;
mod get;
mod get_link;
mod install_pass;
mod join;
mod open_link;
mod recovery_code;
mod update_device;
mod view;

use crate::IdentityState;
use api::ApiError;
use application::deps::Deps;
use axum::routing::post;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::household::{Device, Household, MAX_DEVICES};
use domain::id::{DeviceId, UserId};
use store::StoreError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Returns the household, or `None` if it has another device. Reads it, because a token from before a second device
/// joined names no device.
pub async fn household_of_one(
    deps: &Deps,
    user: &UserId,
    device: Option<DeviceId>,
) -> Result<Option<Household>, StoreError> {
    let household = deps.store.household_get(user, deps.now()).await?;
    let this = household.device_of(device).map(|device| device.id);
    let has_others = household.devices.iter().any(|device| Some(device.id) != this);
    Ok((!has_others).then_some(household))
}

/// Records that a device was seen. A failure is only logged: the device's next refresh records it.
pub async fn record_seen(deps: &Deps, user: &UserId, device: Option<&Device>, now: DateTime<Utc>) {
    let Some(before) = device else { return };
    let Some(after) = before.mark_seen(now) else { return };
    if let Err(error) = deps.store.device_record_seen(user, before, &after).await {
        tracing::warn!(%error, "that a device was seen was not recorded");
    }
}

pub fn too_many_devices() -> ApiError {
    let message = format!("A larder can have {MAX_DEVICES} devices. Remove one first.");
    ApiError::conflict("too_many_devices", message)
}

/// Returns a recovery code as it is shown, in groups of five characters.
fn format_recovery_code(code: &str) -> String {
    crockford::group(code, 5)
}

/// Routes of clients from before 1.0.0 ([decision 048](../../../../docs/decisions/048-join-credentials.md)), in no API
/// document. Their credentials are redeemed like all others.
const EARLIER_JOIN_PATHS: [&str; 4] =
    ["/api/household/links/ask", "/api/household/links/collect", "/api/household/recover", "/api/household/install"];

pub fn router() -> OpenApiRouter<IdentityState> {
    EARLIER_JOIN_PATHS
        .into_iter()
        .fold(OpenApiRouter::new(), |router, path| router.route(path, post(join::join_larder)))
        .routes(routes!(get::get_household))
        .routes(routes!(open_link::open_link))
        .routes(routes!(join::join_larder))
        .routes(routes!(get_link::get_link, cancel_link::cancel_link))
        .routes(routes!(confirm_link::confirm_link))
        .routes(routes!(end_others::end_other_devices))
        .routes(routes!(update_device::update_device, end_device::end_device))
        .routes(routes!(recovery_code::create_recovery_code))
        .routes(routes!(confirm_recovery::confirm_recovery_code))
        .routes(routes!(install_pass::create_install_pass))
        .routes(routes!(bring::bring_along))
}
