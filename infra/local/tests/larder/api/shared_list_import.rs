//! Tests `POST /api/shopping-list/import-shared`. `faults` tests that one that is cut off is continued.

use super::sharing::{IMPORT, SHARE, add, read, share};
use crate::server::{TestServer, assert_fields};
use serde_json::json;

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
