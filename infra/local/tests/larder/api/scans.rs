//! Tests `/api/extract` and `/api/upload-limit`: items, duplicates and corrections of receipts, and the month's limit.

use super::items::fill;
use crate::server::{Call, TestResponse, TestServer, assert_fields, eventually, line, picture, picture_body, receipt};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use futures_util::future::join_all;
use receipt_reader::{ReadError, Receipt};
use serde_json::{Value, json};
use std::sync::atomic::Ordering::SeqCst;
use uuid::Uuid;

pub(super) const LINES: [&str; 6] =
    ["corner market", "whole milk 3.49", "bananas 0.79", "bread 4.25", "total 8.53", "11/20/2026 17:42 ref 00482913"];

pub(super) fn extract_call<'a>(server: &'a TestServer, user: &str, picture: &[u8]) -> Call<'a> {
    server.post("/api/extract").by(user).json(&picture_body(picture))
}

pub(super) async fn extract(server: &TestServer, user: &str, picture: &[u8]) -> TestResponse {
    extract_call(server, user, picture).send().await
}

/// Starts a server whose reader knows one receipt with milk, bananas and bags.
pub(super) async fn with_receipt() -> (TestServer, Vec<u8>) {
    let server = TestServer::start().await;
    let items = vec![
        line("WHL MILK", "Whole milk", "Dairy", 5),
        line("BNNAS", "Bananas", "Fruit", 4),
        line("TRASH BAGS", "Trash bags", "Household", 365),
    ];
    server.reader.script(&picture(1), Ok(receipt(items, &LINES)));
    (server, picture(1))
}

pub(super) async fn upload_count(server: &TestServer, user: &str) -> u64 {
    let limit = server.get("/api/upload-limit").by(user).expect(200).await;
    limit["monthlyLimit"].as_u64().unwrap() - limit["remainingUploads"].as_u64().unwrap()
}

pub(super) async fn list(server: &TestServer, user: &str, path: &str) -> Vec<Value> {
    server.get(path).by(user).expect(200).await.as_array().unwrap().clone()
}

pub(super) async fn has_picture(server: &TestServer, user: &str, session: &str) -> bool {
    let user = domain::id::UserId::parse(user).unwrap();
    let key = store::receipts::Receipts::picture_key(&user, domain::id::SessionId::parse(session).unwrap(), 0);
    server.receipts.get(&key, 10_000_000).await.unwrap().is_some()
}

#[tokio::test]
async fn creates_items_of_a_receipt_without_non_food() {
    let (server, picture) = with_receipt().await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    assert_fields(&extracted, &json!({"itemCount": 2, "message": "2 items added."}));
    let milk = &extracted["items"][0];
    assert_fields(milk, &json!({"rawText": "WHL MILK", "name": "Whole milk", "expiresAt": "2026-11-26T23:59:59.999Z"}));
    assert!(milk["confidence"].as_f64().is_some_and(|c| c > 0.8));
    assert_eq!(extracted["skipped"][0]["name"], "Trash bags");
    let session = extracted["sessionId"].as_str().unwrap();
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 2);
    let sessions = list(&server, "anna", "/api/scan-sessions").await;
    assert_fields(&sessions[0], &json!({"id": session, "itemCount": 2}));
    assert_eq!(sessions[0]["textHash"].as_str().map(str::len), Some(64));
    let all = server.names("anna", &format!("/api/scan-sessions/{session}/all-items")).await;
    assert_eq!(all, ["Whole milk", "Bananas"]);
    assert_eq!(upload_count(&server, "anna").await, 1);
    assert!(has_picture(&server, "anna", session).await);
}

#[tokio::test]
async fn keeps_the_reading_until_a_full_larder_has_capacity() {
    let (server, picture) = with_receipt().await;
    fill(&server, "anna", 1).await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    assert_fields(&extracted, &json!({"larderFull": true, "itemCount": 2}));
    assert!(extracted["message"].as_str().is_some_and(|text| text.starts_with("The receipt is kept.")));
    let session = extracted["sessionId"].as_str().unwrap();
    let kept = list(&server, "anna", &format!("/api/scan-sessions/{session}/all-items")).await;
    assert!(kept.len() == 2 && kept.iter().all(|item| item["itemStatus"] == "archived"), "{kept:?}");
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 999);
    assert!(has_picture(&server, "anna", session).await);
    let re_add = || server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).send();
    re_add().await.refused(409, "item_limit_reached");
    let first = list(&server, "anna", "/api/items").await[0]["id"].as_str().unwrap().to_owned();
    server.patch(&format!("/api/items/{first}/archive")).by("anna").expect(200).await;
    assert_eq!(re_add().await.expect(200)["items"].as_array().map(Vec::len), Some(2));
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 1_000);
}

#[tokio::test]
async fn confirms_an_unsure_line_by_an_edit_without_changes() {
    let (server, picture) = with_receipt().await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    let milk = &extracted["items"][0];
    assert!(milk["confidence"].as_f64().is_some_and(|confidence| confidence < 1.0), "{milk}");
    let path = format!("/api/items/{}", milk["id"].as_str().unwrap());
    for _ in 0..2 {
        let confirmed = server.patch(&path).by("anna").json(&json!({})).expect(200).await;
        assert_eq!(confirmed["confidence"], 1.0, "{confirmed}");
        for field in ["name", "category", "quantity", "expiresAt", "rawText"] {
            assert_eq!(confirmed[field], milk[field], "{field}");
        }
    }
}

#[tokio::test]
async fn accepts_a_data_url() {
    let (server, picture) = with_receipt().await;
    let url = format!("data:image/bmp;base64,{}", STANDARD.encode(&picture));
    server.post("/api/extract").by("anna").json(&json!({"imageBase64": url})).expect(200).await;
}

#[tokio::test]
async fn recognises_the_same_bytes_before_reading() {
    let (server, picture) = with_receipt().await;
    let first = extract(&server, "anna", &picture).await.expect(200);
    let asked = server.reader.asked.load(SeqCst);
    let second = extract(&server, "anna", &picture).await.expect(409);
    assert_eq!(second["error"], "duplicate_receipt");
    assert_eq!(second["existingSessionId"], first["sessionId"]);
    assert_eq!(second["existingItems"].as_array().unwrap().len(), 2);
    assert_eq!(server.reader.asked.load(SeqCst), asked, "the reader was not asked again");
    assert_eq!(upload_count(&server, "anna").await, 1);
    extract(&server, "ben", &picture).await.expect(200);
}

#[tokio::test]
async fn recognises_the_same_and_a_similar_text_as_duplicates() {
    let (server, first) = with_receipt().await;
    extract(&server, "anna", &first).await.expect(200);
    let items = || vec![line("WHL MILK", "Whole milk", "Dairy", 5)];
    server.reader.script(&picture(3), Ok(receipt(items(), &LINES)));
    let misread = LINES.map(|l| l.replace("bananas", "banamas").replace("market", "markat"));
    server.reader.script(&picture(5), Ok(receipt(items(), &misread.each_ref().map(String::as_str))));
    let later = LINES
        .map(|l| l.replace("11/20/2026 17:42 ref 00482913", "11/27/2026 09:01 ref 00499120").replace("4.25", "2.10"));
    server.reader.script(&picture(7), Ok(receipt(items(), &later.each_ref().map(String::as_str))));
    extract(&server, "anna", &picture(3)).await.refused(409, "duplicate_receipt");
    extract(&server, "anna", &picture(5)).await.refused(409, "duplicate_receipt");
    extract(&server, "anna", &picture(7)).await.expect(200);
    assert_eq!(upload_count(&server, "anna").await, 2);
}

/// Scripts another receipt with these lines, which differs from all others like a receipt of another day.
fn script_receipt(server: &TestServer, seed: u8, items: Vec<receipt_reader::ReadItem>) -> Vec<u8> {
    let lines = [
        format!("shop {seed}"),
        format!("sum {seed}.{seed}1"),
        format!("11/2{seed}/2026 1{seed}:4{seed} ref 77{seed}0{seed}55"),
    ];
    server.reader.script(&picture(seed), Ok(receipt(items, &lines.each_ref().map(String::as_str))));
    picture(seed)
}

#[tokio::test]
async fn applies_corrections_to_the_next_receipt() {
    let server = TestServer::start().await;
    let lines =
        || vec![line("BB PANCK&WAFFLE MX", "Baby pancake mix", "Baby", 365), line("BNNAS", "Bananas", "Fruit", 4)];
    let first = script_receipt(&server, 1, lines());
    let extracted = extract(&server, "anna", &first).await.expect(200);
    let [mix, bananas] = [0, 1].map(|n| format!("/api/items/{}", extracted["items"][n]["id"].as_str().unwrap()));
    let edit = json!({"name": "Pancake mix", "category": "Pantry", "unit": "box", "shelfLifeDays": 200});
    server.put(&mix).by("anna").json(&edit).expect(200).await;
    // A second edit adds to the first correction; an edit that changes nothing of the line creates none.
    server.put(&mix).by("anna").json(&json!({"name": "Pancake mix", "category": "Bakery"})).expect(200).await;
    let edit = json!({"name": "Bananas", "category": "Fruit", "quantity": 3});
    server.put(&bananas).by("anna").json(&edit).expect(200).await;
    server.advance(TimeDelta::days(1));
    // The next receipt's line has a letter misread.
    let mut misread = lines();
    misread[0].raw_text = "BB PANCX&WAFFLE MX".into();
    let second = script_receipt(&server, 3, misread);
    let read = extract(&server, "anna", &second).await.expect(200);
    let reading =
        |n: usize| ["name", "category", "unit"].map(|field| read["items"][n][field].as_str().unwrap().to_owned());
    assert_eq!(reading(0), ["Pancake mix", "Bakery", "box"]);
    assert_eq!(read["items"][0]["shelfLifeDays"], 200);
    assert_eq!(reading(1), ["Bananas", "Fruit", "item"]);
    assert_eq!(read["items"][1]["quantity"], 1.0);
    // Other users' receipts do not change, and an edit of an item without a receipt creates no correction.
    let other = extract(&server, "ben", &second).await.expect(200);
    assert_eq!(other["items"][0]["name"], "Baby pancake mix");
    let export = server.get("/api/user/export").by("anna").expect(200).await;
    assert_eq!(export["corrections"].as_array().unwrap().len(), 1);
    assert_fields(&export["corrections"][0], &json!({"line": "bb panck waffle mx", "category": "Bakery"}));
    server.delete("/api/user/clear-all-data").by("anna").expect(200).await;
    let export = server.get("/api/user/export").by("anna").expect(200).await;
    assert_eq!(export["corrections"], json!([]));
}

#[tokio::test]
async fn rejects_invalid_pictures_uncounted() {
    let server = TestServer::start().await;
    for (seed, error) in [
        (1, ReadError::Corrupt),
        (3, ReadError::NoText),
        (5, ReadError::TooLarge { width: 30_000, height: 30_000 }),
        (7, ReadError::Heic),
        (9, ReadError::UnsupportedFormat),
    ] {
        server.reader.script(&picture(seed), Err(error));
    }
    server.reader.script(&picture(11), Ok(receipt(vec![line("TRASH BAGS", "Trash bags", "Household", 365)], &LINES)));
    let bill = Receipt { service_bill: true, ..receipt(vec![], &["table 12", "server anna"]) };
    server.reader.script(&picture(13), Ok(bill));
    for (response, status, code) in [
        (extract(&server, "anna", b"not a picture").await, 415, "unsupported_image"),
        (extract(&server, "anna", &picture(1)).await, 422, "unreadable_image"),
        (extract(&server, "anna", &picture(3)).await, 422, "no_items_found"),
        (extract(&server, "anna", &picture(5)).await, 413, "too_large"),
        (extract(&server, "anna", &picture(7)).await, 415, "unsupported_image"),
        (extract(&server, "anna", &picture(9)).await, 415, "unsupported_image"),
        (extract(&server, "anna", &picture(11)).await, 422, "no_items_found"),
        (extract(&server, "anna", &picture(13)).await, 422, "not_groceries"),
    ] {
        let body = response.json();
        assert_eq!((response.status.as_u16(), body["error"].as_str()), (status, Some(code)), "{body}");
    }
    assert_eq!(upload_count(&server, "anna").await, 0);
    assert!(list(&server, "anna", "/api/scan-sessions").await.is_empty());
    assert!(list(&server, "anna", "/api/items").await.is_empty());
}

#[tokio::test]
async fn rejects_a_picture_over_ten_megabytes_in_the_specified_words() {
    let server = TestServer::start().await;
    for size in [10 * 1024 * 1024 + 1, 11 * 1024 * 1024] {
        let refused = extract(&server, "anna", &vec![0xff; size]).await.expect(413);
        assert_eq!(refused["message"], "File size must be less than 10MB");
    }
}

#[tokio::test]
async fn allows_a_retry_of_a_failed_reading_uncounted() {
    let (server, picture) = with_receipt().await;
    server.reader.broken.store(true, SeqCst);
    let response = extract(&server, "anna", &picture).await;
    assert!(response.headers.contains_key("retry-after"));
    response.expect(503);
    assert_eq!(upload_count(&server, "anna").await, 0);
    server.reader.broken.store(false, SeqCst);
    extract(&server, "anna", &picture).await.expect(200);
}

/// Repeats the request while too many receipts are being read, like a client.
async fn in_turn<F: Future<Output = TestResponse>>(send: impl Fn() -> F) -> TestResponse {
    eventually("a place is free", async || {
        let response = send().await;
        assert!(response.status != 503 || response.headers.contains_key("retry-after"));
        (response.status != 503).then_some(response)
    })
    .await
}

#[tokio::test]
async fn counts_the_month_exactly_under_fifty_concurrent_uploads() {
    let server = TestServer::start_with(&[("LARDER_MONTHLY_UPLOADS", "20")]).await;
    for n in 0..50_u8 {
        let lines = [
            format!("shop {n}"),
            format!("total {n}.99"),
            format!("1{n:02}.11"),
            format!("2{n:02}.22"),
            format!("10:{n:02} {n}00482913"),
        ];
        server.reader.script(
            &picture(n * 2 + 1),
            Ok(receipt(vec![line("MILK", &format!("Milk {n}"), "Dairy", 5)], &lines.each_ref().map(String::as_str))),
        );
    }
    let upload = async |n: u8| {
        let picture = picture(n * 2 + 1);
        in_turn(|| extract(&server, "anna", &picture)).await
    };
    let responses = join_all((0..50).map(upload)).await;
    let (read, refused): (Vec<_>, Vec<_>) = responses.into_iter().partition(|response| response.status == 200);
    assert_eq!((read.len(), refused.len()), (20, 30));
    for response in refused {
        assert!(response.headers.contains_key("retry-after"));
        response.refused(429, "Monthly upload limit reached");
    }
    assert_eq!(upload_count(&server, "anna").await, 20);
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 20, "a refused scan left no items");
    // A new month begins.
    server.advance(TimeDelta::days(10));
    assert_eq!(upload_count(&server, "anna").await, 0);
}

#[tokio::test]
async fn creates_one_scan_of_one_picture_sent_ten_times_at_once() {
    let (server, picture) = with_receipt().await;
    let send = async |n: u128| {
        // Half of them are retries of one request, half requests of their own.
        let key = Uuid::from_u128(if n.is_multiple_of(2) { 77 } else { 100 + n });
        in_turn(|| extract_call(&server, "anna", &picture).key(key).send()).await.status.as_u16()
    };
    let statuses = join_all((0..10).map(send)).await;
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(list(&server, "anna", "/api/scan-sessions").await.len(), 1);
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 2);
    assert_eq!(upload_count(&server, "anna").await, 1);
}
