use super::*;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures_util::stream;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use system::clock::FixedClock;

const KEYS: [&str; 3] = ["receipts/a/1.jpg", "receipts/a/2.jpg", "receipts/a/3.jpg"];
const XMLNS: &str = "http://s3.amazonaws.com/doc/2006-03-01/";

fn noon() -> DateTime<Utc> {
    "2026-11-26T12:00:00Z".parse().unwrap()
}

/// The bucket `pictures` with these settings besides the credentials.
fn with_settings(bucket: &str, settings: &[(&str, &str)]) -> Result<S3Pictures, S3SettingError> {
    let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    let keys = [("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"), ("AWS_SECRET_ACCESS_KEY", secret)];
    let all: HashMap<_, _> = keys.into_iter().chain(settings.iter().copied()).collect();
    let clock = Arc::new(FixedClock::at(noon()));
    let get = |name: &str| all.get(name).map(|value| (*value).to_owned());
    S3Pictures::from_environment(get, bucket, Outbound::default(), clock)
}

async fn served(routes: Router) -> S3Pictures {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, routes).into_future());
    with_settings("pictures", &[("AWS_ENDPOINT_URL_S3", &endpoint)]).unwrap()
}

/// A bucket that gives the same answer to every request, and the number of requests.
async fn answering(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (S3Pictures, Arc<AtomicU32>) {
    let requests: Arc<AtomicU32> = Arc::default();
    let counter = requests.clone();
    let counted = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        std::future::ready(answer())
    };
    (served(Router::new().fallback(any(counted))).await, requests)
}

fn s3_error(status: StatusCode, code: &str, rest: &str) -> Response {
    (status, format!("<?xml version=\"1.0\"?>\n<Error><Code>{code}</Code>{rest}</Error>")).into_response()
}

/// A bucket with three pictures on two pages, one of which may be stuck in it; and what was asked to be deleted.
async fn bucket(stuck: Option<&'static str>) -> (S3Pictures, Arc<Mutex<Vec<String>>>) {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
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
    let delete = async move |State(asked): State<Arc<Mutex<Vec<String>>>>, Path(key): Path<String>| {
        let is_stuck = stuck == Some(key.as_str());
        asked.lock().unwrap().push(key);
        if is_stuck { StatusCode::FORBIDDEN } else { StatusCode::NO_CONTENT }
    };
    let routes = Router::new().route("/pictures/", get(list)).route("/pictures/{*key}", axum::routing::delete(delete));
    (served(routes.with_state(asked.clone())).await, asked)
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
async fn only_pictures_changed_before_the_limit_are_deleted() {
    let (pictures, asked) = bucket(None).await;
    let limit = "2026-11-02T12:00:00Z".parse().unwrap();
    assert_eq!(pictures.delete_prefix("receipts/a/", Some(limit)).await.unwrap(), 1);
    assert_eq!(*asked.lock().unwrap(), KEYS[..1]);
}

#[tokio::test]
async fn a_picture_that_cannot_be_deleted_is_no_success() {
    let (pictures, asked) = bucket(Some(KEYS[1])).await;
    let failed = pictures.delete_prefix("receipts/a/", None).await.unwrap_err();
    assert!(matches!(failed, ReceiptsError::Failed { operation: "DeleteObject", .. }), "{failed}");
    assert!(asked.lock().unwrap().iter().any(|key| key == KEYS[1]));
}

#[tokio::test]
async fn asks_three_times_while_the_service_is_unavailable() {
    for status in [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS] {
        let (pictures, requests) = answering(move || s3_error(status, "SlowDown", "")).await;
        let failed = pictures.put(KEYS[0], b"x".to_vec()).await.unwrap_err();
        assert_eq!(failed.to_string(), format!("PutObject: {status}: SlowDown"));
        assert_eq!(requests.load(Ordering::Relaxed), 3);
    }
}

#[tokio::test]
async fn succeeds_when_the_service_is_available_again() {
    let first = Arc::new(AtomicU32::new(0));
    let recovers = move || match first.fetch_add(1, Ordering::Relaxed) {
        0 => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        _ => "picture".into_response(),
    };
    let (pictures, requests) = answering(recovers).await;
    assert_eq!(pictures.get(KEYS[0], 7).await.unwrap(), Some(Ok(b"picture".to_vec())));
    assert_eq!(requests.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn asks_once_when_access_is_denied() {
    let message = "<Message>Access\nDenied</Message><StringToSign>secret</StringToSign>";
    let (pictures, requests) = answering(move || s3_error(StatusCode::FORBIDDEN, "AccessDenied", message)).await;
    let failed = pictures.get(KEYS[0], 10).await.unwrap_err();
    assert_eq!(failed.to_string(), "GetObject: 403 Forbidden: AccessDenied: AccessDenied");
    assert_eq!(requests.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn errors_are_bounded_and_quote_no_address() {
    let long = format!("<Message>{}</Message>", "x".repeat(1_000));
    let (pictures, _) = answering(move || s3_error(StatusCode::FORBIDDEN, "AccessDenied", &long)).await;
    let failed = pictures.delete(KEYS[0]).await.unwrap_err().to_string();
    assert!(failed.len() < 300 && failed.ends_with("xxx"), "{failed}");
    let quoted = "<Message>no: /pictures/1?X-Amz-Signature=abc</Message>";
    let (pictures, _) = answering(move || s3_error(StatusCode::FORBIDDEN, "AccessDenied", quoted)).await;
    assert_eq!(pictures.delete(KEYS[0]).await.unwrap_err().to_string(), "DeleteObject: 403 Forbidden: AccessDenied");
}

#[tokio::test]
async fn a_missing_bucket_is_no_missing_picture() {
    let (pictures, _) = answering(|| s3_error(StatusCode::NOT_FOUND, "NoSuchBucket", "")).await;
    assert!(pictures.get(KEYS[0], 10).await.is_err());
    assert!(pictures.delete(KEYS[0]).await.is_err());
}

fn with_timeouts(pictures: &mut S3Pictures, attempt: Duration, operation: Duration) {
    let client = Arc::get_mut(&mut pictures.0).unwrap();
    (client.attempt_timeout, client.operation_timeout) = (attempt, operation);
}

async fn without_answer() -> (S3Pictures, tokio::net::TcpListener) {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    (with_settings("pictures", &[("AWS_ENDPOINT_URL_S3", &endpoint)]).unwrap(), listener)
}

#[tokio::test]
async fn each_attempt_ends_without_an_answer() {
    let (mut pictures, _silent) = without_answer().await;
    with_timeouts(&mut pictures, Duration::from_millis(20), OPERATION_TIMEOUT);
    let ended = tokio::time::timeout(Duration::from_secs(5), pictures.get(KEYS[0], 10)).await;
    assert_eq!(ended.expect("three attempts").unwrap_err().to_string(), "GetObject: timed out");
}

#[tokio::test]
async fn an_operation_ends_during_an_attempt() {
    let (mut pictures, _silent) = without_answer().await;
    with_timeouts(&mut pictures, ATTEMPT_TIMEOUT, Duration::from_millis(20));
    let ended = tokio::time::timeout(Duration::from_secs(2), pictures.get(KEYS[0], 10)).await;
    assert_eq!(ended.expect("one attempt").unwrap_err().to_string(), "GetObject: timed out");
}

#[tokio::test]
async fn an_answer_without_end_is_cut() {
    let endless = || Body::from_stream(stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(b"xxxx"))));
    let (pictures, requests) = answering(move || Response::new(endless())).await;
    let failed = pictures.get(KEYS[0], 1_000).await.unwrap_err();
    assert_eq!(failed.to_string(), "GetObject: the answer is larger than 1000 bytes");
    assert_eq!(requests.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_error_without_end_is_cut() {
    let endless = || Body::from_stream(stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(b"xxxx"))));
    let answer = move || (StatusCode::FORBIDDEN, endless()).into_response();
    let (pictures, _) = answering(answer).await;
    assert_eq!(pictures.get(KEYS[0], 10).await.unwrap_err().to_string(), "GetObject: 403 Forbidden");
}

#[tokio::test]
async fn keys_that_no_address_can_hold_are_refused() {
    let (pictures, requests) = answering(|| StatusCode::NO_CONTENT.into_response()).await;
    for key in ["", "..", "receipts/../other/1.jpg", "receipts/./1.jpg"] {
        assert!(pictures.delete(key).await.is_err(), "{key}");
        assert!(pictures.get(key, 1).await.is_err(), "{key}");
        assert!(pictures.put(key, vec![]).await.is_err(), "{key}");
        assert!(pictures.sign_upload(key, 1, noon()).await.is_err(), "{key}");
    }
    assert_eq!(requests.load(Ordering::Relaxed), 0);
}

/// The expected addresses were made by botocore (`S3SigV4QueryAuth`), in which the parameters' order differs.
#[tokio::test]
async fn signs_uploads_as_botocore_does() {
    let with_token = [("AWS_REGION", "eu-central-1"), ("AWS_SESSION_TOKEN", "token/with+signs==")];
    let on_aws = with_settings("larder-receipts", &with_token).unwrap();
    let at_home = with_settings("pictures", &[("AWS_ENDPOINT_URL", "http://192.168.1.5:9000")]).unwrap();
    let host = "https://larder-receipts.s3.eu-central-1.amazonaws.com";
    let url = on_aws.sign_upload("uploads/0a/Käse und Brot", 4_200_000, noon()).await.unwrap();
    assert!(url.starts_with(&format!("{host}/uploads/0a/K%C3%A4se%20und%20Brot?")), "{url}");
    assert!(url.contains("&X-Amz-Expires=600&X-Amz-Security-Token=token%2Fwith%2Bsigns%3D%3D&"), "{url}");
    assert!(url.contains("&X-Amz-SignedHeaders=content-length%3Bhost&"), "{url}");
    assert!(
        url.ends_with("&X-Amz-Signature=5005caf7e845d4775096736a3248d59ebaeac2988c03c33dc7326d8461e55d2b"),
        "{url}"
    );
    let url = at_home.sign_upload("uploads/0a/1", 7, noon()).await.unwrap();
    assert!(url.starts_with("http://192.168.1.5:9000/pictures/uploads/0a/1?"), "{url}");
    assert!(url.contains("&X-Amz-Date=20261126T120000Z&"), "{url}");
    assert!(
        url.ends_with("&X-Amz-Signature=a2a8ad610c3f542298f96ff6cc197bfebe5cf38847f767050e7285dc58987922"),
        "{url}"
    );
}

#[test]
fn the_bucket_is_in_the_host_where_it_can_be() {
    let base = |bucket: &str, settings: &[(&str, &str)]| {
        with_settings(bucket, settings).unwrap().0.bucket.base_url().to_string()
    };
    assert_eq!(base("a-b", &[]), "https://a-b.s3.us-east-1.amazonaws.com/");
    assert_eq!(base("a.b", &[]), "https://s3.us-east-1.amazonaws.com/a.b/");
    assert_eq!(base("a", &[("AWS_REGION", "cn-north-1")]), "https://a.s3.cn-north-1.amazonaws.com.cn/");
    assert_eq!(base("a", &[("AWS_ENDPOINT_URL", "http://nas:9000")]), "http://nas:9000/a/");
}

#[test]
fn settings_are_named_that_make_no_bucket() {
    let name = |settings: &[(&str, &str)]| with_settings("a", settings).unwrap_err().name;
    assert_eq!(name(&[("AWS_ACCESS_KEY_ID", "")]), "AWS_ACCESS_KEY_ID");
    assert_eq!(name(&[("AWS_ENDPOINT_URL_S3", "nas:9000")]), "AWS_ENDPOINT_URL_S3");
    assert_eq!(name(&[("AWS_ENDPOINT_URL", "ftp://nas")]), "AWS_ENDPOINT_URL");
}

#[test]
fn no_credentials_are_shown() {
    let shown = format!("{:?}", with_settings("a", &[("AWS_SESSION_TOKEN", "a-token")]).unwrap());
    assert!(!shown.contains("a-token") && !shown.contains("wJalr"), "{shown}");
}
