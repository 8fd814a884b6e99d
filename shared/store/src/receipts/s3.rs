//! Pictures in a bucket of S3, or of anything that speaks its protocol. `rusty-s3` signs the requests; they are sent by
//! the HTTP client of the project.

use super::{Fetched, PictureStore, ReceiptsError};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use http::{Request, StatusCode, header};
use jiff::Timestamp;
use rusty_s3::actions::{ListObjectsV2, ListObjectsV2Response};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;
use system::Boxed;
use system::aws::{ATTEMPT_TIMEOUT, OPERATION_TIMEOUT};
use system::clock::Clock;
use system::outbound::{Outbound, OutboundError, OutboundResponse, retry};

/// Objects of a prefix that are deleted at a time.
const MAX_CONCURRENT_DELETIONS: usize = 16;
/// A page has up to 1,000 keys of at most 1,024 bytes, which are percent-encoded.
const MAX_LIST_BYTES: usize = 4 * 1024 * 1024;
const MAX_ERROR_BYTES: usize = 16 * 1024;
/// Characters of an error's code or message that are logged.
const MAX_ERROR_TEXT: usize = 200;
const UPLOAD_TTL: Duration = Duration::from_mins(10);
/// Requests of this program are sent at once; S3 accepts clocks that differ by as much.
const REQUEST_TTL: Duration = Duration::from_mins(15);

#[derive(Clone, Debug)]
pub struct S3Pictures(Arc<Client>);

/// A setting without which there is no bucket.
#[derive(Debug, thiserror::Error)]
#[error("{name} is {value:?}: {expected}")]
pub struct S3SettingError {
    pub name: &'static str,
    pub value: String,
    pub expected: String,
}

#[derive(Debug)]
struct Client {
    bucket: Bucket,
    credentials: Credentials,
    outbound: Outbound,
    clock: Arc<dyn Clock>,
    attempt_timeout: Duration,
    operation_timeout: Duration,
}

impl S3Pictures {
    /// Reads region, credentials and endpoint by the names that every AWS tool knows. `clock` must be the real time,
    /// which S3 compares with its own.
    pub fn from_environment(
        get: impl Fn(&str) -> Option<String>,
        bucket: &str,
        outbound: Outbound,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, S3SettingError> {
        let text = |name: &str| get(name).filter(|value| !value.is_empty());
        let needed = |name: &'static str| {
            let expected = "it is needed where LARDER_BUCKET is set".to_owned();
            text(name).ok_or(S3SettingError { name, value: String::new(), expected })
        };
        let (id, secret) = (needed("AWS_ACCESS_KEY_ID")?, needed("AWS_SECRET_ACCESS_KEY")?);
        let credentials = match text("AWS_SESSION_TOKEN") {
            Some(token) => Credentials::new_with_token(id, secret, token),
            None => Credentials::new(id, secret),
        };
        let region = text("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned());
        let endpoint =
            ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].into_iter().find_map(|name| Some((name, text(name)?)));
        let style = url_style(bucket, endpoint.is_some());
        let (name, address) = endpoint.unwrap_or_else(|| ("AWS_REGION", aws_endpoint(&region)));
        let wrong = |name, value: &str, error: &dyn std::fmt::Display| S3SettingError {
            name,
            value: value.to_owned(),
            expected: error.to_string(),
        };
        let url = address.parse().map_err(|e| wrong(name, &address, &e))?;
        let bucket = Bucket::new(url, style, bucket.to_owned(), region).map_err(|e| wrong(name, &address, &e))?;
        let (attempt_timeout, operation_timeout) = (ATTEMPT_TIMEOUT, OPERATION_TIMEOUT);
        Ok(Self(Arc::new(Client { bucket, credentials, outbound, clock, attempt_timeout, operation_timeout })))
    }
}

/// Returns AWS's endpoint of a region.
fn aws_endpoint(region: &str) -> String {
    let domain = if region.starts_with("cn-") { "amazonaws.com.cn" } else { "amazonaws.com" };
    format!("https://s3.{region}.{domain}")
}

/// A server other than AWS's (`MinIO`, Garage) has the bucket in the path of an address, not in its host. So has AWS
/// where the name would be more than one label of the host, for which there is no certificate.
fn url_style(bucket: &str, has_endpoint: bool) -> UrlStyle {
    let is_label = bucket.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if has_endpoint || !is_label { UrlStyle::Path } else { UrlStyle::VirtualHost }
}

impl Client {
    /// Returns the address of an action, which is its authorization as well: it must not be logged.
    fn address<'a>(
        operation: &'static str,
        action: &impl S3Action<'a>,
        ttl: Duration,
        now: DateTime<Utc>,
    ) -> Result<String, ReceiptsError> {
        let now = Timestamp::from_second(now.timestamp()).map_err(|e| ReceiptsError::new(operation, e))?;
        Ok(action.sign_with_time(ttl, &now).into())
    }

    /// Returns the request of an action, with the headers that are signed.
    fn request<'a, A: S3Action<'a>>(
        &self,
        operation: &'static str,
        mut action: A,
        body: Vec<u8>,
    ) -> Result<Request<Bytes>, ReceiptsError> {
        let address = Self::address(operation, &action, REQUEST_TTL, self.clock.now())?;
        let mut request = Request::builder().method(A::METHOD.to_str()).uri(address);
        for (name, value) in action.headers_mut().iter() {
            request = request.header(name, value);
        }
        request.body(body.into()).map_err(|e| ReceiptsError::new(operation, e))
    }

    /// Sends a request within the time of an operation, up to three times while the failure is one that may pass.
    /// Returns the size of an answer of more than `max_bytes`.
    fn send(
        &self,
        operation: &'static str,
        request: Request<Bytes>,
        max_bytes: usize,
    ) -> Boxed<'_, Result<Result<OutboundResponse, u64>, ReceiptsError>> {
        let attempts = async move { retry(|| self.attempt(request.clone(), max_bytes), may_pass).await };
        Box::pin(async move {
            let got = tokio::time::timeout(self.operation_timeout, attempts).await;
            got.unwrap_or(Err(OutboundError::TimedOut)).map_err(|e| ReceiptsError::new(operation, e))
        })
    }

    async fn attempt(
        &self,
        request: Request<Bytes>,
        max_bytes: usize,
    ) -> Result<Result<OutboundResponse, u64>, OutboundError> {
        let answer = self.outbound.open(request, self.attempt_timeout).await?;
        let status = answer.status;
        if !status.is_success() {
            // The status is the answer; the text only explains it.
            let text = tokio::time::timeout(self.attempt_timeout, answer.read(MAX_ERROR_BYTES)).await;
            let body = text.ok().and_then(Result::ok).unwrap_or_default();
            return Ok(Ok(OutboundResponse { status, body }));
        }
        match answer.content_length {
            Some(size) if size > max_bytes as u64 => Ok(Err(size)),
            _ => Ok(Ok(OutboundResponse { status, body: answer.read(max_bytes).await? })),
        }
    }

    /// Sends a request whose answer has no content of interest.
    async fn send_for_status(
        &self,
        operation: &'static str,
        request: Request<Bytes>,
    ) -> Result<OutboundResponse, ReceiptsError> {
        let too_large = |size| ReceiptsError::new(operation, format_args!("the answer has {size} bytes"));
        self.send(operation, request, MAX_ERROR_BYTES).await?.map_err(too_large)
    }

    async fn list(&self, prefix: &str, after: Option<String>) -> Result<ListObjectsV2Response, ReceiptsError> {
        const OPERATION: &str = "ListObjectsV2";
        let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
        action.with_prefix(prefix);
        if let Some(after) = after {
            action.with_continuation_token(after);
        }
        let request = self.request(OPERATION, action, vec![])?;
        let too_large = |size| ReceiptsError::new(OPERATION, format_args!("a page has {size} bytes"));
        let answer = self.send(OPERATION, request, MAX_LIST_BYTES).await?.map_err(too_large)?;
        if !answer.status.is_success() {
            return Err(refused(OPERATION, &answer));
        }
        let page = str::from_utf8(&answer.body).map_err(|e| ReceiptsError::new(OPERATION, e))?;
        ListObjectsV2::parse_response(page).map_err(|e| ReceiptsError::new(OPERATION, e))
    }

    async fn delete_one(&self, key: &str) -> Result<(), ReceiptsError> {
        let key = representable("DeleteObject", key)?;
        let action = self.bucket.delete_object(Some(&self.credentials), key);
        let request = self.request("DeleteObject", action, vec![])?;
        let answer = self.send_for_status("DeleteObject", request).await?;
        if answer.status.is_success() || is_no_such_key(&answer) {
            return Ok(());
        }
        Err(refused("DeleteObject", &answer))
    }
}

/// An address cannot hold an empty key, or one with `.` or `..` between slashes: it would name something else, such as
/// the bucket.
fn representable<'a>(operation: &'static str, key: &'a str) -> Result<&'a str, ReceiptsError> {
    if key.is_empty() || key.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Err(ReceiptsError::new(operation, format_args!("{key:?} is no key of a picture")));
    }
    Ok(key)
}

/// Returns whether another attempt may succeed.
fn may_pass(got: &Result<Result<OutboundResponse, u64>, OutboundError>) -> bool {
    match got {
        Ok(Ok(answer)) => matches!(
            answer.status,
            StatusCode::TOO_MANY_REQUESTS
                | StatusCode::INTERNAL_SERVER_ERROR
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT
        ),
        Ok(Err(_)) | Err(OutboundError::TooLarge(_)) => false,
        Err(OutboundError::TimedOut | OutboundError::Unreachable(_) | OutboundError::Failed(_)) => true,
    }
}

/// Returns the error of an answer: its status, and S3's code and message. The rest of S3's text repeats the request,
/// which is signed.
fn refused(operation: &'static str, answer: &OutboundResponse) -> ReceiptsError {
    let mut detail = answer.status.to_string();
    for text in ["Code", "Message"].into_iter().filter_map(|name| error_text(&answer.body, name)) {
        detail = format!("{detail}: {text}");
    }
    ReceiptsError::new(operation, detail)
}

/// Returns the text of an element of S3's `<Error>`, bounded and without control characters.
fn error_text(body: &[u8], name: &str) -> Option<String> {
    let body = str::from_utf8(body).ok()?;
    let (_, rest) = body.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(MAX_ERROR_TEXT).collect();
    // A server may quote the address.
    (!text.contains("X-Amz-") && !text.is_empty()).then_some(text)
}

fn is_no_such_key(answer: &OutboundResponse) -> bool {
    answer.status == StatusCode::NOT_FOUND && error_text(&answer.body, "Code").as_deref() == Some("NoSuchKey")
}

impl PictureStore for S3Pictures {
    #[inline(never)]
    fn put<'a>(&'a self, key: &'a str, jpeg: Vec<u8>) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(async move {
            let client = &self.0;
            let key = representable("PutObject", key)?;
            let mut action = client.bucket.put_object(Some(&client.credentials), key);
            let headers = action.headers_mut();
            headers.insert(header::CONTENT_LENGTH.as_str(), jpeg.len().to_string());
            headers.insert(header::CONTENT_TYPE.as_str(), "image/jpeg");
            // The signature covers no content, so that S3 would keep one that was changed on the way.
            headers.insert("x-amz-checksum-sha256", STANDARD.encode(Sha256::digest(&jpeg)));
            let request = client.request("PutObject", action, jpeg)?;
            let answer = client.send_for_status("PutObject", request).await?;
            if answer.status.is_success() { Ok(()) } else { Err(refused("PutObject", &answer)) }
        })
    }

    #[inline(never)]
    fn get<'a>(&'a self, key: &'a str, max_bytes: usize) -> Boxed<'a, Result<Option<Fetched>, ReceiptsError>> {
        Box::pin(async move {
            let client = &self.0;
            let key = representable("GetObject", key)?;
            let action = client.bucket.get_object(Some(&client.credentials), key);
            let request = client.request("GetObject", action, vec![])?;
            match client.send("GetObject", request, max_bytes).await? {
                Err(size) => Ok(Some(Err(size))),
                Ok(answer) if answer.status.is_success() => Ok(Some(Ok(answer.body.into()))),
                Ok(answer) if is_no_such_key(&answer) => Ok(None),
                Ok(answer) => Err(refused("GetObject", &answer)),
            }
        })
    }

    #[inline(never)]
    fn delete<'a>(&'a self, key: &'a str) -> Boxed<'a, Result<(), ReceiptsError>> {
        Box::pin(self.0.delete_one(key))
    }

    #[inline(never)]
    fn delete_prefix<'a>(
        &'a self,
        prefix: &'a str,
        before: Option<DateTime<Utc>>,
    ) -> Boxed<'a, Result<u64, ReceiptsError>> {
        Box::pin(async move {
            let client = &self.0;
            let (mut deleted, mut after) = (0, None);
            loop {
                let page = client.list(prefix, after).await?;
                let is_old = |changed: Option<&str>| {
                    let is_before = |limit: DateTime<Utc>| {
                        let at = changed.and_then(|at| DateTime::parse_from_rfc3339(at).ok());
                        at.is_some_and(|at| at.timestamp() < limit.timestamp())
                    };
                    before.is_none_or(is_before)
                };
                // One by one: DeleteObjects would be another XML to write, and needs another checksum.
                let old = page.contents.into_iter().filter(|object| is_old(object.last_modified.as_deref()));
                let deletions = old.map(|object| {
                    let client = client.clone();
                    async move { client.delete_one(&object.key).await }
                });
                let deletions: Vec<_> = deletions.collect();
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
            let key = representable("PutObject", key)?;
            let mut action = self.0.bucket.put_object(Some(&self.0.credentials), key);
            // Signed with the rest: S3 takes no other length.
            action.headers_mut().insert(header::CONTENT_LENGTH.as_str(), length.to_string());
            Client::address("PutObject", &action, UPLOAD_TTL, now)
        })
    }
}

#[cfg(test)]
#[path = "s3_tests.rs"]
mod tests;
