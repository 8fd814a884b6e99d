//! `DELETE /api/shopping-list/completed`

use crate::removed::RemovedRows;
use api::{ApiError, Caller, Idempotency, OptionalJson, Reply, SeenRows};
use application::deps::Deps;
use axum::extract::State;
use domain::id::ListItemId;
use domain::shopping::ListItem;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::future::ready;
use std::sync::Arc;

/// The number of rows removed in parallel.
const MAX_CONCURRENT: usize = 16;

/// Removes the completed rows. One that another device makes pending at this moment stays. With `ids`, only those of
/// them.
#[utoipa::path(delete, path = "/api/shopping-list/completed", tag = "shopping-list", request_body = Option<SeenRows>,
    responses((status = 200, body = RemovedRows)))]
pub async fn clear_completed_list_items(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    OptionalJson(seen): OptionalJson<SeenRows>,
) -> Result<Reply, ApiError> {
    let seen = seen.unwrap_or_default();
    let items = deps.store.list_item_list(&caller.user).await?;
    let completed =
        Arc::unwrap_or_clone(items).into_iter().filter(|item| item.is_completed() && seen.contains(item.id.0));
    let deletions = stream::iter(completed).map(|item| delete_one(deps.clone(), item)).buffer_unordered(MAX_CONCURRENT);
    let ids: Vec<ListItemId> = deletions.try_filter_map(|deleted| ready(Ok(deleted))).try_collect().await?;
    let reply = Reply::ok(&RemovedRows::new("All completed items have been removed.", ids));
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}

async fn delete_one(deps: Deps, item: ListItem) -> Result<Option<ListItemId>, ApiError> {
    Ok(deps.store.list_item_delete_unchanged(&item).await?.then_some(item.id))
}
