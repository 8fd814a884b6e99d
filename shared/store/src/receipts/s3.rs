//! Pictures in a bucket of S3, or of anything that speaks its protocol.

use super::{Fetched, PictureStore, ReceiptsError};
use aws_sdk_s3::Client;
use aws_sdk_s3::error::{DisplayErrorContext, SdkError};
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use chrono::{DateTime, Utc};
use std::sync::Arc;
use std::time::Duration;
use system::Boxed;
use tokio::task::{JoinError, JoinSet};

/// Objects of a prefix that are deleted at a time.
const MAX_CONCURRENT_DELETIONS: usize = 16;

#[derive(Clone, Debug)]
pub struct S3Pictures {
    client: Client,
    bucket: Arc<str>,
}

impl S3Pictures {
    pub fn new(client: Client, bucket: &str) -> Self {
        Self { client, bucket: bucket.into() }
    }

    async fn delete_one(&self, key: &str) -> Result<(), ReceiptsError> {
        let call = self.client.delete_object().bucket(&*self.bucket).key(key);
        call.send().await.map_err(|e| failed("DeleteObject", e))?;
        Ok(())
    }
}

fn failed<E, R: std::fmt::Debug>(operation: &'static str, error: SdkError<E, R>) -> ReceiptsError
where
    E: std::error::Error + 'static,
    SdkError<E, R>: std::error::Error,
{
    ReceiptsError::new(operation, DisplayErrorContext(error))
}

impl PictureStore for S3Pictures {
    #[inline(never)]
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let body = ByteStream::from(jpeg);
            let call = self.client.put_object().bucket(&*self.bucket).key(key).content_type("image/jpeg").body(body);
            call.send().await.map_err(|e| failed("PutObject", e))?;
            Ok(())
        })
    }

    #[inline(never)]
    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<Fetched>, ReceiptsError>> {
        Box::pin(async move {
            let answer = match self.client.get_object().bucket(&*self.bucket).key(key).send().await {
                Ok(answer) => answer,
                Err(e) if e.as_service_error().is_some_and(|e| e.is_no_such_key()) => return Ok(None),
                Err(e) => return Err(failed("GetObject", e)),
            };
            let size = u64::try_from(answer.content_length().unwrap_or(0)).unwrap_or(0);
            if size > max_bytes as u64 {
                return Ok(Some(Err(size)));
            }
            let body = answer.body.collect().await.map_err(|e| ReceiptsError::new("GetObject", e))?;
            Ok(Some(Ok(body.to_vec())))
        })
    }

    #[inline(never)]
    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(self.delete_one(key))
    }

    #[inline(never)]
    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>> {
        Box::pin(async move {
            let (mut deleted, mut after) = (0, None);
            loop {
                let call = self.client.list_objects_v2().bucket(&*self.bucket).prefix(prefix);
                let page = call.set_continuation_token(after).send().await.map_err(|e| failed("ListObjectsV2", e))?;
                let is_old = |changed: Option<&aws_sdk_s3::primitives::DateTime>| {
                    before.is_none_or(|limit| changed.is_some_and(|at| at.secs() < limit.timestamp()))
                };
                // One by one: DeleteObjects needs a checksum, and S3's code for that is a tenth of a function's program.
                let mut deletions = JoinSet::new();
                for object in page.contents().iter().filter(|object| is_old(object.last_modified())) {
                    let Some(key) = object.key().map(str::to_owned) else { continue };
                    if deletions.len() >= MAX_CONCURRENT_DELETIONS {
                        deleted += finished(deletions.join_next().await)?;
                    }
                    let pictures = self.clone();
                    deletions.spawn(async move { pictures.delete_one(&key).await });
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

    #[inline(never)]
    fn sign_upload<'a>(
        &'a self,
        key: &'a str,
        length: u64,
        now: DateTime<Utc>,
    ) -> Boxed<'a, Result<String, ReceiptsError>> {
        Box::pin(async move {
            let settings =
                PresigningConfig::builder().start_time(now.into()).expires_in(Duration::from_mins(10)).build();
            let settings = settings.map_err(|e| ReceiptsError::new("presign", e))?;
            let length = i64::try_from(length).map_err(|e| ReceiptsError::new("presign", e))?;
            // Signed with the rest: S3 takes no other length.
            let call = self.client.put_object().bucket(&*self.bucket).key(key).content_length(length);
            let call = call.presigned(settings).await;
            Ok(call.map_err(|e| failed("PutObject", e))?.uri().to_owned())
        })
    }
}

fn finished(deletion: Option<Result<Result<(), ReceiptsError>, JoinError>>) -> Result<u64, ReceiptsError> {
    match deletion {
        None => Ok(0),
        Some(Ok(done)) => done.map(|()| 1),
        Some(Err(error)) => Err(ReceiptsError::new("DeleteObject", error)),
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

    /// A bucket with three pictures, one of which may be stuck in it; and what was asked to be deleted.
    async fn bucket(stuck: Option<&'static str>) -> (S3Pictures, Arc<Mutex<Vec<String>>>) {
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
        (S3Pictures::new(Client::from_conf(config), "pictures"), asked)
    }

    #[tokio::test]
    async fn every_picture_of_a_prefix_is_deleted() {
        let (pictures, asked) = bucket(None).await;
        assert_eq!(pictures.delete_prefix("receipts/a/", None).await.unwrap(), 3);
        let mut asked = asked.lock().unwrap().clone();
        asked.sort();
        assert_eq!(asked, KEYS);
    }

    #[tokio::test]
    async fn a_picture_that_cannot_be_deleted_is_no_success() {
        let (pictures, asked) = bucket(Some(KEYS[1])).await;
        let failed = pictures.delete_prefix("receipts/a/", None).await.unwrap_err();
        assert_eq!(failed.operation, "DeleteObject");
        assert!(asked.lock().unwrap().iter().any(|key| key == KEYS[1]));
    }
}
