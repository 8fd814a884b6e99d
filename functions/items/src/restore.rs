//! `PATCH /api/items/{id}/restore`

use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, PathText, Reply, item_id};
use application::deps::Deps;
use axum::extract::State;
use domain::reminder::first_due;
use store::Write;

/// Makes an archived or deleted item active again. One that is long expired has two days before it is swept again.
#[utoipa::path(patch, path = "/api/items/{id}/restore", tag = "items", params(("id" = Uuid, Path)),
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn restore_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let item = deps.store.item_get(&caller.user, item_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let restored = item.restore(now)?;
    let reply = Reply::ok(&WithMessage::new(ItemView::at(&restored, now), "Item restored."));
    deps.store.due_bring_forward(&caller.user, first_due(restored.details.expires_at, now)).await?;
    let writes = vec![Write::item_replace(&restored)];
    deps.store.commit_active(&caller.user, 1, writes, idempotency.record(&reply), now).await?;
    Ok(reply)
}
