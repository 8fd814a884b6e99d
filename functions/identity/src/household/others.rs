//! Checks whether a larder has other devices.

use application::deps::Deps;
use domain::id::UserId;
use store::StoreError;

/// Returns true if the larder has more than one device. One strongly consistent query: a token from before sharing does
/// not contain it.
pub async fn has_other_members(deps: &Deps, user: &UserId) -> Result<bool, StoreError> {
    Ok(deps.store.household_get(user, deps.now()).await?.devices.len() > 1)
}
