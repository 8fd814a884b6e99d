//! Tests receipt review: photos, line positions, skipped lines, and the check against the total.

use super::scans::list;
use crate::server::{TestServer, assert_fields, line, picture, receipt};
use chrono::TimeDelta;
use domain::id::{SessionId, UserId};
use domain::scan::{PhotoArea, ScanSession, Transcript};
use serde_json::{Value, json};
use store::receipts::Receipts;
use store::{Write, keys};
use uuid::Uuid;

const MILK_AREA: PhotoArea = PhotoArea { photo: 1, left: 0.05, top: 0.25, right: 0.9, bottom: 0.28 };

/// Starts a server whose reader finds three lines on two photos; their sum is below the printed total.
async fn with_two_photos() -> (TestServer, [Vec<u8>; 2]) {
    let server = TestServer::start().await;
    let mut milk = line("WHL MILK", "Whole milk", "Dairy", 5);
    milk.area = Some(MILK_AREA);
    let bags = line("TRASH BAGS", "Trash bags", "Household", 365);
    let mut read = receipt(vec![milk, line("BNNAS", "Bananas", "Fruit", 4), bags], &["EUROPE", "Summe 9,17 EUR"]);
    (read.total, read.balanced, read.off_by) = (Some(9.17), Some(false), Some(3.2));
    let photos = [picture(1), picture(3)];
    server.reader.script(&photos.concat(), Ok(read));
    (server, photos)
}

async fn upload(server: &TestServer, user: &str, photo: &[u8]) -> String {
    let made = server.create("/api/receipts", user, &json!({"length": photo.len()})).await;
    let key = made["receiptKey"].as_str().unwrap();
    let (owner, id) = (UserId::parse(user).unwrap(), Uuid::try_parse(key).unwrap());
    server.receipts.put(&Receipts::upload_key(&owner, id), photo.to_vec()).await.unwrap();
    key.to_owned()
}

async fn extract_photos(server: &TestServer, photos: &[Vec<u8>; 2]) -> Value {
    let keys = [upload(server, "anna", &photos[0]).await, upload(server, "anna", &photos[1]).await];
    server.post("/api/extract").by("anna").json(&json!({"receiptKeys": keys})).expect(200).await
}

#[tokio::test]
async fn reads_several_uploads_as_one_receipt_and_returns_each_photo() {
    let (server, photos) = with_two_photos().await;
    let keys = [upload(&server, "anna", &photos[0]).await, upload(&server, "anna", &photos[1]).await];
    server.post("/api/extract").by("ben").json(&json!({"receiptKeys": keys})).expect(422).await;
    let read = server.post("/api/extract").by("anna").json(&json!({"receiptKeys": keys})).expect(200).await;
    let session = read["sessionId"].as_str().unwrap();
    assert_eq!(list(&server, "anna", "/api/scan-sessions").await[0]["pictures"], 2);
    for (n, photo) in photos.iter().enumerate() {
        let shown = server.get(&format!("/api/scan-sessions/{session}/pictures/{n}")).by("anna").send().await;
        assert_eq!((shown.status.as_u16(), &shown.bytes[..]), (200, &photo[..]));
        assert_eq!(shown.headers["content-type"], "image/jpeg");
        assert_eq!(shown.headers["cache-control"], "private, max-age=3600");
        assert_eq!(shown.headers["vary"], "authorization");
    }
    // The uploaded photos, whose metadata has their location, are deleted.
    let again = server.post("/api/extract").by("anna").json(&json!({"receiptKeys": keys})).expect(422).await;
    assert_eq!(again["field"], "receiptKeys");
}

#[tokio::test]
async fn returns_same_bytes_for_missing_and_foreign_pictures() {
    let (server, photos) = with_two_photos().await;
    let session = extract_photos(&server, &photos).await["sessionId"].as_str().unwrap().to_owned();
    let mut responses = vec![];
    for (user, id, n) in [
        ("ben", session.as_str(), "0"),
        ("anna", session.as_str(), "2"),
        ("anna", session.as_str(), "-1"),
        ("anna", session.as_str(), "99999999999999999999"),
        ("anna", session.as_str(), "..%2F0"),
        ("anna", session.as_str(), "%FF"),
        ("anna", "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f", "0"),
        ("anna", "nonsense", "0"),
    ] {
        let response = server.get(&format!("/api/scan-sessions/{id}/pictures/{n}")).by(user).send().await;
        assert_eq!(response.status.as_u16(), 404, "{user} {n}");
        responses.push(response.bytes);
    }
    responses.dedup();
    assert_eq!(responses.len(), 1);
}

#[tokio::test]
async fn keeps_transcripts_for_ninety_days() {
    let (server, photos) = with_two_photos().await;
    let read = extract_photos(&server, &photos).await;
    assert_fields(&read, &json!({"total": 9.17, "offBy": 3.2}));
    let session = read["sessionId"].as_str().unwrap();
    let listed = &list(&server, "anna", "/api/scan-sessions").await[0];
    assert_fields(listed, &json!({"total": 9.17, "currency": "EUR"}));
    let path = format!("/api/scan-sessions/{session}/receipt");
    let receipt = server.get(&path).by("anna").expect(200).await;
    assert_fields(&receipt, &json!({"id": session, "store": "Corner Market", "pictures": 2}));
    assert_fields(&receipt, &json!({"total": 9.17, "currency": "EUR", "offBy": 3.2}));
    assert_eq!(receipt["keptUntil"], "2027-02-19T08:00:00.000Z");
    let (lines, items) = (&receipt["lines"], &read["items"]);
    assert_eq!((&lines[0]["itemId"], &lines[1]["itemId"]), (&items[0]["id"], &items[1]["id"]));
    assert_eq!(lines[0]["place"]["photo"], 1);
    assert!((lines[0]["place"]["top"].as_f64().unwrap() - 0.25).abs() < 1e-4);
    assert_eq!(lines[1].get("place"), None);
    let bags = &receipt["skipped"][0];
    assert_fields(bags, &json!({"name": "Trash bags", "shelfLifeDays": 365, "price": 1.99}));
    server.get(&path).by("ben").expect(404).await;
    server.advance(TimeDelta::days(90));
    let late = server.get(&path).by("anna").expect(200).await;
    assert_fields(&late, &json!({"pictures": 0, "skipped": [], "total": 9.17}));
    assert_eq!(late["lines"].as_array().unwrap().len(), 2);
    server.get(&format!("/api/scan-sessions/{session}/pictures/0")).by("anna").expect(404).await;
}

#[tokio::test]
async fn shows_the_total_of_a_scan_that_an_earlier_version_stored() {
    let (server, photos) = with_two_photos().await;
    let session = extract_photos(&server, &photos).await["sessionId"].as_str().unwrap().to_owned();
    let (anna, id) = (UserId::parse("anna").unwrap(), SessionId::parse(&session).unwrap());
    let scan = server.deps.store.session_get(&anna, id).await.unwrap().unwrap();
    let transcript = server.deps.store.transcript_get(&anna, id).await.unwrap().unwrap();
    server.deps.store.row_delete_all(vec![keys::session(&anna, id), keys::transcript(&anna, id)]).await.unwrap();
    let earlier = ScanSession { total: None, ..scan.clone() };
    let transcript = Transcript { total: scan.total, ..transcript };
    let writes = vec![Write::session_create(&earlier), Write::transcript_create(&earlier, &transcript)];
    server.deps.store.commit(writes, None).await.unwrap();
    assert_eq!(list(&server, "anna", "/api/scan-sessions").await[0].get("total"), None);
    let receipt = server.get(&format!("/api/scan-sessions/{session}/receipt")).by("anna").expect(200).await;
    assert_fields(&receipt, &json!({"total": 9.17, "currency": "EUR"}));
}

#[tokio::test]
async fn exports_prices_and_keeps_them_when_items_are_added_again() {
    let (server, photos) = with_two_photos().await;
    let read = extract_photos(&server, &photos).await;
    let milk = &read["items"][0];
    assert_fields(milk, &json!({"price": 1.99, "currency": "EUR"}));
    let export = server.get("/api/user/export").by("anna").expect(200).await;
    assert!(export["items"].as_array().unwrap().iter().all(|item| item["price"] == 1.99 && item["currency"] == "EUR"));
    let table = server.get("/api/user/export?format=csv").by("anna").send().await;
    let table = String::from_utf8(table.bytes.clone()).unwrap();
    assert!(table.lines().next().unwrap().contains(",price,currency,location,"), "{table}");
    assert!(table.lines().nth(1).unwrap().contains(",1.99,EUR,fridge,"), "{table}");
    server.advance(TimeDelta::days(30));
    let body = json!({"sessionId": read["sessionId"]});
    let again = server.post("/api/re-add-items").by("anna").json(&body).expect(200).await;
    assert_fields(&again["items"][0], &json!({"price": 1.99, "currency": "EUR"}));
}

/// Lengths of an upload at and beyond the limits, with the expected status and the field of a refusal.
pub fn upload_limit_cases() -> [(Value, u16, &'static str); 6] {
    [
        (json!({"length": 10_485_760}), 201, ""),
        (json!({"length": 10_485_761}), 413, ""),
        (json!({"length": 0}), 422, "length"),
        (json!({"length": -1}), 422, "length"),
        (json!({"length": "all"}), 422, "length"),
        (json!({}), 422, "length"),
    ]
}

/// Invalid pictures of a receipt, with the expected status and the field of the refusal.
pub fn picture_limit_cases(missing_id: &str) -> [(Value, u16, &'static str); 10] {
    [
        (json!({}), 422, "imageBase64"),
        (json!({"imageBase64": ""}), 422, "imageBase64"),
        (json!({"imageBase64": "aGk="}), 415, ""),
        (json!({"imageBase64": "%%%"}), 422, "imageBase64"),
        (json!({"imageBase64": 7}), 422, "imageBase64"),
        (json!({"receiptKey": "../../x"}), 422, "receiptKey"),
        (json!({"receiptKey": missing_id}), 422, "receiptKey"),
        (json!({"receiptKeys": [missing_id]}), 422, "receiptKeys"),
        (json!({"receiptKeys": vec![missing_id; 9]}), 422, "receiptKeys"),
        (json!({"receiptKeys": []}), 422, "imageBase64"),
    ]
}

/// All unread uploads together may have 4 GiB; a household and an address may each have an eighth.
#[tokio::test]
async fn reserves_an_eighth_of_the_space_for_one_address() {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    let ask = async |user: &str, address: &str| {
        let call = server.post("/api/receipts").by(user).header("true-client-ip", address);
        call.json(&json!({"length": 10 << 20})).send().await
    };
    for n in 0..51 {
        ask(&format!("user{}", n % 12), "203.0.113.1").await.expect(201);
    }
    ask("user12", "203.0.113.1").await.refused(503, "no_room");
    // The loop above gave user1 five of the household's 51.
    for n in 0..46 {
        ask("user1", &format!("203.0.113.{}", 2 + n)).await.expect(201);
    }
    ask("user1", "203.0.113.99").await.refused(503, "no_room");
    ask("ben", "203.0.113.99").await.expect(201);
    server.advance(TimeDelta::minutes(11));
    ask("user12", "203.0.113.1").await.expect(201);
}
