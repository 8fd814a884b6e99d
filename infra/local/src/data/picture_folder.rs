//! Receipt pictures as files in a folder, and signed uploads into it.

use crate::data::upload_space::{RESERVATION_TTL, SpaceLimits, UploadRefusal, UploadSpace};
use aws_lc_rs::hmac;
use axum::body::Body;
use chrono::{DateTime, Utc};
use domain::digest::hex;
use http::StatusCode;
use http_body_util::BodyExt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use store::receipts::{FetchedPicture, PictureStore, ReceiptsError, UPLOADS_PREFIX};
use system::Boxed;
use system::ids::IdSource;

/// The folder of partially written files, which are deleted at the next start.
const INCOMING: &str = ".incoming";

/// A folder of pictures. A file is written under a temporary name and then renamed, so that no reader gets a part of
/// it.
#[derive(Clone)]
pub struct PictureFolder {
    root: Arc<Path>,
    /// The address at which browsers reach this server.
    site_url: Arc<str>,
    /// Signs uploads. New at each start, because a signed URL is valid for ten minutes only.
    key: Arc<hmac::Key>,
    ids: Arc<dyn IdSource>,
    space: Arc<UploadSpace>,
}

impl std::fmt::Debug for PictureFolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureFolder").field("root", &self.root).finish_non_exhaustive()
    }
}

impl PictureFolder {
    pub fn open(root: &Path, site_url: &str, ids: Arc<dyn IdSource>) -> io::Result<Self> {
        std::fs::create_dir_all(root)?;
        match std::fs::remove_dir_all(root.join(INCOMING)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => std::fs::create_dir(root.join(INCOMING))?,
        }
        let key = Arc::new(hmac::Key::new(hmac::HMAC_SHA256, ids.token(40).as_bytes()));
        let site_url = site_url.trim_end_matches('/').into();
        let space = Arc::new(UploadSpace::new(root, SpaceLimits::default()));
        Ok(Self { root: root.into(), site_url, key, ids, space })
    }

    #[must_use]
    pub fn with_limits(self, limits: SpaceLimits) -> Self {
        Self { space: Arc::new(UploadSpace::new(&self.root, limits)), ..self }
    }

    /// Returns true if so many bytes can be written without leaving the disk nearly full.
    async fn has_free(&self, length: u64) -> io::Result<bool> {
        let space = self.space.clone();
        blocking(move || space.has_free(length)).await
    }

    /// Returns the file of a key; `None` for a path outside of the folder.
    fn file(&self, key: &str) -> Option<PathBuf> {
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(name) if !is_hidden(name.to_str()));
        (!key.is_empty() && Path::new(key).components().all(is_plain)).then(|| self.root.join(key))
    }

    fn signature(&self, key: &str, expires: i64, length: u64) -> hmac::Tag {
        hmac::sign(&self.key, signed_text(key, expires, length).as_bytes())
    }

    /// Creates a temporary file, which gets its name when it is complete.
    async fn create_partial_file(&self) -> io::Result<PartialFile> {
        let path = self.root.join(INCOMING).join(self.ids.token(24));
        blocking(move || Ok(PartialFile { file: File::create_new(&path)?, path })).await
    }

    /// Stores the body of a PUT to a signed URL with this key and query. Returns the status of the response.
    pub async fn accept_upload(&self, key: &str, query: &str, body: Body, now: DateTime<Utc>) -> StatusCode {
        let Some((file, length)) = self.verify(key, query, now) else { return StatusCode::FORBIDDEN };
        // A signed URL is good for the upload for which it reserved space.
        let _upload = match self.space.begin_upload(key) {
            Ok(upload) => upload,
            Err(UploadRefusal::NotReserved) => return StatusCode::FORBIDDEN,
            Err(UploadRefusal::Busy) => return StatusCode::SERVICE_UNAVAILABLE,
        };
        let received = async {
            if !self.has_free(length).await? {
                return io::Result::Ok(StatusCode::INSUFFICIENT_STORAGE);
            }
            let status = self.receive(&file, length, body).await?;
            if status == StatusCode::OK {
                self.space.set_written(key);
            }
            Ok(status)
        };
        match received.await {
            Ok(status) => status,
            Err(error) => {
                tracing::error!(%error, "an uploaded picture could not be stored");
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    /// Returns the file and the length of a valid signed URL; `None` for any other.
    fn verify(&self, key: &str, query: &str, now: DateTime<Utc>) -> Option<(PathBuf, u64)> {
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let (expires, length) = (value("expires")?.parse().ok()?, value("length")?.parse().ok()?);
        let signature = from_hex(value("signature")?)?;
        hmac::verify(&self.key, signed_text(key, expires, length).as_bytes(), &signature).ok()?;
        (now.timestamp() <= expires).then(|| self.file(key)).flatten().map(|file| (file, length))
    }

    /// Stores a body of exactly `length` bytes. Deletes the file of any other.
    async fn receive(&self, file: &Path, length: u64, mut body: Body) -> io::Result<StatusCode> {
        let mut partial = self.create_partial_file().await?;
        let mut received = 0;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return Ok(StatusCode::BAD_REQUEST) };
            let Ok(bytes) = frame.into_data() else { continue };
            received += bytes.len() as u64;
            if received > length {
                return Ok(StatusCode::PAYLOAD_TOO_LARGE);
            }
            partial = blocking(move || partial.file.write_all(&bytes).map(|()| partial)).await?;
        }
        if received != length {
            return Ok(StatusCode::BAD_REQUEST);
        }
        let file = file.to_owned();
        blocking(move || partial.finish(&file)).await?;
        Ok(StatusCode::OK)
    }
}

impl PictureStore for PictureFolder {
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let file = self.file(key).ok_or_else(|| bad_key("put", key))?;
            if !self.has_free(jpeg.len() as u64).await.map_err(|e| ReceiptsError::new("put", e))? {
                return Err(ReceiptsError::OutOfSpace);
            }
            let mut partial = self.create_partial_file().await.map_err(|e| ReceiptsError::new("put", e))?;
            let write = move || partial.file.write_all(&jpeg).and_then(|()| partial.finish(&file));
            blocking(write).await.map_err(|e| ReceiptsError::new("put", e))?;
            self.space.set_written(key);
            Ok(())
        })
    }

    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<FetchedPicture>, ReceiptsError>> {
        Box::pin(async move {
            let file = self.file(key).ok_or_else(|| bad_key("get", key))?;
            let read = move || match std::fs::metadata(&file) {
                Ok(metadata) if metadata.len() > max_bytes as u64 => Ok(Some(Err(metadata.len()))),
                Ok(_) => std::fs::read(&file).map(|bytes| Some(Ok(bytes))),
                Err(error) => Err(error),
            };
            match blocking(read).await {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                outcome => outcome.map_err(|e| ReceiptsError::new("get", e)),
            }
        })
    }

    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let file = self.file(key).ok_or_else(|| bad_key("delete", key))?;
            blocking(move || remove(&file)).await.map_err(|e| ReceiptsError::new("delete", e))
        })
    }

    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>> {
        Box::pin(async move {
            let folder = self.file(prefix).ok_or_else(|| bad_key("delete", prefix))?;
            let before = before.map(SystemTime::from);
            blocking(move || delete_below(&folder, before)).await.map_err(|e| ReceiptsError::new("delete", e))
        })
    }

    fn reserve<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        address: &'a str,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            self.file(key).ok_or_else(|| bad_key("reserve", key))?;
            let (space, key, address) = (self.space.clone(), key.to_owned(), address.to_owned());
            let reserved = blocking(move || space.reserve(&key, length, &address, now)).await;
            let is_reserved = reserved.map_err(|e| ReceiptsError::new("reserve", e))?;
            is_reserved.then_some(()).ok_or(ReceiptsError::OutOfSpace)
        })
    }

    fn sign_upload<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<String, ReceiptsError>> {
        Box::pin(async move {
            if !key.starts_with(UPLOADS_PREFIX) || self.file(key).is_none() {
                return Err(bad_key("sign", key));
            }
            let expires = (now + RESERVATION_TTL).timestamp();
            let signature = hex(self.signature(key, expires, length).as_ref());
            Ok(format!("{}/{key}?expires={expires}&length={length}&signature={signature}", self.site_url))
        })
    }
}

/// A temporary file. It is deleted if it is dropped before `finish`.
struct PartialFile {
    file: File,
    path: PathBuf,
}

impl PartialFile {
    fn finish(self, file: &Path) -> io::Result<()> {
        let folder = file.parent().unwrap_or(Path::new("."));
        self.file.sync_all()?;
        // After the slow part: a clean-up deletes empty folders.
        std::fs::create_dir_all(folder)?;
        std::fs::rename(&self.path, file)?;
        File::open(folder)?.sync_all()
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Runs file system calls off the async workers.
async fn blocking<T: Send + 'static>(call: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(call).await.map_err(io::Error::other)?
}

fn bad_key(operation: &'static str, key: &str) -> ReceiptsError {
    ReceiptsError::new(operation, format!("{key:?} is not the key of a picture"))
}

/// Returns the text whose signature makes an upload's URL valid.
fn signed_text(key: &str, expires: i64, length: u64) -> String {
    format!("PUT\n{key}\n{expires}\n{length}")
}

fn is_hidden(name: Option<&str>) -> bool {
    name.is_none_or(|name| name.starts_with('.'))
}

fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Deletes the files in a folder that were changed before a time, and then empty folders.
fn delete_below(folder: &Path, before: Option<SystemTime>) -> io::Result<u64> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut deleted = 0;
    for entry in entries {
        let (entry, kind) = entry.and_then(|entry| entry.file_type().map(|kind| (entry, kind)))?;
        if kind.is_dir() {
            deleted += delete_below(&entry.path(), before)?;
        } else if before.is_none_or(|limit| {
            entry.metadata().and_then(|metadata| metadata.modified()).is_ok_and(|changed| changed < limit)
        }) {
            remove(&entry.path())?;
            deleted += 1;
        }
    }
    // A folder that is not empty stays.
    let _ = std::fs::remove_dir(folder);
    Ok(deleted)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::receipts::Receipts;
    use system::ids::SeededIds;

    const SITE: &str = "http://127.0.0.1:8080";
    const KEY: &str = "uploads/ab/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";

    fn folder() -> (tempfile::TempDir, PictureFolder) {
        let folder = tempfile::tempdir().unwrap();
        let pictures = PictureFolder::open(folder.path(), SITE, Arc::new(SeededIds::new(1))).unwrap();
        (folder, pictures)
    }

    async fn sign(pictures: &PictureFolder) -> String {
        Receipts::new(pictures.clone()).sign_upload(KEY, 5, "a", DateTime::UNIX_EPOCH).await.unwrap()
    }

    async fn upload(pictures: &PictureFolder, url: &str, body: &'static [u8], at: i64) -> u16 {
        let (path, query) = url.strip_prefix(SITE).unwrap().split_once('?').unwrap();
        let now = DateTime::from_timestamp(at, 0).unwrap();
        pictures.accept_upload(&path[1..], query, Body::from(body), now).await.as_u16()
    }

    #[tokio::test]
    async fn accepts_only_signed_uploads() {
        let (root, pictures) = folder();
        let url = sign(&pictures).await;
        assert_eq!(upload(&pictures, &url, b"hello", 600).await, 200);
        assert_eq!(pictures.get(KEY, 5).await.unwrap(), Some(Ok(b"hello".to_vec())));
        assert_eq!(pictures.get(KEY, 4).await.unwrap(), Some(Err(5)));
        for (url, body, at, status) in [
            (url.clone(), &b"hello!"[..], 0, 413),
            (url.clone(), b"hell", 0, 400),
            (url.clone(), b"hello", 601, 403),
            (url.replace("length=5", "length=6"), b"hello!", 0, 403),
            (url.replace("uploads/ab", "uploads/ac"), b"hello", 0, 403),
            (url.replace("uploads/ab", "receipts/ab"), b"hello", 0, 403),
            (url.replace("signature=", "signature=0"), b"hello", 0, 403),
            (url.replace("signature", "sig"), b"hello", 0, 403),
            (format!("{SITE}/{KEY}?"), b"hello", 0, 403),
        ] {
            assert_eq!(upload(&pictures, &url, body, at).await, status, "{url}");
        }
        assert_eq!(std::fs::read_dir(root.path().join(INCOMING)).unwrap().count(), 0, "no partial file is left");
    }

    #[tokio::test]
    async fn rejects_uploads_without_space() {
        let (_root, pictures) = folder();
        let full = |min_free_bytes| {
            let full = pictures.clone().with_limits(SpaceLimits { max_unread_bytes: u64::MAX, min_free_bytes });
            Receipts::new(full)
        };
        let signed = full(u64::MAX).sign_upload(KEY, 5, "a", DateTime::UNIX_EPOCH).await;
        assert!(matches!(signed, Err(ReceiptsError::OutOfSpace)), "{signed:?}");
        let put = full(u64::MAX).put("receipts/ab/1.jpg", vec![1]).await;
        assert!(matches!(put, Err(ReceiptsError::OutOfSpace)), "{put:?}");
        full(0).put("receipts/ab/1.jpg", vec![1]).await.unwrap();
    }

    #[tokio::test]
    async fn accepts_an_upload_once() {
        let (_root, pictures) = folder();
        let url = sign(&pictures).await;
        assert_eq!(upload(&pictures, &url, b"hello", 0).await, 200);
        assert_eq!(upload(&pictures, &url, b"hello", 0).await, 200, "the answer was lost");
        pictures.delete(KEY).await.unwrap();
        assert_eq!(upload(&pictures, &url, b"hello", 0).await, 403, "it was read");
        let unreserved = pictures.sign_upload(&format!("{KEY}-2"), 5, DateTime::UNIX_EPOCH).await.unwrap();
        assert_eq!(upload(&pictures, &unreserved, b"hello", 0).await, 403);
    }

    #[tokio::test]
    async fn rejects_keys_outside_of_the_folder() {
        let (_root, pictures) = folder();
        for key in ["", "../x", "uploads/../../x", "/etc/passwd", ".incoming/x", "uploads/.x", "uploads/a/./b/.."] {
            assert!(pictures.put(key, vec![1]).await.is_err(), "{key}");
            assert!(pictures.get(key, 1).await.is_err(), "{key}");
            assert!(pictures.delete(key).await.is_err(), "{key}");
            assert!(pictures.sign_upload(key, 1, DateTime::UNIX_EPOCH).await.is_err(), "{key}");
        }
        assert!(pictures.sign_upload("receipts/a/b.jpg", 1, DateTime::UNIX_EPOCH).await.is_err());
    }
}
