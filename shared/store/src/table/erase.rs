//! Deletes rows by key, and all rows of a user.

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

/// DynamoDB's limit.
const MAX_BATCH_WRITES: usize = 25;
const MAX_RETRIES: u32 = 8;
const MAX_CONCURRENT_BATCHES: usize = 8;

/// The key of a row.
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
    /// Deletes rows unconditionally. Missing rows are no error.
    #[inline(never)]
    pub fn row_batch_delete(&self, keys: Vec<Key>) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for chunk in keys.chunks(MAX_BATCH_WRITES) {
                let request = |key: &Key| {
                    let delete =
                        DeleteRequest::builder().set_key(Some(key_map(key.clone()))).build().expect("the key is given");
                    WriteRequest::builder().delete_request(delete).build()
                };
                let mut pending: Vec<WriteRequest> = chunk.iter().map(request).collect();
                let mut attempt = 0;
                while !pending.is_empty() {
                    let call = self
                        .client
                        .batch_write_item()
                        .request_items(&*self.table, pending)
                        .return_consumed_capacity(ReturnConsumedCapacity::Total);
                    let answer = call.send().await.map_err(|e| StoreError::from_sdk("BatchWriteItem", e))?;
                    self.meter.write(answer.consumed_capacity().first());
                    pending = answer.unprocessed_items.unwrap_or_default().into_values().flatten().collect();
                    if !pending.is_empty() {
                        if attempt == MAX_RETRIES {
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

    /// Deletes a user's shares, calendar and program tokens, so that no program adds a row during the user's deletion.
    pub async fn user_revoke_access(&self, user: &UserId) -> Result<(), StoreError> {
        let shares: Vec<KeyRow> = self.row_list(Range::prefix(keys::user_pk(user), SHARE_PREFIX).only_keys()).await?;
        let shared = shares.iter().filter_map(|row| row.sk.strip_prefix(SHARE_PREFIX)).map(keys::shared_list).collect();
        self.row_batch_delete(shared).await?;
        self.user_delete_calendar(user).await?;
        self.program_delete_all(user).await
    }

    /// Deletes one page of a user's rows, except keys that begin with `kept_prefix`. Returns the number of deleted rows, and
    /// the start of the next page.
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
        for part in keys.chunks(MAX_BATCH_WRITES * MAX_CONCURRENT_BATCHES) {
            let pacer = self.start_pacing();
            let deletions = part.chunks(MAX_BATCH_WRITES).map(|batch| Ok(self.row_batch_delete(batch.to_vec())));
            stream::iter(deletions).try_for_each_concurrent(MAX_CONCURRENT_BATCHES, |deletion| deletion).await?;
            self.wait_for_pace(pacer).await;
        }
        Ok((keys.len(), after))
    }
}
