//! Changes one item: archive, delete, restore, edit, change of its state.

use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, Reply, item_id, retry_lost_race};
use application::deps::Deps;
use domain::calendar_day::LocalTime;
use domain::correction::Correction;
use domain::item::{Item, ItemStatus};
use domain::reminder::{FirstDue, first_due, is_due};
use store::Write;

/// The result of a change of an item, and the message for the client.
pub struct ItemChange {
    /// `None` if nothing changes.
    pub item: Option<Item>,
    pub message: &'static str,
    /// The correction that the edit of a receipt line teaches.
    pub learnt: Option<Correction>,
}

impl ItemChange {
    pub fn changed(item: Item, message: &'static str) -> Self {
        Self { item: Some(item), message, learnt: None }
    }
}

/// Reads an item, calls `decide`, schedules the check of the reminders that change, then commits the result with its
/// reply. Repeats this with the newest version if another writer was faster.
pub async fn change_item(
    deps: &Deps,
    caller: &Caller,
    id: &str,
    idempotency: &Idempotency,
    decide: impl Fn(&Item, LocalTime) -> Result<ItemChange, ApiError>,
) -> Result<Reply, ApiError> {
    let id = item_id(id)?;
    let now = deps.local_time(&caller.user).await?;
    retry_lost_race(|| async {
        let before = deps.store.item_get(&caller.user, id).await?.ok_or_else(ApiError::not_found)?;
        let ItemChange { item, message, learnt } = decide(&before, now)?;
        let reply = Reply::ok(&WithMessage::new(ItemView::at(item.as_ref().unwrap_or(&before), now), message));
        let (mut writes, mut due, mut activated) = (vec![], None, 0);
        if let Some(after) = &item {
            due = due_check(caller, &before, after, now).or_else(|| earlier_due(&before, after, now));
            writes.push(Write::item_replace(after));
            activated = usize::from(is_activated(&before, after, now));
        }
        writes.extend(learnt.map(|learnt| Write::correction_learn(&caller.user, &learnt)));
        deps.store.commit_active(&caller.user, activated, due, writes, idempotency.record(&reply), now.at).await?;
        Ok(reply)
    })
    .await
}

/// Returns the check that is due now if an item no longer is, so that the reminders job corrects the reminders on other
/// devices. A larder's only device corrects its own; a program has none.
pub fn due_check(caller: &Caller, before: &Item, after: &Item, now: LocalTime) -> Option<FirstDue> {
    let is_only_device = caller.device.is_none() && !caller.is_program;
    let is_corrected = !is_only_device && is_due(before, now) && !is_due(after, now);
    is_corrected.then_some(FirstDue { at: now.at, now: now.at })
}

/// Returns when an item is due, if that may be earlier than before its change.
fn earlier_due(before: &Item, after: &Item, now: LocalTime) -> Option<FirstDue> {
    let is_earlier = is_activated(before, after, now)
        || after.details.expires_at < before.details.expires_at
        || is_due(after, now) && !is_due(before, now);
    first_due([after], now).filter(|_| is_earlier)
}

fn is_activated(before: &Item, after: &Item, now: LocalTime) -> bool {
    let is_active = |item: &Item| item.status_at(now.at) == ItemStatus::Active;
    is_active(after) && !is_active(before)
}
