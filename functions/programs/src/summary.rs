//! `GET /api/summary`

use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::calendar_day::day_of;
use domain::freshness::{Freshness, days_left};
use domain::item::Item;
use domain::timestamp;
use serde::Serialize;

/// The maximum number of listed items.
const MAX_NEXT: usize = 5;

/// A larder in a few numbers, for a display of another program.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Items with more than three days left.
    pub fresh: usize,
    /// With three days or less.
    pub soon: usize,
    pub expired: usize,
    /// Items that expire today in the caller's time zone.
    pub due_today: usize,
    /// Rows of the shopping list that are not ticked off.
    pub list_pending: usize,
    /// The items that expire first, at most five, the most urgent first.
    pub next: Vec<NextItem>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextItem {
    pub name: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    /// Days as displayed: rounded up, 0 or less after expiry.
    pub days_left: i64,
}

/// Returns the current state of the caller's larder.
#[utoipa::path(get, path = "/api/summary", tag = "user", responses((status = 200, body = Summary)))]
pub async fn get_summary(caller: Caller, State(deps): State<Deps>) -> Result<Json<Summary>, ApiError> {
    let now = deps.now();
    let (preferences, items, list) = tokio::try_join!(
        deps.store.preferences_get(&caller.user),
        deps.store.item_list_active(&caller.user, now),
        deps.store.list_item_list(&caller.user),
    )?;
    let zone = preferences.zone();
    let today = day_of(now, zone);
    let count = |freshness| items.iter().filter(|item| item.freshness(now) == freshness).count();
    let (fresh, soon, expired) = (count(Freshness::Fresh), count(Freshness::Soon), count(Freshness::Expired));
    let is_due = |item: &&Item| item.expiry_day(zone) == today;
    let due_today = items.iter().filter(is_due).count();
    let next = items.iter().take(MAX_NEXT).map(|item| NextItem {
        name: item.details.name.clone(),
        expires_at: item.details.expires_at,
        days_left: days_left(item.details.expires_at, now),
    });
    Ok(Json(Summary {
        fresh,
        soon,
        expired,
        due_today,
        list_pending: list.iter().filter(|row| !row.is_completed()).count(),
        next: next.collect(),
    }))
}
