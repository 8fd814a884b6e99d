//! Reads rows: one or several by key, or a range of a partition.

use super::attribute::text;
use super::error::StoreError;
use super::keys::{GSI1, GSI1PK, GSI1SK, JOB_ID, Key, LSI1, LSI1SK, PK, SK};
use super::range::{Index, Range};
use super::store::{Attributes, Store};
use super::write::key_map;
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, ReturnConsumedCapacity, Select};
use serde::de::DeserializeOwned;
use system::Boxed;

pub(crate) fn from_row<T: DeserializeOwned>(row: Attributes) -> Result<T, StoreError> {
    let name = match (row.get(PK), row.get(SK)) {
        // The error names only the kind of the row: the key contains a user's id.
        (_, Some(AttributeValue::S(sk))) => sk.split('#').next().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    serde_dynamo::from_item(row).map_err(|e| StoreError::Corrupt(format!("{name}: {e}")))
}

/// Rows, and the start of the next page.
type AttributesPage = (Vec<Attributes>, Option<Attributes>);

/// A page of an index. Rows that this version of Larder cannot read are left out, so that they do not stop the others.
#[derive(Debug)]
pub struct IndexPage<T> {
    pub rows: Vec<T>,
    pub unreadable: usize,
    pub after: Option<Attributes>,
}

impl Store {
    pub async fn row_get<T: DeserializeOwned>(&self, key: Key, consistent: bool) -> Result<Option<T>, StoreError> {
        self.attributes_get(key, consistent).await?.map(from_row).transpose()
    }

    #[inline(never)]
    pub(crate) fn attributes_get(
        &self,
        key: Key,
        consistent: bool,
    ) -> Boxed<'_, Result<Option<Attributes>, StoreError>> {
        Box::pin(async move {
            let output = self
                .client
                .get_item()
                .table_name(&*self.table)
                .set_key(Some(key_map(key)))
                .consistent_read(consistent)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await
                .map_err(|e| StoreError::from_sdk("GetItem", e))?;
            self.meter.read(output.consumed_capacity());
            Ok(output.item)
        })
    }

    fn query(&self, range: &Range) -> aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder {
        let (index, pk, sk) = match range.index {
            Index::Table => (None, PK, SK),
            Index::State => (Some(LSI1), PK, LSI1SK),
            Index::Due => (Some(GSI1), GSI1PK, GSI1SK),
        };
        self.client
            .query()
            .table_name(&*self.table)
            .set_index_name(index.map(str::to_owned))
            .key_condition_expression("#pk = :pk AND #sk BETWEEN :from AND :to")
            .expression_attribute_names("#pk", pk)
            .expression_attribute_names("#sk", sk)
            .expression_attribute_values(":pk", text(&range.partition))
            .expression_attribute_values(":from", text(&range.from))
            .expression_attribute_values(":to", text(&range.to))
            .scan_index_forward(!range.descending)
            .consistent_read(range.consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    /// Returns one page of a range, and the start of the next.
    pub async fn row_page<T: DeserializeOwned>(
        &self,
        range: &Range,
        after: Option<Attributes>,
    ) -> Result<(Vec<T>, Option<Attributes>), StoreError> {
        let (rows, after) = self.attributes_page(range, after).await?;
        Ok((rows.into_iter().map(from_row).collect::<Result<_, _>>()?, after))
    }

    #[inline(never)]
    fn attributes_page<'a>(
        &'a self,
        range: &'a Range,
        after: Option<Attributes>,
    ) -> Boxed<'a, Result<AttributesPage, StoreError>> {
        Box::pin(async move {
            let mut call = self.query(range).set_exclusive_start_key(after);
            if let Some(max) = range.max {
                call = call.limit(i32::try_from(max).unwrap_or(i32::MAX));
            }
            if range.only_keys {
                call = call
                    .projection_expression("#PK, #SK")
                    .expression_attribute_names("#PK", PK)
                    .expression_attribute_names("#SK", SK);
            }
            if let Some(job) = range.made_by {
                call =
                    call.filter_expression(format!("{JOB_ID} = :job")).expression_attribute_values(":job", text(job));
            }
            let output = call.send().await.map_err(|e| StoreError::from_sdk("Query", e))?;
            self.meter.read(output.consumed_capacity());
            Ok((output.items.unwrap_or_default(), output.last_evaluated_key))
        })
    }

    /// Returns all rows of a range, or its first `at_most`.
    pub async fn row_list<T: DeserializeOwned>(&self, range: Range) -> Result<Vec<T>, StoreError> {
        self.attributes_list(range).await?.into_iter().map(from_row).collect()
    }

    pub(crate) async fn index_page<T>(
        &self,
        range: &Range,
        after: Option<Attributes>,
        read: impl Fn(Attributes) -> Result<T, StoreError>,
    ) -> Result<IndexPage<T>, StoreError> {
        let (page, after) = self.attributes_page(range, after).await?;
        let total = page.len();
        let rows: Vec<T> = page.into_iter().filter_map(|row| read(row).ok()).collect();
        Ok(IndexPage { unreadable: total - rows.len(), rows, after })
    }

    /// Returns all readable rows of an index's range.
    pub(crate) async fn index_list<T>(
        &self,
        range: Range,
        read: impl Fn(Attributes) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let page = self.index_page(&range, after, &read).await?;
            rows.extend(page.rows);
            after = page.after;
            if after.is_none() {
                return Ok(rows);
            }
        }
    }

    pub(crate) async fn attributes_list(&self, range: Range) -> Result<Vec<Attributes>, StoreError> {
        let mut rows = Vec::new();
        let mut after = None;
        loop {
            let (page, next) = self.attributes_page(&range, after).await?;
            rows.extend(page);
            after = next;
            if after.is_none() || range.max.is_some_and(|max| rows.len() >= max) {
                rows.truncate(range.max.unwrap_or(usize::MAX));
                return Ok(rows);
            }
        }
    }

    /// Returns the number of rows in a range. Costs the same capacity as reading them.
    #[inline(never)]
    pub fn row_count<'a>(&'a self, range: &'a Range) -> Boxed<'a, Result<usize, StoreError>> {
        Box::pin(async move {
            let (mut count, mut after) = (0, None);
            loop {
                let call = self.query(range).select(Select::Count).set_exclusive_start_key(after);
                let output = call.send().await.map_err(|e| StoreError::from_sdk("Query", e))?;
                self.meter.read(output.consumed_capacity());
                count += usize::try_from(output.count()).unwrap_or(0);
                after = output.last_evaluated_key;
                if after.is_none() {
                    return Ok(count);
                }
            }
        })
    }

    /// Returns the rows with these keys that exist, in no particular order.
    #[inline(never)]
    pub(crate) fn attributes_batch_get(&self, keys: Vec<Key>) -> Boxed<'_, Result<Vec<Attributes>, StoreError>> {
        Box::pin(async move {
            let mut rows = Vec::with_capacity(keys.len());
            for chunk in keys.chunks(100) {
                let mut pending: Vec<Attributes> = chunk.iter().cloned().map(key_map).collect();
                let mut attempt = 0;
                while !pending.is_empty() {
                    let wanted = KeysAndAttributes::builder()
                        .set_keys(Some(pending))
                        .consistent_read(true)
                        .build()
                        .expect("keys are given");
                    let call = self
                        .client
                        .batch_get_item()
                        .request_items(&*self.table, wanted)
                        .return_consumed_capacity(ReturnConsumedCapacity::Total);
                    let output = call.send().await.map_err(|e| StoreError::from_sdk("BatchGetItem", e))?;
                    self.meter.read(output.consumed_capacity().first());
                    rows.extend(output.responses.unwrap_or_default().into_values().flatten());
                    pending = output.unprocessed_keys.unwrap_or_default().into_values().flat_map(|k| k.keys).collect();
                    if !pending.is_empty() {
                        if attempt == 8 {
                            return Err(StoreError::Unavailable {
                                operation: "BatchGetItem",
                                detail: "keys stayed unprocessed".into(),
                            });
                        }
                        tokio::time::sleep(self.backoff(attempt)).await;
                        attempt += 1;
                    }
                }
            }
            Ok(rows)
        })
    }
}
