//! `PATCH /api/items/{id}/delete`

use crate::archive::Leaving;
use crate::leave_reminder::leave_reminder;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, OptionalJson, PathText, Reply, item_id};
use application::deps::Deps;
use axum::extract::State;

/// Deletes an active item softly; it can be restored. One that is archived or deleted already stays as it is.
#[utoipa::path(patch, path = "/api/items/{id}/delete", tag = "items", params(("id" = Uuid, Path)),
    request_body = Option<Leaving>,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn delete_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    OptionalJson(leaving): OptionalJson<Leaving>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let item = deps.store.item_get(&caller.user, item_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let Ok(deleted) = item.delete(leaving.unwrap_or_default().outcome, now) else {
        // The item has already left, perhaps by another device: the request is fulfilled.
        let reply = Reply::ok(&WithMessage::new(ItemView::at(&item, now), "Item deleted."));
        deps.store.commit(vec![], idempotency.record(&reply)).await?;
        return Ok(reply);
    };
    let reply = Reply::ok(&WithMessage::new(ItemView::at(&deleted, now), "Item deleted."));
    leave_reminder(&deps, &caller, &item, &deleted).await?;
    deps.store.item_replace(&deleted, idempotency.record(&reply)).await?;
    Ok(reply)
}
