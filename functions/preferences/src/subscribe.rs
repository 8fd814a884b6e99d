//! `POST /api/push-subscriptions`

use api::view::WithMessage;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::subscription::{MAX_SUBSCRIPTIONS, Subscription};
use domain::timestamp;
use serde::{Deserialize, Serialize};
use store::Write;

/// The result of a browser's `PushSubscription.toJSON()`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "keys": {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg"}}))]
pub struct SubscriptionRequest {
    /// The https address of a known push service.
    pub endpoint: Option<String>,
    pub keys: Option<SubscriptionKeys>,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct SubscriptionKeys {
    /// 65 bytes in base64url.
    pub p256dh: Option<String>,
    /// 16 bytes in base64url.
    pub auth: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionView {
    pub endpoint: String,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
}

/// Subscribes this browser to notifications. A larder's thirteenth subscription replaces the oldest, a looker's its
/// earlier one.
#[utoipa::path(post, path = "/api/push-subscriptions", tag = "preferences",
    security(("bearer" = []), ("looker" = [])), request_body = SubscriptionRequest,
    responses((status = 201, body = WithMessage<SubscriptionView>), (status = 404)))]
pub async fn create_push_subscription(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<SubscriptionRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let keys = request.keys.unwrap_or_default();
    let (endpoint, p256dh, auth) =
        (request.endpoint.unwrap_or_default(), keys.p256dh.unwrap_or_default(), keys.auth.unwrap_or_default());
    let subscription = push::parse_subscription(&endpoint, &p256dh, &auth, &deps.config.push_hosts, now)?;
    let subscription = Subscription { device: caller.device, ..subscription };
    let mut existing = deps.store.subscription_list(&caller.user).await?;
    let same = existing.extract_if(.., |other| other.endpoint == subscription.endpoint).next();
    let own = own_subscriptions(&caller, &deps).await?;
    if let (Some(is_own), Some(same)) = (&own, &same)
        && !is_own(same)
    {
        return Err(ApiError::not_found());
    }
    let replaced: Vec<_> =
        own.map(|is_own| existing.extract_if(.., |other| is_own(other)).collect()).unwrap_or_default();
    let excess = (existing.len() + 1).saturating_sub(MAX_SUBSCRIPTIONS);
    let view = SubscriptionView { endpoint: subscription.endpoint.clone(), created_at: now };
    let reply = Reply::created(&WithMessage::new(view, "Notifications are on for this device."));
    // The reminders job does not check users without a device: it has to start again.
    deps.store.due_resume_checks(&caller.user, now).await?;
    deps.store.commit(vec![Write::subscription_put(&caller.user, &subscription)], idempotency.record(&reply)).await?;
    for dropped in replaced.iter().chain(&existing[..excess]) {
        deps.store.subscription_drop(&caller.user, &dropped.endpoint).await?;
    }
    Ok(reply)
}

/// Returns which subscriptions a looker may change, its own: those of other devices are answered like missing ones.
/// `None` for a member, which may change all. A subscription from before the larder was shared names no device: it is
/// the first one's.
pub async fn own_subscriptions(
    caller: &Caller,
    deps: &Deps,
) -> Result<Option<impl Fn(&Subscription) -> bool>, ApiError> {
    if caller.role.is_member() {
        return Ok(None);
    }
    let (household, role) = caller.household_and_role(deps).await?;
    let device_id = move |device| household.device_of(device).map(|device| device.id);
    let this = device_id(caller.device);
    Ok((!role.is_member()).then_some(move |subscription: &Subscription| device_id(subscription.device) == this))
}
