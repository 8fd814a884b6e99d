//! `POST /identity/v1/accounts:delete`

use crate::LARGEST_BODY;
use crate::lookup::WithIdToken;
use crate::signer::TOKEN_LIFETIME;
use crate::toolkit::{self, ToolkitError, ToolkitRefusals, refused, user_of};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use service::deps::Deps;
use service::erase::erase_user;
use service::http::WholeBody;

#[derive(Serialize, utoipa::ToSchema)]
pub struct Deleted {
    kind: &'static str,
}

/// Delete an account and everything it has.
#[utoipa::path(post, path = "/identity/v1/accounts:delete", tag = "identity", request_body = WithIdToken, responses((status = 200, body = Deleted), ToolkitRefusals))]
pub async fn delete_account(
    State(deps): State<Deps>,
    WholeBody(body): WholeBody<LARGEST_BODY>,
) -> Result<Json<Deleted>, ToolkitError> {
    let request: WithIdToken = toolkit::json(&body)?;
    let user = user_of(&deps, request.id_token.as_deref()).await?;
    deps.store.account_get(&user).await?.ok_or_else(|| refused("USER_NOT_FOUND"))?;
    // First, so that nothing is written while the rest goes.
    deps.store.account_bury(&user, deps.now() + TOKEN_LIFETIME).await?;
    erase_user(&deps, &user).await?;
    deps.store.account_delete(&user).await?;
    Ok(Json(Deleted { kind: "identitytoolkit#DeleteAccountResponse" }))
}
