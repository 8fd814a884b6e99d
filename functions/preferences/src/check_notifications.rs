//! `POST /api/check-notifications`

use api::view::ItemView;
use api::{ApiError, Caller, Idempotency, OptionalJson, RateLimit, Reply, rate_limit};
use application::deps::Deps;
use application::recipients::{delete_subscriptions_of_removed_devices, delete_unreachable};
use axum::extract::State;
use chrono::TimeDelta;
use domain::calendar_day::LocalTime;
use domain::id::UserId;
use domain::item::Item;
use domain::preferences::Preferences;
use domain::reminder::{Schedule, due_now};
use domain::usage::Usage;
use push::{Message, Pusher, Recipients, deliver};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use store::Write;

/// Each check can send a message to every device.
const PER_USER: RateLimit = RateLimit { scope: "check", max: 20, seconds: 600 };
/// The user waits for the answer, and the function's timeout is ten seconds.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct CheckRequest {
    /// Sends a test message when nothing is due, so that the user sees whether reminders arrive.
    #[serde(default)]
    pub test: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CheckResult {
    pub message: String,
    /// The active items that expire soon or have expired, sorted by expiry date.
    pub due: Vec<ItemView>,
    /// The number of notified devices.
    pub sent: usize,
}

/// Checks now what a reminder would contain, and sends it.
#[utoipa::path(post, path = "/api/check-notifications", tag = "preferences",
    security(("bearer" = [])), request_body = Option<CheckRequest>,
    responses((status = 200, body = CheckResult)))]
pub async fn check_notifications(
    caller: Caller,
    State(deps): State<Deps>,
    State(pusher): State<Option<Arc<dyn Pusher>>>,
    idempotency: Idempotency,
    OptionalJson(check): OptionalJson<CheckRequest>,
) -> Result<Reply, ApiError> {
    rate_limit(&deps, PER_USER, caller.user.as_str()).await?;
    let preferences = deps.store.preferences_get(&caller.user).await?;
    let local = LocalTime { at: deps.now(), zone: preferences.zone() };
    let now = local.at;
    let items = deps.store.item_list_active(&caller.user, now).await?;
    let items = due_now(&items, local);
    let is_test = check.unwrap_or_default().test && items.is_empty();
    let sent = match pusher.filter(|_| is_test || !items.is_empty()) {
        Some(pusher) => send(&deps, &pusher, &caller.user, preferences, &items, local).await?,
        None => 0,
    };
    let due: Vec<_> = items.iter().map(|item| ItemView::at(item, local)).collect();
    let message = match due.len() {
        0 => "Nothing needs your attention.".to_owned(),
        1 => "1 item expires soon or has expired.".to_owned(),
        n => format!("{n} items expire soon or have expired."),
    };
    let message = match sent {
        0 => message,
        1 => format!("{message} 1 device was notified."),
        n => format!("{message} {n} devices were notified."),
    };
    let usage = Usage::new(deps.ids.uuid(now), &caller.user, "check", json!({"due": due.len()}), now);
    let reply = Reply::ok(&CheckResult { message, due, sent });
    let writes = vec![Write::preferences_record_check(&caller.user, sent > 0, now), Write::usage(&usage)];
    deps.store.commit(writes, idempotency.record(&reply)).await?;
    Ok(reply)
}

/// Sends the day's digest, or a test message if nothing is due, to every device, and deletes those that were
/// removed or cannot be reached. The digest replaces an earlier one on screen by its tag.
async fn send(
    deps: &Deps,
    pusher: &Arc<dyn Pusher>,
    user: &UserId,
    preferences: Preferences,
    due: &[&Item],
    now: LocalTime,
) -> Result<usize, ApiError> {
    let mut subscriptions = deps.store.subscription_list(user).await?;
    delete_subscriptions_of_removed_devices(deps, user, &mut subscriptions).await?;
    let schedule = Schedule { zone: preferences.zone(), hour: preferences.notification_time };
    let end = schedule.end_of(now.today()).unwrap_or(now.at + TimeDelta::hours(12));
    let language = preferences.language();
    let message =
        if due.is_empty() { Message::test(now, end, language) } else { Message::digest(due, now, end, language) };
    let phone = preferences.fcm_token.filter(|_| pusher.has_phones());
    let devices = Recipients { subscriptions, phone: phone.clone(), ..Recipients::default() };
    let deliveries = deliver(pusher, devices, message, DELIVERY_TIMEOUT).await;
    delete_unreachable(deps, user, phone.as_deref(), &deliveries).await;
    Ok(deliveries.accepted)
}
