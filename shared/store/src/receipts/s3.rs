//! Pictures in a bucket of S3, or of a compatible service (`MinIO`, Garage).

use super::pictures::{FetchedPicture, PictureStore, ReceiptsError};
use aws_sdk_s3::Client;
use aws_sdk_s3::config::{Builder, Region};
use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use aws_types::SdkConfig;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::sync::Arc;
use std::time::Duration;
use system::Boxed;
use system::aws::OPERATION_TIMEOUT;

const MAX_CONCURRENT_DELETIONS: usize = 16;
/// The maximum length of a logged message, in characters.
const MAX_MESSAGE_LENGTH: usize = 200;
/// The time for which a signed URL is valid.
const UPLOAD_TTL: Duration = Duration::from_mins(10);

#[derive(Clone, Debug)]
pub struct S3Pictures {
    client: Client,
    bucket: Arc<str>,
}

impl S3Pictures {
    /// `endpoint` is the address of another service than AWS, whose URLs have the bucket in the path, not in the host.
    pub fn new(aws: &SdkConfig, endpoint: Option<String>, bucket: &str) -> Self {
        let mut config = Builder::from(aws).force_path_style(endpoint.is_some());
        config.set_endpoint_url(endpoint);
        if aws.region().is_none() {
            config = config.region(Region::from_static("us-east-1"));
        }
        Self { client: Client::from_conf(config.build()), bucket: bucket.into() }
    }

    async fn delete_one(&self, key: &str) -> Result<(), ReceiptsError> {
        let call = self.client.delete_object().bucket(&*self.bucket).key(key);
        call.send().await.map_err(|e| failed("DeleteObject", &e))?;
        Ok(())
    }
}

/// Returns code and message of a failure, but not the whole response, which may quote the signature.
fn failed<E, R>(operation: &'static str, error: &SdkError<E, R>) -> ReceiptsError
where
    E: std::error::Error + ProvideErrorMetadata + 'static,
    R: std::fmt::Debug,
{
    if error.as_service_error().is_none() {
        return ReceiptsError::new(operation, DisplayErrorContext(error));
    }
    let code = error.code().unwrap_or("no code");
    let message: String = error.message().unwrap_or_default().chars().take(MAX_MESSAGE_LENGTH).collect();
    ReceiptsError::new(operation, format_args!("{code}: {}", message.replace(char::is_control, " ")))
}

/// Reads a body of at most `max_bytes`. The SDK verifies the checksum at the end.
async fn read_body(mut body: ByteStream, max_bytes: usize) -> Result<Vec<u8>, ReceiptsError> {
    let mut picture = Vec::new();
    let failed = |error| ReceiptsError::new("GetObject", DisplayErrorContext(error));
    while let Some(part) = body.try_next().await.map_err(failed)? {
        if picture.len() + part.len() > max_bytes {
            return Err(ReceiptsError::new("GetObject", format_args!("more than {max_bytes} bytes")));
        }
        picture.extend_from_slice(&part);
    }
    Ok(picture)
}

impl PictureStore for S3Pictures {
    #[inline(never)]
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let body = ByteStream::from(jpeg);
            let call = self.client.put_object().bucket(&*self.bucket).key(key).content_type("image/jpeg").body(body);
            call.send().await.map_err(|e| failed("PutObject", &e))?;
            Ok(())
        })
    }

    #[inline(never)]
    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<FetchedPicture>, ReceiptsError>> {
        Box::pin(async move {
            let answer = match self.client.get_object().bucket(&*self.bucket).key(key).send().await {
                Ok(answer) => answer,
                Err(e) if e.as_service_error().is_some_and(|e| e.is_no_such_key()) => return Ok(None),
                Err(e) => return Err(failed("GetObject", &e)),
            };
            match answer.content_length().and_then(|size| u64::try_from(size).ok()) {
                Some(size) if size > max_bytes as u64 => Ok(Some(Err(size))),
                _ => {
                    // The SDK's timeouts do not apply to the body.
                    let body = tokio::time::timeout(OPERATION_TIMEOUT, read_body(answer.body, max_bytes)).await;
                    Ok(Some(Ok(body.map_err(|e| ReceiptsError::new("GetObject", e))??)))
                }
            }
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
                let page = call.set_continuation_token(after).send().await.map_err(|e| failed("ListObjectsV2", &e))?;
                let is_old = |changed: Option<&aws_sdk_s3::primitives::DateTime>| {
                    before.is_none_or(|limit| changed.is_some_and(|at| at.secs() < limit.timestamp()))
                };
                // DeleteObjects would need the same permission, and report failures per object.
                let old = page.contents.unwrap_or_default().into_iter().filter(|object| is_old(object.last_modified()));
                let deletions: Vec<_> = old
                    .filter_map(|object| object.key)
                    .map(|key| {
                        let pictures = self.clone();
                        async move { pictures.delete_one(&key).await }
                    })
                    .collect();
                let done: Vec<()> =
                    stream::iter(deletions).buffer_unordered(MAX_CONCURRENT_DELETIONS).try_collect().await?;
                deleted += done.len() as u64;
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
            let settings = PresigningConfig::builder().start_time(now.into()).expires_in(UPLOAD_TTL).build();
            let settings = settings.map_err(|e| ReceiptsError::new("PutObject", e))?;
            let length = i64::try_from(length).map_err(|e| ReceiptsError::new("PutObject", e))?;
            // The length is part of the signature, so that S3 accepts no other.
            let call = self.client.put_object().bucket(&*self.bucket).key(key).content_length(length);
            Ok(call.presigned(settings).await.map_err(|e| failed("PutObject", &e))?.uri().to_owned())
        })
    }
}

#[cfg(test)]
mod tests;
