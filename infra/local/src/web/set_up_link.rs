//! The set-up link for the first device, with `LARDER_SIGN_UP=link`: a join credential of a larder that no device has
//! used yet. A file names the newest one, which replaces the earlier one.

use crate::data::folder::SET_UP_LINK;
use crate::data::private_file;
use crate::web::site_address::SiteAddress;
use application::deps::Deps;
use domain::digest::hash;
use domain::household::DEVICE_TTL;
use domain::id::UserId;
use domain::join_credential::{CredentialKind, JoinCredential, SECRET_LENGTH};
use std::path::Path;
use store::{StoreError, Write};

/// Creates a link, which ends an earlier one that no device has used.
pub async fn create(deps: &Deps, folder: &Path, site: &SiteAddress) -> Result<String, String> {
    let earlier = find_unused(deps, folder).await.map_err(|error| error.to_string())?;
    let (ended, user) = earlier.map_or_else(|| (None, deps.new_user_id()), |(hash, user)| (Some(hash), user));
    let secret = deps.ids.token(SECRET_LENGTH);
    let credential = JoinCredential::new(CredentialKind::SetUp, hash(&secret), user);
    let now = deps.now();
    // Expires before the first device that it lets in, so that it does not open a larder whose devices have all expired.
    let created = Write::join_credential_create(&credential.clone().expiring(now + DEVICE_TTL), now);
    let writes = ended.iter().map(|hash| Write::join_credential_delete(hash)).chain([created]).collect();
    deps.store.commit(writes, None).await.map_err(|error| error.to_string())?;
    let line = format!("{} {}", credential.hash, credential.user);
    private_file::write(folder, SET_UP_LINK, &line).map_err(|error| error.to_string())?;
    // Browsers do not send a fragment, so that it is in no log.
    Ok(format!("{}/#setup={secret}", site.as_str()))
}

/// Returns the hash of the newest link and its larder, if no device has used that yet.
pub async fn find_unused(deps: &Deps, folder: &Path) -> Result<Option<(String, UserId)>, StoreError> {
    let line = std::fs::read_to_string(folder.join(SET_UP_LINK)).unwrap_or_default();
    let named = line.split_once(' ').and_then(|(hash, user)| Some((hash.to_owned(), UserId::parse(user)?)));
    let Some((hash, user)) = named else { return Ok(None) };
    let household = deps.store.household_get(&user, deps.now()).await?;
    // A larder whose devices were all ended was used: another link to it would open its data.
    let is_used = household.version > 0 && household.devices.is_empty();
    Ok((!is_used && household.awaits_first_device()).then_some((hash, user)))
}
