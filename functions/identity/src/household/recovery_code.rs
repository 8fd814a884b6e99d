//! `POST /api/household/recovery`

use super::door;
use super::join::ATTEMPTS;
use super::view::OfDevice;
use crate::custom_token::cannot_be_shared;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::household::{Recovery, hash, recovery_code};
use domain::timestamp;
use serde::Serialize;
use service::deps::Deps;
use service::http::{ApiError, Caller, Idempotency, OptionalJson, Refusals, Reply};
use store::{CommitError, WayIn, Write};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCode {
    /// Shown once: only its hash is kept.
    #[schema(example = "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX")]
    pub code: String,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
}

/// A code by which the larder can be had back when every device is lost. The one before ends.
#[utoipa::path(post, path = "/api/household/recovery", tag = "household", request_body = Option<OfDevice>,
    responses((status = 201, body = RecoveryCode), Refusals))]
pub async fn create_recovery_code(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    OptionalJson(of): OptionalJson<OfDevice>,
) -> Result<Reply, ApiError> {
    let described = of.and_then(|of| of.device).map(|device| device.checked()).transpose()?;
    if !deps.config.shares_larders() {
        return Err(cannot_be_shared());
    }
    door::make(&deps, &caller.user).await?;
    let now = deps.now();
    for _ in 0..ATTEMPTS {
        let household = deps.store.household_get(&caller.user, now).await?;
        let code = recovery_code(|bytes| deps.ids.fill(bytes));
        let mut next = household.next();
        next.first = next.first.filter(|_| described.is_none()).or_else(|| described.clone());
        let by = household.device_of(caller.device).map(|device| device.id);
        next.recovery = Some(Recovery { hash: hash(&code), created_at: now, by });
        let way = WayIn::of(caller.user.clone());
        let mut writes = vec![Write::household_put(&next), Write::recovery_put(&hash(&code), &way)];
        writes.extend(household.recovery.iter().map(|before| Write::recovery_delete(&before.hash)));
        match deps.store.commit(writes, None).await {
            Ok(()) => {
                let code = crockford::grouped(&code, 5);
                return Ok(Reply::created(&RecoveryCode { code, created_at: now }));
            }
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::lost_race())
}
