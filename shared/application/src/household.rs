//! Removes devices from a household, together with all their credentials.

use crate::deps::Deps;
use crate::identity::ID_TOKEN_LIFETIME;
use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy};
use domain::id::DeviceId;
use store::{RevokedTokens, StoreError, Write};

/// The cause of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovedBy {
    /// The device leaves. Its recovery codes stay valid for the other devices.
    Itself,
    /// Another device removes it. The removed device may know the recovery codes that it created, so they are deleted.
    Others,
}

/// Removes devices from a household and returns the writes: the deletion of the devices, their push subscriptions, their
/// tokens for programs, and the join credentials that they may know. If the larder was never shared, `removed` is empty,
/// and the rows without a device are deleted.
pub async fn end_devices(
    deps: &Deps,
    household: &mut Household,
    removed: &[Device],
    by: RemovedBy,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, StoreError> {
    let user = household.user.clone();
    let is_removed = |id: DeviceId| removed.iter().any(|device| device.id == id);
    // Rows that the first device wrote before the larder was shared have no device.
    let includes_unnamed =
        household.devices.is_empty() || removed.iter().any(|device| device.joined_by == JoinedBy::First);
    let mut writes = vec![];
    for device in removed {
        writes.push(Write::device_delete(&user, device.id));
        writes.extend(device.redeems.as_deref().map(Write::recovery_delete));
    }
    writes.extend(household.link.take().iter().flat_map(Write::link_delete));
    writes.extend(household.passes.drain(..).map(|pass| Write::install_pass_delete(&pass.hash)));
    if by == RemovedBy::Others {
        let codes = household.remove_recoveries(|recovery| recovery.by.map_or(includes_unnamed, is_removed));
        writes.extend(codes.iter().map(|code| Write::recovery_delete(&code.hash)));
    }
    for subscription in deps.store.subscription_list(&user).await? {
        if subscription.device.map_or(includes_unnamed, is_removed) {
            writes.push(Write::subscription_forget(&user, &subscription.endpoint));
        }
    }
    for token in deps.store.program_list(&user).await? {
        if token.device.map_or(includes_unnamed, is_removed) {
            writes.push(Write::program_forget(&user, &token.hash));
        }
    }
    // Tokens without a device are from before the larder was shared. Our own expire within an hour; another provider
    // issues new ones.
    let until = deps.config.is_own_identity_provider().then(|| now + ID_TOKEN_LIFETIME);
    writes.push(Write::tokens_revoke(&user, RevokedTokens::WithoutDevice, until));
    household.devices.retain(|device| !is_removed(device.id));
    Ok(writes)
}

/// Makes this process refuse the tokens of removed devices at once; other processes do so within half a minute.
pub fn drop_cached_members(deps: &Deps, household: &Household, removed: &[DeviceId]) {
    for device in removed {
        deps.store.revocation_cache_remove(&household.user, Some(*device));
    }
    deps.store.revocation_cache_remove(&household.user, None);
}
