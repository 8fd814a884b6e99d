//! Lists of entities, from memory where the table has not changed.

use super::error::StoreError;
use super::range::Range;
use super::row_cache::CachedLookup;
use super::store::{Attributes, Store};
use aws_sdk_dynamodb::types::AttributeValue;
use std::sync::Arc;

/// Estimates the memory of parsed rows, from above: a row's texts are in its attributes, and some twice.
fn bytes_of<T>(rows: &[Attributes]) -> usize {
    let text = |value: &AttributeValue| value.as_s().map_or(16, String::len);
    rows.iter().map(|row| size_of::<T>() + 2 * row.values().map(text).sum::<usize>()).sum()
}

impl Store {
    /// Returns the rows of a range, parsed and in order, as one strongly consistent query does. All callers of a range
    /// must parse and sort it alike.
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
        let bytes = bytes_of::<T>(&rows);
        let mut list = rows.into_iter().map(parse).collect::<Result<Vec<T>, _>>()?;
        sort(&mut list);
        let list = Arc::new(list);
        if let (Some(cache), Some(revision)) = (&self.row_cache, revision) {
            cache.insert(range, revision, list.clone(), bytes);
        }
        Ok(list)
    }
}
