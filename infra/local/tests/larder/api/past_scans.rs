//! Past scans: tracked again, put on the list, uploaded before.

use super::scans::*;
use crate::server::TestServer;
use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn items_of_a_past_scan_are_tracked_again_from_today() {
    let (server, picture) = with_receipt().await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    let session = extracted["sessionId"].as_str().unwrap();
    server.advance(TimeDelta::days(30));
    assert!(list(&server, "anna", "/api/items").await.is_empty());
    let again =
        server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).send().await.expect(200);
    assert_eq!(again["items"].as_array().unwrap().len(), 2);
    let items = list(&server, "anna", "/api/items").await;
    assert_eq!(items[0]["status"], "fresh");
    assert_eq!(items.len(), 2);
    let once_more =
        server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).send().await.expect(200);
    assert_eq!(once_more["items"].as_array().unwrap().len(), 0, "what is active stays as it is");
    for bad in [json!({"sessionId": Uuid::from_u128(1)}), json!({"sessionId": "nonsense"})] {
        server.post("/api/re-add-items").by("anna").json(&bad).send().await.expect(404);
    }
    server.post("/api/re-add-items").by("anna").json(&json!({})).send().await.expect(422);
}

#[tokio::test]
async fn items_of_a_past_scan_go_onto_the_shopping_list_once() {
    let (server, picture) = with_receipt().await;
    let session = extract(&server, "anna", &picture).await.expect(200)["sessionId"].as_str().unwrap().to_owned();
    let path = format!("/api/scan-sessions/{session}/add-to-shopping-list");
    let added = server.post(&path).by("anna").json(&json!({})).send().await.expect(200);
    assert_eq!(added["message"], "2 items added to your shopping list.");
    server.post(&path).by("anna").send().await.expect(200);
    assert_eq!(
        list(&server, "anna", "/api/shopping-list").await.len(),
        2,
        "what is on the list is not put on it twice"
    );
}

#[tokio::test]
async fn a_foreign_session_and_a_missing_one_answer_the_same_bytes() {
    let (server, picture) = with_receipt().await;
    let session = extract(&server, "anna", &picture).await.expect(200)["sessionId"].as_str().unwrap().to_owned();
    let mut answers = vec![];
    for id in [session.as_str(), "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f", "nonsense"] {
        for call in [
            server.get(&format!("/api/scan-sessions/{id}/all-items")),
            server.post(&format!("/api/scan-sessions/{id}/add-to-shopping-list")),
            server.post("/api/re-add-items").json(&json!({"sessionId": id})),
        ] {
            let answer = call.by("ben").send().await;
            assert_eq!(answer.status.as_u16(), 404);
            answers.push(answer.bytes);
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
}

#[tokio::test]
async fn an_upload_by_key_is_a_users_own() {
    let (server, picture) = with_receipt().await;
    let upload = server.post("/api/receipts").by("anna").json(&json!({"length": 9})).send().await.expect(201);
    let key = upload["receiptKey"].as_str().unwrap();
    assert!(upload["uploadUrl"].as_str().unwrap().contains("&signature="));
    let (anna, id) = (domain::id::UserId::parse("anna").unwrap(), Uuid::try_parse(key).unwrap());
    server.deps.receipts.put(&store::receipts::Receipts::upload_key(&anna, id), picture).await.unwrap();
    server.post("/api/extract").by("ben").json(&json!({"receiptKey": key})).send().await.expect(422);
    server.post("/api/extract").by("anna").json(&json!({"receiptKey": key})).send().await.expect(200);
}

#[tokio::test]
async fn many_accounts_behind_one_address_are_still_one_address() {
    let server =
        TestServer::start_with(&[("LARDER_READINGS_PER_ADDRESS", "5"), ("LARDER_SIGN_UPS_PER_ADDRESS", "3")]).await;
    for n in 0..5 {
        extract(&server, &format!("user{n}"), b"not a picture").await.expect(415);
    }
    extract(&server, "user6", b"not a picture").await.expect(429);
    let sign_up = || server.post("/identity/v1/accounts:signUp").json(&json!({})).send();
    for _ in 0..3 {
        sign_up().await.expect(200);
    }
    let refused = sign_up().await;
    assert_eq!(refused.headers["retry-after"], "3600");
    assert_eq!(refused.expect(429)["error"]["message"], "TOO_MANY_ATTEMPTS_TRY_LATER");
    server.advance(TimeDelta::hours(1));
    extract(&server, "user6", b"not a picture").await.expect(415);
    sign_up().await.expect(200);
}

#[tokio::test]
async fn attempts_are_limited_whether_or_not_they_succeed() {
    let server = TestServer::start().await;
    for _ in 0..60 {
        extract(&server, "anna", b"not a picture").await.expect(415);
    }
    let answer = extract(&server, "anna", b"not a picture").await;
    assert_eq!(answer.headers["retry-after"], "3600");
    assert_eq!(answer.expect(429)["error"], "rate_limited");
    extract(&server, "ben", b"not a picture").await.expect(415);
    server.advance(TimeDelta::hours(1));
    extract(&server, "anna", b"not a picture").await.expect(415);
}
