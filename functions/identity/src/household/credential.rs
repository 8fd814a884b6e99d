//! The common part of recovery codes and install passes: a member device creates both, and the larder's row stores
//! them.

use super::rate_limits;
use super::view::DeviceRequest;
use crate::custom_token::cannot_be_shared;
use api::{ApiError, Caller, Reply, retry_lost_race};
use application::deps::Deps;
use chrono::{DateTime, Utc};
use domain::household::Household;
use serde::Serialize;
use store::Write;

/// `create` changes the household and returns further writes and the answer. It runs again if another device changed the
/// household at the same time.
pub async fn create_credential<T: Serialize>(
    deps: &Deps,
    caller: &Caller,
    of: Option<DeviceRequest>,
    create: impl Fn(&mut Household, DateTime<Utc>) -> (Vec<Write>, T),
) -> Result<Reply, ApiError> {
    let described = of.and_then(|of| of.device).map(|device| device.checked()).transpose()?;
    if !deps.config.shares_larders() {
        return Err(cannot_be_shared());
    }
    rate_limits::rate_limit_made(deps, &caller.user).await?;
    let now = deps.now();
    retry_lost_race(|| async {
        let mut next = deps.store.household_get(&caller.user, now).await?.next();
        if let Some(described) = &described {
            next.first = Some(described.clone());
        }
        let (mut writes, answer) = create(&mut next, now);
        writes.push(Write::household_put(&next));
        deps.store.commit(writes, None).await?;
        Ok(Reply::created(&answer))
    })
    .await
}
