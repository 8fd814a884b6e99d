//! `POST /api/household/install-pass`

use super::credential;
use super::view::DeviceRequest;
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::household::{HashedCredential, MAX_PASSES, PASS_LIFETIME};
use domain::link::SECRET_LENGTH;
use domain::timestamp;
use serde::Serialize;
use store::{JoinCredential, Write};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallPass {
    pub pass: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
}

/// Creates a pass for the app that this browser installs, which has its own storage: single use, for a day.
#[utoipa::path(post, path = "/api/household/install-pass", tag = "household", request_body = Option<DeviceRequest>,
    responses((status = 201, body = InstallPass), (status = 409)))]
pub async fn create_install_pass(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    OptionalJson(request): OptionalJson<DeviceRequest>,
) -> Result<Reply, ApiError> {
    credential::create_credential(&deps, &caller, request, |household, now| {
        let (pass, expires_at) = (deps.ids.token(SECRET_LENGTH), now + PASS_LIFETIME);
        household.passes.push(HashedCredential { hash: hash(&pass), expires_at });
        let surplus = household.passes.len().saturating_sub(MAX_PASSES);
        let credential = JoinCredential { expires_at: Some(expires_at), ..JoinCredential::unused(caller.user.clone()) };
        let mut writes = vec![Write::install_pass_put(&hash(&pass), &credential)];
        writes.extend(household.passes.drain(..surplus).map(|oldest| Write::install_pass_delete(&oldest.hash)));
        (writes, InstallPass { pass, expires_at })
    })
    .await
}
