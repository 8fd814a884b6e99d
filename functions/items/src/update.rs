//! `PUT /api/items/{id}`

use crate::draft::ItemDraft;
use crate::leave_reminder::leave_reminder;
use axum::extract::State;
use domain::correction::Correction;
use domain::reminder::first_due;
use service::deps::Deps;
use service::http::view::{ItemView, WithMessage};
use service::http::{ApiError, Caller, Idempotency, JsonBody, PathText, Refusals, Reply, item_id};
use store::Write;

/// Edits an active item. Name and category are required; other missing fields stay unchanged. A new name, category,
/// unit or shelf life of a receipt item is learned: the caller's next receipt with that line uses it.
#[utoipa::path(put, path = "/api/items/{id}", tag = "items", params(("id" = Uuid, Path)), request_body = ItemDraft,
    responses((status = 200, body = WithMessage<ItemView>), Refusals))]
pub async fn update_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<ItemDraft>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let item = deps.store.item_get(&caller.user, item_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let kept = draft.kept();
    let details = draft.into_domain().for_edit(&item.details)?;
    let edited = item.edit(details, kept, now)?;
    let reply = Reply::ok(&WithMessage::new(ItemView::at(&edited, now), "Item updated."));
    if edited.details.expires_at < item.details.expires_at {
        deps.store.due_bring_forward(&caller.user, first_due(edited.details.expires_at, now)).await?;
    }
    leave_reminder(&deps, &caller, &item, &edited).await?;
    let mut writes = vec![Write::item_replace(&edited)];
    let raw_text = item.reading.as_ref().map(|reading| reading.raw_text.as_str());
    if let Some(learnt) = raw_text.and_then(|line| Correction::of_edit(line, &item.details, &edited.details, now)) {
        writes.push(Write::correction_learn(&caller.user, &learnt));
    }
    deps.store.commit(writes, idempotency.record(&reply)).await?;
    Ok(reply)
}
