//! `PATCH /api/shopping-list/{id}`

use api::view::{ListItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, list_item_id, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::shopping::{ListItem, UncheckedListItem};
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"quantity": 2, "unit": "bag"}))]
pub struct ListItemChange {
    /// 1 to 200 characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// At most 50 characters.
    #[schema(max_length = 50)]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places.
    #[schema(exclusive_minimum = 0, maximum = 100_000)]
    pub quantity: Option<f64>,
    /// At most 30 characters.
    #[schema(max_length = 30)]
    pub unit: Option<String>,
    /// At most 500 characters; none for an empty text.
    #[schema(max_length = 500)]
    pub notes: Option<String>,
    /// In place of quantity, unit and notes, as to-do lists have it: an amount in the first line, notes below. An empty
    /// text clears both.
    #[schema(max_length = 600)]
    pub description: Option<String>,
}

/// Edits a row. Missing fields and the tick stay unchanged: another device may have changed them.
#[utoipa::path(patch, path = "/api/shopping-list/{id}", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"])), params(("id" = Uuid, Path)),
    request_body = ListItemChange,
    responses((status = 200, body = WithMessage<ListItemView>), (status = 409)))]
pub async fn update_list_item(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(change): JsonBody<ListItemChange>,
) -> Result<Reply, ApiError> {
    let id = list_item_id(&id)?;
    let ListItemChange { name, category, quantity, unit, notes, description } = change;
    let draft = UncheckedListItem { name, category, quantity, unit, notes };
    retry_lost_race(|| async {
        let existing = deps.store.list_item_get(&caller.user, id).await?.ok_or_else(ApiError::not_found)?;
        let draft = match &description {
            Some(text) => draft.clone().described(text, Some(&existing.details)),
            None => draft.clone(),
        };
        let edited = existing.edit(draft.apply_to(&existing.details)?);
        let edited = edited.map(|row| ListItem { changed_by: caller.device, ..row });
        let after = edited.as_ref().unwrap_or(&existing);
        let reply = Reply::ok(&WithMessage::new(ListItemView::from(after), "Item updated."));
        let writes = edited.iter().map(Write::list_item_replace).collect();
        // After a lost race the change is applied to the other device's version.
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
