//! Deletes devices that were removed, or that cannot be reached.

use application::deps::Deps;
use domain::subscription::Subscription;
use push::Deliveries;
use store::{DueUser, StoreError};

/// Deletes subscriptions of removed devices, which may have subscribed concurrently. Costs nothing if the larder was
/// never shared.
pub async fn delete_removed_devices(
    deps: &Deps,
    due: &DueUser,
    subscriptions: &mut Vec<Subscription>,
) -> Result<usize, StoreError> {
    let mut removed = vec![];
    for subscription in subscriptions.iter() {
        if let Some(device) = subscription.device
            && deps.store.device_role(&due.user, device, deps.now()).await?.is_none()
        {
            removed.push(subscription.endpoint.clone());
        }
    }
    for endpoint in &removed {
        deps.store.subscription_drop(&due.user, endpoint).await?;
    }
    subscriptions.retain(|subscription| !removed.contains(&subscription.endpoint));
    Ok(removed.len())
}

/// Deletes the subscriptions and phones that no longer exist at their push services. Returns their number.
pub async fn delete_unreachable(deps: &Deps, due: &DueUser, deliveries: &Deliveries) -> usize {
    let mut deleted = 0;
    for endpoint in &deliveries.gone {
        match deps.store.subscription_drop(&due.user, endpoint).await {
            Ok(()) => deleted += 1,
            Err(error) => tracing::warn!(%error, "a subscription could not be deleted"),
        }
    }
    if deliveries.phone_gone
        && let Some(token) = &due.preferences.fcm_token
    {
        match deps.store.preferences_forget_phone(&due.user, token).await {
            Ok(()) => deleted += 1,
            Err(error) => tracing::warn!(%error, "a phone could not be deleted"),
        }
    }
    deleted
}
