//! `DELETE /api/push-subscriptions`

use crate::subscribe::own_subscriptions;
use api::view::Message;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use serde::Deserialize;
use store::CommitError;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAA"}))]
pub struct Unsubscription {
    pub endpoint: Option<String>,
}

/// Ends this browser's notifications.
#[utoipa::path(delete, path = "/api/push-subscriptions", tag = "preferences",
    security(("bearer" = []), ("looker" = [])), request_body = Unsubscription,
    responses((status = 200, body = Message), (status = 404)))]
pub async fn delete_push_subscription(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<Unsubscription>,
) -> Result<Reply, ApiError> {
    let endpoint = request.endpoint.ok_or_else(|| ApiError::invalid("endpoint", "The subscription is missing."))?;
    if let Some(is_own) = own_subscriptions(&caller, &deps).await? {
        let subscriptions = deps.store.subscription_list(&caller.user).await?;
        if subscriptions.iter().any(|other| other.endpoint == endpoint && !is_own(other)) {
            return Err(ApiError::not_found());
        }
    }
    let reply = Reply::ok(&Message::new("Notifications are off for this device."));
    match deps.store.subscription_delete(&caller.user, &endpoint, idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => Err(ApiError::not_found()),
        Err(error) => Err(error.into()),
    }
}
