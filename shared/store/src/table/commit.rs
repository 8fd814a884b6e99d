//! Commits a change: writes to some rows, each with a condition, all or none, together with the idempotency record.
//!
//! A single write is a plain conditional call. Several, or one with an idempotency record or the check of a tombstone,
//! are a transaction, which costs twice as much.

use super::attempts::Attempts;
use super::attribute::text;
use super::error::{CommitError, StoreError};
use super::keys::{GSI1SK, Key};
use super::store::{Attributes, Store};
use super::tombstone::tombstone_checks;
use super::write::{Guard, WRITE, Write, condition, key_map, key_of, names, values, with_write_id};
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, Put, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure,
    TransactWriteItem, Update,
};
use std::time::Duration;
use system::Boxed;
use system::ids::IdSource;

/// DynamoDB's limit for one transaction.
const MAX_TRANSACTION_WRITES: usize = 100;
/// The maximum number of writes in one commit: a transaction's limit, less the check of the account's tombstone.
pub const MAX_WRITES: usize = MAX_TRANSACTION_WRITES - 1;
/// With [`Store::backoff`] they take up to two seconds.
const MAX_CONFLICT_RETRIES: u32 = 7;

impl Store {
    /// Commits a change. `record` is the idempotency record, if the client sent a key. Fails if the change would create
    /// permanent rows for a deleted account: the check of its tombstone is part of the transaction.
    pub async fn commit(&self, mut writes: Vec<Write>, record: Option<Write>) -> Result<(), CommitError> {
        let has_record = record.is_some();
        writes.extend(record);
        let requested = writes.len();
        writes.extend(tombstone_checks(&writes));
        if let [_] = writes.as_slice() {
            let write = writes.pop().expect("there is exactly one");
            return self.write_one(write).await;
        }
        if writes.is_empty() {
            return Ok(());
        }
        let mut keys: Vec<Key> = writes.iter().map(key_of).collect();
        match self.write_all(writes).await? {
            None => Ok(()),
            Some(index) if index >= requested => Err(CommitError::AccountDeleted),
            Some(index) if has_record && index == requested - 1 => Err(CommitError::AlreadyRecorded),
            Some(index) => Err(CommitError::Refused(keys.swap_remove(index))),
        }
    }

    /// Commits a change whose refusal is no error. Returns false if a condition refused it.
    pub(crate) async fn commit_if_allowed(&self, writes: Vec<Write>) -> Result<bool, CommitError> {
        match self.commit(writes, None).await {
            Ok(()) => Ok(true),
            Err(CommitError::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The same for callers that need not know whether a change without an answer was made.
    pub(crate) async fn write_if_allowed(&self, writes: Vec<Write>) -> Result<bool, StoreError> {
        self.commit_if_allowed(writes).await.map_err(CommitError::into_store_error)
    }

    /// Returns an id by which a conditional write recognizes its own row.
    fn write_id(&self) -> AttributeValue {
        let ids: &dyn IdSource = &*self.ids;
        text(ids.token(8))
    }

    /// Makes a single write. If a transaction holds the row for some milliseconds, it is repeated.
    #[inline(never)]
    fn write_one(&self, mut write: Write) -> Boxed<'_, Result<(), CommitError>> {
        Box::pin(async move {
            if let Write::Put { row, guard } = &mut write
                && condition(guard).0.is_some()
            {
                // Two requests can write equal rows in the same millisecond, and only one may succeed.
                row.entry(WRITE.to_owned()).or_insert_with(|| self.write_id());
            }
            self.retry_conflict(|| self.write_once(write.clone())).await
        })
    }

    #[inline(never)]
    fn write_once(&self, write: Write) -> Boxed<'_, Result<(), CommitError>> {
        Box::pin(async move {
            let key = key_of(&write);
            let is_made = match write {
                Write::Put { row, guard } => self.put_once(row, &guard).await?,
                Write::Delete { key, guard } => self.delete_once(key, &guard).await?,
                update @ Write::Update { .. } => self.update_once(update).await?.is_none(),
                // A check alone changes nothing.
                Write::Check { .. } => true,
            };
            if is_made { Ok(()) } else { Err(CommitError::Refused(key)) }
        })
    }

    /// Returns false if the guard refused the put.
    async fn put_once(&self, row: Attributes, guard: &Guard) -> Result<bool, CommitError> {
        let (condition, bound) = condition(guard);
        let on_refusal = condition.is_some().then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let call = self
            .client
            .put_item()
            .table_name(&*self.table)
            .set_item(Some(row.clone()))
            .set_condition_expression(condition)
            .set_expression_attribute_names(names(guard))
            .set_expression_attribute_values(values(bound))
            .set_return_values_on_condition_check_failure(on_refusal)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        match call.send().await {
            Ok(done) => {
                self.meter.write(done.consumed_capacity());
                Ok(true)
            }
            Err(SdkError::ServiceError(e)) if e.err().is_conditional_check_failed_exception() => {
                // A retry of the SDK after a lost answer finds its own write, which is a success.
                let PutItemError::ConditionalCheckFailedException(e) = e.into_err() else { return Ok(false) };
                Ok(e.item == Some(row))
            }
            Err(e) => Err(CommitError::from_sdk("PutItem", e)),
        }
    }

    /// Returns false if the guard refused the deletion.
    async fn delete_once(&self, key: Key, guard: &Guard) -> Result<bool, CommitError> {
        let (condition, bound) = condition(guard);
        let attempts = Attempts::default();
        let call = self
            .client
            .delete_item()
            .table_name(&*self.table)
            .set_key(Some(key_map(key)))
            .set_condition_expression(condition)
            .set_expression_attribute_names(names(guard))
            .set_expression_attribute_values(values(bound))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .interceptor(attempts.clone());
        match call.send().await {
            Ok(done) => {
                self.meter.write(done.consumed_capacity());
                Ok(true)
            }
            Err(SdkError::ServiceError(e)) if e.err().is_conditional_check_failed_exception() => {
                // A retry of the SDK after a lost answer finds no row if its first attempt deleted it.
                let DeleteItemError::ConditionalCheckFailedException(e) = e.into_err() else { return Ok(false) };
                Ok(e.item.is_none() && attempts.count() > 1)
            }
            Err(e) => Err(CommitError::from_sdk("DeleteItem", e)),
        }
    }

    /// Makes one update. If the condition refused it, returns the existing row (empty if there is none), at no further
    /// cost.
    #[inline(never)]
    pub(crate) fn update_or_get(&self, update: Write) -> Boxed<'_, Result<Option<Attributes>, CommitError>> {
        Box::pin(async move { self.retry_conflict(|| self.update_once(update.clone())).await })
    }

    #[inline(never)]
    fn update_once(&self, update: Write) -> Boxed<'_, Result<Option<Attributes>, CommitError>> {
        Box::pin(async move {
            let Write::Update { key, mut expression, condition, names, values: mut bound } = update else {
                unreachable!("callers pass updates only");
            };
            let id = self.write_id();
            // As in a put; but not if the update changes an index key, because the id would be written to the index
            // too.
            if condition.is_some() && !expression.contains(GSI1SK) {
                expression = with_write_id(&expression);
                bound.push((":w".into(), id.clone()));
            }
            let call = self
                .client
                .update_item()
                .table_name(&*self.table)
                .set_key(Some(key_map(key)))
                .update_expression(expression)
                .set_condition_expression(condition)
                .set_expression_attribute_names((!names.is_empty()).then(|| names.into_iter().collect()))
                .set_expression_attribute_values(values(bound))
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .return_consumed_capacity(ReturnConsumedCapacity::Total);
            match call.send().await {
                Ok(done) => {
                    self.meter.write(done.consumed_capacity());
                    Ok(None)
                }
                Err(SdkError::ServiceError(e)) if e.err().is_conditional_check_failed_exception() => match e.into_err()
                {
                    UpdateItemError::ConditionalCheckFailedException(e) => {
                        let existing = e.item.unwrap_or_default();
                        // A retry of the SDK after a lost answer finds its own write.
                        Ok((existing.get(WRITE) != Some(&id)).then_some(existing))
                    }
                    _ => Ok(Some(Attributes::new())),
                },
                Err(e) => Err(CommitError::from_sdk("UpdateItem", e)),
            }
        })
    }

    /// Makes all writes or none. Returns the index of the first write whose condition failed.
    #[inline(never)]
    fn write_all(&self, writes: Vec<Write>) -> Boxed<'_, Result<Option<usize>, CommitError>> {
        Box::pin(async move {
            debug_assert!(
                writes.len() <= MAX_TRANSACTION_WRITES,
                "a transaction holds at most {MAX_TRANSACTION_WRITES} writes"
            );
            let items: Vec<TransactWriteItem> = writes.into_iter().map(|write| self.transaction_item(write)).collect();
            self.retry_conflict(|| self.write_all_once(items.clone())).await
        })
    }

    #[inline(never)]
    fn write_all_once(&self, items: Vec<TransactWriteItem>) -> Boxed<'_, Result<Option<usize>, CommitError>> {
        Box::pin(async move {
            let call = self
                .client
                .transact_write_items()
                .set_transact_items(Some(items))
                .return_consumed_capacity(ReturnConsumedCapacity::Total);
            let error = match call.send().await {
                Ok(done) => {
                    for capacity in done.consumed_capacity() {
                        self.meter.write(Some(capacity));
                    }
                    return Ok(None);
                }
                Err(error) => error,
            };
            let reasons = match error.as_service_error() {
                Some(TransactWriteItemsError::TransactionCanceledException(e)) => e.cancellation_reasons(),
                _ => return Err(CommitError::from_sdk("TransactWriteItems", error)),
            };
            let refused = reasons.iter().position(|r| r.code() == Some("ConditionalCheckFailed"));
            if refused.is_some() {
                return Ok(refused);
            }
            let is_conflict =
                reasons.iter().any(|r| matches!(r.code(), Some("TransactionConflict" | "ThrottlingError")));
            Err(if is_conflict {
                CommitError::Conflict
            } else {
                StoreError::from_sdk("TransactWriteItems", error).into()
            })
        })
    }

    /// Repeats a write while another transaction holds one of its rows, usually for some milliseconds.
    pub(crate) async fn retry_conflict<T, F: Future<Output = Result<T, CommitError>>>(
        &self,
        mut write: impl FnMut() -> F,
    ) -> Result<T, CommitError> {
        let mut attempt = 0;
        loop {
            match write().await {
                Err(CommitError::Conflict) if attempt < MAX_CONFLICT_RETRIES => {}
                outcome => return outcome,
            }
            tokio::time::sleep(self.backoff(attempt)).await;
            attempt += 1;
        }
    }

    /// Returns a random pause (full jitter) of up to 20 ms, doubled for each attempt, at most 640 ms.
    pub(crate) fn backoff(&self, attempt: u32) -> Duration {
        let mut byte = [0];
        self.ids.fill(&mut byte);
        Duration::from_millis((20 << attempt.min(5)) * u64::from(byte[0]) / 255)
    }

    fn transaction_item(&self, write: Write) -> TransactWriteItem {
        let item = TransactWriteItem::builder();
        match write {
            Write::Put { row, guard } => {
                let (condition, bound) = condition(&guard);
                let put = Put::builder()
                    .table_name(&*self.table)
                    .set_item(Some(row))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(names(&guard))
                    .set_expression_attribute_values(values(bound));
                item.put(put.build().expect("table and item are given")).build()
            }
            Write::Delete { key, guard } => {
                let (condition, bound) = condition(&guard);
                let delete = Delete::builder()
                    .table_name(&*self.table)
                    .set_key(Some(key_map(key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(names(&guard))
                    .set_expression_attribute_values(values(bound));
                item.delete(delete.build().expect("table and key are given")).build()
            }
            Write::Update { key, expression, condition, names, values: bound } => {
                let update = Update::builder()
                    .table_name(&*self.table)
                    .set_key(Some(key_map(key)))
                    .update_expression(expression)
                    .set_condition_expression(condition)
                    .set_expression_attribute_names((!names.is_empty()).then(|| names.into_iter().collect()))
                    .set_expression_attribute_values(values(bound));
                item.update(update.build().expect("table, key and expression are given")).build()
            }
            Write::Check { key, guard } => {
                let (condition, bound) = condition(&guard);
                let check = ConditionCheck::builder()
                    .table_name(&*self.table)
                    .set_key(Some(key_map(key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(names(&guard))
                    .set_expression_attribute_values(values(bound));
                item.condition_check(check.build().expect("table, key and condition are given")).build()
            }
        }
    }
}
