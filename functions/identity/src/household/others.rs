//! Whether a larder is somebody else's as well.

use domain::id::UserId;
use service::deps::Deps;
use store::StoreError;

/// Whether more than one device is in. One strongly consistent query: a token from before the larder was shared does
/// not say so.
pub async fn others_are_in(deps: &Deps, user: &UserId) -> Result<bool, StoreError> {
    Ok(deps.store.household_get(user, deps.now()).await?.devices.len() > 1)
}
