//! `GET /api/summary`

use api::view::{ItemView, ListItemView};
use api::{ApiError, Caller, IfNoneMatch};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::digest::short_hash;
use domain::freshness::Freshness;
use domain::timestamp;
use serde::Serialize;

/// The maximum number of listed items.
const MAX_NEXT: usize = 5;
/// The maximum number of names of items that expire today.
const MAX_DUE_NAMES: usize = 20;

/// A larder in a few numbers, for a display of another program.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Items with more than three days left.
    pub fresh: usize,
    /// On their last day, or with one to three days left.
    pub soon: usize,
    pub expired: usize,
    /// Items that expire today in the larder's time zone.
    pub due_today: usize,
    /// Their names, at most 20.
    pub due_names: Vec<String>,
    /// Rows of the shopping list that are not ticked off.
    pub list_pending: usize,
    /// The items that expire first, at most five, the most urgent first.
    pub next: Vec<NextItem>,
    /// Changes whenever `GET /api/items` or `GET /api/shopping-list` does, so that a program polls this operation
    /// alone.
    pub revision: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextItem {
    pub name: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    /// Calendar days from today in the larder's time zone: 0 on the last day, negative after it. For a moment that a
    /// client sent the days until then, rounded up.
    pub days_left: i64,
}

/// Returns the current state of the caller's larder.
#[utoipa::path(get, path = "/api/summary", tag = "user",
    security(("bearer" = []), ("program" = ["read"]), ("looker" = [])),
    responses((status = 200, body = Summary), (status = 304,
        description = "Not modified: `If-None-Match` names the current version, also of items and shopping list.")))]
pub async fn get_summary(
    caller: Caller,
    State(deps): State<Deps>,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let (now, items, list) = tokio::try_join!(
        deps.local_time(&caller.user),
        deps.store.item_list_active(&caller.user, deps.now()),
        deps.store.list_item_list(&caller.user),
    )?;
    let count = |freshness| items.iter().filter(|item| item.freshness(now) == freshness).count();
    let (fresh, soon, expired) = (count(Freshness::Fresh), count(Freshness::Soon), count(Freshness::Expired));
    let due: Vec<String> = items
        .iter()
        .filter(|item| item.expiry(now.zone).day(now.zone) == now.today())
        .map(|item| item.details.name.clone())
        .collect();
    let next = items.iter().take(MAX_NEXT).map(|item| NextItem {
        name: item.details.name.clone(),
        expires_at: item.details.expires_at,
        days_left: item.days_left(now),
    });
    let views: Vec<_> = items.iter().map(|item| ItemView::with_guide(item, now)).collect();
    let rows: Vec<_> = list.iter().map(ListItemView::from).collect();
    let revision = serde_json::to_string(&(views, rows)).expect("views are plain data");
    let summary = Summary {
        fresh,
        soon,
        expired,
        due_today: due.len(),
        due_names: due.into_iter().take(MAX_DUE_NAMES).collect(),
        list_pending: list.iter().filter(|row| !row.is_completed()).count(),
        next: next.collect(),
        revision: short_hash(&revision),
    };
    Ok(if_none_match.respond(&caller, &summary))
}
