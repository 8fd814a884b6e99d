//! Resolves what an item's draft says by the household's preferences: the chosen day and the place.

use crate::place::resolve_place;
use api::ApiError;
use application::deps::Deps;
use domain::calendar_day::last_moment_of;
use domain::id::UserId;
use domain::item::StorageAndDate;
use domain::timestamp::{self, calendar_day};
use domain::unchecked_item::UncheckedItem;

/// Returns the draft with the moment at which its chosen day ends in the larder's time zone, and place and day.
pub async fn resolve(
    draft: UncheckedItem,
    deps: &Deps,
    user: &UserId,
) -> Result<(UncheckedItem, StorageAndDate), ApiError> {
    let expires_on = draft.expires_on.as_deref().map(|day| calendar_day("expiresOn", day)).transpose()?;
    let mut expires_at = draft.expires_at;
    // The client knows when its day ends; the larder does so once it has a time zone.
    if let Some(day) = expires_on {
        let preferences = deps.store.preferences_get(user).await?;
        let end = || last_moment_of(day, preferences.zone()).map(timestamp::iso);
        expires_at = expires_at.filter(|_| preferences.time_zone.is_none()).or_else(end);
    }
    let (storage, own_place) = resolve_place(deps, user, draft.storage, draft.place).await?;
    let stated = StorageAndDate { storage, own_place, date_kind: draft.date_kind, expires_on };
    Ok((UncheckedItem { expires_at, ..draft }, stated))
}
