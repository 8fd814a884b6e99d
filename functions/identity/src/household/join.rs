//! What happens to a household when somebody joins it.

use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy, MAX_DEVICES};
use domain::id::DeviceId;
use service::deps::Deps;
use service::http::ApiError;
use store::Write;

/// How often a household is looked at again that another device changes at the same moment.
pub const ATTEMPTS: usize = 5;

/// A name for a device that nobody can guess, though nothing depends on it.
pub fn new_id(deps: &Deps, now: DateTime<Utc>) -> DeviceId {
    DeviceId(deps.ids.uuid(now))
}

/// Where nobody joined before, the only device becomes a named one, and its next id token says so.
pub async fn name_the_first(
    deps: &Deps,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    if !household.devices.is_empty() {
        return Ok(vec![]);
    }
    let first = Device::new(new_id(deps, now), household.first.clone().unwrap_or_default(), JoinedBy::First, now);
    let mut writes = vec![Write::device_create(&household.user, &first)];
    for family in deps.store.refresh_family_list_unnamed(&household.user).await? {
        writes.push(Write::refresh_family_name(&household.user, &family, first.id));
    }
    household.devices.push(first);
    Ok(writes)
}

/// Who has a recovery code or a pass may find nobody in who could make room: the devices that were not seen for longest
/// do.
pub fn make_room(household: &mut Household) -> Vec<Write> {
    let mut writes = vec![];
    while household.devices.len() >= MAX_DEVICES
        && let Some(id) = household.least_seen().map(|device| device.id)
    {
        writes.push(Write::device_delete(&household.user, id));
        household.devices.retain(|device| device.id != id);
    }
    writes
}

pub fn too_many_devices() -> ApiError {
    let message = format!("A larder can have {MAX_DEVICES} devices. Remove one first.");
    ApiError::conflict("too_many_devices", message)
}
