//! Tests `/api/shopping-list/share…` and `/api/shared-list/{token}`; `shared_list_import.rs` tests the import of a list.

use crate::server::{TestResponse, TestServer, assert_fields};
use chrono::TimeDelta;
use domain::digest::hash;
use domain::id::UserId;
use serde_json::{Value, json};
use store::keys;
use uuid::Uuid;

pub(super) const SHARE: &str = "/api/shopping-list/share";
pub(super) const SHARES: &str = "/api/shopping-list/shares";
pub(super) const IMPORT: &str = "/api/shopping-list/import-shared";
/// A token of no share.
pub(crate) const UNKNOWN: &str = "0123456789ABCDEFGHIJKL";

pub(super) async fn add(server: &TestServer, user: &str, name: &str) -> String {
    let body = json!({"name": name, "category": "Fruits", "quantity": 2, "unit": "bag", "notes": "ripe"});
    server.create("/api/shopping-list", user, &body).await["id"].as_str().unwrap().to_owned()
}

pub(super) async fn share(server: &TestServer, user: &str) -> String {
    let shared = server.create(SHARE, user, &json!({"shareType": "full", "ownerName": "Ada"})).await;
    shared["token"].as_str().unwrap().to_owned()
}

pub(super) async fn read(server: &TestServer, token: &str) -> TestResponse {
    server.get(&format!("/api/shared-list/{token}")).send().await
}

#[tokio::test]
async fn returns_a_shared_list_by_link() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let done = add(&server, "anna", "Pears").await;
    server.patch(&format!("/api/shopping-list/{done}/toggle")).by("anna").expect(200).await;
    let request = json!({"shareType": "full", "title": "Saturday", "description": "Barbecue", "ownerName": "Ada"});
    let created = server.create(SHARE, "anna", &request).await;
    let token = created["token"].as_str().unwrap();
    assert!(token.len() == 22 && token.bytes().all(|b| b.is_ascii_alphanumeric()), "{token}");
    assert_eq!(created["url"], format!("{}/shared/{token}", server.deps.config.site_url));
    assert_fields(&created, &json!({"itemCount": 1, "expiresAt": "2026-12-21T08:00:00.000Z"}));
    let list = read(&server, token).await.expect(200);
    let id = list["items"][0]["id"].clone();
    assert_eq!(
        list,
        json!({"list": {"title": "Saturday", "description": "Barbecue", "ownerName": "Ada",
            "createdAt": "2026-11-21T08:00:00.000Z"},
            "items": [{"id": id, "name": "Apples", "category": "Fruits", "quantity": 2.0, "unit": "bag",
                "notes": "ripe"}]})
    );
}

#[tokio::test]
async fn returns_same_bytes_for_invalid_share_tokens() {
    let server = TestServer::start().await;
    let (ended, revoked) = (share(&server, "anna").await, share(&server, "anna").await);
    server.delete(&format!("{SHARE}/{revoked}")).by("anna").expect(200).await;
    let mut responses = vec![read(&server, &revoked).await.bytes];
    server.advance(TimeDelta::days(30) - TimeDelta::milliseconds(1));
    read(&server, &ended).await.expect(200);
    server.advance(TimeDelta::milliseconds(1));
    for token in [
        ended.as_str(),
        UNKNOWN,
        "short",
        &"x".repeat(23),
        "%00",
        "0123456789ABCDEFGHIJK-",
        "0123456789ABCDEFGHIJ%C3%A4",
    ] {
        let response = read(&server, token).await;
        assert_eq!(response.status.as_u16(), 404, "{token}");
        responses.push(response.bytes);
    }
    responses.dedup();
    assert_eq!(responses.len(), 1);
}

#[tokio::test]
async fn ends_a_share_by_its_token_or_its_id_for_the_owner() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let (first, second) = (share(&server, "anna").await, share(&server, "anna").await);
    let shares = server.get(SHARES).by("anna").expect(200).await;
    assert_eq!(shares.as_array().unwrap().len(), 2);
    assert!(!shares.to_string().contains(&first) && !shares.to_string().contains(&second), "no tokens");
    assert_fields(&shares[0], &json!({"itemCount": 1, "title": "My Shopping List"}));
    server.delete(&format!("{SHARE}/{first}")).by("anna").expect(200).await;
    server.delete(&format!("{SHARES}/{}", hash(&second))).by("anna").expect(200).await;
    for token in [&first, &second] {
        read(&server, token).await.expect(404);
        server.delete(&format!("{SHARE}/{token}")).by("anna").expect(404).await;
    }
    assert_eq!(server.get(SHARES).by("anna").expect(200).await, json!([]));
    let row: Value = server.deps.store.row_get(keys::shared_list(&hash(&first)), true).await.unwrap().unwrap();
    assert!(!row.to_string().contains("Apples"), "an ended share keeps none of its rows: {row}");
}

#[tokio::test]
async fn stores_no_token_in_the_table() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let anna = UserId::parse("anna").unwrap();
    for key in [None, Some(Uuid::from_u128(5))] {
        let call = server.post(SHARE).by("anna").json(&json!({"ownerName": "Ada"})).keyed(key);
        let token = call.expect(201).await["token"].as_str().unwrap().to_owned();
        let own = server.partition(keys::user_pk(&anna)).await;
        let snapshot: Value = server.deps.store.row_get(keys::shared_list(&hash(&token)), true).await.unwrap().unwrap();
        assert!(own.len() >= 3, "the row, the share and the statistics");
        for row in own.iter().chain([&snapshot]) {
            assert!(!row.to_string().contains(&token), "{row}");
        }
    }
}

#[tokio::test]
async fn rejects_a_list_that_fits_into_no_row() {
    let server = TestServer::start().await;
    let row = json!({"name": "🍞".repeat(200), "category": "🍞".repeat(50), "unit": "🍞".repeat(30),
        "notes": "🍞".repeat(500)});
    let import = json!({"items": vec![row; 200]});
    server.post(IMPORT).by("anna").json(&import).expect(200).await;
    server.post(SHARE).by("anna").json(&json!({"ownerName": "Ada"})).refused(413, "too_large").await;
    let rows = server.get("/api/shopping-list").by("anna").expect(200).await;
    let some: Vec<_> = rows.as_array().unwrap().iter().take(100).map(|row| &row["id"]).collect();
    let request = json!({"ownerName": "Ada", "shareType": "selected", "selectedItemIds": some});
    let created = server.create(SHARE, "anna", &request).await;
    let shared = read(&server, created["token"].as_str().unwrap()).await.expect(200);
    assert_eq!(shared["items"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn rejects_the_hundred_and_first_open_share_with_a_message() {
    let server = TestServer::start().await;
    let mut last = String::new();
    for _ in 0..100 {
        last = share(&server, "anna").await;
    }
    let body = json!({"ownerName": "Ada"});
    server.post(SHARE).by("anna").json(&body).refused(409, "share_limit_reached").await;
    server.delete(&format!("{SHARE}/{last}")).by("anna").expect(200).await;
    server.create(SHARE, "anna", &body).await;
}

#[tokio::test]
async fn limits_reads_by_list_and_guesses_by_address() {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    let [annas_token, bens_token] = [share(&server, "anna").await, share(&server, "ben").await];
    let from = |address: &str, token: &str| {
        server.get(&format!("/api/shared-list/{token}")).header("true-client-ip", address).send()
    };
    // Both limits are 120 a minute.
    for _ in 0..120 {
        from("203.0.113.7", &annas_token).await.expect(200);
        from("203.0.113.7", UNKNOWN).await.expect(404);
    }
    let refused = from("203.0.113.8", &annas_token).await;
    assert_eq!(refused.headers["retry-after"], "60");
    refused.refused(429, "rate_limited");
    from("203.0.113.7", UNKNOWN).await.expect(429);
    from("203.0.113.8", UNKNOWN).await.expect(404);
    from("203.0.113.7", &bens_token).await.expect(200);
    server.advance(TimeDelta::seconds(60));
    from("203.0.113.7", &annas_token).await.expect(200);
}

/// A client chooses its idempotency keys, and they go through logs and proxies: only the server may be able to
/// derive a secret from one.
#[tokio::test]
async fn derives_tokens_from_a_secret_of_the_server() {
    let key = Uuid::from_u128(7);
    let mut tokens = vec![];
    for secret in ["the key that the first server has", "the key that the second server has"] {
        let server = TestServer::start_with(&[("LARDER_DERIVATION_KEY", secret)]).await;
        server.create("/api/shopping-list", "anna", &json!({"name": "Oats"})).await;
        let share = || server.post(SHARE).by("anna").key(key).json(&json!({"ownerName": "Ada"}));
        let token = share().expect(201).await["token"].as_str().unwrap().to_owned();
        assert_eq!(share().expect(201).await["token"], *token, "the repeated request");
        let calendar = server.post("/api/calendar").by("anna").key(key).json(&json!({})).expect(201).await;
        assert!(!calendar["url"].as_str().unwrap().contains(&token), "the same key, another kind of token");
        tokens.push(token);
    }
    assert_ne!(tokens[0], tokens[1], "the same user and key on another server");
}
