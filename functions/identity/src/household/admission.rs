//! Adds the device that redeems a credential to its larder.

use super::too_many_devices;
use api::{ApiError, AttemptError, retry_lost_race};
use application::deps::Deps;
use application::household::{LinksToRevoke, RemovedBy, add_recovery_code, remove_devices};
use chrono::{DateTime, Utc};
use domain::household::{Device, DeviceDescription, Household, JoinedBy, recovery_code};
use domain::id::{DeviceId, UserId};
use domain::join_credential::{CredentialKind, JoinCredential, LinkState};
use store::{Account, Write};

/// A device of a larder, and the recovery code that replaces the one that it used.
pub struct Admitted {
    pub user: UserId,
    pub device: DeviceId,
    pub code: Option<String>,
}

/// Adds the device of a credential to its household, unless an earlier call has done so.
pub async fn admit(
    deps: &Deps,
    credential: JoinCredential,
    description: &DeviceDescription,
) -> Result<Admitted, ApiError> {
    let now = deps.now();
    let (hash, kind, user) = (credential.hash.clone(), credential.kind, credential.user.clone());
    let is_recovery = kind == CredentialKind::Recovery;
    // The first attempt takes the credential that the caller has read.
    let mut first_read = Some(credential);
    retry_lost_race(|| {
        let read = first_read.take();
        async {
            let credential = match read {
                Some(credential) => credential,
                None => deps.store.join_credential_get(&hash, now).await?.ok_or_else(ApiError::not_found)?,
            };
            let mut next = deps.store.household_get(&user, now).await?.next();
            let is_repeat = credential.state == LinkState::Collected;
            let (device, mut writes) = if is_repeat {
                prepare_repeat(&credential, &mut next, now)?
            } else {
                redeem(deps, &credential, description, &mut next, now).await?
            };
            if is_repeat && !is_recovery {
                return Ok(Admitted { user: user.clone(), device, code: None });
            }
            // The used code stays valid until the device's next request; the others until the new one is confirmed.
            let code = is_recovery.then(|| recovery_code(|bytes| deps.ids.fill(bytes)));
            if let Some(code) = &code {
                writes.extend(add_recovery_code(&mut next, code, Some(device), now));
            }
            writes.push(Write::household_put(&next));
            deps.store.commit(writes, None).await?;
            Ok(Admitted { user: user.clone(), device, code })
        }
    })
    .await
}

/// Returns the device of an earlier redemption whose response was lost, unless it was removed since, and the writes
/// that delete the recovery code in that response.
fn prepare_repeat(
    credential: &JoinCredential,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<(DeviceId, Vec<Write>), ApiError> {
    let device = credential.device.and_then(|id| household.device(id));
    let device = device.filter(|device| credential.can_repeat(device, now));
    let id = device.ok_or_else(ApiError::not_found)?.id;
    let unreceived = household.remove_recoveries(|recovery| recovery.by == Some(id));
    Ok((id, unreceived.iter().map(|code| Write::join_credential_delete(&code.hash)).collect()))
}

/// Redeems a credential for the first time. Returns the new device and the writes that add it. Fails while all data of
/// the larder is being deleted, because items that the new device copies into it (`bring.rs`) would be deleted too.
async fn redeem(
    deps: &Deps,
    credential: &JoinCredential,
    description: &DeviceDescription,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<(DeviceId, Vec<Write>), AttemptError> {
    // Read after the household, which the start of a clearing changes.
    if deps.store.job_get(&credential.user).await?.is_some_and(|job| job.is_clearing()) {
        return Err(ApiError::unavailable().into());
    }
    let collected = credential.collect(new_device_id(deps, now), now);
    let (collected, id) = collected.ok_or_else(ApiError::not_found)?;
    if !credential.remove_from(household) {
        // Another call may have redeemed it since it was read.
        return Err(match deps.store.join_credential_get(&credential.hash, now).await? {
            Some(current) if current.state == LinkState::Collected => AttemptError::LostRace,
            _ => ApiError::not_found().into(),
        });
    }
    Ok((id, add_device(deps, &collected, id, description, household, now).await?))
}

/// Returns the writes that add a device by a collected credential. Only a link is refused by a full larder. With
/// another credential, the user may have lost the devices that could make room.
async fn add_device(
    deps: &Deps,
    collected: &JoinCredential,
    id: DeviceId,
    description: &DeviceDescription,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    let mut writes = vec![Write::join_credential_replace(collected)];
    match collected.kind {
        CredentialKind::Link if household.is_full() => return Err(too_many_devices()),
        CredentialKind::SetUp if household.devices.is_empty() => {
            writes.push(Write::account_create(&Account { user: collected.user.clone(), created_at: now }));
        }
        _ => {
            writes.extend(register_first_device(deps, household, now).await?);
            writes.extend(evict_inactive(deps, household, now).await?);
        }
    }
    if collected.role.is_member() {
        writes.extend(household.unstored_members().map(|member| Write::device_replace(&collected.user, &member)));
    }
    // The first device's description is in its own row now.
    household.first = None;
    let device = Device::new(id, description.clone(), collected.kind.joined_by(), now);
    let redeems = collected.is_spent_when_seen().then(|| collected.hash.clone());
    writes.push(Write::device_create(&collected.user, &Device { role: collected.role, redeems, ..device }));
    Ok(writes)
}

pub fn new_device_id(deps: &Deps, now: DateTime<Utc>) -> DeviceId {
    DeviceId(deps.ids.uuid(now))
}

/// Adds the first device to the household when the second one joins. With our own identity provider its next id token
/// contains its device id; another provider's first device gets a custom token from `confirm_link`.
pub async fn register_first_device(
    deps: &Deps,
    household: &mut Household,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    if !household.devices.is_empty() {
        return Ok(vec![]);
    }
    let first =
        Device::new(new_device_id(deps, now), household.first.clone().unwrap_or_default(), JoinedBy::First, now);
    let mut writes = vec![Write::device_create(&household.user, &first)];
    for family in deps.store.refresh_family_list_without_device(&household.user).await? {
        writes.push(Write::refresh_family_set_device(&household.user, &family, first.id));
    }
    household.devices.push(first);
    Ok(writes)
}

/// Returns the writes that remove the longest inactive devices, so that a new one fits.
async fn evict_inactive(deps: &Deps, household: &mut Household, now: DateTime<Utc>) -> Result<Vec<Write>, ApiError> {
    let mut removed = vec![];
    let mut remaining = household.clone();
    while remaining.is_full()
        && let Some(device) = remaining.longest_inactive().cloned()
    {
        remaining.devices.retain(|other| other.id != device.id);
        removed.push(device);
    }
    if removed.is_empty() {
        return Ok(vec![]);
    }
    Ok(remove_devices(deps, household, &removed, RemovedBy::AnotherDevice, LinksToRevoke::Theirs, now).await?)
}
