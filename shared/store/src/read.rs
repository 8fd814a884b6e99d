//! Reading rows: one by its key, a range of a partition, a handful by their keys.

use super::commit::key_map;
use super::error::StoreError;
use super::keys::{GSI1, GSI1PK, GSI1SK, JOB_ID, Key, LSI1, LSI1SK, PK, SK};
use super::{Attributes, Store};
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, ReturnConsumedCapacity, Select};
use serde::de::DeserializeOwned;
use system::Boxed;
use uuid::Uuid;

/// A range of sort keys within one partition, and how to walk it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    partition: String,
    index: Index,
    from: String,
    to: String,
    descending: bool,
    consistent: bool,
    most: Option<usize>,
    only_keys: bool,
    made_by: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Index {
    Table,
    State,
    Due,
}

impl Range {
    /// All rows of a partition whose sort key starts with `prefix`.
    pub fn prefix(partition: String, prefix: &str) -> Self {
        Self::between(partition, prefix.to_owned(), format!("{prefix}\u{10FFFF}"))
    }

    /// All rows from one sort key to another, both included.
    pub fn between(partition: String, from: String, to: String) -> Self {
        Self {
            partition,
            index: Index::Table,
            from,
            to,
            descending: false,
            consistent: true,
            most: None,
            only_keys: false,
            made_by: None,
        }
    }

    /// Walk `LSI1` (a user's items by state and time) instead of the table.
    #[must_use]
    pub fn by_state(self) -> Self {
        Self { index: Index::State, ..self }
    }

    /// Walk `GSI1` (who has something due), which is eventually consistent by nature.
    #[must_use]
    pub fn by_due(self) -> Self {
        Self { index: Index::Due, consistent: false, ..self }
    }

    #[must_use]
    pub fn newest_first(self) -> Self {
        Self { descending: true, ..self }
    }

    /// At half the price, and perhaps a moment behind.
    #[must_use]
    pub fn eventually(self) -> Self {
        Self { consistent: false, ..self }
    }

    #[must_use]
    pub fn at_most(self, rows: usize) -> Self {
        Self { most: Some(rows), ..self }
    }

    /// Bring back `PK` and `SK` alone: costs the same capacity, moves fewer bytes.
    #[must_use]
    pub fn only_keys(self) -> Self {
        Self { only_keys: true, ..self }
    }

    /// Only the rows that a job made and nobody changed since. The others are read, and not brought back.
    #[must_use]
    pub fn made_by(self, job: Uuid) -> Self {
        Self { made_by: Some(job), ..self }
    }
}

pub(super) fn from_row<T: DeserializeOwned>(row: Attributes) -> Result<T, StoreError> {
    let name = match (row.get(PK), row.get(SK)) {
        // Only the kind of the row: its key contains a user's id.
        (_, Some(AttributeValue::S(sk))) => sk.split('#').next().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    serde_dynamo::from_item(row).map_err(|e| StoreError::Corrupt(format!("{name}: {e}")))
}

/// Rows as the table gives them, and where the next page begins.
type AttributesPage = (Vec<Attributes>, Option<Attributes>);

impl Store {
    pub async fn row_get<T: DeserializeOwned>(&self, key: Key, consistent: bool) -> Result<Option<T>, StoreError> {
        self.attributes_get(key, consistent).await?.map(from_row).transpose()
    }

    #[inline(never)]
    pub(super) fn attributes_get(
        &self,
        key: Key,
        consistent: bool,
    ) -> Boxed<'_, Result<Option<Attributes>, StoreError>> {
        Box::pin(async move {
            let answer = self
                .client
                .get_item()
                .table_name(&*self.table)
                .set_key(Some(key_map(key)))
                .consistent_read(consistent)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await
                .map_err(|e| StoreError::from_sdk("GetItem", e))?;
            self.meter.read(answer.consumed_capacity());
            Ok(answer.item)
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
            .expression_attribute_values(":pk", AttributeValue::S(range.partition.clone()))
            .expression_attribute_values(":from", AttributeValue::S(range.from.clone()))
            .expression_attribute_values(":to", AttributeValue::S(range.to.clone()))
            .scan_index_forward(!range.descending)
            .consistent_read(range.consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    /// One page of a range, and where the next begins.
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
            if let Some(most) = range.most {
                call = call.limit(i32::try_from(most).unwrap_or(i32::MAX));
            }
            if range.only_keys {
                call = call
                    .projection_expression("#PK, #SK")
                    .expression_attribute_names("#PK", PK)
                    .expression_attribute_names("#SK", SK);
            }
            if let Some(job) = range.made_by {
                call = call
                    .filter_expression(format!("{JOB_ID} = :job"))
                    .expression_attribute_values(":job", AttributeValue::S(job.to_string()));
            }
            let answer = call.send().await.map_err(|e| StoreError::from_sdk("Query", e))?;
            self.meter.read(answer.consumed_capacity());
            Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key))
        })
    }

    /// All rows of a range (or its first `at_most`), through as many pages as it takes.
    pub async fn row_list<T: DeserializeOwned>(&self, range: Range) -> Result<Vec<T>, StoreError> {
        self.attributes_list(range).await?.into_iter().map(from_row).collect()
    }

    pub(super) async fn attributes_list(&self, range: Range) -> Result<Vec<Attributes>, StoreError> {
        let mut rows = Vec::new();
        let mut after = None;
        loop {
            let (page, next) = self.attributes_page(&range, after).await?;
            rows.extend(page);
            after = next;
            if after.is_none() || range.most.is_some_and(|most| rows.len() >= most) {
                rows.truncate(range.most.unwrap_or(usize::MAX));
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
                let answer = call.send().await.map_err(|e| StoreError::from_sdk("Query", e))?;
                self.meter.read(answer.consumed_capacity());
                count += usize::try_from(answer.count()).unwrap_or(0);
                after = answer.last_evaluated_key;
                if after.is_none() {
                    return Ok(count);
                }
            }
        })
    }

    /// Rows by their keys, in no particular order; missing ones are left out.
    #[inline(never)]
    pub(super) fn attributes_batch_get(&self, keys: Vec<Key>) -> Boxed<'_, Result<Vec<Attributes>, StoreError>> {
        Box::pin(async move {
            let mut rows = Vec::with_capacity(keys.len());
            for chunk in keys.chunks(100) {
                let mut open: Vec<Attributes> = chunk.iter().cloned().map(key_map).collect();
                let mut attempt = 0;
                while !open.is_empty() {
                    let wanted = KeysAndAttributes::builder()
                        .set_keys(Some(open))
                        .consistent_read(true)
                        .build()
                        .expect("keys are given");
                    let call = self
                        .client
                        .batch_get_item()
                        .request_items(&*self.table, wanted)
                        .return_consumed_capacity(ReturnConsumedCapacity::Total);
                    let answer = call.send().await.map_err(|e| StoreError::from_sdk("BatchGetItem", e))?;
                    self.meter.read(answer.consumed_capacity().first());
                    rows.extend(answer.responses.unwrap_or_default().into_values().flatten());
                    open = answer.unprocessed_keys.unwrap_or_default().into_values().flat_map(|k| k.keys).collect();
                    if !open.is_empty() {
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
