//! `/api/codes`: a larder's names of barcodes.

use api::view::{CodeView, WithMessage};
use api::{ApiError, Caller, Idempotency, IfNoneMatch, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;
use domain::product_code::{UncheckedCode, forgotten};
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"code": "09506000134352", "name": "Risotto rice", "category": "Pantry Staples",
    "unit": "pack"}))]
pub struct CodeDraft {
    /// A GTIN of 8, 12, 13 or 14 digits. In-store numbers (02, 04, 20 to 29) are refused.
    #[schema(max_length = 14)]
    pub code: Option<String>,
    /// 1 to 200 characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// At most 50 characters; "Pantry Staples" where it is left out.
    #[schema(max_length = 50)]
    pub category: Option<String>,
    /// At most 30 characters; "item" where it is left out.
    #[schema(max_length = 30)]
    pub unit: Option<String>,
}

/// Returns every code that the caller's larder has learnt: at most 1,000.
#[utoipa::path(get, path = "/api/codes", tag = "shopping-list",
    responses((status = 200, body = Vec<CodeView>), (status = 304,
        description = "Not modified: `If-None-Match` names the current version.")))]
pub async fn list_codes(caller: Caller, State(deps): State<Deps>, tagged: IfNoneMatch) -> Result<Response, ApiError> {
    let codes = deps.store.code_list(&caller.user).await?;
    Ok(tagged.answer(&caller, &codes.into_iter().map(CodeView::from).collect::<Vec<_>>()))
}

/// Names a code. The last name counts; a full memory forgets the oldest code.
#[utoipa::path(put, path = "/api/codes", tag = "shopping-list", request_body = CodeDraft,
    responses((status = 200, body = WithMessage<CodeView>)))]
pub async fn learn_code(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<CodeDraft>,
) -> Result<Reply, ApiError> {
    let CodeDraft { code, name, category, unit } = draft;
    let learnt = UncheckedCode { code, name, category, unit }.checked(deps.now())?;
    let known = deps.store.code_list(&caller.user).await?;
    let mut writes = vec![Write::code_learn(&caller.user, &learnt)];
    writes.extend(forgotten(&known, &learnt.code).map(|oldest| Write::code_forget(&caller.user, oldest)));
    let reply = Reply::ok(&WithMessage::new(CodeView::from(learnt), "Learnt."));
    deps.store.commit(writes, idempotency.record(&reply)).await?;
    Ok(reply)
}
