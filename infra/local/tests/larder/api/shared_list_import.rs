//! Tests `POST /api/shopping-list/import-shared`, and the cost of sharing.

use super::sharing::{IMPORT, SHARE, add, read, share};
use crate::server::{TestServer, assert_fields};
use domain::id::UserId;
use serde_json::json;
use store::keys;
use uuid::Uuid;

#[tokio::test]
async fn adds_every_row_of_an_import() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let token = share(&server, "anna").await;
    let list = read(&server, &token).await.expect(200);
    let import = json!({"items": list["items"], "sharedBy": list["list"]["ownerName"], "sharedAt": "11/21/2026"});
    let response = server.post(IMPORT).by("ben").json(&import).expect(200).await;
    assert_eq!(response, json!({"message": "Added 1 item to your shopping list.", "imported": 1}));
    let rows = server.get("/api/shopping-list").by("ben").expect(200).await;
    assert_fields(&rows[0], &json!({"name": "Apples", "quantity": 2.0, "notes": "ripe"}));
    assert_ne!(rows[0]["id"], list["items"][0]["id"]);
    let two = json!({"items": [{"name": "Oats"}, {"name": "Flour"}]});
    assert_eq!(
        server.post(IMPORT).by("ben").json(&two).expect(200).await["message"],
        "Added 2 items to your shopping list."
    );
}

#[tokio::test]
async fn rejects_a_delayed_import_of_a_list_no_longer_shared() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let token = share(&server, "anna").await;
    let import = json!({"items": [{"name": "Apples"}], "token": token});
    server.post(IMPORT).by("ben").json(&import).expect(200).await;
    server.delete(&format!("{SHARE}/{token}")).by("anna").expect(200).await;
    for token in [token.as_str(), "no token"] {
        let late = json!({"items": [{"name": "Apples"}], "token": token});
        server.post(IMPORT).by("ben").json(&late).refused(409, "share_ended").await;
    }
    assert_eq!(server.names("ben", "/api/shopping-list").await, ["Apples"]);
}

#[tokio::test]
async fn adds_nothing_twice_on_a_retry_after_a_crash() {
    let server = TestServer::start().await;
    let items: Vec<_> = (0..200).map(|n| json!({"name": format!("thing {n}")})).collect();
    let import = json!({"items": items});
    let key = Uuid::from_u128(8);
    let call = || server.post(IMPORT).by("ben").key(key).json(&import);
    let first = call().send().await;
    assert_eq!(first.bytes, call().send().await.bytes);
    assert_eq!(server.names("ben", "/api/shopping-list").await.len(), 200);
    // As if the process had died between two parts: the rows of the second part and the record are not there.
    let ben = UserId::parse("ben").unwrap();
    let rows = server.deps.store.list_item_list(&ben).await.unwrap();
    let number = |name: &str| name.strip_prefix("thing ").and_then(|n| n.parse::<u32>().ok());
    let later = rows.iter().filter(|row| number(&row.details.name) >= Some(99));
    let later: Vec<_> = later.map(|row| keys::list_item(&ben, row.id)).collect();
    assert_eq!(later.len(), 101);
    server.deps.store.row_delete_all(later).await.unwrap();
    server.deps.store.row_delete_all(vec![keys::idempotency(&ben, key)]).await.unwrap();
    assert_eq!(call().expect(200).await["imported"], 200);
    let names: Vec<_> = server.names("ben", "/api/shopping-list").await;
    let different: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!((names.len(), different.len()), (200, 200));
}
