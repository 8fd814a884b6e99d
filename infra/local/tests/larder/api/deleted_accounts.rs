//! Tests that no row is written for an account that was deleted meanwhile: it would never be erased.

use crate::house::{device_json, sign_up};
use crate::server::TestServer;
use http::Method;
use serde_json::json;
use store::keys;

#[tokio::test]
async fn returns_401_and_writes_nothing_after_the_account_was_deleted_elsewhere() {
    let server = TestServer::start().await;
    let phone = sign_up(&server).await;
    let user = phone.user();
    // From here on this process accepts the token for half a minute without another read.
    server.post("/api/items").bearer(&phone.id_token).json(&json!({"name": "Milk"})).expect(201).await;
    let elsewhere = server.elsewhere().await;
    let gone = elsewhere.post("/identity/v1/accounts:delete").json(&json!({"idToken": phone.id_token})).send().await;
    gone.expect(200);
    let calls = [
        (Method::POST, "/api/items", json!({"name": "Oats"})),
        (Method::POST, "/api/shopping-list", json!({"name": "Oats"})),
        (
            Method::PUT,
            "/api/codes",
            json!({"code": "4006381333931", "name": "Oats", "category": "Pantry", "unit": "box"}),
        ),
        (Method::PUT, "/api/preferences", json!({"notificationTime": "18:00"})),
        (Method::POST, "/api/tokens", json!({"name": "Doorbell", "scopes": ["read"]})),
        (Method::POST, "/api/calendar", json!({})),
        (Method::POST, "/api/household/links", json!({"device": device_json("Phone")})),
        (Method::POST, "/api/user/import", json!({"text": "Name\nOats\n", "target": "items"})),
    ];
    for (method, path, body) in calls {
        for key in [None, Some(uuid::Uuid::from_u128(7))] {
            let call = server.call(method.clone(), path).bearer(&phone.id_token).json(&body).keyed(key);
            assert_eq!(call.status().await, 401, "{path}");
        }
    }
    let mut left = vec![];
    for partition in [keys::user_pk(&user), keys::account_pk(&user)] {
        left.extend(server.partition(partition).await.into_iter().map(|row| row["SK"].clone()));
    }
    assert_eq!(left, ["GONE"], "only the tombstone");
}
