//! Tests the transfer of a device's data into and out of a shared larder.

use crate::house::{add_row, create_shared_larder, link_device, sign_up};
use crate::server::{self, TestServer, assert_fields};
use serde_json::{Value, json};

async fn bring(server: &TestServer, into: &str, from: &str, dry_run: bool) -> Value {
    let body = json!({"idToken": from, "dryRun": dry_run});
    server.post("/api/household/bring").bearer(into).json(&body).expect(200).await
}

async fn names(server: &TestServer, path: &str, token: &str) -> Vec<String> {
    let list = server.get(path).bearer(token).expect(200).await;
    server::names(&list).into_iter().map(str::to_owned).collect()
}

fn counts(items: usize, list_items: usize, corrections: usize) -> Value {
    json!({"items": items, "listItems": list_items, "corrections": corrections, "codes": 0})
}

#[tokio::test]
async fn copies_everything_once() {
    let server = TestServer::start().await;
    let (old, new) = (sign_up(&server).await, create_shared_larder(&server).await.1);
    let milk = server.post("/api/items").bearer(&old.id_token).json(&json!({"name": "Milk", "notes": "fresh"}));
    milk.expect(201).await;
    add_row(&server, &old.id_token, "Oats").await.expect(201);
    add_row(&server, &new.id_token, "Oats").await.expect(201);
    assert_eq!(
        bring(&server, &new.id_token, &old.id_token, true).await,
        counts(1, 0, 0),
        "the same row at the same moment"
    );
    server.advance(chrono::TimeDelta::seconds(1));
    add_row(&server, &old.id_token, "Tea").await.expect(201);
    assert_eq!(bring(&server, &new.id_token, &old.id_token, true).await, counts(1, 1, 0));
    assert!(names(&server, "/api/items", &new.id_token).await.is_empty(), "a dry run writes nothing");
    assert_eq!(bring(&server, &new.id_token, &old.id_token, false).await, counts(1, 1, 0));
    assert_eq!(bring(&server, &new.id_token, &old.id_token, false).await, counts(0, 0, 0), "a repeat doubles nothing");
    assert_eq!(names(&server, "/api/items", &new.id_token).await, ["Milk"]);
    assert_eq!(names(&server, "/api/shopping-list", &new.id_token).await, ["Oats", "Tea"]);
    let items = server.get("/api/items").bearer(&new.id_token).expect(200).await;
    assert_eq!(items[0]["notes"], "fresh");
    assert_eq!(names(&server, "/api/items", &old.id_token).await, ["Milk"], "the old larder keeps its own");
    assert_eq!(bring(&server, &new.id_token, &new.id_token, false).await, counts(0, 0, 0));
}

#[tokio::test]
async fn does_not_double_an_imported_list() {
    let server = TestServer::start().await;
    let (mine, theirs) = (sign_up(&server).await, sign_up(&server).await);
    let row = |name: &str, quantity: u32| json!({"name": name, "quantity": quantity, "unit": "carton"});
    for (name, quantity) in [("Milk", 2), ("Oats", 1)] {
        let call = server.post("/api/shopping-list").bearer(&theirs.id_token).json(&row(name, quantity));
        call.expect(201).await;
    }
    server.advance(chrono::TimeDelta::seconds(1));
    let import = json!({"items": [row("Milk", 2), row("Oats", 1)], "sharedBy": "Ada"});
    server.post("/api/shopping-list/import-shared").bearer(&mine.id_token).json(&import).expect(200).await;
    server.advance(chrono::TimeDelta::seconds(1));
    // More oats, and something that they do not have.
    for (name, quantity) in [("oats", 3), ("Tea", 1)] {
        let call = server.post("/api/shopping-list").bearer(&mine.id_token).json(&row(name, quantity));
        call.expect(201).await;
    }
    for brought in [2, 0] {
        assert_eq!(bring(&server, &theirs.id_token, &mine.id_token, false).await, counts(0, brought, 0));
        let list = server.get("/api/shopping-list").bearer(&theirs.id_token).expect(200).await;
        let row = |row: &Value| format!("{} {}", row["quantity"].as_f64().unwrap(), row["name"].as_str().unwrap());
        let mut rows: Vec<String> = list.as_array().unwrap().iter().map(row).collect();
        rows.sort();
        assert_eq!(rows, ["1 Oats", "1 Tea", "2 Milk", "3 oats"]);
    }
}

#[tokio::test]
async fn does_not_copy_items_used_up_since() {
    let server = TestServer::start().await;
    let (old, new) = (sign_up(&server).await, sign_up(&server).await);
    server.post("/api/items").bearer(&old.id_token).json(&json!({"name": "Milk"})).expect(201).await;
    bring(&server, &new.id_token, &old.id_token, false).await;
    let items = server.get("/api/items").bearer(&new.id_token).expect(200).await;
    let path = format!("/api/items/{}/archive", items[0]["id"].as_str().unwrap());
    server.patch(&path).bearer(&new.id_token).expect(200).await;
    assert_eq!(bring(&server, &new.id_token, &old.id_token, false).await, counts(0, 0, 0));
}

#[tokio::test]
async fn doubles_nothing_when_copying_back() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    server.post("/api/items").bearer(&laptop.id_token).json(&json!({"name": "Milk"})).expect(201).await;
    add_row(&server, &laptop.id_token, "Oats").await.expect(201);
    let fresh = sign_up(&server).await;
    assert_eq!(bring(&server, &fresh.id_token, &phone.id_token, false).await, counts(1, 1, 0));
    let again = link_device(&server, &laptop.id_token, "Phone again").await;
    assert_eq!(bring(&server, &again.id_token, &fresh.id_token, false).await, counts(0, 0, 0));
}

#[tokio::test]
async fn rejects_too_many_items_before_any_change() {
    let server = TestServer::start().await;
    let (old, new, roomy) = (sign_up(&server).await, sign_up(&server).await, sign_up(&server).await);
    for (phone, count) in [(&old, 800), (&new, 201), (&roomy, 200)] {
        let rows: Vec<String> = (0..count).map(|n| format!("{} {n}", phone.user())).collect();
        let file = json!({"text": format!("Name\n{}", rows.join("\n"))});
        server.post("/api/user/import").bearer(&phone.id_token).json(&file).expect(200).await;
    }
    for dry_run in [true, false] {
        let body = json!({"idToken": old.id_token, "dryRun": dry_run});
        let refused = server.post("/api/household/bring").bearer(&new.id_token).json(&body).expect(409).await;
        assert_fields(&refused, &json!({"error": "too_many_items", "together": 1_001}));
    }
    assert_eq!(names(&server, "/api/items", &new.id_token).await.len(), 201);
    assert_eq!(bring(&server, &roomy.id_token, &old.id_token, false).await, counts(800, 0, 0));
    assert_eq!(names(&server, "/api/items", &roomy.id_token).await.len(), 1_000);
}

#[tokio::test]
async fn copies_barcodes_and_keeps_the_larders_own_names() {
    let server = TestServer::start().await;
    let (old, new) = (sign_up(&server).await, sign_up(&server).await);
    let learn = async |token: &str, code: &str, name: &str| {
        let body = json!({"code": code, "name": name});
        server.put("/api/codes").bearer(token).json(&body).expect(200).await;
    };
    learn(&old.id_token, "4006381333931", "Pens").await;
    learn(&old.id_token, "96385074", "Rice").await;
    learn(&new.id_token, "96385074", "Basmati").await;
    assert_eq!(bring(&server, &new.id_token, &old.id_token, false).await["codes"], 1);
    assert_eq!(names(&server, "/api/codes", &new.id_token).await, ["Basmati", "Pens"]);
}
