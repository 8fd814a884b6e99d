//! Tests the list of several devices: `ETag` and poll interval, and that no change undoes another device's.

use crate::house::{add_row, create_shared_larder, sign_up, text};
use crate::server::{TestServer, assert_fields, line, picture, picture_body, receipt};
use chrono::TimeDelta;
use serde_json::json;

#[tokio::test]
async fn sends_304_and_poll_interval_in_shared_larders_only() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let (laptop, phone) = create_shared_larder(&server).await;
    for path in ["/api/shopping-list", "/api/items", "/api/household", "/api/codes"] {
        for (token, poll) in [(&alone.id_token, None), (&laptop.id_token, Some("20"))] {
            let first = server.get(path).bearer(token).send().await;
            assert_eq!(first.status, 200);
            let tag = first.headers["etag"].to_str().unwrap();
            assert!(tag.starts_with("W/\""), "{tag}");
            assert_eq!(first.headers["cache-control"], "no-store");
            let again = server.get(path).bearer(token).header("if-none-match", tag).send().await;
            assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path}");
            assert_eq!(again.headers["etag"], first.headers["etag"]);
            for response in [&first, &again] {
                assert_eq!(response.headers.get("larder-poll").map(|value| value.to_str().unwrap()), poll, "{path}");
            }
        }
    }
    let before = server.get("/api/shopping-list").bearer(&laptop.id_token).send().await;
    add_row(&server, &phone.id_token, "Milk").await.expect(201);
    let tag = before.headers["etag"].to_str().unwrap();
    let after = server.get("/api/shopping-list").bearer(&laptop.id_token).header("if-none-match", tag).send().await;
    assert_eq!(after.expect(200)[0]["name"], "Milk");
}

#[tokio::test]
async fn changes_the_etag_with_the_freshness() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let body = json!({"name": "Milk", "expiresAt": "2026-11-24T08:30:00.000Z"});
    server.post("/api/items").bearer(&alone.id_token).json(&body).expect(201).await;
    let get = || server.get("/api/items").bearer(&alone.id_token);
    let tag = get().send().await.headers["etag"].to_str().unwrap().to_owned();
    get().header("if-none-match", &tag).expect(304).await;
    server.advance(TimeDelta::minutes(31));
    get().header("if-none-match", &tag).expect(200).await;
}

#[tokio::test]
async fn makes_only_an_unchanged_row_pending_and_completes_any() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let row = add_row(&server, &laptop.id_token, "Milk").await.expect(201);
    let path = format!("/api/shopping-list/{}/toggle", text(&row, "id"));
    let toggle = async |token: &str, is_completed: bool, version: Option<u64>| {
        let mut body = json!({"isCompleted": is_completed});
        if let Some(version) = version {
            body["version"] = json!(version);
        }
        server.patch(&path).bearer(token).json(&body).send().await
    };
    let ticked = toggle(&phone.id_token, true, None).await.expect(200);
    assert_eq!(ticked["version"], 2);
    let pending = toggle(&laptop.id_token, false, Some(2)).await.expect(200);
    assert_fields(&pending, &json!({"version": 3, "isCompleted": false}));
    // A repeat after a lost response changes nothing.
    toggle(&laptop.id_token, false, Some(2)).await.expect(200);
    let again = toggle(&phone.id_token, true, Some(1)).await.expect(200);
    assert_eq!(again["version"], 4, "a row is completed whatever its version");
    toggle(&laptop.id_token, false, Some(2)).await.refused(409, "changed_meanwhile");
    toggle(&laptop.id_token, false, None).await.expect(200);
}

#[tokio::test]
async fn keeps_changes_of_other_devices_on_edit() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let row = add_row(&server, &laptop.id_token, "Milk").await.expect(201);
    let path = format!("/api/shopping-list/{}", text(&row, "id"));
    server.patch(&format!("{path}/toggle")).bearer(&phone.id_token).expect(200).await;
    server.patch(&path).bearer(&phone.id_token).json(&json!({"notes": "the blue one"})).expect(200).await;
    let change = json!({"name": "Oat milk", "quantity": 2});
    let changed = server.patch(&path).bearer(&laptop.id_token).json(&change).expect(200).await;
    let of = |field: &str| changed[field].clone();
    assert_eq!(
        ["name", "quantity", "unit", "notes", "isCompleted", "version"].map(of),
        [json!("Oat milk"), json!(2.0), json!("item"), json!("the blue one"), json!(true), json!(4)]
    );
    assert!(changed["changedBy"].is_string());
    // An update without a change writes nothing; an empty text deletes the notes.
    let again = server.patch(&path).bearer(&phone.id_token).json(&change).expect(200).await;
    assert_eq!((&again["version"], &again["changedBy"]), (&json!(4), &changed["changedBy"]));
    let bare = server.patch(&path).bearer(&phone.id_token).json(&json!({"notes": ""})).expect(200).await;
    assert_eq!(bare["notes"], json!(null));
    server.delete(&path).bearer(&phone.id_token).expect(200).await;
    server.patch(&path).bearer(&laptop.id_token).json(&change).expect(404).await;
}

#[tokio::test]
async fn names_the_device_that_adds_rows_of_a_receipt_a_recipe_or_a_shared_list() {
    let server = TestServer::start().await;
    let (laptop, _) = create_shared_larder(&server).await;
    let device = text(&add_row(&server, &laptop.id_token, "Milk").await.expect(201), "changedBy").to_owned();
    let post = |path: &str| server.post(path).bearer(&laptop.id_token);
    server.reader.script(&picture(1), Ok(receipt(vec![line("BREAD", "Bread", "Bakery", 3)], &["bread 4.25"])));
    let scan = post("/api/extract").json(&picture_body(&picture(1))).expect(200).await;
    post(&format!("/api/scan-sessions/{}/add-to-shopping-list", text(&scan, "sessionId"))).expect(200).await;
    post("/api/shopping-list/recipe").json(&json!({"recipeIngredient": ["salt"]})).expect(200).await;
    post("/api/shopping-list/import-shared").json(&json!({"items": [{"name": "Tea"}]})).expect(200).await;
    let list = server.get("/api/shopping-list").bearer(&laptop.id_token).expect(200).await;
    assert_eq!(list.as_array().unwrap().len(), 4);
    for row in list.as_array().unwrap() {
        assert_eq!(row["changedBy"], device.as_str(), "{row}");
    }
}

#[tokio::test]
async fn accepts_removing_a_removed_row() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let row = add_row(&server, &laptop.id_token, "Milk").await.expect(201);
    let path = format!("/api/shopping-list/{}", text(&row, "id"));
    assert_eq!(server.delete(&path).bearer(&phone.id_token).expect(200).await["count"], 1);
    let key = uuid::Uuid::from_u128(9);
    assert_eq!(server.delete(&path).bearer(&laptop.id_token).key(key).expect(200).await["count"], 0);
    // With the key of an earlier removal nothing is removed again.
    add_row(&server, &phone.id_token, "Tea").await.expect(201);
    assert_eq!(server.delete(&path).bearer(&laptop.id_token).key(key).expect(200).await["count"], 0);
    let item = server.post("/api/items").bearer(&laptop.id_token).json(&json!({"name": "Ham"})).expect(201).await;
    let path = format!("/api/items/{}/delete", text(&item, "id"));
    for token in [&laptop.id_token, &phone.id_token] {
        let gone = server.patch(&path).bearer(token).json(&json!({"outcome": "tossed"})).expect(200).await;
        assert_fields(&gone, &json!({"itemStatus": "deleted", "outcome": "tossed"}));
    }
}
