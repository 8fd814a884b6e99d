//! Removes items that are no longer due from the reminders on the larder's other devices.

use api::Caller;
use application::deps::Deps;
use domain::item::Item;
use domain::reminder::{FirstDue, is_due};
use store::StoreError;

/// Has the reminders' job look at the larder soon, which then corrects what other devices show. Called before the
/// change is written, as every announcement is. Costs a larder of one device nothing.
pub async fn leave_reminder(deps: &Deps, caller: &Caller, before: &Item, after: &Item) -> Result<(), StoreError> {
    let now = deps.now();
    if caller.device.is_none() || !is_due(before, now) || is_due(after, now) {
        return Ok(());
    }
    deps.store.due_bring_forward(&caller.user, FirstDue { at: now, now }).await
}
