//! Tests both stores of pictures in the same way: a folder, and S3 (`infra/local/tests/moto/run.sh`).

use chrono::{DateTime, TimeDelta, Utc};
use http::{Request, StatusCode};
use larder::data::picture_folder::PictureFolder;
use std::sync::Arc;
use std::time::Duration;
use store::receipts::{PictureStore, S3Pictures};
use system::ids::{IdSource, SeededIds, SystemIds};
use system::outbound::{Limits, Outbound};

const SITE: &str = "http://127.0.0.1:8080";
const A: &str = "receipts/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f.jpg";
const B: &str = "receipts/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f-1.jpg";
/// Letters that addresses encode.
const ENCODED: &str = "receipts/0c/Käse & Brot + 100 %_(1)=~.jpg";
const OTHER: &str = "receipts/0b/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f.jpg";

/// `now` is the store's own time: it says when an object was changed.
async fn keeps_the_contract(store: &dyn PictureStore, now: DateTime<Utc>) {
    assert_eq!(store.get(A, 10).await.unwrap(), None);
    store.delete(A).await.unwrap();
    assert_eq!(store.delete_prefix("receipts/0a/", None).await.unwrap(), 0);
    store.put(A, b"first".to_vec()).await.unwrap();
    store.put(A, b"second".to_vec()).await.unwrap();
    assert_eq!(store.get(A, 6).await.unwrap(), Some(Ok(b"second".to_vec())));
    assert_eq!(store.get(A, 5).await.unwrap(), Some(Err(6)), "too large to be fetched");
    store.put(B, vec![]).await.unwrap();
    assert_eq!(store.get(B, 0).await.unwrap(), Some(Ok(vec![])));
    store.put(OTHER, b"x".to_vec()).await.unwrap();
    assert_eq!(store.delete_prefix("receipts/0a/", Some(now - TimeDelta::hours(1))).await.unwrap(), 0, "too new");
    assert_eq!(store.delete_prefix("receipts/0a/", Some(now + TimeDelta::hours(1))).await.unwrap(), 2);
    assert_eq!(store.get(A, 10).await.unwrap(), None);
    assert_eq!(store.get(OTHER, 10).await.unwrap(), Some(Ok(b"x".to_vec())), "another user's");
    store.delete(OTHER).await.unwrap();
    assert_eq!(store.get(OTHER, 10).await.unwrap(), None);
    let url = store.sign_upload("uploads/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f", 4_200_000, now).await.unwrap();
    assert!(url.contains("/uploads/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f?"), "{url}");
}

#[expect(clippy::disallowed_methods, reason = "files and S3 have the machine's time")]
fn machine_time() -> DateTime<Utc> {
    Utc::now()
}

#[tokio::test]
async fn keeps_the_contract_with_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let store = PictureFolder::open(folder.path(), SITE, Arc::new(SeededIds::new(1))).unwrap();
    keeps_the_contract(&store, machine_time()).await;
}

#[tokio::test]
#[ignore = "needs an S3 server: infra/local/tests/moto/run.sh"]
async fn keeps_the_contract_with_s3() {
    let endpoint = std::env::var("LARDER_TEST_DYNAMODB").expect("infra/local/tests/moto/run.sh sets it");
    // A bucket whose server checks signatures.
    let checked = std::env::var("LARDER_TEST_BUCKET").ok();
    let bucket = checked
        .clone()
        .unwrap_or_else(|| format!("pictures-{}", (&SystemIds as &dyn IdSource).token(12).to_lowercase()));
    if checked.is_none() {
        assert_eq!(send_put(&format!("{endpoint}/{bucket}"), b"").await, StatusCode::OK);
    }
    let store = S3Pictures::new(&system::aws::from_environment(), Some(endpoint), &bucket);
    keeps_the_contract(&store, machine_time()).await;
    keeps_keys_that_are_encoded(&store).await;
    // moto does not check the signature of a URL; `signs_the_length_of_an_upload…` compares it with botocore's.
    if checked.is_none() {
        takes_a_signed_upload(&store).await;
    }
}

async fn keeps_keys_that_are_encoded(store: &dyn PictureStore) {
    store.put(ENCODED, b"x".to_vec()).await.unwrap();
    assert_eq!(store.get(ENCODED, 1).await.unwrap(), Some(Ok(b"x".to_vec())));
    assert_eq!(store.delete_prefix("receipts/0c/Käse & ", None).await.unwrap(), 1);
    assert_eq!(store.get(ENCODED, 1).await.unwrap(), None);
}

/// moto takes any length. S3 compares it with the signed one.
async fn takes_a_signed_upload(store: &dyn PictureStore) {
    let url = store.sign_upload("uploads/0a/1", 6, machine_time()).await.unwrap();
    assert_eq!(send_put(&url, b"upload").await, StatusCode::OK);
    assert_eq!(store.get("uploads/0a/1", 6).await.unwrap(), Some(Ok(b"upload".to_vec())));
    store.delete("uploads/0a/1").await.unwrap();
}

async fn send_put(url: &str, body: &'static [u8]) -> StatusCode {
    let request = Request::put(url).body(body.into()).unwrap();
    let limits = Limits { timeout: Duration::from_secs(10), max_body_bytes: 10_000 };
    Outbound::default().request_once(request, limits).await.unwrap().status
}
