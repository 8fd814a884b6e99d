//! `POST /api/household/install-pass`

use super::credential;
use super::view::DeviceRequest;
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::household::{HashedCredential, PASS_TTL};
use domain::join_credential::{CredentialKind, JoinCredential, SECRET_LENGTH};
use domain::timestamp;
use serde::Serialize;
use store::Write;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallPass {
    pub pass: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
}

/// Creates a pass for the app that this browser installs, which has its own storage: single use, for a day.
#[utoipa::path(post, path = "/api/household/install-pass", tag = "household",
    security(("bearer" = [])), request_body = Option<DeviceRequest>,
    responses((status = 201, body = InstallPass), (status = 409)))]
pub async fn create_install_pass(
    caller: Caller,
    State(deps): State<Deps>,
    _: Idempotency,
    OptionalJson(request): OptionalJson<DeviceRequest>,
) -> Result<Reply, ApiError> {
    credential::create_credential(&deps, &caller, request, |household, now| {
        let (pass, expires_at) = (deps.ids.token(SECRET_LENGTH), now + PASS_TTL);
        let hash = hash(&pass);
        let credential = JoinCredential::new(CredentialKind::Install, hash.clone(), caller.user.clone());
        let mut writes = vec![Write::join_credential_create(&credential.expiring(expires_at), now)];
        let displaced = household.add_pass(HashedCredential { hash, expires_at });
        writes.extend(displaced.iter().map(|oldest| Write::join_credential_delete(&oldest.hash)));
        Ok((writes, InstallPass { pass, expires_at }))
    })
    .await
}
