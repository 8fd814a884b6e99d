//! Adds recovery codes to a household, and removes devices together with all their credentials.

use crate::deps::Deps;
use crate::identity::ID_TOKEN_LIFETIME;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::household::{Device, Household, JoinedBy, Recovery};
use domain::id::{DeviceId, UserId};
use domain::join_credential::{CredentialKind, JoinCredential};
use store::{CommitError, MAX_WRITES, RevokedTokens, Write};

/// The cause of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovedBy {
    /// The device leaves. Its recovery codes stay valid for the other devices.
    Itself,
    /// Another device removes it. The removed device may know the recovery codes that it created, so they are deleted.
    AnotherDevice,
}

/// The links that are revoked with removed devices: the calendar and shared lists, which open without a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinksToRevoke {
    None,
    /// Those that the removed devices created.
    Theirs,
    /// All, and all programs' tokens.
    All,
}

/// The maximum number of shares that are revoked in the same transaction as their devices. More are revoked before it.
const MAX_SHARES_AT_ONCE: usize = 10;

/// Removes devices from a household and returns the writes: the deletion of the devices, their push subscriptions,
/// their tokens for programs, their links, and the join credentials that they may know. If the larder was never shared,
/// `removed` is empty, and the rows without a device are deleted.
pub async fn remove_devices(
    deps: &Deps,
    household: &mut Household,
    removed: &[Device],
    by: RemovedBy,
    links: LinksToRevoke,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, CommitError> {
    let user = household.user.clone();
    let is_removed = |id: DeviceId| removed.iter().any(|device| device.id == id);
    // Rows that the first device wrote before the larder was shared have no device.
    let includes_rows_without_device =
        household.devices.is_empty() || removed.iter().any(|device| device.joined_by == JoinedBy::First);
    let mut writes = vec![];
    let mut credentials = household.remove_invitations();
    for device in removed {
        writes.push(Write::device_delete(&user, device.id));
        credentials.extend(device.redeems.clone());
    }
    if by == RemovedBy::AnotherDevice {
        let codes =
            household.remove_recoveries(|recovery| recovery.by.map_or(includes_rows_without_device, is_removed));
        credentials.extend(codes.into_iter().map(|code| code.hash));
    }
    writes.extend(credentials.iter().map(|hash| Write::join_credential_delete(hash)));
    for subscription in deps.store.subscription_list(&user).await? {
        if subscription.device.map_or(includes_rows_without_device, is_removed) {
            writes.push(Write::subscription_forget(&user, &subscription.endpoint));
        }
    }
    // A token or link without a device may be of any member that was in the larder when it was created.
    let may_have_created =
        |device: &Device, created_at: DateTime<Utc>| device.role.is_member() && device.created_at <= created_at;
    let is_theirs = |device: Option<DeviceId>, created_at: DateTime<Utc>| match device {
        Some(id) => is_removed(id),
        None => includes_rows_without_device || removed.iter().any(|device| may_have_created(device, created_at)),
    };
    writes.extend(revoke_links(deps, &user, links, is_theirs, now).await?);
    household.devices.retain(|device| !is_removed(device.id));
    // While the first device stays in the larder, tokens without a device are its own.
    if household.device_of(None).is_none() {
        writes.push(revoke_tokens_without_device(deps, &user, now));
    }
    Ok(writes)
}

/// Prepares a device for the role of a looker. Returns the writes that delete what it could still change the larder by:
/// its programs' tokens, and the join credentials that it may know, among them the one by which it joined.
pub async fn restrict_device(
    deps: &Deps,
    household: &mut Household,
    device: &mut Device,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, CommitError> {
    let user = household.user.clone();
    let is_first = device.joined_by == JoinedBy::First;
    let is_theirs = |id: Option<DeviceId>| id.map_or(is_first, |id| id == device.id);
    let mut credentials = household.remove_invitations();
    credentials.extend(device.redeems.take());
    let codes = household.remove_recoveries(|recovery| is_theirs(recovery.by));
    credentials.extend(codes.into_iter().map(|code| code.hash));
    let mut writes: Vec<Write> = credentials.iter().map(|hash| Write::join_credential_delete(hash)).collect();
    writes.extend(revoke_links(deps, &user, LinksToRevoke::None, |id, _| is_theirs(id), now).await?);
    if is_first {
        // From now on, tokens without a device have its role.
        writes.push(revoke_tokens_without_device(deps, &user, now));
    }
    Ok(writes)
}

/// Tokens without a device are from before the larder was shared. Our own expire within an hour; another provider
/// issues new ones.
fn revoke_tokens_without_device(deps: &Deps, user: &UserId, now: DateTime<Utc>) -> Write {
    let until = deps.config.is_own_identity_provider().then(|| now + ID_TOKEN_LIFETIME);
    Write::tokens_revoke(user, RevokedTokens::WithoutDevice, until)
}

/// Returns the writes that revoke links, and the programs' tokens that `is_theirs` selects by device and time of
/// creation. If the shares are too many for one transaction, it revokes the first of them itself.
pub async fn revoke_links(
    deps: &Deps,
    user: &UserId,
    links: LinksToRevoke,
    is_theirs: impl Fn(Option<DeviceId>, DateTime<Utc>) -> bool,
    now: DateTime<Utc>,
) -> Result<Vec<Write>, CommitError> {
    let is_selected = |device, created_at| links == LinksToRevoke::All || is_theirs(device, created_at);
    let mut tokens = deps.store.program_list(user).await?;
    tokens.retain(|token| is_selected(token.device, token.created_at));
    let mut writes: Vec<Write> = tokens.iter().map(|token| Write::program_forget(user, &token.hash)).collect();
    if links == LinksToRevoke::None {
        return Ok(writes);
    }
    let mut shares = deps.store.share_list_open(user, now).await?;
    shares.retain(|share| is_selected(share.device, share.created_at));
    let (last, earlier) = shares.split_at(shares.len().min(MAX_SHARES_AT_ONCE));
    for part in earlier.chunks(MAX_WRITES / 2) {
        deps.store.commit(part.iter().flat_map(Write::share_revoke).collect(), None).await?;
    }
    writes.extend(last.iter().flat_map(Write::share_revoke));
    let calendar = deps.store.calendar_get_own(user).await?;
    let calendar = calendar.filter(|calendar| is_selected(calendar.device, calendar.created_at));
    writes.extend(calendar.iter().flat_map(Write::calendar_delete));
    Ok(writes)
}

/// Adds a recovery code to a household and returns the writes of its row and of those that it displaces. `by` is the
/// device that receives it.
pub fn add_recovery_code(
    household: &mut Household,
    code: &str,
    by: Option<DeviceId>,
    now: DateTime<Utc>,
) -> Vec<Write> {
    let hash = hash(code);
    let displaced = household.add_recovery_code(Recovery { hash: hash.clone(), created_at: now, by });
    let credential = JoinCredential::new(CredentialKind::Recovery, hash, household.user.clone());
    let displaced = displaced.iter().map(|displaced| Write::join_credential_delete(&displaced.hash));
    displaced.chain([Write::join_credential_create(&credential, now)]).collect()
}

/// Makes this process see at once that devices were removed or have another role; other processes do so within half a
/// minute.
pub fn drop_cached_members(deps: &Deps, household: &Household, changed: &[DeviceId]) {
    for device in changed {
        deps.store.revocation_cache_remove(&household.user, Some(*device));
    }
    deps.store.revocation_cache_remove(&household.user, None);
}
