//! `POST /api/check-notifications`

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::deps::Deps;
use shared::domain::freshness::Freshness;
use shared::domain::usage::Usage;
use shared::http::view::ItemView;
use shared::http::{ApiError, Caller, Idempotency, Refusals, Reply};
use shared::store::Write;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Checked {
    pub message: String,
    /// The active items that expire soon or have expired, those that expire first first.
    pub due: Vec<ItemView>,
    /// How many devices were notified.
    pub sent: usize,
}

/// Look now for what a reminder would be about.
#[utoipa::path(post, path = "/api/check-notifications", tag = "preferences", responses((status = 200, body = Checked), Refusals))]
pub async fn check_notifications(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let items = deps.store.item_list_active(&caller.user, now).await?;
    let due: Vec<_> = items
        .iter()
        .filter(|item| item.freshness(now) != Freshness::Fresh)
        .map(|item| ItemView::at(item, now))
        .collect();
    let message = match due.len() {
        0 => "Nothing needs your attention.".to_owned(),
        1 => "1 item expires soon or has expired.".to_owned(),
        n => format!("{n} items expire soon or have expired."),
    };
    let usage = Usage::new(deps.ids.uuid(now), &caller.user, "check", json!({"due": due.len()}), now);
    let reply = Reply::ok(&Checked { message, due, sent: 0 });
    let writes = vec![Write::preferences_checked(&caller.user, now), Write::usage(&usage)];
    deps.store.commit(writes, idempotency.record(&reply)).await?;
    Ok(reply)
}
