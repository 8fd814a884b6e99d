//! The handle of the table. Other modules add the operations of their rows.

use super::error::StoreError;
use super::keys;
use super::meter::Meter;
use super::revocation::RevocationCache;
use super::row_cache::{Revision, RowCache};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use system::ids::IdSource;

/// A row as DynamoDB stores it.
pub type Attributes = HashMap<String, AttributeValue>;

#[derive(Clone, Debug)]
pub struct Store {
    pub(super) client: aws_sdk_dynamodb::Client,
    pub(super) table: Arc<str>,
    pub(super) ids: Arc<dyn IdSource>,
    pub meter: Meter,
    pub(crate) revocation: RevocationCache,
    pub(super) row_cache: Option<RowCache>,
    pub(crate) max_write_units_per_second: Option<f64>,
}

impl Store {
    pub fn new(client: aws_sdk_dynamodb::Client, table: &str, ids: Arc<dyn IdSource>) -> Self {
        Self {
            client,
            table: table.into(),
            ids,
            meter: Meter::default(),
            revocation: RevocationCache::default(),
            row_cache: None,
            max_write_units_per_second: None,
        }
    }

    /// Caches lists in memory until this revision changes.
    #[must_use]
    pub fn cached(self, revision: impl Revision) -> Self {
        Self { row_cache: Some(RowCache::new(revision)), ..self }
    }

    /// Limits the writes of jobs: one partition of a DynamoDB table accepts 1,000 units a second.
    #[must_use]
    pub fn with_paced_jobs(self, units_per_second: f64) -> Self {
        Self { max_write_units_per_second: Some(units_per_second), ..self }
    }

    /// Makes one cheap read, so that connection, TLS session and credentials are ready for the first request.
    pub async fn prime(&self) -> Result<(), StoreError> {
        let key = keys::Key { pk: "PRIME".into(), sk: "PRIME".into() };
        self.row_get::<serde::de::IgnoredAny>(key, false).await.map(|_| ())
    }
}

/// Converts a row struct, which has only texts, numbers, booleans, and lists and maps of them, to attributes. A field of
/// the row without a value has no attribute.
pub fn to_row<T: Serialize>(row: &T) -> Attributes {
    let mut row: Attributes = serde_dynamo::to_item(row).expect("a row struct always serialises");
    row.retain(|_, value| !value.is_null());
    row
}

#[cfg(test)]
mod tests {
    use super::to_row;
    use serde_json::json;

    /// In a change of some attributes a stored `NULL` would erase the others.
    #[test]
    fn leaves_out_fields_without_a_value() {
        assert!(to_row(&json!({"name": "Milk", "unit": null})).into_keys().eq(["name"]));
    }
}
