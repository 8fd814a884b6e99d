//! Tests what an import and its undo leave of the changes that a person makes meanwhile, and jobs that were interrupted.

use super::files::{export, exported_item as item, file};
use super::scans::list;
use crate::server::{TestServer, assert_fields};
use chrono::TimeDelta;
use domain::id::UserId;
use serde_json::json;
use store::{Job, JobKind};
use uuid::Uuid;

const IMPORT: &str = "/api/user/import";

async fn names(server: &TestServer, path: &str) -> Vec<String> {
    let mut names = server.names("anna", path).await;
    names.sort();
    names
}

#[tokio::test]
async fn keeps_later_changes_on_undo() {
    let server = TestServer::start().await;
    let row = |n: u128, name: &str| {
        json!({"id": Uuid::from_u128(n), "name": name, "category": "Other", "quantity": 1, "unit": "bag",
            "addedAt": "2026-11-20T08:00:00.000Z"})
    };
    let session = json!({"id": Uuid::from_u128(9), "scannedAt": "2026-11-20T08:00:00.000Z", "textHash": "abc",
        "imageHash": "def"});
    let lists = json!({"items": [item(1, "Milk"), item(2, "Rice"), item(3, "Salt")],
        "shoppingList": [row(4, "Flour"), row(5, "Oats")], "scanSessions": [session]});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    let path = |n: u128| format!("/api/items/{}", Uuid::from_u128(n));
    server.patch(&path(1)).by("anna").json(&json!({"name": "Oat milk"})).expect(200).await;
    server.patch(&format!("{}/archive", path(2))).by("anna").expect(200).await;
    let toggle = format!("/api/shopping-list/{}/toggle", Uuid::from_u128(4));
    server.patch(&toggle).by("anna").expect(200).await;
    let bought = json!({"purchasedOn": "2026-11-19"});
    let scan = format!("/api/scan-sessions/{}", Uuid::from_u128(9));
    server.patch(&scan).by("anna").json(&bought).expect(200).await;
    server.delete(IMPORT).by("anna").expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Oat milk"]);
    assert_eq!(names(&server, "/api/items/archived").await, ["Rice"]);
    assert_eq!(names(&server, "/api/shopping-list").await, ["Flour"]);
    assert_eq!(list(&server, "anna", "/api/scan-sessions").await.len(), 1);
}

#[tokio::test]
async fn keeps_later_changes_of_preferences_on_undo() {
    let server = TestServer::start().await;
    let place = |n: u128, name: &str| json!({"id": Uuid::from_u128(n), "name": name, "storage": "pantry"});
    let lists =
        json!({"preferences": {"timeZone": "Europe/Berlin", "listUsedUp": true, "places": [place(1, "Cellar")]}});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    let added = json!({"places": [place(1, "Cellar"), place(2, "Garage")], "aisles": ["Fruits"]});
    server.put("/api/preferences").by("anna").json(&added).expect(200).await;
    server.delete(IMPORT).by("anna").expect(200).await;
    let preferences = server.get("/api/preferences").by("anna").expect(200).await;
    assert_eq!((&preferences["places"], &preferences["aisles"]), (&added["places"], &added["aisles"]));
    assert_fields(&preferences, &json!({"timeZone": null, "listUsedUp": null}));
}

#[tokio::test]
async fn keeps_existing_rows_on_import_and_undo() {
    let server = TestServer::start().await;
    let code = json!({"code": "4006381333931", "name": "Pen", "category": "Other", "unit": "item"});
    server.put("/api/codes").by("anna").json(&code).expect(200).await;
    let learnt = json!({"code": "4006381333931", "name": "Pencil", "category": "Other", "unit": "item",
        "learntAt": "2026-11-20T08:00:00.000Z"});
    let lists = json!({"items": [item(1, "Milk")], "codes": [learnt]});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    assert_eq!(names(&server, "/api/codes").await, ["Pen"]);
    server.delete(IMPORT).by("anna").expect(200).await;
    assert_eq!((names(&server, "/api/codes").await, names(&server, "/api/items").await), (vec!["Pen".into()], vec![]));
}

/// Writes the first of these rows as an import would, whose process then ended; its file is stored or not.
async fn interrupted(server: &TestServer, rows: &[&str], is_stored: bool) -> Job {
    let (anna, now) = (UserId::parse("anna").unwrap(), server.deps.now());
    let text = format!("Name\n{}\n", rows.join("\n"));
    let first = file(format!("Name\n{}\n", rows[0]));
    server.post(IMPORT).by("anna").json(&first).expect(200).await;
    let store = &server.deps.store;
    let whole = store.job_get(&anna).await.unwrap().unwrap();
    let mut job = whole.next(0, now);
    job.state.finished = false;
    job.state.total = rows.len();
    job.state.file = is_stored.then(|| json!({"fileKey": whole.state.id, "language": "en"}));
    if is_stored {
        let upload = store::receipts::Receipts::upload_key(&anna, whole.state.id);
        server.receipts.put(&upload, text.into_bytes()).await.unwrap();
    }
    store.job_step(vec![], vec![], &job).await.unwrap();
    job
}

#[tokio::test]
async fn resumes_an_interrupted_import_and_undoes_it() {
    let server = TestServer::start().await;
    interrupted(&server, &["Milk", "Rice", "Salt"], true).await;
    let running = server.get(IMPORT).by("anna").expect(200).await;
    assert_fields(&running["last"], &json!({"finished": false, "doneRows": 1, "totalRows": 3}));
    for busy in [server.post(IMPORT).by("anna").json(&file("Name\nTea\n")), server.delete(IMPORT).by("anna")] {
        assert_eq!(busy.send().await.code(), "import_under_way");
    }
    server.advance(TimeDelta::minutes(2));
    let done = server.get(IMPORT).by("anna").expect(200).await;
    assert_fields(&done["last"], &json!({"finished": true, "doneRows": 3}));
    assert_eq!(names(&server, "/api/items").await, ["Milk", "Rice", "Salt"]);
    server.delete(IMPORT).by("anna").expect(200).await;
    assert!(names(&server, "/api/items").await.is_empty());
    assert_eq!(server.get(IMPORT).by("anna").expect(200).await, json!({"last": null}));
}

#[tokio::test]
async fn undoes_an_interrupted_import_without_its_file_except_changed_rows() {
    let server = TestServer::start().await;
    let first = server.post("/api/items").by("anna").json(&json!({"name": "Tea"})).send().await;
    first.expect(201);
    interrupted(&server, &["Milk", "Rice"], false).await;
    server.resume_jobs().await;
    assert_eq!(names(&server, "/api/items").await, ["Tea"]);
    interrupted(&server, &["Milk", "Rice"], false).await;
    let milk = list(&server, "anna", "/api/items").await.into_iter().find(|item| item["name"] == "Milk").unwrap();
    let path = format!("/api/items/{}", milk["id"].as_str().unwrap());
    server.patch(&path).by("anna").json(&json!({"name": "Oat milk"})).expect(200).await;
    server.advance(TimeDelta::minutes(2));
    server.post(IMPORT).by("anna").json(&file("Name\nSalt\n")).expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Oat milk", "Salt", "Tea"]);
}

/// A runner that was taken over writes nothing more.
#[tokio::test]
async fn allows_steps_to_the_last_runner_of_a_job_only() {
    let server = TestServer::start().await;
    let old = interrupted(&server, &["Milk", "Rice"], true).await;
    let store = &server.deps.store;
    let taken = store.job_take(&old, server.deps.now()).await.unwrap();
    store.job_step(vec![], vec![], &old.next(1, server.deps.now())).await.unwrap_err();
    store.job_step(vec![], vec![], &taken.next(1, server.deps.now())).await.unwrap();
}

#[tokio::test]
async fn replaces_an_import_by_a_deletion_and_resumes_it() {
    let server = TestServer::start().await;
    interrupted(&server, &["Milk", "Rice"], true).await;
    let anna = UserId::parse("anna").unwrap();
    let begun =
        server.eraser().begin_deletion(&anna, JobKind::ClearData, None, vec![], server.deps.now()).await.unwrap();
    assert_eq!(begun.state.kind, JobKind::ClearData);
    // Nothing was deleted yet when its process ended.
    server.resume_jobs().await;
    assert!(names(&server, "/api/items").await.is_empty());
    server.delete("/api/user/clear-all-data").by("anna").expect(200).await;
}

#[tokio::test]
async fn keeps_later_rows_when_clearing_is_repeated() {
    let server = TestServer::start().await;
    let key = Uuid::from_u128(5);
    let clear = || server.delete("/api/user/clear-all-data").by("anna").key(key);
    server.create("/api/items", "anna", &json!({"name": "Milk"})).await;
    clear().expect(200).await;
    server.create("/api/items", "anna", &json!({"name": "Tea"})).await;
    clear().expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Tea"]);
}

#[tokio::test]
async fn allows_undo_of_an_import_for_a_week() {
    for (days, status, left) in [(6, 200, 0), (8, 404, 1)] {
        let server = TestServer::start().await;
        server.post(IMPORT).by("anna").json(&file("Name,Expires\nMilk,2027-06-01\n")).expect(200).await;
        server.advance(TimeDelta::days(days));
        assert_eq!(server.delete(IMPORT).by("anna").status().await, status, "day {days}");
        assert_eq!(names(&server, "/api/items").await.len(), left, "day {days}");
    }
}

/// DynamoDB may delete an expired row days late.
#[tokio::test]
async fn replaces_a_job_that_has_expired() {
    let server = TestServer::start().await;
    let clear = |key: u128| server.delete("/api/user/clear-all-data").by("anna").key(Uuid::from_u128(key));
    server.post(IMPORT).by("anna").json(&file("Name\nMilk\n")).expect(200).await;
    server.advance(TimeDelta::days(8));
    assert!(server.get(IMPORT).by("anna").expect(200).await["last"].is_null());
    server.post(IMPORT).by("anna").json(&file("Name\nTea\n")).expect(200).await;
    server.advance(TimeDelta::days(8));
    clear(1).expect(200).await;
    server.advance(TimeDelta::days(31));
    clear(2).expect(200).await;
    server.post(IMPORT).by("anna").json(&file("Name\nOats\n")).expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Oats"]);
}

#[tokio::test]
async fn uploads_a_file_before_importing_it() {
    let server = TestServer::start().await;
    let text = "Name\nMilk\n";
    let upload = server.create("/api/user/import-upload", "anna", &json!({"length": text.len()})).await;
    let key = Uuid::parse_str(upload["fileKey"].as_str().unwrap()).unwrap();
    let file = json!({"fileKey": key, "language": "en"});
    let missing = server.post("/api/user/import-preview").by("anna").json(&file).expect(422).await;
    assert_eq!(missing["field"], "fileKey");
    let stored = store::receipts::Receipts::upload_key(&UserId::parse("anna").unwrap(), key);
    server.receipts.put(&stored, text.into()).await.unwrap();
    assert_eq!(server.post("/api/user/import-preview").by("ben").json(&file).status().await, 422);
    let preview = server.post("/api/user/import-preview").by("anna").json(&file).expect(200).await;
    assert_eq!(preview["itemCount"], 1);
    server.post(IMPORT).by("anna").json(&file).expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Milk"]);
    assert!(server.receipts.get(&stored, 1_000).await.unwrap().is_none(), "the file is not kept");
}
