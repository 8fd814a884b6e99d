//! Receipt pictures. Keys are created here only, never from client input.

use chrono::{DateTime, Utc};
use domain::id::{SessionId, UserId};
use std::sync::Arc;
use system::Boxed;
use uuid::Uuid;

/// Pictures of receipts that were read; dropped after 90 days.
pub const KEPT: &str = "receipts/";
/// The prefix of uploads by signed address that have not been read, or whose reading failed: kept a day for a retry.
pub const UPLOADS: &str = "uploads/";

#[derive(Debug, thiserror::Error)]
pub enum ReceiptsError {
    #[error("{operation}: {detail}")]
    Failed { operation: &'static str, detail: String },
    /// Uploads that were not read yet take all the space that is for them.
    #[error("there is no room for another upload")]
    NoRoom,
}

impl ReceiptsError {
    pub fn new(operation: &'static str, detail: impl std::fmt::Display) -> Self {
        Self::Failed { operation, detail: detail.to_string() }
    }
}

/// The bytes of a picture, or its size where that is more than was asked for.
pub type FetchedPicture = Result<Vec<u8>, u64>;

/// An object store for pictures: S3, or a folder on one machine (`infra/local`). Keys are paths with `/`.
pub trait PictureStore: std::fmt::Debug + Send + Sync {
    /// Writes an object; one with the same key is replaced at once or not at all.
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>>;

    /// Returns the object, or `None` if there is none. An object of more than `max_bytes` is not fetched.
    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<FetchedPicture>, ReceiptsError>>;

    /// Deletes an object. A missing one is no error.
    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>>;

    /// Deletes all objects under a prefix and, where a time is given, only those changed before it. Returns how many.
    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>>;

    /// Returns an address to which a client may PUT one picture within ten minutes, of exactly `length` bytes.
    fn sign_upload<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<String, ReceiptsError>>;
}

/// The pictures of all users.
#[derive(Clone, Debug)]
pub struct Receipts {
    store: Arc<dyn PictureStore>,
}

impl Receipts {
    pub fn new(store: impl PictureStore + 'static) -> Self {
        Self { store: Arc::new(store) }
    }

    /// Returns the key of one of a session's photos, counted from 0. The first has no number, as when there was only one.
    pub fn kept_key(user: &UserId, session: SessionId, photo: usize) -> String {
        let which = if photo == 0 { String::new() } else { format!("-{photo}") };
        format!("{KEPT}{}/{session}{which}.jpg", Self::folder(user))
    }

    pub fn upload_key(user: &UserId, id: Uuid) -> String {
        format!("{UPLOADS}{}/{id}", Self::folder(user))
    }

    /// A subject may hold characters that mean something in a path, so the folder is its hash.
    fn folder(user: &UserId) -> String {
        domain::digest::short_hash(user.as_str())
    }

    pub async fn put(&self, key: &str, jpeg: Vec<u8>) -> Result<(), ReceiptsError> {
        self.store.put(key, jpeg).await
    }

    pub async fn get(&self, key: &str, max_bytes: usize) -> Result<Option<FetchedPicture>, ReceiptsError> {
        self.store.get(key, max_bytes).await
    }

    pub async fn delete(&self, key: &str) -> Result<(), ReceiptsError> {
        self.store.delete(key).await
    }

    pub async fn sign_upload(&self, key: &str, length: u64, now: DateTime<Utc>) -> Result<String, ReceiptsError> {
        self.store.sign_upload(key, length, now).await
    }

    /// Deletes the objects under a prefix that were last changed before a time. On AWS a lifecycle rule does this.
    pub async fn delete_older(&self, prefix: &str, before: DateTime<Utc>) -> Result<u64, ReceiptsError> {
        self.store.delete_prefix(prefix, Some(before)).await
    }

    /// Deletes every picture of a user.
    pub async fn delete_all_of(&self, user: &UserId) -> Result<(), ReceiptsError> {
        for prefix in [KEPT, UPLOADS] {
            self.store.delete_prefix(&format!("{prefix}{}/", Self::folder(user)), None).await?;
        }
        Ok(())
    }
}
