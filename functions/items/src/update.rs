//! `PUT /api/items/{id}` and `PATCH /api/items/{id}`

use crate::change::{self, ItemChange};
use crate::draft;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;
use domain::correction::Correction;
use domain::invalid::Invalid;
use domain::item::{Details, Item, Outcome};
use domain::unchecked_item::UncheckedItem;

/// Edits an active item. Name and category are required; other missing fields stay unchanged. A new name, category,
/// unit or shelf life of a receipt item is learned: the caller's next receipt with that line uses it.
#[utoipa::path(put, path = "/api/items/{id}", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)), request_body = UncheckedItem,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn update_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UncheckedItem>,
) -> Result<Reply, ApiError> {
    edit(&deps, &caller, &id, &idempotency, draft, UncheckedItem::for_edit).await
}

/// Changes some fields of an active item. What is left out stays as it is, also where another device changed it since.
/// Otherwise like `PUT`.
#[utoipa::path(patch, path = "/api/items/{id}", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)), request_body = UncheckedItem,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn change_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UncheckedItem>,
) -> Result<Reply, ApiError> {
    edit(&deps, &caller, &id, &idempotency, draft, UncheckedItem::for_change).await
}

async fn edit(
    deps: &Deps,
    caller: &Caller,
    id: &str,
    idempotency: &Idempotency,
    draft: UncheckedItem,
    details: impl Fn(UncheckedItem, &Details) -> Result<Details, Invalid>,
) -> Result<Reply, ApiError> {
    let (draft, stated) = draft::resolve(draft, deps, &caller.user).await?;
    change::change_item(deps, caller, id, idempotency, |item, now| {
        if draft.version.is_some_and(|seen| seen != item.version) {
            return Err(ApiError::changed_meanwhile("Another device changed this item."));
        }
        let details = details(draft.clone(), &item.details)?;
        let quantity = match draft.quantity_delta {
            Some(delta) => details.quantity.plus("quantityDelta", delta)?,
            None => Some(details.quantity),
        };
        let details = Details { quantity: quantity.unwrap_or(details.quantity), ..details };
        let edited = item.edit(details, stated, now)?;
        let (edited, message) = if quantity.is_some() {
            (edited, "Item updated.")
        } else {
            let archived = edited.archive(Some(Outcome::Used), now.at)?;
            // One write makes both changes.
            (Item { version: edited.version, ..archived }, "Item archived.")
        };
        let raw_text = item.receipt_line.as_ref().map(|receipt_line| receipt_line.raw_text.as_str());
        let learnt = raw_text.and_then(|line| Correction::of_edit(line, &item.details, &edited.details, now.at));
        Ok(ItemChange { learnt, ..ItemChange::changed(edited, message) })
    })
    .await
}
