//! `POST /api/scan-sessions/{id}/add-to-shopping-list`

use api::{ApiError, Caller, Idempotency, PathText, Reply, change_rows, session_id};
use application::deps::Deps;
use axum::extract::State;
use domain::category::aisle;
use domain::food_name::same_food_key;
use domain::id::ListItemId;
use domain::item::{Item, Outcome};
use domain::shopping::{self, Details, ListItem, MAX_ROWS};
use serde::{Deserialize, Serialize};
use store::Write;
use uuid::Uuid;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ListedLines {
    pub message: String,
    /// The rows that were added.
    pub added: Vec<Uuid>,
}

/// Puts the items of a past scan, as corrected, on the shopping list. Items already on it are not added twice.
#[utoipa::path(post, path = "/api/scan-sessions/{id}/add-to-shopping-list", tag = "scans",
    security(("bearer" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = ListedLines), (status = 409)))]
pub async fn add_session_to_shopping_list(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let (user, device) = (caller.user, caller.device);
    let session = deps.store.session_get(&user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let now = deps.now();
    let ids = session.all_item_ids();
    let bought = deps.store.item_batch_get(&user, &ids).await?;
    let list = deps.store.list_item_list(&user).await?;
    let mut food_keys = shopping::pending_food_keys(&list);
    let row = |item: Item| {
        // The number among all items of the scan, so that a repeated request gives each row the same id.
        let nth = ids.iter().position(|id| *id == item.id).unwrap_or(ids.len());
        let bought = item.details;
        let details = Details {
            name: bought.name,
            category: aisle(&bought.category).to_owned(),
            quantity: bought.quantity,
            unit: bought.unit,
            notes: None,
        };
        let row = ListItem::new(ListItemId(idempotency.id(&deps, nth)), user.clone(), details, device, now);
        (row.id.0, Write::list_item_create(&row))
    };
    let rows: Vec<_> = bought
        .into_iter()
        .filter(|item| item.outcome != Some(Outcome::Misread))
        .filter(|item| food_keys.insert(same_food_key(&item.details.name)))
        .map(row)
        .collect();
    if list.len() + rows.len() > MAX_ROWS {
        return Err(ApiError::list_full());
    }
    let done = idempotency.begun::<ListedLines>().map_or(vec![], |listed| listed.added);
    change_rows(&deps, &idempotency, done, rows, vec![], |added| {
        let message = match added.len() {
            0 => "All items of this scan are already on your shopping list.".to_owned(),
            1 => "1 item added to your shopping list.".to_owned(),
            n => format!("{n} items added to your shopping list."),
        };
        Reply::ok(&ListedLines { message, added: added.to_vec() })
    })
    .await
}
