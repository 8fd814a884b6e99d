//! The response to a removal of rows.

use domain::id::ListItemId;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
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
