//! Tests the limits of reading a date label: of the picture and of its sender.

use crate::house::create_shared_larder;
use crate::server::{TestResponse, TestServer, eventually};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use receipt_reader::picture::{self, RgbImage};
use serde_json::{Value, json};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::task::JoinHandle;

const PATH: &str = "/api/date-labels";

pub(super) fn jpeg(width: u32, height: u32) -> Vec<u8> {
    picture::jpeg(&RgbImage::new(width, height), 80).unwrap()
}

pub(super) fn body(picture: &[u8]) -> Value {
    json!({"imageBase64": STANDARD.encode(picture), "today": "2026-11-21", "order": "dayFirst"})
}

/// Returns a JPEG of so many bytes: decoders ignore the bytes after the picture.
fn of_length(length: usize) -> Vec<u8> {
    let mut picture = jpeg(64, 64);
    picture.resize(length, 0);
    picture
}

/// Bodies, with the status and the field of their response. They are made once: encoding the pictures takes long.
pub(super) static LIMIT_CASES: LazyLock<[(Value, u16, &str); 15]> = LazyLock::new(|| {
    let with = |name: &str, value: Value| {
        let mut body = body(&jpeg(64, 64));
        body[name] = value;
        body
    };
    [
        (body(&jpeg(640, 640)), 200, ""),
        (body(&jpeg(641, 64)), 413, ""),
        (body(&jpeg(64, 641)), 413, ""),
        (body(&of_length(65_536)), 200, ""),
        (body(&of_length(65_537)), 413, ""),
        (body(b"GIF89a"), 415, ""),
        (body(b"\xFF\xD8\xFF"), 415, ""),
        (body(b""), 422, "imageBase64"),
        (with("imageBase64", Value::Null), 422, "imageBase64"),
        (with("imageBase64", json!("!")), 422, "imageBase64"),
        (with("order", Value::Null), 200, ""),
        (with("order", json!("dmy")), 422, "order"),
        (with("today", json!("21.11.2026")), 422, "today"),
        (with("today", json!("1999-12-31")), 422, "today"),
        (with("today", json!("-262143-01-01")), 422, "today"),
    ]
});

#[tokio::test]
async fn reads_a_label_without_counting_an_upload() {
    let server = TestServer::start().await;
    let uploads = || server.get("/api/upload-limit").by("anna").send();
    let before = uploads().await.expect(200);
    let read = server.post(PATH).by("anna").json(&body(&jpeg(320, 240))).expect(200).await;
    let place = json!({"photo": 0, "left": 0.1, "top": 0.2, "right": 0.9, "bottom": 0.4});
    let date = json!({"date": "2026-11-20", "precision": "day", "kind": "best_before", "isSure": false, "text": "MHD",
        "place": place});
    let rounded = |value: &Value| (value.as_f64().unwrap() * 10.0).round() / 10.0;
    let mut found = read["dates"][0].clone();
    for side in ["left", "top", "right", "bottom"] {
        found["place"][side] = json!(rounded(&found["place"][side]));
    }
    assert_eq!((read["dates"].as_array().unwrap().len(), found), (1, date));
    assert_eq!(uploads().await.expect(200), before);
}

#[tokio::test]
async fn reports_a_broken_reader_as_unavailable() {
    let server = TestServer::start().await;
    server.reader.broken.store(true, SeqCst);
    server.post(PATH).by("anna").json(&body(&jpeg(320, 240))).expect(503).await;
}

/// Sends a picture in a task of its own.
fn send(server: &Arc<TestServer>, token: &str) -> JoinHandle<TestResponse> {
    let (server, token) = (server.clone(), token.to_owned());
    tokio::spawn(async move { server.post(PATH).bearer(&token).json(&body(&jpeg(64, 64))).send().await })
}

/// Waits until the reader was asked for so many pictures.
async fn wait_for_reader(server: &TestServer, count: usize) {
    eventually("the reader is asked", async || (server.reader.asked.load(SeqCst) >= count).then_some(())).await;
}

#[tokio::test]
async fn reads_one_picture_of_a_device_at_a_time() {
    let server = Arc::new(TestServer::start().await);
    let (first, second) = create_shared_larder(&server).await;
    let held = server.reader.held.write().await;
    let reading = send(&server, &first.id_token);
    wait_for_reader(&server, 1).await;
    let refused = tokio::time::timeout(Duration::from_secs(10), send(&server, &first.id_token)).await;
    let refused = refused.expect("a response while the first is read").unwrap();
    assert_eq!(refused.headers["retry-after"], "1");
    refused.expect(429);
    let other_device = send(&server, &second.id_token);
    wait_for_reader(&server, 2).await;
    drop(held);
    reading.await.unwrap().expect(200);
    other_device.await.unwrap().expect(200);
    send(&server, &first.id_token).await.unwrap().expect(200);
}

#[tokio::test]
async fn reads_the_next_picture_after_a_cancelled_request() {
    let server = Arc::new(TestServer::start().await);
    let token = server.token("anna");
    let held = server.reader.held.write().await;
    let cancelled = send(&server, &token);
    wait_for_reader(&server, 1).await;
    cancelled.abort();
    assert!(cancelled.await.is_err());
    let next = send(&server, &token);
    wait_for_reader(&server, 2).await;
    drop(held);
    next.await.unwrap().expect(200);
}

#[tokio::test]
async fn rejects_a_body_above_its_limit() {
    let server = TestServer::start().await;
    let mut large = body(&jpeg(64, 64));
    large["padding"] = "A".repeat(100_000).into();
    server.post(PATH).by("anna").json(&large).refused(413, "too_large").await;
    assert_eq!(server.reader.asked.load(SeqCst), 0);
}
