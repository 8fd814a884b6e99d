//! `POST /identity/v1/accounts:lookup`

use crate::TOOLKIT_MAX_BODY_BYTES;
use crate::toolkit::{self, ToolkitError, refused, require_valid, verify};
use api::WholeBody;
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"idToken": "…"}))]
pub struct IdTokenRequest {
    pub id_token: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct Accounts {
    kind: &'static str,
    users: Vec<AccountInfo>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountInfo {
    local_id: String,
    /// Milliseconds since 1970, as text, as the protocol requires.
    created_at: String,
    last_login_at: String,
    email_verified: bool,
    disabled: bool,
    provider_user_info: Vec<serde_json::Value>,
}

/// Returns the data of the account that an id token names.
#[utoipa::path(post, path = "/identity/v1/accounts:lookup", tag = "identity",
    security(), request_body = IdTokenRequest,
    responses((status = 200, body = Accounts)))]
pub async fn lookup_account(
    State(deps): State<Deps>,
    WholeBody(body): WholeBody<TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Json<Accounts>, ToolkitError> {
    let request: IdTokenRequest = toolkit::parse_json(&body)?;
    let token = verify(&deps, request.id_token.as_deref()).await?;
    let status = deps.store.token_status(&token.user).await?;
    require_valid(&status, token.device)?;
    let account = status.account.ok_or_else(|| refused("USER_NOT_FOUND"))?;
    let created = account.created_at.timestamp_millis().to_string();
    let info = AccountInfo {
        local_id: token.user.as_str().to_owned(),
        created_at: created.clone(),
        // The protocol requires it; sign-ins are not recorded.
        last_login_at: created,
        email_verified: false,
        disabled: false,
        provider_user_info: vec![],
    };
    Ok(Json(Accounts { kind: "identitytoolkit#GetAccountInfoResponse", users: vec![info] }))
}
