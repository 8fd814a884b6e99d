//! `POST /api/household/install-pass`

use super::door;
use super::join::ATTEMPTS;
use super::view::OfDevice;
use crate::custom_token::cannot_be_shared;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::household::{MOST_PASSES, PASS_LIFETIME, Pass, hash};
use domain::link::SECRET_LENGTH;
use domain::timestamp;
use serde::Serialize;
use service::deps::Deps;
use service::http::{ApiError, Caller, Idempotency, OptionalJson, Refusals, Reply};
use store::{CommitError, WayIn, Write};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallPass {
    pub pass: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
}

/// A pass for the app that this browser installs, whose storage is its own: single use, for a day.
#[utoipa::path(post, path = "/api/household/install-pass", tag = "household", request_body = Option<OfDevice>,
    responses((status = 201, body = InstallPass), Refusals))]
pub async fn create_install_pass(
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
    let (pass, ends_at) = (deps.ids.token(SECRET_LENGTH), now + PASS_LIFETIME);
    for _ in 0..ATTEMPTS {
        let mut next = deps.store.household_get(&caller.user, now).await?.next();
        next.first = next.first.filter(|_| described.is_none()).or_else(|| described.clone());
        next.passes.push(Pass { hash: hash(&pass), ends_at });
        let surplus = next.passes.len().saturating_sub(MOST_PASSES);
        let way = WayIn { ends_at: Some(ends_at), ..WayIn::of(caller.user.clone()) };
        let mut writes = vec![Write::install_pass_put(&hash(&pass), &way)];
        writes.extend(next.passes.drain(..surplus).map(|oldest| Write::install_pass_delete(&oldest.hash)));
        writes.push(Write::household_put(&next));
        match deps.store.commit(writes, None).await {
            Ok(()) => return Ok(Reply::created(&InstallPass { pass, expires_at: ends_at })),
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::lost_race())
}
