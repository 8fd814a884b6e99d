//! `/api/codes`: product names by barcode.

use api::view::{CodeView, WithMessage};
use api::{ApiError, Caller, Idempotency, IfNoneMatch, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use axum::response::Response;
use domain::product_code::{UncheckedCode, code_to_forget};
use store::Write;

/// Returns every code that the caller's larder has learnt: at most 1,000.
#[utoipa::path(get, path = "/api/codes", tag = "shopping-list",
    security(("bearer" = []), ("looker" = [])),
    responses((status = 200, body = Vec<CodeView>), (status = 304,
        description = "Not modified: `If-None-Match` names the current version.")))]
pub async fn list_codes(
    caller: Caller,
    State(deps): State<Deps>,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let codes = deps.store.code_list(&caller.user).await?;
    Ok(if_none_match.respond(&caller, &codes.into_iter().map(CodeView::from).collect::<Vec<_>>()))
}

/// Names a code. The last name counts; a full memory forgets the oldest code.
#[utoipa::path(put, path = "/api/codes", tag = "shopping-list",
    security(("bearer" = [])), request_body = UncheckedCode,
    responses((status = 200, body = WithMessage<CodeView>)))]
pub async fn learn_code(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UncheckedCode>,
) -> Result<Reply, ApiError> {
    let learnt = draft.checked(deps.now())?;
    let codes = deps.store.code_list(&caller.user).await?;
    let mut writes = vec![Write::code_learn(&caller.user, &learnt)];
    writes.extend(code_to_forget(&codes, &learnt.code).map(|oldest| Write::code_forget(&caller.user, oldest)));
    let reply = Reply::ok(&WithMessage::new(CodeView::from(learnt), "Learnt."));
    deps.store.commit(writes, idempotency.record(&reply)).await?;
    Ok(reply)
}
