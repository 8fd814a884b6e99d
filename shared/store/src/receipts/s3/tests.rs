use super::*;
use aws_sdk_s3::config::retry::RetryConfig;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::config::{BehaviorVersion, Credentials, SharedCredentialsProvider};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use http::{HeaderMap, StatusCode};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

const KEYS: [&str; 3] = ["receipts/a/1.jpg", "receipts/a/2.jpg", "receipts/a/3.jpg"];
const XMLNS: &str = "http://s3.amazonaws.com/doc/2006-03-01/";

/// Returns the SDK's settings, with retries that hardly wait.
fn aws(region: &'static str, operation_timeout: Duration) -> SdkConfig {
    let credentials = Credentials::new("AKIDEXAMPLE", "a secret", Some("a token".into()), None, "tests");
    SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static(region))
        .http_client(system::aws::http_client(region))
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .retry_config(RetryConfig::standard().with_initial_backoff(Duration::from_millis(1)))
        .timeout_config(TimeoutConfig::builder().operation_timeout(operation_timeout).build())
        .build()
}

async fn serve(routes: Router) -> S3Pictures {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, routes).into_future());
    S3Pictures::new(&aws("eu-central-1", Duration::from_mins(1)), Some(endpoint), "pictures")
}

/// Returns a bucket that gives the same answer to every request, and the number of requests.
async fn answer_always(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (S3Pictures, Arc<AtomicU32>) {
    let requests: Arc<AtomicU32> = Arc::default();
    let counter = requests.clone();
    let counted = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        std::future::ready(answer())
    };
    (serve(Router::new().fallback(any(counted))).await, requests)
}

fn s3_error(status: StatusCode, code: &str, rest: &str) -> Response {
    (status, format!("<?xml version=\"1.0\"?>\n<Error><Code>{code}</Code>{rest}</Error>")).into_response()
}

/// Returns a bucket that lists three pictures on two pages and refuses to delete `undeletable`, and the keys of all
/// deletion requests.
async fn bucket(undeletable: Option<&'static str>) -> (S3Pictures, Arc<Mutex<Vec<String>>>) {
    let requested: Arc<Mutex<Vec<String>>> = Arc::default();
    let list = async |Query(query): Query<HashMap<String, String>>| {
        let (keys, after) = match query.get("continuation-token").map(String::as_str) {
            None => {
                (&KEYS[..2], "<IsTruncated>true</IsTruncated><NextContinuationToken>a/b+c=</NextContinuationToken>")
            }
            Some("a/b+c=") => (&KEYS[2..], "<IsTruncated>false</IsTruncated>"),
            Some(_) => return s3_error(StatusCode::BAD_REQUEST, "InvalidArgument", ""),
        };
        assert_eq!(query["prefix"], "receipts/a/");
        let row = |key: &&str| {
            let day = &key["receipts/a/".len()..][..1];
            let changed = format!("<LastModified>2026-11-0{day}T12:00:00.000Z</LastModified>");
            format!("<Contents><Key>{key}</Key>{changed}<Size>1</Size></Contents>")
        };
        let rows: String = keys.iter().map(row).collect();
        format!("<ListBucketResult xmlns=\"{XMLNS}\">{after}{rows}</ListBucketResult>").into_response()
    };
    let delete = async move |State(requested): State<Arc<Mutex<Vec<String>>>>, Path(key): Path<String>| {
        let is_refused = undeletable == Some(key.as_str());
        requested.lock().unwrap().push(key);
        if is_refused { StatusCode::FORBIDDEN } else { StatusCode::NO_CONTENT }
    };
    let routes = Router::new().route("/pictures/", get(list)).route("/pictures/{*key}", axum::routing::delete(delete));
    (serve(routes.with_state(requested.clone())).await, requested)
}

#[tokio::test]
async fn deletes_every_picture_of_a_prefix() {
    let (pictures, requested) = bucket(None).await;
    assert_eq!(pictures.delete_prefix("receipts/a/", None).await.unwrap(), 3);
    let mut requested = requested.lock().unwrap().clone();
    requested.sort();
    assert_eq!(requested, KEYS);
}

#[tokio::test]
async fn deletes_only_pictures_changed_before_the_limit() {
    let (pictures, requested) = bucket(None).await;
    let limit = "2026-11-02T12:00:00Z".parse().unwrap();
    assert_eq!(pictures.delete_prefix("receipts/a/", Some(limit)).await.unwrap(), 1);
    assert_eq!(*requested.lock().unwrap(), KEYS[..1]);
}

#[tokio::test]
async fn reports_a_picture_that_cannot_be_deleted() {
    let (pictures, requested) = bucket(Some(KEYS[1])).await;
    let failed = pictures.delete_prefix("receipts/a/", None).await.unwrap_err();
    assert!(matches!(failed, ReceiptsError::Failed { operation: "DeleteObject", .. }), "{failed}");
    assert!(requested.lock().unwrap().iter().any(|key| key == KEYS[1]));
}

#[tokio::test]
async fn sends_three_requests_while_the_service_is_unavailable() {
    for status in [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS] {
        let (pictures, requests) = answer_always(move || s3_error(status, "SlowDown", "")).await;
        let failed = pictures.put(KEYS[0], b"x".to_vec()).await.unwrap_err();
        assert_eq!(failed.to_string(), "PutObject: SlowDown: ");
        assert_eq!(requests.load(Ordering::Relaxed), 3);
    }
}

#[tokio::test]
async fn sends_one_request_when_access_is_denied_and_reports_the_reason() {
    let message = format!("<Message>Access\nDenied{}</Message><StringToSign>x</StringToSign>", ".".repeat(1_000));
    let (pictures, requests) = answer_always(move || s3_error(StatusCode::FORBIDDEN, "AccessDenied", &message)).await;
    let failed = pictures.get(KEYS[0], 10).await.unwrap_err().to_string();
    assert!(failed.starts_with("GetObject: AccessDenied: Access Denied...") && failed.len() < 300, "{failed}");
    assert_eq!(requests.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn distinguishes_a_missing_bucket_from_a_missing_picture() {
    let (pictures, _) = answer_always(|| s3_error(StatusCode::NOT_FOUND, "NoSuchKey", "")).await;
    assert_eq!(pictures.get(KEYS[0], 10).await.unwrap(), None);
    let (pictures, _) = answer_always(|| s3_error(StatusCode::NOT_FOUND, "NoSuchBucket", "")).await;
    assert!(pictures.get(KEYS[0], 10).await.is_err());
    assert!(pictures.delete(KEYS[0]).await.is_err());
}

#[tokio::test]
async fn times_out_without_an_answer() {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let pictures = S3Pictures::new(&aws("eu-central-1", Duration::from_millis(20)), Some(endpoint), "pictures");
    let result = tokio::time::timeout(Duration::from_secs(2), pictures.get(KEYS[0], 10)).await;
    assert!(result.expect("the operation ends").unwrap_err().to_string().contains("timeout"));
}

#[tokio::test]
async fn rejects_an_endless_answer() {
    let endless = || Body::from_stream(stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(b"xxxx"))));
    let (pictures, _) = answer_always(move || Response::new(endless())).await;
    let failed = pictures.get(KEYS[0], 1_000).await.unwrap_err();
    assert_eq!(failed.to_string(), "GetObject: more than 1000 bytes");
}

#[tokio::test]
async fn sends_checksums_and_verifies_them_in_answers() {
    const CRC_OF_PICTURE: &str = "FttPiQ==";
    let sent: Arc<Mutex<HeaderMap>> = Arc::default();
    let put = async |State(sent): State<Arc<Mutex<HeaderMap>>>, headers: HeaderMap, body: Bytes| {
        assert_eq!(body, "picture", "not in chunks");
        *sent.lock().unwrap() = headers;
    };
    let get = async || ([("x-amz-checksum-crc32", CRC_OF_PICTURE)], "damaged");
    let routes = Router::new().fallback(any(get).put(put)).with_state(sent.clone());
    let pictures = serve(routes).await;
    pictures.put(KEYS[0], b"picture".to_vec()).await.unwrap();
    let sent = sent.lock().unwrap().clone();
    assert_eq!(sent["x-amz-checksum-crc32"], CRC_OF_PICTURE);
    assert_eq!(sent["content-length"], "7");
    let failed = pictures.get(KEYS[0], 10).await.unwrap_err().to_string();
    assert!(failed.contains("checksum"), "{failed}");
}

#[tokio::test]
async fn signs_the_length_of_an_upload_and_no_header_that_browsers_do_not_send() {
    let pictures = S3Pictures::new(&aws("eu-central-1", Duration::from_mins(1)), None, "larder-receipts");
    let noon = "2026-11-26T12:00:00Z".parse().unwrap();
    let url = pictures.sign_upload("uploads/0a/Käse und Brot", 4_200_000, noon).await.unwrap();
    let host = "https://larder-receipts.s3.eu-central-1.amazonaws.com";
    assert!(url.starts_with(&format!("{host}/uploads/0a/K%C3%A4se%20und%20Brot?")), "{url}");
    for part in [
        "x-id=PutObject",
        "X-Amz-Date=20261126T120000Z",
        "X-Amz-Expires=600",
        "X-Amz-SignedHeaders=content-length%3Bhost",
        // The signature that botocore computes (`S3SigV4QueryAuth`).
        "X-Amz-Signature=a211ad00c914a19dc9c98003a369a6d8440f6a1f6749feeee2c68d18b9318c8a",
    ] {
        assert!(url.split(['?', '&']).any(|given| given == part), "{part} in {url}");
    }
    assert!(!url.contains("checksum"), "{url}");
}

#[tokio::test]
async fn puts_the_bucket_into_the_host_where_possible() {
    let address = async |region, endpoint: Option<&str>, bucket: &str| {
        let pictures = S3Pictures::new(&aws(region, Duration::from_mins(1)), endpoint.map(str::to_owned), bucket);
        let url = pictures.sign_upload("uploads/1", 1, DateTime::UNIX_EPOCH).await.unwrap();
        url.split('?').next().unwrap().to_owned()
    };
    assert_eq!(address("us-east-1", None, "a-b").await, "https://a-b.s3.us-east-1.amazonaws.com/uploads/1");
    assert_eq!(address("us-east-1", None, "a.b").await, "https://s3.us-east-1.amazonaws.com/a.b/uploads/1");
    assert_eq!(address("cn-north-1", None, "abc").await, "https://abc.s3.cn-north-1.amazonaws.com.cn/uploads/1");
    assert_eq!(address("us-east-1", Some("http://nas:9000"), "abc").await, "http://nas:9000/abc/uploads/1");
}
