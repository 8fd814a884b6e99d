//! Push subscriptions. The browser's key and secret are stored as base64, as Web Push sends them.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, SUBSCRIPTION_PREFIX};
use crate::table::read::from_row;
use crate::table::{Attributes, Guard, Range, Store, Write};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::id::{DeviceId, UserId};
use domain::subscription::Subscription;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct SubscriptionRow {
    #[serde(rename = "LSI1SK")]
    index: String,
    endpoint: String,
    p256dh: String,
    auth: String,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
}

pub(crate) fn subscription_from_row(row: Attributes) -> Result<Subscription, StoreError> {
    let corrupt = || StoreError::Corrupt("subscription row: keys".into());
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| corrupt());
    let row: SubscriptionRow = from_row(row)?;
    Ok(Subscription {
        p256dh: decode(&row.p256dh)?.try_into().map_err(|_| corrupt())?,
        auth: decode(&row.auth)?.try_into().map_err(|_| corrupt())?,
        endpoint: row.endpoint,
        created_at: row.created_at,
        device: row.device,
    })
}

/// Returns the id of an endpoint, which has one row even if a browser registers it several times.
fn hash(endpoint: &str) -> String {
    domain::digest::short_hash(endpoint)
}

impl Write {
    pub fn subscription_put(user: &UserId, subscription: &Subscription) -> Self {
        let hash = hash(&subscription.endpoint);
        let row = SubscriptionRow {
            index: keys::subscription_index(&hash),
            endpoint: subscription.endpoint.clone(),
            p256dh: URL_SAFE_NO_PAD.encode(subscription.p256dh),
            auth: URL_SAFE_NO_PAD.encode(subscription.auth),
            created_at: subscription.created_at,
            device: subscription.device,
        };
        Self::put_row(keys::subscription(user, &hash), &row, Guard::Always)
    }

    /// Deletes a subscription, which may not exist.
    pub fn subscription_forget(user: &UserId, endpoint: &str) -> Self {
        Self::Delete { key: keys::subscription(user, &hash(endpoint)), guard: Guard::Always }
    }

    /// Refused if no subscription has this endpoint.
    pub fn subscription_delete(user: &UserId, endpoint: &str) -> Self {
        Self::Delete { key: keys::subscription(user, &hash(endpoint)), guard: Guard::Exists }
    }
}

impl Store {
    /// Returns a user's subscriptions, the oldest first.
    pub async fn subscription_list(&self, user: &UserId) -> Result<Vec<Subscription>, StoreError> {
        let rows = self.attributes_list(Range::prefix(keys::user_pk(user), SUBSCRIPTION_PREFIX)).await?;
        let mut list = rows.into_iter().map(subscription_from_row).collect::<Result<Vec<_>, _>>()?;
        list.sort_by_key(|subscription| subscription.created_at);
        Ok(list)
    }

    /// Deletes a subscription: one that the push service no longer knows, or the oldest at the limit.
    pub async fn subscription_drop(&self, user: &UserId, endpoint: &str) -> Result<(), StoreError> {
        self.row_delete_all(vec![keys::subscription(user, &hash(endpoint))]).await
    }

    pub async fn subscription_delete(
        &self,
        user: &UserId,
        endpoint: &str,
        record: Option<Write>,
    ) -> Result<(), CommitError> {
        self.commit(vec![Write::subscription_delete(user, endpoint)], record).await
    }
}
