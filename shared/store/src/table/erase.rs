//! Deletes rows by key, and finds the rows that give access to a user's data.

use super::commit::MAX_WRITES;
use super::error::{CommitError, StoreError};
use super::keys::{self, Key, PROGRAM_PREFIX, SHARE_PREFIX};
use super::range::Range;
use super::store::Store;
use super::write::Write;
use domain::id::UserId;
use serde::Deserialize;

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
    pub async fn row_delete_all(&self, keys: Vec<Key>) -> Result<(), StoreError> {
        for part in keys.chunks(MAX_WRITES) {
            let writes = part.iter().cloned().map(Write::row_delete).collect();
            self.commit(writes, None).await.map_err(CommitError::into_store_error)?;
        }
        Ok(())
    }

    /// Returns the keys of a user's shares, calendar and program tokens, by which others read and write.
    pub async fn user_access_keys(&self, user: &UserId) -> Result<Vec<Key>, StoreError> {
        let range = |prefix| Range::prefix(keys::user_pk(user), prefix).only_keys();
        let shares: Vec<KeyRow> = self.row_list(range(SHARE_PREFIX)).await?;
        let shared = shares.iter().filter_map(|row| row.sk.strip_prefix(SHARE_PREFIX)).map(keys::shared_list);
        let calendar = self.calendar_get_own(user).await?.map(|calendar| keys::calendar(&calendar.token_hash));
        let programs: Vec<KeyRow> = self.row_list(range(PROGRAM_PREFIX)).await?;
        Ok(shared.chain(calendar).chain(programs.into_iter().map(KeyRow::into_key)).collect())
    }
}
