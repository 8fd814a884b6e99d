//! Reads rows: one or several by key, or a range of a partition.

use super::attribute::text;
use super::error::StoreError;
use super::keys::{GSI1, GSI1PK, GSI1SK, JOB_ID, Key, LSI1, LSI1SK, PK, SK};
use super::range::{Index, Range};
use super::store::{Attributes, Store};
use super::write::key_map;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity, Select};
use serde::de::DeserializeOwned;
use system::Boxed;

/// DynamoDB's limit for one `BatchGetItem`.
const MAX_BATCH_KEYS: usize = 100;
/// With [`Store::backoff`] they take up to 2.6 seconds.
const MAX_BATCH_RETRIES: u32 = 8;

pub(crate) fn from_row<T: DeserializeOwned>(row: Attributes) -> Result<T, StoreError> {
    let sk = row.get(SK).and_then(|sk| sk.as_s().ok());
    // Not the whole key, which has ids and hashes of secrets.
    let kind = sk.and_then(|sk| sk.split('#').next()).unwrap_or_default().to_owned();
    serde_dynamo::from_item(row).map_err(|e| StoreError::Corrupt(format!("{kind}: {e}")))
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

    /// Returns one page of a range of an index.
    pub(crate) async fn index_page<T>(
        &self,
        range: &Range,
        after: Option<Attributes>,
        parse: impl Fn(Attributes) -> Result<T, StoreError>,
    ) -> Result<IndexPage<T>, StoreError> {
        let (page, after) = self.attributes_page(range, after).await?;
        let total = page.len();
        let rows: Vec<T> = page.into_iter().filter_map(|row| parse(row).ok()).collect();
        Ok(IndexPage { unreadable: total - rows.len(), rows, after })
    }

    /// Returns a range of an index without the rows that this version of Larder cannot read.
    pub(crate) async fn index_list<T>(
        &self,
        range: Range,
        parse: impl Fn(Attributes) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let page = self.index_page(&range, after, &parse).await?;
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
            for chunk in keys.chunks(MAX_BATCH_KEYS) {
                let mut pending: Vec<Attributes> = chunk.iter().cloned().map(key_map).collect();
                let mut attempt = 0;
                while !pending.is_empty() {
                    if attempt > MAX_BATCH_RETRIES {
                        let detail = "keys stayed unprocessed".into();
                        return Err(StoreError::Unavailable { operation: "BatchGetItem", detail });
                    }
                    if attempt > 0 {
                        tokio::time::sleep(self.backoff(attempt - 1)).await;
                    }
                    let (found, unprocessed) = self.batch_get_once(pending).await?;
                    rows.extend(found);
                    pending = unprocessed;
                    attempt += 1;
                }
            }
            Ok(rows)
        })
    }

    /// Returns the rows that exist, and the keys that DynamoDB left unprocessed because of its load or the answer's size.
    async fn batch_get_once(&self, keys: Vec<Attributes>) -> Result<(Vec<Attributes>, Vec<Attributes>), StoreError> {
        let wanted = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
        let call = self
            .client
            .batch_get_item()
            .request_items(&*self.table, wanted.build().expect("keys are given"))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let output = call.send().await.map_err(|e| StoreError::from_sdk("BatchGetItem", e))?;
        self.meter.read(output.consumed_capacity().first());
        let found = output.responses.unwrap_or_default().into_values().flatten().collect();
        let unprocessed = output.unprocessed_keys.unwrap_or_default().into_values().flat_map(|keys| keys.keys);
        Ok((found, unprocessed.collect()))
    }
}
