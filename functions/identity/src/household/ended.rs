//! The deletions that go with a device.

use crate::signer::TOKEN_LIFETIME;
use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy};
use domain::id::DeviceId;
use service::deps::Deps;
use service::http::ApiError;
use store::{RefusedTokens, Write};

/// Removes devices from a household: their rows, subscriptions, and credentials they may have created to return. Their
/// tokens for programs are deleted too, because the finder of a lost phone may have created one.
pub async fn end(
    deps: &Deps,
    household: &mut Household,
    out: &[Device],
    now: DateTime<Utc>,
) -> Result<Vec<Write>, ApiError> {
    let user = household.user.clone();
    let mut writes = vec![];
    for device in out {
        writes.push(Write::device_delete(&user, device.id));
        writes.extend(device.redeems.as_deref().map(Write::recovery_delete));
    }
    writes.extend(household.link.take().iter().flat_map(Write::link_delete));
    writes.extend(household.passes.drain(..).map(|pass| Write::install_pass_delete(&pass.hash)));
    // The first device's subscription from before the larder was shared names no device.
    let first = out.iter().any(|device| device.joined_by == JoinedBy::First);
    for subscription in deps.store.subscription_list(&user).await? {
        let theirs = subscription.device.map_or(first, |id| out.iter().any(|device| device.id == id));
        if theirs {
            writes.push(Write::subscription_forget(&user, &subscription.endpoint));
        }
    }
    for token in deps.store.program_list(&user).await? {
        if token.device.map_or(first, |id| out.iter().any(|device| device.id == id)) {
            writes.push(Write::program_forget(&user, &token.hash));
        }
    }
    // A token from before the first one joined names no device. Ours end within the hour; another provider makes new
    // ones.
    let until = deps.config.is_own_identity_provider().then(|| now + TOKEN_LIFETIME);
    writes.push(Write::tokens_refuse(&user, RefusedTokens::WithoutDevice, until));
    household.devices.retain(|device| !out.iter().any(|ended| ended.id == device.id));
    Ok(writes)
}

/// This process takes their tokens no longer; the others look within half a minute.
pub fn forget(deps: &Deps, household: &Household, out: &[DeviceId]) {
    for device in out {
        deps.store.revocation_forget(&household.user, Some(*device));
    }
    deps.store.revocation_forget(&household.user, None);
}
