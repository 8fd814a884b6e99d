//! `POST /api/household/recovery`

use super::view::DeviceRequest;
use super::{credential, format_recovery_code};
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply};
use application::deps::Deps;
use application::household::add_recovery_code;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::household::recovery_code;
use domain::timestamp;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCode {
    /// Shown once: only its hash is kept.
    #[schema(example = "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX")]
    pub code: String,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
}

/// Creates a code that recovers the larder if every device is lost. The one before stays valid until this one is
/// confirmed as saved.
#[utoipa::path(post, path = "/api/household/recovery", tag = "household",
    security(("bearer" = [])), request_body = Option<DeviceRequest>,
    responses((status = 201, body = RecoveryCode), (status = 409)))]
pub async fn create_recovery_code(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    OptionalJson(request): OptionalJson<DeviceRequest>,
) -> Result<Reply, ApiError> {
    credential::create_credential(&deps, &caller, request, |household, now| {
        let code = recovery_code(|bytes| deps.ids.fill(bytes));
        let by = household.device_of(caller.device).map(|device| device.id);
        let writes = add_recovery_code(household, &code, by, now);
        Ok((writes, RecoveryCode { code: format_recovery_code(&code), created_at: now }))
    })
    .await
}
