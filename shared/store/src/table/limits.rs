//! Counters of rate limits.

use super::attribute::number;
use super::error::{CommitError, StoreError};
use super::keys::{Key, TTL};
use super::store::Store;
use super::write::key_map;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use system::Boxed;

/// A counter outlasts its window by this time, because the clocks of functions and of DynamoDB may differ.
const MAX_CLOCK_DIFFERENCE_SECONDS: i64 = 3_600;

impl Store {
    /// Increments a counter. Returns false if it has reached `max`. Costs one write unit in both cases.
    #[inline(never)]
    pub fn rate_count(&self, key: Key, max: u32, window_end: i64) -> Boxed<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let call = self
                .client
                .update_item()
                .table_name(&*self.table)
                .set_key(Some(key_map(key)))
                .update_expression("ADD used :one SET #ttl = :ttl")
                .condition_expression("attribute_not_exists(used) OR used < :max")
                .expression_attribute_names("#ttl", TTL)
                .expression_attribute_values(":one", number(1))
                .expression_attribute_values(":max", number(max))
                .expression_attribute_values(":ttl", number(window_end + MAX_CLOCK_DIFFERENCE_SECONDS))
                .return_consumed_capacity(ReturnConsumedCapacity::Total);
            let counted = self.retry_conflict(|| async {
                match call.clone().send().await {
                    Ok(done) => {
                        self.meter.write(done.consumed_capacity());
                        Ok(true)
                    }
                    Err(SdkError::ServiceError(e)) if e.err().is_conditional_check_failed_exception() => Ok(false),
                    Err(e) => Err(CommitError::from_sdk("UpdateItem", e)),
                }
            });
            counted.await.map_err(CommitError::into_store_error)
        })
    }
}
