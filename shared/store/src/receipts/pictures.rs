//! Receipt pictures. Only this file creates their keys, never from client input.

use chrono::{DateTime, Utc};
use domain::id::{SessionId, UserId};
use std::sync::Arc;
use system::Boxed;
use uuid::Uuid;

/// The prefix of the pictures of stored scans, which are deleted after 90 days.
pub const PICTURES_PREFIX: &str = "receipts/";
/// The prefix of uploads that were not read yet, or whose reading failed. They are deleted after a day.
pub const UPLOADS_PREFIX: &str = "uploads/";

#[derive(Debug, thiserror::Error)]
pub enum ReceiptsError {
    #[error("{operation}: {detail}")]
    Failed { operation: &'static str, detail: String },
    /// The disk is nearly full, or unread uploads use all the space for uploads: the household's, the address's, or
    /// all.
    #[error("there is no space for another upload")]
    OutOfSpace,
}

impl ReceiptsError {
    pub fn new(operation: &'static str, detail: impl std::fmt::Display) -> Self {
        Self::Failed { operation, detail: detail.to_string() }
    }
}

/// The bytes of a picture, or its size if it is larger than the limit.
pub type FetchedPicture = Result<Vec<u8>, u64>;

/// An object store for pictures: S3, or a folder on one machine (`infra/local`). Keys are paths with `/`.
pub trait PictureStore: std::fmt::Debug + Send + Sync {
    /// Writes an object. Replaces one with the same key atomically.
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>>;

    /// Returns the object, or `None` if it does not exist. Does not fetch an object of more than `max_bytes`.
    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<FetchedPicture>, ReceiptsError>>;

    /// Deletes an object. A missing one is no error.
    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>>;

    /// Deletes all objects with a prefix that were changed before a time, if one is given. Returns their number.
    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>>;

    /// Reserves space for an object that is about to be written, on behalf of a client's address. A bucket has no
    /// limit.
    fn reserve<'a>(
        &'a self,
        _key: &'a str,
        _length: u64,
        _address: &'a str,
        _now: DateTime<Utc>,
    ) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Returns a URL to which a client can PUT one picture or import file of exactly `length` bytes within ten minutes.
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

    /// Returns the key of one of a session's photos, counted from 0. The first has no number.
    pub fn picture_key(user: &UserId, session: SessionId, photo: usize) -> String {
        let number = if photo == 0 { String::new() } else { format!("-{photo}") };
        format!("{PICTURES_PREFIX}{}/{session}{number}.jpg", Self::folder(user))
    }

    pub fn upload_key(user: &UserId, id: Uuid) -> String {
        format!("{UPLOADS_PREFIX}{}/{id}", Self::folder(user))
    }

    /// Returns the hash of a user's id, because an id may contain characters with a meaning in paths.
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

    pub async fn reserve(
        &self,
        key: &str,
        length: usize,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), ReceiptsError> {
        self.store.reserve(key, length as u64, address, now).await
    }

    /// Reserves space for an upload, and returns the URL for it.
    pub async fn sign_upload(
        &self,
        key: &str,
        length: u64,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<String, ReceiptsError> {
        self.store.reserve(key, length, address, now).await?;
        self.store.sign_upload(key, length, now).await
    }

    /// Deletes the objects with a prefix that were last changed before a time. On AWS a lifecycle rule does this.
    pub async fn delete_older(&self, prefix: &str, before: DateTime<Utc>) -> Result<u64, ReceiptsError> {
        self.store.delete_prefix(prefix, Some(before)).await
    }

    /// Deletes all pictures and uploads of a user.
    pub async fn delete_all_of(&self, user: &UserId) -> Result<(), ReceiptsError> {
        for prefix in [PICTURES_PREFIX, UPLOADS_PREFIX] {
            self.store.delete_prefix(&format!("{prefix}{}/", Self::folder(user)), None).await?;
        }
        Ok(())
    }
}
