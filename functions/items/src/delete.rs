//! `PATCH /api/items/{id}/delete`

use crate::archive::OutcomeRequest;
use crate::change::{ItemChange, change_item};
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, OptionalJson, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;

/// Deletes an active item softly; it can be restored. One that is archived or deleted already stays as it is.
#[utoipa::path(patch, path = "/api/items/{id}/delete", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)),
    request_body = Option<OutcomeRequest>,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn delete_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    OptionalJson(body): OptionalJson<OutcomeRequest>,
) -> Result<Reply, ApiError> {
    let OutcomeRequest { outcome } = body.unwrap_or_default();
    // An inactive item, perhaps deleted by another device, fulfils the request.
    change_item(&deps, &caller, &id, &idempotency, |item, now| {
        Ok(ItemChange { item: item.delete(outcome, now.at).ok(), message: "Item deleted.", learnt: None })
    })
    .await
}
