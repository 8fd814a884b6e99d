//! `POST /api/shopping-list/import-shared`, and what sharing costs.

use super::sharing::*;
use crate::server::TestServer;
use domain::id::UserId;
use domain::sharing::token_hash;
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
    let answer = server.post(IMPORT).by("ben").json(&import).send().await.expect(200);
    assert_eq!(answer, json!({"message": "Added 1 item to your shopping list.", "imported": 1}));
    let rows = server.get("/api/shopping-list").by("ben").send().await.expect(200);
    assert_eq!(
        (rows[0]["name"].as_str(), rows[0]["quantity"].as_f64(), rows[0]["notes"].as_str()),
        (Some("Apples"), Some(2.0), Some("ripe"))
    );
    assert_ne!(rows[0]["id"], list["items"][0]["id"]);
    let two = json!({"items": [{"name": "Oats"}, {"name": "Flour"}]});
    assert_eq!(
        server.post(IMPORT).by("ben").json(&two).send().await.expect(200)["message"],
        "Added 2 items to your shopping list."
    );
}

#[tokio::test]
async fn refuses_a_waiting_import_of_a_list_no_longer_shared() {
    let server = TestServer::start().await;
    add(&server, "anna", "Apples").await;
    let token = share(&server, "anna").await;
    let import = json!({"items": [{"name": "Apples"}], "token": token});
    server.post(IMPORT).by("ben").json(&import).send().await.expect(200);
    server.delete(&format!("{SHARE}/{token}")).by("anna").send().await.expect(200);
    for token in [token.as_str(), "no token"] {
        let late = json!({"items": [{"name": "Apples"}], "token": token});
        assert_eq!(server.post(IMPORT).by("ben").json(&late).send().await.expect(409)["error"], "share_ended");
    }
    assert_eq!(names(&server, "ben").await, ["Apples"]);
}

#[tokio::test]
async fn accepts_1_to_200_rows_and_names_invalid_one() {
    let server = TestServer::start().await;
    let rows = |n: usize| vec![json!({"name": "Oats"}); n];
    let mut wrong = rows(4);
    wrong[3] = json!({"quantity": 1});
    let mut worse = rows(4);
    worse[2] = json!({"name": "Oats", "quantity": "1"});
    for (items, field) in [
        (json!([]), "items"),
        (json!(rows(201)), "items"),
        (json!(wrong), "items[3].name"),
        (json!(worse), "items[2].quantity"),
        (json!("Oats"), "items"),
        (json!([{"name": "Oats", "notes": "n".repeat(501)}]), "items[0].notes"),
    ] {
        let error = server.post(IMPORT).by("ben").json(&json!({"items": items})).send().await.expect(422);
        assert_eq!(error["field"].as_str(), Some(field), "{error}");
    }
    assert_eq!(server.post(IMPORT).by("ben").json(&json!({})).send().await.expect(422)["field"], "items");
    let long = json!({"items": rows(1), "sharedBy": "x".repeat(61)});
    assert_eq!(server.post(IMPORT).by("ben").json(&long).send().await.expect(422)["field"], "sharedBy");
    assert!(names(&server, "ben").await.is_empty(), "an import adds all of its rows or none");
    assert_eq!(
        server.post(IMPORT).by("ben").json(&json!({"items": rows(200)})).send().await.expect(200)["imported"],
        200
    );
}

#[tokio::test]
async fn stops_an_import_at_five_hundred_rows() {
    let server = TestServer::start().await;
    let import = |n: usize| json!({"items": vec![json!({"name": "Oats"}); n]});
    for n in [200, 200, 99] {
        server.post(IMPORT).by("ben").json(&import(n)).send().await.expect(200);
    }
    assert_eq!(server.post(IMPORT).by("ben").json(&import(2)).send().await.expect(409)["error"], "list_limit_reached");
    server.post(IMPORT).by("ben").json(&import(1)).send().await.expect(200);
    assert_eq!(names(&server, "ben").await.len(), 500);
}

#[tokio::test]
async fn retry_after_crash_adds_nothing_twice() {
    let server = TestServer::start().await;
    let items: Vec<_> = (0..200).map(|n| json!({"name": format!("thing {n}")})).collect();
    let import = json!({"items": items});
    let key = Uuid::from_u128(8);
    let call = || server.post(IMPORT).by("ben").key(key).json(&import);
    let first = call().send().await;
    assert_eq!(first.bytes, call().send().await.bytes);
    assert_eq!(names(&server, "ben").await.len(), 200);
    // As if the process had died between two parts: the rows of the second part and the record are not there.
    let ben = UserId::parse("ben").unwrap();
    let rows = server.deps.store.list_item_list(&ben).await.unwrap();
    let number = |name: &str| name.strip_prefix("thing ").and_then(|n| n.parse::<u32>().ok());
    let later: Vec<_> = rows.iter().filter(|row| number(&row.details.name) >= Some(99)).map(|row| row.id).collect();
    assert_eq!(later.len(), 101);
    server.deps.store.list_item_delete_all(&ben, &later).await.unwrap();
    server.deps.store.row_batch_delete(vec![keys::idempotency(&ben, key)]).await.unwrap();
    assert_eq!(call().send().await.expect(200)["imported"], 200);
    let names: Vec<_> = names(&server, "ben").await;
    let different: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!((names.len(), different.len()), (200, 200));
}

#[tokio::test]
async fn accepts_the_widest_two_hundred_rows_in_one_request_and_no_more() {
    let server = TestServer::start().await;
    let row = json!({"name": "🍞".repeat(200), "category": "🍞".repeat(50), "unit": "🍞".repeat(30),
        "notes": "🍞".repeat(500)});
    let import = json!({"items": vec![row; 200]}).to_string();
    assert!(import.len() > 256 * 1024, "{}", import.len());
    server.post(IMPORT).by("ben").raw(&import).send().await.expect(200);
    server.post(IMPORT).by("ben").raw("x".repeat(1024 * 1024 + 1)).send().await.expect(413);
}

#[tokio::test]
async fn answers_401_without_a_good_token_except_for_the_reading() {
    let server = TestServer::start().await;
    let token = share(&server, "anna").await;
    for bearer in [None, Some("nonsense")] {
        let calls = [
            server.post(SHARE),
            server.get(SHARES),
            server.delete(&format!("{SHARE}/{token}")),
            server.delete(&format!("{SHARES}/{}", token_hash(&token))),
            server.post(IMPORT),
        ];
        for call in calls {
            let call = call.raw("no json");
            let call = if let Some(bearer) = bearer { call.bearer(bearer) } else { call };
            call.send().await.expect(401);
        }
    }
    server.get(&format!("/api/shared-list/{token}")).bearer("nonsense").send().await.expect(200);
}

#[tokio::test]
async fn capacity_follows_the_size_of_the_list() {
    let server = TestServer::start().await;
    for n in 0..40 {
        add(&server, "anna", &format!("thing {n}")).await;
    }
    let meter = server.deps.store.meter.clone();
    let before = meter.spent();
    let token = share(&server, "anna").await;
    let shared = meter.spent() - before;
    // A snapshot of some 8 kB, the owner's entry and a line of statistics, at the double price of a transaction.
    assert!(shared.write_units <= 24.0 && shared.read_units <= 4.0, "{shared:?}");
    let before = meter.spent();
    read(&server, &token).await.expect(200);
    let reading = meter.spent() - before;
    assert!(reading.read_units <= 3.0 && reading.write_units <= 1.0 && reading.calls == 2, "{reading:?}");
}
