//! `POST /api/shopping-list`

use api::view::{ListItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::id::ListItemId;
use domain::shopping::{Details, ListItem, MAX_ROWS, UncheckedListItem, completed_row_for_food, row_for_food};
use domain::timestamp;
use serde::Deserialize;
use store::{CommitError, Write};
use uuid::Uuid;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"name": "Rolled oats", "category": "Pantry Staples", "quantity": 1, "unit": "bag",
    "notes": ""}))]
pub struct ListItemDraft {
    /// A client-made id, so that a creation can be repeated safely and a deletion undone.
    pub id: Option<Uuid>,
    /// 1 to 200 characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// At most 50 characters; "Pantry Staples" where it is left out.
    #[schema(max_length = 50)]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places; 1 where it is left out.
    #[schema(exclusive_minimum = 0, maximum = 100_000)]
    pub quantity: Option<f64>,
    /// At most 30 characters; "item" where it is left out.
    #[schema(max_length = 30)]
    pub unit: Option<String>,
    /// At most 500 characters.
    #[schema(max_length = 500)]
    pub notes: Option<String>,
    /// In place of quantity, unit and notes, as to-do lists have it: an amount in the first line, notes below.
    #[schema(max_length = 600)]
    pub description: Option<String>,
    /// For a restored row: whether it was completed.
    pub is_completed: Option<bool>,
    /// For a restored row: when it was added, to keep its place.
    #[schema(format = DateTime)]
    pub added_at: Option<String>,
}

/// Adds a row to the list, or puts one back.
#[utoipa::path(post, path = "/api/shopping-list", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["list"])), request_body = ListItemDraft,
    responses((status = 201, body = WithMessage<ListItemView>), (status = 200, body = WithMessage<ListItemView>,
        description = "A row with this id and the same content already exists."), (status = 409)))]
pub async fn create_list_item(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<ListItemDraft>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let ListItemDraft { id, name, category, quantity, unit, notes, description, is_completed, added_at } = draft;
    let row = UncheckedListItem { name, category, quantity, unit, notes };
    let row = match description.as_deref().map(str::trim) {
        None | Some("") => row,
        Some(text) => row.described(text, None),
    };
    let has_amount = row.quantity.is_some() || row.unit.is_some();
    let details = row.checked()?;
    let added_at = added_at.map_or(Ok(now), |time| timestamp::parse("addedAt", &time))?;
    if caller.is_program
        && id.is_none()
        && let Some(reply) = add_to_row_of_food(&deps, &caller, &idempotency, &details, has_amount).await?
    {
        return Ok(reply);
    }
    let id = ListItemId(id.unwrap_or_else(|| idempotency.id(&deps, 0)));
    let is_full = deps.store.list_item_count(&caller.user).await? >= MAX_ROWS;
    // A row that an earlier request created may be the one that filled the list.
    if is_full && deps.store.list_item_get(&caller.user, id).await?.is_none() {
        return Err(ApiError::list_full());
    }
    // A fast clock of a device does not sort its rows behind later ones.
    let item = ListItem::new(id, caller.user, details, caller.device, added_at.min(now));
    let item = ListItem { completed_at: is_completed.unwrap_or_default().then_some(now), ..item };
    let reply =
        Reply::created(&WithMessage::new(ListItemView::from(&item), "Item has been added to your shopping list."));
    match deps.store.commit(vec![Write::list_item_create(&item)], idempotency.record(&reply)).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(_)) => {
            // The id exists: an earlier request created the row, and its response was lost.
            let existing =
                deps.store.list_item_get(&item.user, id).await?.filter(|existing| existing.details == item.details);
            let existing =
                existing.ok_or_else(|| ApiError::conflict("id_taken", "A different item already has this id."))?;
            Ok(Reply::existing(&WithMessage::new(
                ListItemView::from(&existing),
                "This item is already on your shopping list.",
            )))
        }
        Err(error) => Err(error.into()),
    }
}

/// Adds more of a food to the row that the list has for it, so that an automation that adds "milk" twice gets one row
/// with the sum. Without an amount, a completed row in any unit becomes pending again. Returns `None` if there is no
/// such row.
async fn add_to_row_of_food(
    deps: &Deps,
    caller: &Caller,
    idempotency: &Idempotency,
    details: &Details,
    has_amount: bool,
) -> Result<Option<Reply>, ApiError> {
    retry_lost_race(|| async {
        let list = deps.store.list_item_list(&caller.user).await?;
        let row = if let Some(at) = row_for_food(&list, details) {
            list[at].add(details)
        } else {
            let completed = completed_row_for_food(&list, &details.name).filter(|_| !has_amount);
            let pending = completed.and_then(|at| list[at].toggle(Some(false), deps.now()));
            let Some(pending) = pending else { return Ok(None) };
            pending
        };
        let row = ListItem { changed_by: caller.device, ..row };
        let message = "It was added to the row that is on your shopping list already.";
        let reply = Reply::existing(&WithMessage::new(ListItemView::from(&row), message));
        deps.store.commit(vec![Write::list_item_replace(&row)], idempotency.record(&reply)).await?;
        Ok(Some(reply))
    })
    .await
}
