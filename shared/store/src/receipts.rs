//! Receipt pictures in S3. Keys are created here only, never from client input.

use aws_sdk_s3::Client;
use aws_sdk_s3::error::{DisplayErrorContext, SdkError};
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use chrono::{DateTime, Utc};
use domain::id::{SessionId, UserId};
use platform::Boxed;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinError, JoinSet};
use uuid::Uuid;

/// Pictures of receipts that were read; dropped after 90 days.
pub const KEPT: &str = "receipts/";
/// Pictures whose reading failed because of the server, kept a day for a retry.
pub const FAILED: &str = "failed/";
/// The prefix of uploads by pre-signed URL that have not been read; deleted after a day.
pub const UPLOADS: &str = "uploads/";

/// Objects of a prefix that are deleted at a time.
const DELETIONS_AT_ONCE: usize = 16;

#[derive(Debug, thiserror::Error)]
#[error("{operation}: {detail}")]
pub struct ReceiptsError {
    operation: &'static str,
    detail: String,
}

impl ReceiptsError {
    fn new<E: std::error::Error + 'static, R: std::fmt::Debug>(operation: &'static str, error: SdkError<E, R>) -> Self
    where
        SdkError<E, R>: std::error::Error,
    {
        Self { operation, detail: DisplayErrorContext(error).to_string() }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Receipts {
    clients: Option<Clients>,
    bucket: Arc<str>,
}

#[derive(Clone, Debug)]
struct Clients {
    own: Client,
    /// Signs the addresses that a browser uploads to: on one machine that is another address than ours.
    public: Client,
}

/// The bytes of a picture, or its size where that is more than was asked for.
pub type Fetched = Result<Vec<u8>, u64>;

impl Receipts {
    pub fn new(client: Client, bucket: &str) -> Self {
        Self { clients: Some(Clients { public: client.clone(), own: client }), bucket: bucket.into() }
    }

    /// For a function that has nothing to do with pictures: half of S3's client would otherwise be part of its program.
    pub fn none() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn with_public_client(self, public: Client) -> Self {
        Self { clients: self.clients.map(|clients| Clients { public, ..clients }), ..self }
    }

    fn clients(&self, operation: &'static str) -> Result<&Clients, ReceiptsError> {
        let detail = || ReceiptsError { operation, detail: "this function was started without the bucket".into() };
        self.clients.as_ref().ok_or_else(detail)
    }

    /// Make the bucket if there is none. For one machine and for tests.
    pub async fn bucket_create(&self) -> Result<(), ReceiptsError> {
        let client = &self.clients("CreateBucket")?.own;
        if client.head_bucket().bucket(&*self.bucket).send().await.is_ok() {
            return Ok(());
        }
        client.create_bucket().bucket(&*self.bucket).send().await.map_err(|e| ReceiptsError::new("CreateBucket", e))?;
        Ok(())
    }

    /// Of a session's photos, counted from 0. The first one is named as the only one was before there were several.
    pub fn kept_key(user: &UserId, session: SessionId, photo: usize) -> String {
        let which = if photo == 0 { String::new() } else { format!("-{photo}") };
        format!("{KEPT}{}/{session}{which}.jpg", Self::folder(user))
    }

    pub fn upload_key(user: &UserId, id: Uuid) -> String {
        format!("{UPLOADS}{}/{id}", Self::folder(user))
    }

    /// A subject may hold characters that mean something in a path, so the folder is its hash.
    fn folder(user: &UserId) -> String {
        use sha2::{Digest, Sha256};
        domain::digest::hex(&Sha256::digest(user.as_str().as_bytes())[..16])
    }

    #[inline(never)]
    pub fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let client = &self.clients("PutObject")?.own;
            let call = client
                .put_object()
                .bucket(&*self.bucket)
                .key(key)
                .content_type("image/jpeg")
                .body(ByteStream::from(jpeg));
            call.send().await.map_err(|e| ReceiptsError::new("PutObject", e))?;
            Ok(())
        })
    }

    /// The object, or `None` if there is none; an object of more than `largest` bytes is not fetched and answers its
    /// size.
    #[inline(never)]
    pub fn get<'a>(&'a self, key: &'a str, largest: usize) -> Boxed<'a, Result<Option<Fetched>, ReceiptsError>> {
        Box::pin(async move {
            let client = &self.clients("GetObject")?.own;
            let answer = match client.get_object().bucket(&*self.bucket).key(key).send().await {
                Ok(answer) => answer,
                Err(e) if e.as_service_error().is_some_and(|e| e.is_no_such_key()) => return Ok(None),
                Err(e) => return Err(ReceiptsError::new("GetObject", e)),
            };
            let size = u64::try_from(answer.content_length().unwrap_or(0)).unwrap_or(0);
            if size > largest as u64 {
                return Ok(Some(Err(size)));
            }
            let body = answer
                .body
                .collect()
                .await
                .map_err(|e| ReceiptsError { operation: "GetObject", detail: e.to_string() })?;
            Ok(Some(Ok(body.to_vec())))
        })
    }

    #[inline(never)]
    pub fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let client = &self.clients("DeleteObject")?.own;
            client
                .delete_object()
                .bucket(&*self.bucket)
                .key(key)
                .send()
                .await
                .map_err(|e| ReceiptsError::new("DeleteObject", e))?;
            Ok(())
        })
    }

    /// An address to which the client may PUT one picture of so many bytes within ten minutes.
    #[inline(never)]
    pub fn presign_put<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<String, ReceiptsError>> {
        Box::pin(async move {
            let failed = |detail: String| ReceiptsError { operation: "presign", detail };
            let settings =
                PresigningConfig::builder().start_time(now.into()).expires_in(Duration::from_mins(10)).build();
            let settings = settings.map_err(|e| failed(e.to_string()))?;
            let public = &self.clients("PutObject")?.public;
            let length = i64::try_from(length).map_err(|_| failed("the length is out of range".into()))?;
            // Signed with the rest: S3 takes no other length.
            let call = public.put_object().bucket(&*self.bucket).key(key).content_length(length);
            let call = call.presigned(settings).await;
            Ok(call.map_err(|e| ReceiptsError::new("PutObject", e))?.uri().to_owned())
        })
    }

    /// Deletes every picture of a user.
    pub async fn delete_all_of(&self, user: &UserId) -> Result<(), ReceiptsError> {
        for prefix in [KEPT, FAILED, UPLOADS] {
            self.delete_prefix(&format!("{prefix}{}/", Self::folder(user)), None).await?;
        }
        Ok(())
    }

    /// Remove what lies under a prefix and, where a time is given, was last changed before it. On AWS a lifecycle rule
    /// does the latter.
    #[inline(never)]
    pub fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>> {
        Box::pin(async move {
            let client = &self.clients("ListObjectsV2")?.own;
            let (mut deleted, mut after) = (0, None);
            loop {
                let call = client.list_objects_v2().bucket(&*self.bucket).prefix(prefix).set_continuation_token(after);
                let page = call.send().await.map_err(|e| ReceiptsError::new("ListObjectsV2", e))?;
                let old = |changed: Option<&aws_sdk_s3::primitives::DateTime>| {
                    before.is_none_or(|limit| changed.is_some_and(|at| at.secs() < limit.timestamp()))
                };
                // One by one, since a list to delete is a request with a checksum: S3's code for that is a tenth of a
                // function's program.
                let mut deletions = JoinSet::new();
                for object in page.contents().iter().filter(|object| old(object.last_modified())) {
                    let Some(key) = object.key().map(str::to_owned) else { continue };
                    if deletions.len() >= DELETIONS_AT_ONCE {
                        deleted += finished(deletions.join_next().await)?;
                    }
                    let receipts = self.clone();
                    deletions.spawn(async move { receipts.delete(&key).await });
                }
                while !deletions.is_empty() {
                    deleted += finished(deletions.join_next().await)?;
                }
                after = page.next_continuation_token;
                if after.is_none() {
                    return Ok(deleted);
                }
            }
        })
    }
}

fn finished(deletion: Option<Result<Result<(), ReceiptsError>, JoinError>>) -> Result<u64, ReceiptsError> {
    match deletion {
        None => Ok(0),
        Some(Ok(done)) => done.map(|()| 1),
        Some(Err(error)) => Err(ReceiptsError { operation: "DeleteObject", detail: error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
    use axum::Router;
    use axum::extract::{Path, State};
    use axum::routing::get;
    use http::StatusCode;
    use std::sync::Mutex;

    const KEYS: [&str; 3] = ["receipts/a/1.jpg", "receipts/a/2.jpg", "receipts/a/3.jpg"];

    /// Creates a bucket with three pictures, one of which may fail to delete, and a log of deletions.
    async fn bucket(stuck: Option<&'static str>) -> (Receipts, Arc<Mutex<Vec<String>>>) {
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let list = async || {
            let rows = KEYS.map(|key| format!("<Contents><Key>{key}</Key><Size>1</Size></Contents>")).concat();
            format!("<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>")
        };
        let delete = async move |State(asked): State<Arc<Mutex<Vec<String>>>>, Path(key): Path<String>| {
            let is_stuck = stuck == Some(key.as_str());
            asked.lock().unwrap().push(key);
            if is_stuck { StatusCode::FORBIDDEN } else { StatusCode::NO_CONTENT }
        };
        let routes =
            Router::new().route("/pictures/", get(list)).route("/pictures/{*key}", axum::routing::delete(delete));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let config = aws_sdk_s3::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .endpoint_url(format!("http://{}", listener.local_addr().unwrap()))
            .force_path_style(true)
            .build();
        tokio::spawn(axum::serve(listener, routes.with_state(asked.clone())).into_future());
        (Receipts::new(Client::from_conf(config), "pictures"), asked)
    }

    #[tokio::test]
    async fn every_picture_of_a_prefix_is_deleted() {
        let (receipts, asked) = bucket(None).await;
        assert_eq!(receipts.delete_prefix("receipts/a/", None).await.unwrap(), 3);
        let mut asked = asked.lock().unwrap().clone();
        asked.sort();
        assert_eq!(asked, KEYS);
    }

    #[tokio::test]
    async fn failed_picture_deletion_is_an_error() {
        let (receipts, asked) = bucket(Some(KEYS[1])).await;
        let failed = receipts.delete_prefix("receipts/a/", None).await.unwrap_err();
        assert_eq!(failed.operation, "DeleteObject");
        assert!(asked.lock().unwrap().iter().any(|key| key == KEYS[1]));
    }
}
