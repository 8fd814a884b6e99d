//! `PATCH /api/items/{id}/archive`

use crate::change::{ItemChange, change_item};
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, OptionalJson, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;
use domain::item::Outcome;
use serde::Deserialize;

/// How the item left, if the client knows.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct OutcomeRequest {
    pub outcome: Option<Outcome>,
}

/// Archives an active item; it can be restored.
#[utoipa::path(patch, path = "/api/items/{id}/archive", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)),
    request_body = Option<OutcomeRequest>,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn archive_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    OptionalJson(body): OptionalJson<OutcomeRequest>,
) -> Result<Reply, ApiError> {
    let OutcomeRequest { outcome } = body.unwrap_or_default();
    change_item(&deps, &caller, &id, &idempotency, |item, now| {
        Ok(ItemChange::changed(item.archive(outcome, now.at)?, "Item archived."))
    })
    .await
}
