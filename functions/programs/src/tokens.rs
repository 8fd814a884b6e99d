//! `/api/tokens`: tokens for other programs.

use api::view::Message;
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::digest::{hash, is_hash};
use domain::program::{self, MAX_TOKENS, SECRET_LENGTH, Scope};
use domain::timestamp;
use serde::{Deserialize, Serialize};
use store::{CommitError, ProgramToken, Write, keys};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Home Assistant", "scopes": ["read", "list"]}))]
pub struct TokenDraft {
    /// Its purpose, 1 to 60 characters.
    #[schema(max_length = 60)]
    pub name: Option<String>,
    /// The program's rights: `read` sees items, list and summary, `list` changes the list, `write` changes the items.
    pub scopes: Option<Vec<Scope>>,
}

/// A token for a program, without the token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    /// Its hash, which opens nothing.
    pub id: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    /// The day (UTC) on which it was used last.
    pub last_used_on: Option<NaiveDate>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TokenCreated {
    pub message: String,
    /// Returned once: only its hash is stored. For `Authorization: Bearer …`.
    pub token: String,
    #[serde(flatten)]
    pub view: TokenView,
}

impl From<ProgramToken> for TokenView {
    fn from(token: ProgramToken) -> Self {
        let ProgramToken { hash, name, scopes, created_at, last_used_on, .. } = token;
        Self { id: hash, name, scopes, created_at, last_used_on }
    }
}

/// Returns the caller's tokens for programs, the oldest first.
#[utoipa::path(get, path = "/api/tokens", tag = "tokens",
    security(("bearer" = [])), responses((status = 200, body = Vec<TokenView>)))]
pub async fn list_tokens(caller: Caller, State(deps): State<Deps>) -> Result<Json<Vec<TokenView>>, ApiError> {
    let tokens = deps.store.program_list(&caller.user).await?;
    Ok(Json(tokens.into_iter().map(TokenView::from).collect()))
}

/// Creates a token for a program. It ends when it is deleted, when the device that created it is removed or restricted,
/// and when all other devices are removed.
#[utoipa::path(post, path = "/api/tokens", tag = "tokens",
    security(("bearer" = [])), request_body = TokenDraft,
    responses((status = 201, body = TokenCreated), (status = 409)))]
pub async fn create_token(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(TokenDraft { name, scopes }): JsonBody<TokenDraft>,
) -> Result<Reply, ApiError> {
    let (name, scopes) = program::checked(name.as_deref(), scopes)?;
    // The response contains the token, which must not be stored, so it is not recorded: a retry derives the same token.
    let text = program::format_token(&caller.user, &idempotency.secret(&deps, "program", SECRET_LENGTH));
    let hash = hash(&text);
    let existing = deps.store.program_list(&caller.user).await?;
    if let Some(made) = existing.iter().find(|token| token.hash == hash) {
        return Ok(created(made.clone(), text));
    }
    let household = caller.household(&deps).await?;
    if existing.len() >= MAX_TOKENS {
        let message = format!("A larder can have {MAX_TOKENS} tokens. Delete one first.");
        return Err(ApiError::conflict("too_many_tokens", message));
    }
    let (device, created_at) = (caller.device, deps.now());
    let token = ProgramToken { hash, name, scopes, device, created_at, last_used_on: None };
    // A device that is removed or restricted at the same moment must leave no token.
    let writes = vec![Write::program_create(&caller.user, &token), Write::household_check(&household)];
    match deps.store.commit(writes, None).await {
        Err(CommitError::Refused(row)) if row == keys::household(&caller.user) => Err(ApiError::lost_race()),
        // Refused if the same request arrived twice at once.
        Ok(()) | Err(CommitError::Refused(_)) => Ok(created(token, text)),
        Err(error) => Err(error.into()),
    }
}

fn created(token: ProgramToken, text: String) -> Reply {
    Reply::created(&TokenCreated { message: "The token was created.".into(), token: text, view: token.into() })
}

/// Ends a token: from then on it is answered like none at all.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "tokens",
    security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Message)))]
pub async fn end_token(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    if !is_hash(&id) {
        return Err(ApiError::not_found());
    }
    let reply = Reply::ok(&Message::new("The token was deleted."));
    match deps.store.commit(vec![Write::program_delete(&caller.user, &id)], idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => Err(ApiError::not_found()),
        Err(error) => Err(error.into()),
    }
}
