//! `GET /api/household/links/{id}`

use super::view::LinkView;
use api::{ApiError, Caller, PathText};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use domain::digest::is_hash;
use domain::id::UserId;
use domain::join_credential::{CredentialKind, JoinCredential};

/// Returns the user's link in any state, unless it expired.
pub async fn find_own_link(deps: &Deps, user: &UserId, id: &str) -> Result<JoinCredential, ApiError> {
    let link = if is_hash(id) { deps.store.join_credential_get(id, deps.now()).await? } else { None };
    link.filter(|link| link.kind == CredentialKind::Link && link.user == *user).ok_or_else(ApiError::not_found)
}

/// Returns a link's state, and the device that requests to join.
#[utoipa::path(get, path = "/api/household/links/{id}", tag = "household",
    security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = LinkView)))]
pub async fn get_link(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
) -> Result<Json<LinkView>, ApiError> {
    Ok(Json(LinkView::from(&find_own_link(&deps, &caller.user, &id).await?)))
}
