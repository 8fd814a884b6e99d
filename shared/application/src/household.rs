//! Ends devices of a larder. Whatever ends one (another device, the device itself, an eviction, `larder devices end`)
//! does it here, so that nothing of it stays.

use crate::deps::Deps;
use crate::identity::ID_TOKEN_LIFETIME;
use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy};
use domain::id::DeviceId;
use store::{RevokedTokens, StoreError, Write};

/// The cause of a device's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovedBy {
    /// The device leaves. Its recovery code stays with the others.
    Itself,
    /// Another device removes it. It may know the recovery codes that it created, so they end as well.
    Others,
}

/// Takes devices out of a household and returns the writes that end them: themselves, what they are notified by, the
/// tokens that they made for programs, and what they may have made to come back in by. Of a larder that was never
/// shared, the one device has no row: `out` is empty then, and what names no device ends.
pub async fn end_devices(
    deps: &Deps,
    household: &mut Household,
    out: &[Device],
    by: RemovedBy,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, StoreError> {
    let user = household.user.clone();
    let is_out = |id: DeviceId| out.iter().any(|device| device.id == id);
    // Rows that the first device wrote before the larder was shared name no device.
    let unnamed = household.devices.is_empty() || out.iter().any(|device| device.joined_by == JoinedBy::First);
    let mut writes = vec![];
    for device in out {
        writes.push(Write::device_delete(&user, device.id));
        writes.extend(device.redeems.as_deref().map(Write::recovery_delete));
    }
    writes.extend(household.link.take().iter().flat_map(Write::link_delete));
    writes.extend(household.passes.drain(..).map(|pass| Write::install_pass_delete(&pass.hash)));
    if by == RemovedBy::Others {
        let made = household.take_recovery(|recovery| recovery.by.map_or(unnamed, is_out));
        writes.extend(made.iter().map(|made| Write::recovery_delete(&made.hash)));
    }
    for subscription in deps.store.subscription_list(&user).await? {
        if subscription.device.map_or(unnamed, is_out) {
            writes.push(Write::subscription_forget(&user, &subscription.endpoint));
        }
    }
    for token in deps.store.program_list(&user).await? {
        if token.device.map_or(unnamed, is_out) {
            writes.push(Write::program_forget(&user, &token.hash));
        }
    }
    // A token from before the first device joined names no device. Larder's own end within the hour; another provider
    // makes new ones.
    let until = deps.config.is_own_identity_provider().then(|| now + ID_TOKEN_LIFETIME);
    writes.push(Write::tokens_revoke(&user, RevokedTokens::WithoutDevice, until));
    household.devices.retain(|device| !is_out(device.id));
    Ok(writes)
}

/// This process no longer takes their tokens; the others look within half a minute.
pub fn forget_devices(deps: &Deps, household: &Household, out: &[DeviceId]) {
    for device in out {
        deps.store.revocation_cache_remove(&household.user, Some(*device));
    }
    deps.store.revocation_cache_remove(&household.user, None);
}
