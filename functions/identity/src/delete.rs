//! `POST /identity/v1/accounts:delete`

use crate::MAX_BODY_BYTES;
use crate::household::has_other_members;
use crate::lookup::WithIdToken;
use crate::signer::TOKEN_LIFETIME;
use crate::toolkit::{self, ToolkitError, refused, verified};
use api::{ApiError, WholeBody};
use application::deps::Deps;
use application::erase::Eraser;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use store::RefusedTokens;

#[derive(Serialize, utoipa::ToSchema)]
pub struct Deleted {
    kind: &'static str,
}

/// Deletes an account and everything it has. Refused (`SHARED_LARDER`) while other devices are in: they are ended
/// first, or this one leaves.
#[utoipa::path(post, path = "/identity/v1/accounts:delete", tag = "identity", request_body = WithIdToken,
    responses((status = 200, body = Deleted)))]
pub async fn delete_account(
    State(deps): State<Deps>,
    State(eraser): State<Eraser>,
    WholeBody(body): WholeBody<MAX_BODY_BYTES>,
) -> Result<Json<Deleted>, ToolkitError> {
    let request: WithIdToken = toolkit::json(&body)?;
    let token = verified(&deps, request.id_token.as_deref()).await?;
    let (user, status) = (&token.user, deps.store.token_status(&token.user).await?);
    // A deletion that broke off has ended the devices already: any of them may finish it.
    if !status.takes(token.device) && status.refused != Some(RefusedTokens::All) {
        return Err(refused(if status.account.is_some() { "DEVICE_ENDED" } else { "USER_NOT_FOUND" }));
    }
    status.account.ok_or_else(|| refused("USER_NOT_FOUND"))?;
    // One device cannot delete what others use.
    if status.refused != Some(RefusedTokens::All) && has_other_members(&deps, user).await? {
        return Err(refused("SHARED_LARDER"));
    }
    // First, so that nothing is written while the rest goes.
    deps.store.write_tombstone(user, deps.now() + TOKEN_LIFETIME).await?;
    eraser.end_account(user).await.map_err(ApiError::from)?;
    Ok(Json(Deleted { kind: "identitytoolkit#DeleteAccountResponse" }))
}
