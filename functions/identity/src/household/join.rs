//! Changes to a household when a device joins.

use api::ApiError;
use application::deps::Deps;
use application::household::{EndedLinks, RemovedBy, end_devices};
use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy, MAX_DEVICES};
use domain::id::DeviceId;
use store::Write;

pub fn new_id(deps: &Deps, now: DateTime<Utc>) -> DeviceId {
    DeviceId(deps.ids.uuid(now))
}

/// Adds the first device to the household when the second one joins. Its next id token contains its device id.
pub async fn register_first_device(
    deps: &Deps,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    if !household.devices.is_empty() {
        return Ok(vec![]);
    }
    let first = Device::new(new_id(deps, now), household.first.clone().unwrap_or_default(), JoinedBy::First, now);
    let mut writes = vec![Write::device_create(&household.user, &first)];
    for family in deps.store.refresh_family_list_without_device(&household.user).await? {
        writes.push(Write::refresh_family_set_device(&household.user, &family, first.id));
    }
    household.devices.push(first);
    Ok(writes)
}

/// If the larder has the maximum number of devices, recovery removes those that were inactive for longest.
pub async fn evict_inactive(
    deps: &Deps,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    let mut removed = vec![];
    let mut remaining = household.clone();
    while remaining.devices.len() >= MAX_DEVICES
        && let Some(device) = remaining.longest_inactive().cloned()
    {
        remaining.devices.retain(|other| other.id != device.id);
        removed.push(device);
    }
    if removed.is_empty() {
        return Ok(vec![]);
    }
    Ok(end_devices(deps, household, &removed, RemovedBy::Others, EndedLinks::Theirs, now).await?)
}

pub fn too_many_devices() -> ApiError {
    let message = format!("A larder can have {MAX_DEVICES} devices. Remove one first.");
    ApiError::conflict("too_many_devices", message)
}
