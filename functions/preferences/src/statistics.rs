//! `GET /api/user/statistics`

use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, TimeDelta};
use domain::freshness::Freshness;
use domain::statistics::{WEEKS, Week, first_monday, weeks};
use serde::Serialize;
use service::deps::Deps;
use service::http::{ApiError, Caller, Refusals};
use std::collections::BTreeMap;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Statistics {
    pub items: ItemCounts,
    /// The last twelve weeks, the present one last.
    pub weeks: Vec<WeekView>,
    /// How often the caller did what in those weeks, such as `share` or `import`.
    pub actions: BTreeMap<String, usize>,
}

/// The active items.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ItemCounts {
    pub total: usize,
    pub fresh: usize,
    pub soon: usize,
    pub expired: usize,
}

/// What left the tracker in a week, and how.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekView {
    /// Its Monday, in the caller's time zone.
    #[schema(value_type = String, format = Date, example = "2026-11-16")]
    pub monday: NaiveDate,
    /// Said to have been used.
    pub used: usize,
    /// Said to have been thrown away.
    pub tossed: usize,
    /// Expired, and nobody said anything.
    pub expired: usize,
}

/// What the caller has, and what became of what they had.
#[utoipa::path(get, path = "/api/user/statistics", tag = "user", responses((status = 200, body = Statistics), Refusals))]
pub async fn get_statistics(caller: Caller, State(deps): State<Deps>) -> Result<Json<Statistics>, ApiError> {
    let now = deps.now();
    // A day more than the weeks have, whatever the time zone.
    let since = now - TimeDelta::weeks(WEEKS) - TimeDelta::days(1);
    let (preferences, active, left, usage) = tokio::try_join!(
        deps.store.preferences_get(&caller.user),
        deps.store.item_list_active(&caller.user, now),
        deps.store.item_list_left(&caller.user, since, now),
        deps.store.usage_list(&caller.user, since),
    )?;
    let count = |freshness| active.iter().filter(|item| item.freshness(now) == freshness).count();
    let items = ItemCounts {
        total: active.len(),
        fresh: count(Freshness::Fresh),
        soon: count(Freshness::Soon),
        expired: count(Freshness::Expired),
    };
    let zone = preferences.time_zone.unwrap_or(chrono_tz::Tz::UTC);
    let weeks = weeks(&left, zone, now)
        .into_iter()
        .map(|Week { monday, used, tossed, expired }| WeekView { monday, used, tossed, expired })
        .collect();
    let mut actions = BTreeMap::new();
    let first = first_monday(zone, now);
    for usage in usage.into_iter().filter(|usage| usage.timestamp.with_timezone(&zone).date_naive() >= first) {
        *actions.entry(usage.action).or_default() += 1;
    }
    Ok(Json(Statistics { items, weeks, actions }))
}
