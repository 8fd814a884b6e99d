//! Tests scans that race with other requests, and the rows they leave.

use super::file_imports::{export, exported_item};
use super::items::fill;
use super::scans::{extract_call, list, upload_count, with_receipt};
use crate::server::{Call, TestServer, eventually, line, picture, picture_body, receipt};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use uuid::Uuid;

/// Starts a server with a receipt of so many items, too many for one transaction.
async fn with_long_receipt(goods: usize) -> (TestServer, Vec<u8>) {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    let items = (0..goods).map(|n| line(&format!("GOODS {n}"), &format!("Goods {n}"), "Pantry", 30)).collect();
    let lines: Vec<String> = (0..goods).map(|n| format!("goods {n} {n}.99")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    server.reader.script(&picture(1), Ok(receipt(items, &lines)));
    (server, picture(1))
}

/// Sends Anna's receipt from the n-th address: one address has two slots for large bodies.
fn extract_from<'a>(n: u8, server: &'a TestServer, picture: &[u8]) -> Call<'a> {
    extract_call(server, "anna", picture).header("true-client-ip", &format!("203.0.113.{n}"))
}

#[tokio::test]
async fn stores_concurrent_receipts_that_restore_one_item() {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    let milk = server.create("/api/items", "anna", &json!({"name": "Milk", "category": "Dairy"})).await;
    let path = format!("/api/items/{}/archive", milk["id"].as_str().unwrap());
    server.patch(&path).by("anna").expect(200).await;
    for n in 1..=5_u8 {
        let lines = [format!("shop {n}"), format!("total {n}.{n}9"), format!("1{n}:0{n} {n}00482913")];
        let lines = lines.each_ref().map(String::as_str);
        server.reader.script(&picture(n * 2), Ok(receipt(vec![line("MILK", "Milk", "Dairy", 5)], &lines)));
    }
    join_all((1..=5_u8).map(async |n| extract_from(n, &server, &picture(n * 2)).send().await.expect(200))).await;
    let items = list(&server, "anna", "/api/items").await;
    assert_eq!(items.len(), 5);
    assert_eq!(items.iter().filter(|item| item["id"] == milk["id"]).count(), 1, "what was archived came back once");
}

/// Capacity is reserved before the first of several transactions, so that no item counts twice.
#[tokio::test]
async fn stores_a_long_receipt_that_just_fits() {
    let (server, picture) = with_long_receipt(130).await;
    fill(&server, "anna", 130).await;
    // The counter of active items is above their number: they are counted again.
    let oats = server.create("/api/items", "anna", &json!({"name": "Oats"})).await;
    let path = format!("/api/items/{}/archive", oats["id"].as_str().unwrap());
    server.patch(&path).by("anna").expect(200).await;
    let extracted = extract_call(&server, "anna", &picture).expect(200).await;
    assert_eq!((&extracted["itemCount"], extracted.get("larderFull")), (&json!(130), None));
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 1_000);
}

#[tokio::test]
async fn creates_all_items_of_a_long_receipt_again() {
    let (server, picture) = with_long_receipt(130).await;
    let extracted = extract_call(&server, "anna", &picture).expect(200).await;
    server.advance(TimeDelta::days(60));
    let body = json!({"sessionId": extracted["sessionId"]});
    let again = server.post("/api/re-add-items").by("anna").json(&body).expect(200).await;
    assert_eq!(again["items"].as_array().unwrap().len(), 130);
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 130);
}

/// Returns the id of the n-th item of Anna's receipt.
fn derived_id(key: Uuid, nth: usize, picture: &[u8]) -> Uuid {
    let id = Uuid::new_v5(&key, format!("anna#{nth}").as_bytes());
    Uuid::new_v5(&id, scans::duplicates::image_hash(&[picture.to_vec()]).as_bytes())
}

#[tokio::test]
async fn completes_an_interrupted_long_receipt_on_retry() {
    let (server, picture) = with_long_receipt(130).await;
    let key = Uuid::from_u128(5);
    // A row that an earlier, interrupted try with this key wrote: the 120th item.
    let written = json!({"id": derived_id(key, 120, &picture), "name": "Goods 119", "category": "Pantry"});
    server.create("/api/items", "anna", &written).await;
    let extracted = extract_call(&server, "anna", &picture).key(key).expect(200).await;
    assert_eq!(extracted["itemCount"], 130);
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 130);
    assert_eq!(upload_count(&server, "anna").await, 1);
}

#[tokio::test]
async fn stores_a_concurrent_long_receipt_once() {
    let (server, picture) = with_long_receipt(130).await;
    let mut statuses = join_all((0..3).map(|n| extract_from(n, &server, &picture).status())).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 130);
}

/// A refused request deletes the items that it wrote outside of its transaction; another one may have written the same.
#[tokio::test]
async fn keeps_all_items_of_a_long_receipt_under_concurrent_requests() {
    let (server, picture) = with_long_receipt(130).await;
    let extract = || extract_call(&server, "anna", &picture).key(Uuid::from_u128(5));
    let statuses = join_all((0..3).map(|_| extract().status())).await;
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    let extracted = extract().expect(200).await;
    let items = list(&server, "anna", "/api/items").await;
    assert_eq!(items.len(), 130);
    assert!(items.iter().all(|item| item["scanSessionId"] == extracted["sessionId"]), "of one scan");
}

#[tokio::test]
async fn keeps_the_items_of_another_receipt_under_a_key_whose_record_expired() {
    let (server, first) = with_long_receipt(130).await;
    let key = Uuid::from_u128(5);
    extract_call(&server, "anna", &first).key(key).expect(200).await;
    server.advance(TimeDelta::days(30));
    let more = (0..130).map(|n| line(&format!("TEA {n}"), &format!("Tea {n}"), "Pantry", 300)).collect();
    server.reader.script(&picture(2), Ok(receipt(more, &["tea 2.49"])));
    extract_call(&server, "anna", &picture(2)).key(key).expect(200).await;
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 260);
}

/// Another request with the same key may have stored the receipt: a shorter reading fits one transaction and needs no
/// lease.
#[tokio::test]
async fn deletes_only_its_own_parts_of_a_refused_long_receipt() {
    let (server, picture) = with_long_receipt(130).await;
    let (server, key) = (Arc::new(server), Uuid::from_u128(5));
    let held = server.reader.held.write().await;
    let (own, read) = (server.clone(), picture.clone());
    let refused = tokio::spawn(async move { extract_call(&own, "anna", &read).key(key).send().await });
    eventually("the reading begins", async || (server.reader.asked.load(SeqCst) > 0).then_some(())).await;
    let first = exported_item(derived_id(key, 1, &picture).as_u128(), "Goods 0");
    let session = json!({"id": Uuid::from_u128(9), "scannedAt": "2026-11-20T08:00:00.000Z", "textHash": "abc",
        "imageHash": scans::duplicates::image_hash(&[picture]), "itemIds": [first["id"]]});
    let stored = export(&json!({"items": [first], "scanSessions": [session]}));
    server.post("/api/user/import").by("anna").json(&stored).expect(200).await;
    drop(held);
    assert_eq!(refused.await.unwrap().expect(409)["existingSessionId"], json!(Uuid::from_u128(9)));
    assert_eq!(server.names("anna", "/api/items").await, ["Goods 0"]);
}

#[tokio::test]
async fn erases_an_upload_once_it_is_read() {
    let (server, picture) = with_receipt().await;
    let made = server.create("/api/receipts", "anna", &json!({"length": 9})).await;
    let user = domain::id::UserId::parse("anna").unwrap();
    let key = Uuid::parse_str(made["receiptKey"].as_str().unwrap()).unwrap();
    let upload = store::receipts::Receipts::upload_key(&user, key);
    let receipts = &server.receipts;
    receipts.put(&upload, b"no picture".to_vec()).await.unwrap();
    let read = json!({"receiptKey": made["receiptKey"]});
    server.post("/api/extract").by("ben").json(&read).expect(422).await;
    server.post("/api/extract").by("anna").json(&read).expect(415).await;
    assert!(receipts.get(&upload, 10_000_000).await.unwrap().is_some(), "what could not be read can be tried again");
    receipts.put(&upload, picture).await.unwrap();
    server.post("/api/extract").by("anna").json(&read).expect(200).await;
    assert!(receipts.get(&upload, 10_000_000).await.unwrap().is_none());
}

#[tokio::test]
async fn finishes_a_scan_when_its_client_leaves() {
    let (server, picture) = with_receipt().await;
    let server = Arc::new(server);
    let held = server.reader.held.write().await;
    let (own, body) = (server.clone(), picture_body(&picture));
    let client = tokio::spawn(async move { own.post("/api/extract").by("anna").json(&body).send().await });
    eventually("the reading begins", async || (server.reader.asked.load(SeqCst) > 0).then_some(())).await;
    client.abort();
    assert!(client.await.is_err());
    drop(held);
    let session = eventually("the scan ends", async || list(&server, "anna", "/api/scan-sessions").await.pop()).await;
    let photo = format!("/api/scan-sessions/{}/pictures/0", session["id"].as_str().unwrap());
    assert_eq!(server.get(&photo).by("anna").status().await, 200);
}
