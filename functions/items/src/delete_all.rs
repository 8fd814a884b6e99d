//! `DELETE /api/items/delete-all-by-status`

use crate::change::due_check;
use api::{ApiError, Caller, Idempotency, OptionalJson, QueryOf, Reply, SeenRows, change_rows};
use application::deps::Deps;
use axum::extract::State;
use domain::freshness::Freshness;
use domain::id::ItemId;
use domain::item::Item;
use domain::reminder::is_due;
use serde::{Deserialize, Serialize};
use store::Write;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteAllQuery {
    /// `all`, `fresh`, `soon` or `expired`.
    #[param(required = false, example = "expired")]
    pub status: Option<String>,
}

/// The same in a body, which can also say which items the person saw.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct DeleteAllRequest {
    /// `all`, `fresh`, `soon` or `expired`.
    #[schema(example = "expired")]
    pub status: Option<String>,
    #[serde(flatten)]
    pub seen: SeenRows,
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DeletedItems {
    pub message: String,
    /// The number of deleted items.
    pub count: usize,
    /// The ids of the deleted items, so that a client can offer to undo it.
    pub ids: Vec<ItemId>,
}

/// Deletes all active items of a freshness softly. With `ids`, deletes those of them that are still active, however
/// fresh they are by now. One that another device changes at this moment stays. After a cut, the same request with the
/// same key deletes the rest, and names all.
#[utoipa::path(delete, path = "/api/items/delete-all-by-status", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(DeleteAllQuery),
    request_body = Option<DeleteAllRequest>,
    responses((status = 200, body = DeletedItems)))]
pub async fn delete_all_items_by_status(
    caller: Caller,
    State(deps): State<Deps>,
    QueryOf(query): QueryOf<DeleteAllQuery>,
    idempotency: Idempotency,
    OptionalJson(body): OptionalJson<DeleteAllRequest>,
) -> Result<Reply, ApiError> {
    let DeleteAllRequest { status, seen } = body.unwrap_or_default();
    let status = status.or(query.status);
    let wanted = match status.as_deref() {
        Some("all") => None,
        Some("fresh") => Some(Freshness::Fresh),
        Some("soon") => Some(Freshness::Soon),
        Some("expired") => Some(Freshness::Expired),
        _ => return Err(ApiError::invalid("status", "The status must be all, fresh, soon or expired.")),
    };
    let now = deps.local_time(&caller.user).await?;
    let items = deps.store.item_list_active(&caller.user, now.at).await?;
    let chosen = items.iter().filter(|item| match seen.ids {
        Some(_) => seen.contains(item.id.0),
        None => wanted.is_none_or(|wanted| item.freshness(now) == wanted),
    });
    let chosen: Vec<Item> = chosen.cloned().collect();
    if let Some(due) = chosen.iter().find(|item| is_due(item, now))
        && let Ok(deleted) = due.delete(None, now.at)
        && let Some(check) = due_check(&caller, due, &deleted, now)
    {
        // One check covers all items.
        deps.store.due_schedule_check(&caller.user, check).await?;
    }
    let deletion = |item: &Item| item.delete(None, now.at).ok().map(|deleted| (item.id, Write::item_replace(&deleted)));
    let rows = chosen.iter().filter_map(deletion).collect();
    let done = idempotency.begun::<DeletedItems>().map_or(vec![], |deleted| deleted.ids);
    change_rows(&deps, &idempotency, done, rows, vec![], |ids| {
        let message = match ids.len() {
            1 => "1 item deleted.".to_owned(),
            n => format!("{n} items deleted."),
        };
        Reply::ok(&DeletedItems { message, count: ids.len(), ids: ids.to_vec() })
    })
    .await
}
