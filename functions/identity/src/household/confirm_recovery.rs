//! `POST /api/household/recovery/confirm`

use super::view::RecoveryView;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::digest::hash;
use domain::household::parse_recovery_code;
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"code": "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"}))]
pub struct ConfirmRecoveryRequest {
    /// The recovery code that the user saved.
    #[serde(default)]
    pub code: String,
}

/// Confirms that a recovery code was saved: all other recovery codes of the larder are deleted. Until then they stay
/// valid. It can be repeated. Returns 404 for a code that is not valid, for example because another device confirmed a
/// newer one.
#[utoipa::path(post, path = "/api/household/recovery/confirm", tag = "household",
    security(("bearer" = [])), request_body = ConfirmRecoveryRequest,
    responses((status = 200, body = RecoveryView), (status = 404), (status = 409)))]
pub async fn confirm_recovery_code(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    JsonBody(ConfirmRecoveryRequest { code }): JsonBody<ConfirmRecoveryRequest>,
) -> Result<Reply, ApiError> {
    let saved = hash(&parse_recovery_code(&code).ok_or_else(ApiError::not_found)?);
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let mut next = household.next();
        let removed = next.confirm_recovery(&saved).ok_or_else(ApiError::not_found)?;
        let confirmed = next.recovery.as_ref().ok_or_else(ApiError::not_found)?;
        let reply = Reply::ok(&RecoveryView::of(confirmed, &next));
        if household.recovery == next.recovery && removed.is_empty() {
            return Ok(reply);
        }
        let mut writes: Vec<Write> =
            removed.iter().map(|recovery| Write::join_credential_delete(&recovery.hash)).collect();
        writes.push(Write::household_put(&next));
        deps.store.commit(writes, None).await?;
        Ok(reply)
    })
    .await
}
