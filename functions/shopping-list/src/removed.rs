//! The removal of several rows, and its response.

use api::{ApiError, Idempotency, Reply, change_rows};
use application::deps::Deps;
use domain::id::ListItemId;
use serde::{Deserialize, Serialize};
use store::Write;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RemovedRows {
    pub message: String,
    /// The number of removed rows.
    pub count: usize,
    /// The ids of the removed rows. A client that still has a row can put it back under its old id.
    pub ids: Vec<ListItemId>,
}

impl RemovedRows {
    pub fn new(message: &str, ids: Vec<ListItemId>) -> Self {
        Self { message: message.to_owned(), count: ids.len(), ids }
    }
}

/// Removes rows. After an interruption, the same request with the same key removes the rest, and names all.
pub async fn remove_rows(
    deps: &Deps,
    idempotency: &Idempotency,
    rows: Vec<(ListItemId, Write)>,
    message: &str,
) -> Result<Reply, ApiError> {
    let done = idempotency.begun::<RemovedRows>().map_or(vec![], |removed| removed.ids);
    change_rows(deps, idempotency, done, rows, vec![], |ids| Reply::ok(&RemovedRows::new(message, ids.to_vec()))).await
}
