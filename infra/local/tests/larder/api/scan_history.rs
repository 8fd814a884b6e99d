//! Tests past scans: their items created again, added to the list, and dated by the receipt.

use super::scans::{extract, list, with_receipt};
use crate::server::{TestServer, assert_fields, line, names, picture, receipt};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

#[tokio::test]
async fn creates_items_of_a_past_scan_again_from_today() {
    let (server, picture) = with_receipt().await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    let session = extracted["sessionId"].as_str().unwrap();
    server.advance(TimeDelta::days(30));
    assert!(list(&server, "anna", "/api/items").await.is_empty());
    let again = server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).expect(200).await;
    assert_eq!(again["items"].as_array().unwrap().len(), 2);
    let items = list(&server, "anna", "/api/items").await;
    assert_eq!(items[0]["status"], "fresh");
    assert_eq!(items.len(), 2);
    let once_more = server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).expect(200).await;
    assert_eq!(once_more["items"].as_array().unwrap().len(), 0, "what is active stays as it is");
    server.post("/api/re-add-items").by("ben").json(&json!({"sessionId": session})).expect(404).await;
}

#[tokio::test]
async fn creates_items_of_a_past_scan_again_once_under_concurrent_requests() {
    let (server, picture) = with_receipt().await;
    let extracted = extract(&server, "anna", &picture).await.expect(200);
    server.advance(TimeDelta::days(30));
    let body = json!({"sessionId": extracted["sessionId"]});
    let re_add = |_| server.post("/api/re-add-items").by("anna").json(&body).expect(200);
    let added = join_all((0..3).map(re_add)).await;
    assert_eq!(added.iter().map(|reply| reply["items"].as_array().unwrap().len()).sum::<usize>(), 2, "{added:?}");
    assert_eq!(list(&server, "anna", "/api/items").await.len(), 2);
}

#[tokio::test]
async fn adds_items_of_a_past_scan_to_the_list_once() {
    let (server, picture) = with_receipt().await;
    let session = extract(&server, "anna", &picture).await.expect(200)["sessionId"].as_str().unwrap().to_owned();
    let path = format!("/api/scan-sessions/{session}/add-to-shopping-list");
    let added = server.post(&path).by("anna").json(&json!({})).expect(200).await;
    assert_eq!(added["message"], "2 items added to your shopping list.");
    server.post(&path).by("anna").expect(200).await;
    let rows = list(&server, "anna", "/api/shopping-list").await;
    assert_eq!(rows.len(), 2, "what is on the list is not put on it twice");
    assert_eq!(added["added"], json!([rows[0]["id"], rows[1]["id"]]));
    assert_eq!(rows[1]["category"], "Fruits", "the list's aisle, not the item's category");
}

/// Scans a receipt that was printed on that day: milk for five days, ham for thirty.
async fn scan_printed_on(server: &TestServer, day: &str) -> Value {
    let items = vec![line("WHL MILK", "Whole milk", "Dairy", 5), line("HAM", "Ham", "Meat", 30)];
    let mut read = receipt(items, &["corner shop", "milk 1.99", "ham 4.99"]);
    read.date = day.parse().ok();
    server.reader.script(&picture(11), Ok(read));
    extract(server, "anna", &picture(11)).await.expect(200)
}

#[tokio::test]
async fn counts_shelf_lives_from_the_printed_day() {
    let server = TestServer::start().await;
    let read = scan_printed_on(&server, "2026-10-31").await;
    assert_fields(&read, &json!({"printedOn": "2026-10-31", "purchasedOn": "2026-10-31"}));
    let items = list(&server, "anna", "/api/items").await;
    assert_eq!(items.len(), 2, "what is long past is shown and not swept away unseen");
    assert_fields(&items[0], &json!({"status": "expired", "expiresAt": "2026-11-05T23:59:59.999Z"}));
    assert_fields(&items[1], &json!({"purchasedOn": "2026-10-31", "expiresAt": "2026-11-30T23:59:59.999Z"}));
    let session = &list(&server, "anna", "/api/scan-sessions").await[0];
    assert_eq!(session["purchasedOn"], "2026-10-31");
}

#[tokio::test]
async fn keeps_the_dates_of_items_added_again_when_the_purchase_day_changes() {
    let (server, picture) = with_receipt().await;
    let session = extract(&server, "anna", &picture).await.expect(200)["sessionId"].as_str().unwrap().to_owned();
    server.advance(TimeDelta::days(30));
    server.post("/api/re-add-items").by("anna").json(&json!({"sessionId": session})).expect(200).await;
    let dates = async || {
        let items = list(&server, "anna", "/api/items").await;
        items.iter().map(|item| (item["expiresAt"].clone(), item["purchasedOn"].clone())).collect::<Vec<_>>()
    };
    let before = dates().await;
    assert!(before.len() == 2 && before[0].1 == "2026-12-21", "{before:?}");
    let path = format!("/api/scan-sessions/{session}");
    server.patch(&path).by("anna").json(&json!({"purchasedOn": "2026-11-19"})).expect(200).await;
    assert_eq!(dates().await, before);
}

#[tokio::test]
async fn takes_no_future_or_old_day_as_purchase_until_the_user_sets_one() {
    for printed in ["2026-11-24", "2026-09-21"] {
        let server = TestServer::start().await;
        let read = scan_printed_on(&server, printed).await;
        assert!(read["printedOn"].is_string() && read.get("purchasedOn").is_none(), "{printed}");
        assert_eq!(read["items"][0]["expiresAt"], "2026-11-26T23:59:59.999Z");
        let (session, ham) = (read["sessionId"].as_str().unwrap(), read["items"][1]["id"].as_str().unwrap());
        let chosen = json!({"expiresOn": "2026-12-24", "dateKind": "best_before"});
        server.patch(&format!("/api/items/{ham}")).by("anna").json(&chosen).expect(200).await;
        let path = format!("/api/scan-sessions/{session}");
        let set_day =
            async |day: &str| server.patch(&path).by("anna").json(&json!({"purchasedOn": day})).expect(200).await;
        assert_eq!(set_day("2026-11-18").await["purchasedOn"], "2026-11-18");
        set_day("2026-11-20").await;
        set_day("2026-11-20").await;
        let items = list(&server, "anna", "/api/items").await;
        assert_eq!(items[0]["expiresAt"], "2026-11-25T23:59:59.999Z", "{printed}");
        let bags = json!({"name": "Bin bags", "scanSessionId": session, "expiresAt": "2026-11-27T08:00:00.000Z"});
        let bags = server.create("/api/items", "anna", &bags).await;
        assert_eq!(bags["purchasedOn"], "2026-11-20", "an added line was bought on the same day");
        assert_eq!(items[1]["expiresOn"], "2026-12-24", "a day that a person picked stays");
        server.patch(&path).by("ben").json(&json!({"purchasedOn": "2026-11-20"})).expect(404).await;
    }
}

#[tokio::test]
async fn leaves_misread_items_out_and_adds_those_of_skipped_lines() {
    let (server, picture) = with_receipt().await;
    let read = extract(&server, "anna", &picture).await.expect(200);
    let (session, bananas) = (read["sessionId"].as_str().unwrap(), read["items"][1]["id"].as_str().unwrap());
    let misread = json!({"outcome": "misread"});
    server.patch(&format!("/api/items/{bananas}/delete")).by("anna").json(&misread).expect(200).await;
    let bags = json!({"name": "Bin bags", "category": "Household", "scanSessionId": session,
        "price": 1.99, "currency": "EUR"});
    let bags = server.create("/api/items", "anna", &bags).await;
    assert_fields(&bags, &json!({"price": 1.99, "currency": "EUR"}));
    assert_eq!(bags["scanSessionId"].as_str(), Some(session));
    let all = server.names("anna", &format!("/api/scan-sessions/{session}/all-items")).await;
    assert_eq!(all, ["Whole milk", "Bananas", "Bin bags"]);
    let export = server.get("/api/user/export").by("anna").expect(200).await;
    assert_eq!(export["scanSessions"][0]["itemIds"].as_array().unwrap().last(), Some(&bags["id"]));
    server.post(&format!("/api/scan-sessions/{session}/add-to-shopping-list")).by("anna").expect(200).await;
    let mut listed = server.names("anna", "/api/shopping-list").await;
    listed.sort();
    assert_eq!(listed, ["Bin bags", "Whole milk"]);
    server.advance(TimeDelta::days(30));
    let body = json!({"sessionId": session});
    let again = server.post("/api/re-add-items").by("anna").json(&body).expect(200).await;
    assert_eq!(names(&again["items"]), ["Whole milk", "Bin bags"]);
    // An item cannot be added to another user's scan.
    let foreign = server.create("/api/items", "ben", &json!({"name": "Salt", "scanSessionId": session})).await;
    assert_eq!(foreign["scanSessionId"], Value::Null);
}

#[tokio::test]
async fn changes_the_day_of_purchase_of_imported_items_like_that_of_others() {
    let (server, picture) = with_receipt().await;
    let session = extract(&server, "anna", &picture).await.expect(200)["sessionId"].as_str().unwrap().to_owned();
    let chosen = json!({"name": "Rice", "scanSessionId": session, "expiresOn": "2026-12-24"});
    server.create("/api/items", "anna", &chosen).await;
    let export = server.get("/api/user/export").by("anna").expect(200).await;
    let file = super::file_imports::file(export.to_string());
    server.post("/api/user/import").by("ben").json(&file).expect(200).await;
    let mut days: [Vec<Value>; 2] = [vec![], vec![]];
    for (user, days) in ["anna", "ben"].into_iter().zip(&mut days) {
        let path = format!("/api/scan-sessions/{session}");
        server.patch(&path).by(user).json(&json!({"purchasedOn": "2026-11-19"})).expect(200).await;
        *days = list(&server, user, "/api/items").await.iter().map(|item| item["expiresOn"].clone()).collect();
    }
    assert_eq!(days[0], days[1], "estimates follow the day of purchase, chosen days do not");
}
