//! `GET /api/user/statistics`

use api::{ApiError, Caller};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, NaiveTime, TimeDelta};
use domain::calendar_day::{Tz, day_of};
use domain::freshness::Freshness;
use domain::price::units;
use domain::statistics::{EndingCounts, Month, Week, endings, first_monday, first_month, months, weeks};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Statistics {
    pub items: ItemCounts,
    /// The last twelve weeks, the present one last.
    pub weeks: Vec<WeekView>,
    /// The last six months, the present one last.
    pub months: Vec<MonthView>,
    /// Counts of the caller's actions in those weeks, such as `share` or `import`.
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

/// The items that left the larder in a week, by ending.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekView {
    /// Its Monday, in the caller's time zone.
    #[schema(value_type = String, format = Date, example = "2026-11-16")]
    pub monday: NaiveDate,
    /// The number of used up items.
    pub used: usize,
    /// The number of thrown away items.
    pub tossed: usize,
    /// Expired without an outcome.
    pub expired: usize,
}

/// The items that left the larder in a month, and their prices on receipts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthView {
    /// Its first day, in the caller's time zone.
    #[schema(value_type = String, format = Date, example = "2026-11-01")]
    pub first: NaiveDate,
    /// The number of used up items.
    pub used: usize,
    /// The number of thrown away items.
    pub tossed: usize,
    /// Expired without an outcome.
    pub expired: usize,
    /// The number of these with a known price.
    pub priced: usize,
    /// One entry for each currency.
    pub money: Vec<MoneyView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MoneyView {
    /// ISO 4217, if the receipts show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The price of used items, and of the used part of the others.
    pub used: f64,
    /// The price of thrown away or expired items.
    pub lost: f64,
}

impl MonthView {
    fn of(month: Month) -> Self {
        let Month { first, counts: EndingCounts { used, tossed, expired }, priced, money } = month;
        let money = money.into_iter().map(|(currency, money)| MoneyView {
            used: units(money.used),
            lost: units(money.lost),
            currency,
        });
        Self { first, used, tossed, expired, priced, money: money.collect() }
    }
}

/// Returns counts of the caller's items, and how they ended.
#[utoipa::path(get, path = "/api/user/statistics", tag = "user",
    security(("bearer" = []), ("program" = ["read"]), ("looker" = [])), responses((status = 200, body = Statistics)))]
pub async fn get_statistics(caller: Caller, State(deps): State<Deps>) -> Result<Json<Statistics>, ApiError> {
    let now = deps.now();
    // One more day covers all time zones.
    let since = first_month(Tz::UTC, now - TimeDelta::days(1)).and_time(NaiveTime::MIN).and_utc() - TimeDelta::days(1);
    let (local, active, left, usage) = tokio::try_join!(
        deps.local_time(&caller.user),
        deps.store.item_list_active(&caller.user, now),
        deps.store.item_list_since(&caller.user, since, now),
        deps.store.usage_list(&caller.user, since),
    )?;
    let count = |freshness| active.iter().filter(|item| item.freshness(local) == freshness).count();
    let items = ItemCounts {
        total: active.len(),
        fresh: count(Freshness::Fresh),
        soon: count(Freshness::Soon),
        expired: count(Freshness::Expired),
    };
    let zone = local.zone;
    let endings = endings(active.iter().chain(&left), now);
    let weeks = weeks(&endings, zone, now)
        .into_iter()
        .map(|Week { monday, counts: EndingCounts { used, tossed, expired } }| WeekView {
            monday,
            used,
            tossed,
            expired,
        })
        .collect();
    let months = months(&endings, zone, now).into_iter().map(MonthView::of).collect();
    let mut actions = BTreeMap::new();
    let first = first_monday(zone, now);
    for usage in usage.into_iter().filter(|usage| day_of(usage.timestamp, zone) >= first) {
        *actions.entry(usage.action).or_default() += 1;
    }
    Ok(Json(Statistics { items, weeks, months, actions }))
}
