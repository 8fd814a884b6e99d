//! Deletes rows permanently, and everything that a user has.

use super::commit::key_map;
use super::error::StoreError;
use super::keys::{self, Key, SHARE_PREFIX};
use super::range::Range;
use super::store::{Attributes, Store};
use aws_sdk_dynamodb::types::{DeleteRequest, ReturnConsumedCapacity, WriteRequest};
use domain::id::UserId;
use futures_util::{TryStreamExt, stream};
use serde::Deserialize;
use system::Boxed;

/// DynamoDB's limit for one batch of writes.
const BATCH: usize = 25;
const RETRIES: u32 = 8;
/// The number of batches deleted in parallel.
const MAX_CONCURRENT_BATCHES: usize = 8;

/// The key of a row and nothing else of it.
#[derive(Deserialize)]
pub(crate) struct KeyRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
}

impl KeyRow {
    pub(crate) fn into_key(self) -> Key {
        Key { pk: self.pk, sk: self.sk }
    }
}

impl Store {
    /// Deletes rows, whatever their state. Missing rows are no error.
    #[inline(never)]
    pub fn row_batch_delete(&self, keys: Vec<Key>) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for chunk in keys.chunks(BATCH) {
                let request = |key: &Key| {
                    let delete =
                        DeleteRequest::builder().set_key(Some(key_map(key.clone()))).build().expect("the key is given");
                    WriteRequest::builder().delete_request(delete).build()
                };
                let mut open: Vec<WriteRequest> = chunk.iter().map(request).collect();
                let mut attempt = 0;
                while !open.is_empty() {
                    let call = self
                        .client
                        .batch_write_item()
                        .request_items(&*self.table, open)
                        .return_consumed_capacity(ReturnConsumedCapacity::Total);
                    let answer = call.send().await.map_err(|e| StoreError::from_sdk("BatchWriteItem", e))?;
                    self.meter.write(answer.consumed_capacity().first());
                    open = answer.unprocessed_items.unwrap_or_default().into_values().flatten().collect();
                    if !open.is_empty() {
                        if attempt == RETRIES {
                            return Err(StoreError::Unavailable {
                                operation: "BatchWriteItem",
                                detail: "deletes stayed unprocessed".into(),
                            });
                        }
                        tokio::time::sleep(self.backoff(attempt)).await;
                        attempt += 1;
                    }
                }
            }
            Ok(())
        })
    }

    /// Deletes what others can see or use of a user: shares, the calendar, and then the programs' tokens, so that none of
    /// them adds a row behind a deletion.
    pub async fn user_withdraw(&self, user: &UserId) -> Result<(), StoreError> {
        let shares: Vec<KeyRow> = self.row_list(Range::prefix(keys::user_pk(user), SHARE_PREFIX).only_keys()).await?;
        let shared = shares.iter().filter_map(|row| row.sk.strip_prefix(SHARE_PREFIX)).map(keys::shared_list).collect();
        self.row_batch_delete(shared).await?;
        self.calendar_end(user).await?;
        self.program_end_all(user).await
    }

    /// Deletes up to a page of a user's rows, except keys that begin with `kept_prefix`. Returns how many, and where the next
    /// page begins.
    pub async fn user_erase_page(
        &self,
        user: &UserId,
        kept_prefix: Option<&str>,
        after: Option<Attributes>,
    ) -> Result<(usize, Option<Attributes>), StoreError> {
        let everything = Range::between(keys::user_pk(user), "!".into(), "~".into()).only_keys();
        let (rows, after) = self.row_page::<KeyRow>(&everything, after).await?;
        let keys = rows.into_iter().map(KeyRow::into_key);
        let keys: Vec<Key> = keys.filter(|key| kept_prefix.is_none_or(|prefix| !key.sk.starts_with(prefix))).collect();
        for part in keys.chunks(BATCH * MAX_CONCURRENT_BATCHES) {
            let pace = self.pace();
            let deletions = part.chunks(BATCH).map(|batch| Ok(self.row_batch_delete(batch.to_vec())));
            stream::iter(deletions).try_for_each_concurrent(MAX_CONCURRENT_BATCHES, |deletion| deletion).await?;
            self.keep(pace).await;
        }
        Ok((keys.len(), after))
    }
}
