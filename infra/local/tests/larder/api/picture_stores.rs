//! What both stores of pictures must do: a folder of one machine, and S3 (`make test-moto`).

use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
use chrono::{DateTime, TimeDelta, Utc};
use larder::picture_folder::PictureFolder;
use std::sync::Arc;
use store::receipts::{PictureStore, S3Pictures};
use system::ids::{IdSource, SeededIds, SystemIds};

const SITE: &str = "http://127.0.0.1:8080";
const A: &str = "receipts/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f.jpg";
const B: &str = "receipts/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f-1.jpg";
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
async fn a_folder_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let store = PictureFolder::open(folder.path(), SITE, Arc::new(SeededIds::new(1))).unwrap();
    keeps_the_contract(&store, machine_time()).await;
}

#[tokio::test]
#[ignore = "needs an S3 server: make test-moto"]
async fn s3_keeps_the_contract() {
    let endpoint = std::env::var("LARDER_TEST_DYNAMODB").expect("make test-moto sets it");
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(endpoint)
        .credentials_provider(Credentials::new("test", "test", None, None, "tests"))
        .force_path_style(true);
    let client = aws_sdk_s3::Client::from_conf(config.build());
    let bucket = format!("pictures-{}", (&SystemIds as &dyn IdSource).token(12).to_lowercase());
    client.create_bucket().bucket(&bucket).send().await.unwrap();
    keeps_the_contract(&S3Pictures::new(client, &bucket), machine_time()).await;
}
