//! `GET /api/health`

use api::ApiError;
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    pub status: &'static str,
    /// Of the running code.
    pub version: &'static str,
}

/// Returns whether the service works: it runs and its table answers.
#[utoipa::path(get, path = "/api/health", tag = "health", responses((status = 200, body = Health)))]
pub async fn get_health(State(deps): State<Deps>) -> Result<Json<Health>, ApiError> {
    deps.store.prime().await.map_err(|error| {
        tracing::error!(%error, "the table does not answer");
        ApiError::unavailable()
    })?;
    Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") }))
}
