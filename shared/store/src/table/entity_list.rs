//! Lists of entities, cached in memory until the table changes.

use super::error::StoreError;
use super::range::Range;
use super::row_cache::CachedLookup;
use super::store::{Attributes, Store};
use aws_sdk_dynamodb::types::AttributeValue;
use std::sync::Arc;

/// Returns an upper estimate of the memory of parsed rows, some of whose texts are stored twice.
fn max_bytes_of<T>(rows: &[Attributes]) -> usize {
    let length = |value: &AttributeValue| value.as_s().map_or(16, String::len);
    rows.iter().map(|row| size_of::<T>() + 2 * row.values().map(length).sum::<usize>()).sum()
}

impl Store {
    /// Returns the rows of a range, parsed and sorted, as up to date as a strongly consistent query. All callers must
    /// parse and sort a range in the same way.
    pub(crate) async fn entity_list<T: Send + Sync + 'static>(
        &self,
        range: Range,
        parse: fn(Attributes) -> Result<T, StoreError>,
        sort: fn(&mut [T]),
    ) -> Result<Arc<Vec<T>>, StoreError> {
        let found = self.row_cache.as_ref().map_or(CachedLookup::Missing(None), |cache| cache.look_up(&range));
        let revision = match found {
            CachedLookup::Hit(list) => return Ok(list.downcast().expect("a range has rows of one kind")),
            CachedLookup::Missing(revision) => revision,
        };
        let rows = self.attributes_list(range.clone()).await?;
        let bytes = max_bytes_of::<T>(&rows);
        let mut list = rows.into_iter().map(parse).collect::<Result<Vec<T>, _>>()?;
        sort(&mut list);
        let list = Arc::new(list);
        if let (Some(cache), Some(revision)) = (&self.row_cache, revision) {
            cache.insert(range, revision, list.clone(), bytes);
        }
        Ok(list)
    }
}
