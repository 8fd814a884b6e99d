//! The common part of creating links, recovery codes and install passes.

use super::view::DeviceRequest;
use crate::custom_token::sharing_unavailable;
use api::{ApiError, Caller, RateLimit, Reply, rate_limit, retry_lost_race};
use application::deps::Deps;
use chrono::{DateTime, Utc};
use domain::household::Household;
use serde::Serialize;
use store::Write;

/// Links, recovery codes and passes together that a larder may create in an hour.
const PER_USER: RateLimit = RateLimit { scope: "household-made", max: 60, seconds: 3_600 };

/// Creates a credential of the caller's larder. `create` changes the household and returns further writes and the
/// answer; it runs again if another device changed the household at the same time.
pub async fn create_credential<T: Serialize>(
    deps: &Deps,
    caller: &Caller,
    request: Option<DeviceRequest>,
    create: impl Fn(&mut Household, DateTime<Utc>) -> Result<(Vec<Write>, T), ApiError>,
) -> Result<Reply, ApiError> {
    let description = request.and_then(|request| request.device).map(|device| device.checked()).transpose()?;
    if !deps.config.shares_larders() {
        return Err(sharing_unavailable());
    }
    rate_limit(deps, PER_USER, caller.user.as_str()).await?;
    let now = deps.now();
    retry_lost_race(|| async {
        let mut next = caller.household(deps).await?.next();
        if next.devices.is_empty() && description.is_some() {
            next.first.clone_from(&description);
        }
        let (mut writes, result) = create(&mut next, now)?;
        writes.push(Write::household_put(&next));
        // No idempotency record: the answer has a secret. A repeated request creates another one: a link replaces the
        // open one, passes and unconfirmed codes are limited in number.
        deps.store.commit(writes, None).await?;
        Ok(Reply::created(&result))
    })
    .await
}
