//! `PATCH /api/items/{id}/restore`

use crate::change::{ItemChange, change_item};
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;

/// Makes an archived or deleted item active again. One that is long expired has two days before it is swept again.
#[utoipa::path(patch, path = "/api/items/{id}/restore", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)),
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn restore_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    change_item(&deps, &caller, &id, &idempotency, |item, now| {
        Ok(ItemChange::changed(item.restore(now.at)?, "Item restored."))
    })
    .await
}
