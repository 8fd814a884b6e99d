//! `POST /identity/v1/accounts:delete`

use crate::household::household_of_one;
use crate::lookup::IdTokenRequest;
use crate::signer::TOKEN_LIFETIME;
use crate::toolkit::{self, ToolkitError, refused, require_valid, verify};
use crate::{IdentityState, TOOLKIT_MAX_BODY_BYTES};
use api::{ApiError, WholeBody};
use application::erase::Deletion;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use store::{CommitError, JobKind, RevokedTokens, Write, keys};

#[derive(Serialize, utoipa::ToSchema)]
pub struct Deleted {
    kind: &'static str,
}

/// Deletes an account and all its data. Refused (`SHARED_LARDER`) while the larder has other devices: remove them
/// first, or leave the household. The account no longer exists when this returns; a long deletion of its data continues
/// in the background.
#[utoipa::path(post, path = "/identity/v1/accounts:delete", tag = "identity",
    security(), request_body = IdTokenRequest,
    responses((status = 200, body = Deleted)))]
pub async fn delete_account(
    State(IdentityState { deps, eraser, background, .. }): State<IdentityState>,
    WholeBody(body): WholeBody<TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Json<Deleted>, ToolkitError> {
    let request: IdTokenRequest = toolkit::parse_json(&body)?;
    let token = verify(&deps, request.id_token.as_deref()).await?;
    let (user, status) = (&token.user, deps.store.token_status(&token.user).await?);
    let now = deps.now();
    // In the same transaction as the job, so that nothing is written during the deletion.
    let mut before = vec![Write::tokens_revoke(user, RevokedTokens::All, Some(now + TOKEN_LIFETIME))];
    // An interrupted deletion has removed the devices already: any of them may finish it.
    if status.revoked == Some(RevokedTokens::All) {
        status.account.ok_or_else(|| refused("USER_NOT_FOUND"))?;
    } else {
        require_valid(&status, token.device)?;
        let household = household_of_one(&deps, user, token.device).await?.ok_or_else(|| refused("SHARED_LARDER"))?;
        before.push(Write::household_check(&household));
    }
    let deletion = eraser.begin_deletion(user, JobKind::DeleteAccount, None, before, now).await;
    deps.store.revocation_cache_remove(user, None);
    let deletion = match deletion {
        Err(CommitError::Refused(key)) if key == keys::household(user) => return Err(refused("SHARED_LARDER")),
        deletion => deletion.map_err(ApiError::from)?,
    };
    if let Deletion::Begun(job) = deletion {
        let delete = move |until| async move { eraser.delete_data(*job, &*deps.clock, until).await };
        background.run_job(user, delete).await.map_err(ApiError::from)?;
    }
    Ok(Json(Deleted { kind: "identitytoolkit#DeleteAccountResponse" }))
}
