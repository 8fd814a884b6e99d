//! `PUT /api/items/{id}` and `PATCH /api/items/{id}`

use crate::draft::ItemDraft;
use crate::leave_reminder::leave_reminder;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, item_id, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::correction::Correction;
use domain::id::ItemId;
use domain::invalid::Invalid;
use domain::item::{Details, Outcome};
use domain::reminder::first_due;
use store::Write;

/// Edits an active item. Name and category are required; other missing fields stay unchanged. A new name, category,
/// unit or shelf life of a receipt item is learned: the caller's next receipt with that line uses it.
#[utoipa::path(put, path = "/api/items/{id}", tag = "items", params(("id" = Uuid, Path)), request_body = ItemDraft,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn update_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<ItemDraft>,
) -> Result<Reply, ApiError> {
    edit(&deps, &caller, item_id(&id)?, &idempotency, draft, domain::draft::Draft::for_edit).await
}

/// Changes some fields of an active item. What is left out stays as it is, also where another device changed it since.
/// Otherwise like `PUT`.
#[utoipa::path(patch, path = "/api/items/{id}", tag = "items", params(("id" = Uuid, Path)), request_body = ItemDraft,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn change_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<ItemDraft>,
) -> Result<Reply, ApiError> {
    edit(&deps, &caller, item_id(&id)?, &idempotency, draft, domain::draft::Draft::for_change).await
}

async fn edit(
    deps: &Deps,
    caller: &Caller,
    id: ItemId,
    idempotency: &Idempotency,
    draft: ItemDraft,
    details: impl Fn(domain::draft::Draft, &Details) -> Result<Details, Invalid>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let version = draft.version;
    let draft = draft.dated(deps, &caller.user).await?;
    retry_lost_race(|| async {
        let item = deps.store.item_get(&caller.user, id).await?.ok_or_else(ApiError::not_found)?;
        if version.is_some_and(|seen| seen != item.version) {
            return Err(ApiError::changed_meanwhile("Another device changed this item.").into());
        }
        let details = details(draft.details.clone(), &item.details)?;
        let quantity = match draft.quantity_delta {
            Some(delta) => details.quantity.plus("quantityDelta", delta)?,
            None => Some(details.quantity),
        };
        let edited = match quantity {
            Some(quantity) => item.edit(Details { quantity, ..details }, draft.kept, now),
            None => item.archive(Some(Outcome::Used), now),
        };
        let edited = edited.map_err(ApiError::from)?;
        let reply = Reply::ok(&WithMessage::new(ItemView::at(&edited, now), "Item updated."));
        if edited.details.expires_at < item.details.expires_at {
            deps.store.due_bring_forward(&caller.user, first_due(edited.details.expires_at, now)).await?;
        }
        leave_reminder(deps, caller, &item, &edited).await?;
        let mut writes = vec![Write::item_replace(&edited)];
        let raw_text = item.reading.as_ref().map(|reading| reading.raw_text.as_str());
        if let Some(learnt) = raw_text.and_then(|line| Correction::of_edit(line, &item.details, &edited.details, now)) {
            writes.push(Write::correction_learn(&caller.user, &learnt));
        }
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
