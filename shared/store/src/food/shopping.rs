//! Rows of the shopping list.

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, LIST_PREFIX};
use crate::table::{Attributes, Guard, Range, Store, Write};
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, Utc};
use domain::id::{DeviceId, ListItemId, UserId};
use domain::shopping::{self, Details, ListItem};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The body of a list row. The names are short because reads are billed by bytes.
#[derive(Serialize, Deserialize)]
struct ListBody {
    #[serde(flatten)]
    details: Details,
    #[serde(rename = "a", with = "ts_milliseconds")]
    added_at: DateTime<Utc>,
    #[serde(rename = "d", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    completed_at: Option<DateTime<Utc>>,
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    changed_by: Option<DeviceId>,
}

fn row(item: &ListItem) -> Attributes {
    let ListItem { details, added_at, completed_at, changed_by, .. } = item.clone();
    let body = ListBody { details, added_at, completed_at, changed_by };
    to_entity_row(keys::list_item(&item.user, item.id), item.version, &body, &item.stored)
}

fn list_item_from_row(row: Attributes) -> Result<ListItem, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("list row: {what}"));
    let Entity { pk, sk, version, body, stored } = from_entity_row::<ListBody>(row)?;
    let id = sk.strip_prefix(LIST_PREFIX).and_then(ListItemId::parse).ok_or_else(|| corrupt("SK"))?;
    let user = keys::user_of_pk(&pk).ok_or_else(|| corrupt("PK"))?;
    let ListBody { details, added_at, completed_at, changed_by } = body;
    Ok(ListItem { id, user, details, added_at, completed_at, changed_by, version, stored })
}

impl Write {
    /// Creates a row; refused if the id exists.
    pub fn list_item_create(item: &ListItem) -> Self {
        Self::Put { row: row(item), guard: Guard::New }
    }

    /// Writes the next version of a row; refused if another writer was first.
    pub fn list_item_replace(item: &ListItem) -> Self {
        Self::Put { row: row(item), guard: Guard::Version(item.version - 1) }
    }

    /// Deletes a row; refused if it has changed since it was read.
    pub fn list_item_delete_unchanged(item: &ListItem) -> Self {
        Self::Delete { key: keys::list_item(&item.user, item.id), guard: Guard::Version(item.version) }
    }

    /// Refused if the row does not exist.
    pub fn list_item_delete(user: &UserId, id: ListItemId) -> Self {
        Self::Delete { key: keys::list_item(user, id), guard: Guard::Exists }
    }
}

impl Store {
    pub async fn list_item_get(&self, user: &UserId, id: ListItemId) -> Result<Option<ListItem>, StoreError> {
        self.attributes_get(keys::list_item(user, id), true).await?.map(list_item_from_row).transpose()
    }

    /// Returns the whole list in its order.
    pub async fn list_item_list(&self, user: &UserId) -> Result<Arc<Vec<ListItem>>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), LIST_PREFIX);
        self.entity_list(range, list_item_from_row, shopping::sort).await
    }

    /// Returns the number of rows, eventually consistent: sufficient for the limit.
    pub async fn list_item_count(&self, user: &UserId) -> Result<usize, StoreError> {
        self.row_count(&Range::prefix(keys::user_pk(user), LIST_PREFIX).eventually()).await
    }
}
