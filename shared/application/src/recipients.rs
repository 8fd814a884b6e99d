//! Deletes recipients of messages that were removed from the larder, or that cannot be reached.

use crate::deps::Deps;
use domain::id::UserId;
use domain::subscription::Subscription;
use push::Deliveries;
use store::StoreError;

/// Deletes subscriptions of removed devices, which may have subscribed concurrently, and returns their number. Reads
/// nothing if the larder was never shared.
pub async fn delete_subscriptions_of_removed_devices(
    deps: &Deps,
    user: &UserId,
    subscriptions: &mut Vec<Subscription>,
) -> Result<usize, StoreError> {
    let mut removed = vec![];
    for subscription in subscriptions.iter() {
        if let Some(device) = subscription.device
            && deps.store.device_role(user, device, deps.now()).await?.is_none()
        {
            removed.push(subscription.endpoint.clone());
        }
    }
    for endpoint in &removed {
        deps.store.subscription_drop(user, endpoint).await?;
    }
    subscriptions.retain(|subscription| !removed.contains(&subscription.endpoint));
    Ok(removed.len())
}

/// Deletes the subscriptions and phones that no longer exist at their push services. Returns their number.
pub async fn delete_unreachable(deps: &Deps, user: &UserId, phone: Option<&str>, deliveries: &Deliveries) -> usize {
    let mut deleted = 0;
    for endpoint in &deliveries.gone {
        match deps.store.subscription_drop(user, endpoint).await {
            Ok(()) => deleted += 1,
            Err(error) => tracing::warn!(%error, "a subscription could not be deleted"),
        }
    }
    if deliveries.phone_gone
        && let Some(token) = phone
    {
        match deps.store.preferences_forget_phone(user, token).await {
            Ok(()) => deleted += 1,
            Err(error) => tracing::warn!(%error, "a phone could not be deleted"),
        }
    }
    deleted
}
