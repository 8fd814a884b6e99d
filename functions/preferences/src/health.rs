//! `GET /api/health`

use api::ApiError;
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Health {
    /// `ok`, or `degraded` if the operator of the machine has something to fix.
    #[schema(example = "ok")]
    pub status: &'static str,
    /// Of the running code.
    pub version: &'static str,
    /// What there is to fix, on one machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<HealthProblem>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HealthProblem {
    /// Such as `backups_missing`, `disk_nearly_full`.
    pub code: String,
    pub message: String,
}

/// Returns whether the service works: it runs and its table answers.
#[utoipa::path(get, path = "/api/health", tag = "health",
    security(), responses((status = 200, body = Health)))]
pub async fn get_health(State(deps): State<Deps>) -> Result<Json<Health>, ApiError> {
    deps.store.prime().await.map_err(|error| {
        tracing::error!(%error, "the table does not answer");
        ApiError::unavailable()
    })?;
    Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION"), problems: vec![] }))
}
