//! `PATCH /api/shopping-list/{id}/toggle`

use api::view::{ListItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, OptionalJson, PathText, Reply, list_item_id, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::shopping::ListItem;
use serde::Deserialize;
use store::{CommitError, Write};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"isCompleted": true}))]
pub struct ToggleRequest {
    /// The new state; without it, the state is toggled.
    pub is_completed: Option<bool>,
    /// The version that the user saw. Unticking a row that changed since is refused; ticking never is.
    pub version: Option<u64>,
}

/// Completes a row, or makes it pending again.
#[utoipa::path(patch, path = "/api/shopping-list/{id}/toggle", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"]), ("looker" = [])), params(("id" = Uuid, Path)),
    request_body = Option<ToggleRequest>,
    responses((status = 200, body = WithMessage<ListItemView>), (status = 409)))]
pub async fn toggle_list_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    OptionalJson(toggle): OptionalJson<ToggleRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let id = list_item_id(&id)?;
    let ToggleRequest { is_completed, version } = toggle.unwrap_or_default();
    retry_lost_race(|| async {
        let existing = deps.store.list_item_get(&caller.user, id).await?.ok_or_else(ApiError::not_found)?;
        let toggled = existing.toggle(is_completed, now).map(|row| ListItem { changed_by: caller.device, ..row });
        let becomes_pending = toggled.as_ref().is_some_and(|row| !row.is_completed());
        if becomes_pending && version.is_some_and(|seen| seen != existing.version) {
            return Err(ApiError::changed_meanwhile("Another device changed this row.").into());
        }
        let after = toggled.as_ref().unwrap_or(&existing);
        let message = if after.is_completed() { "Item completed." } else { "Item is on the list again." };
        let reply = Reply::ok(&WithMessage::new(ListItemView::from(after), message));
        let writes = toggled.iter().map(Write::list_item_replace).collect();
        match deps.store.commit(writes, idempotency.record(&reply)).await {
            Ok(()) => Ok(reply),
            // Setting a state can be retried; toggling cannot.
            Err(CommitError::Refused(_)) if is_completed.is_none() => Err(ApiError::lost_race().into()),
            Err(error) => Err(error.into()),
        }
    })
    .await
}
