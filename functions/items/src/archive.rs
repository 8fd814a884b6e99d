//! `PATCH /api/items/{id}/archive`

use crate::leave_reminder::leave_reminder;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, OptionalJson, PathText, Reply, item_id};
use application::deps::Deps;
use axum::extract::State;
use domain::item::Outcome;
use serde::Deserialize;

/// How the item left, if the client knows.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct Leaving {
    pub outcome: Option<Outcome>,
}

/// Moves an active item out of sight; it can be restored.
#[utoipa::path(patch, path = "/api/items/{id}/archive", tag = "items", params(("id" = Uuid, Path)),
    request_body = Option<Leaving>,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn archive_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    OptionalJson(leaving): OptionalJson<Leaving>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let item = deps.store.item_get(&caller.user, item_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let archived = item.archive(leaving.unwrap_or_default().outcome, now)?;
    let reply = Reply::ok(&WithMessage::new(ItemView::at(&archived, now), "Item archived."));
    leave_reminder(&deps, &caller, &item, &archived).await?;
    deps.store.item_replace(&archived, idempotency.record(&reply)).await?;
    Ok(reply)
}
