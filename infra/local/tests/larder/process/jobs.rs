//! Tests that an import ends complete or undone, whenever its process is killed.
//!
//! `LARDER_IMPORT_ROWS=16500 LARDER_IMPORT_CUTS=10` imports what a household has after three years; it takes minutes.

use crate::api::file_imports::exported_item;
use crate::process::larder::{Larder, call, run};
use crate::server::assert_fields;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use uuid::Uuid;

const IMPORT: &str = "/api/user/import";
/// The body of a request is limited: an import of more rows is uploaded before.
const MAX_ROWS_IN_BODY: usize = 8_000;

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// An export of so many archived items and three list rows, with a place and a time zone.
fn export(rows: usize) -> String {
    let at = "2026-11-20T08:00:00.000Z";
    let item = |n: usize| {
        let mut item = exported_item(1_000 + n as u128, &format!("Thing {n}"));
        item["itemStatus"] = json!("archived");
        item
    };
    let row = |n: u128| {
        json!({"id": Uuid::from_u128(n), "name": format!("Row {n}"), "category": "Other", "quantity": 1, "unit": "bag",
            "addedAt": at})
    };
    let place = json!({"id": Uuid::from_u128(7), "name": "Cellar", "storage": "pantry"});
    json!({"userId": "u", "exportedAt": at, "items": (0..rows).map(item).collect::<Vec<_>>(),
        "shoppingList": (1..4).map(row).collect::<Vec<_>>(), "preferences": {"places": [place]}})
    .to_string()
}

fn get(address: SocketAddr, token: &str, path: &str) -> Option<Value> {
    let (status, body) = call(address, "GET", path, Some(token), None)?;
    assert_eq!(status, 200, "{path}: {body}");
    Some(serde_json::from_str(&body).unwrap())
}

/// Returns the body of an import: with the file, or the name of its upload.
fn import_body(larder: &Larder, token: &str, text: &str, rows: usize) -> Value {
    if rows <= MAX_ROWS_IN_BODY {
        return json!({"text": text});
    }
    let draft = json!({"length": text.len()});
    let upload = larder.expect(201, "POST", "/api/user/import-upload", Some(token), Some(&draft));
    let url = upload["uploadUrl"].as_str().unwrap();
    let path = &url[url.find("/uploads/").unwrap()..];
    let raw: Value = serde_json::from_str(text).unwrap();
    // The client writes the value as it is written here.
    larder.expect(200, "PUT", path, None, Some(&raw));
    json!({"fileKey": upload["fileKey"]})
}

/// Polls until the job has ended or has processed so many rows. Returns the last response.
fn poll(address: SocketAddr, token: &str, until: usize) -> Value {
    let began = Instant::now();
    loop {
        let last = get(address, token, IMPORT).expect("the server answers")["last"].clone();
        let done = last["doneRows"].as_u64().unwrap_or(u64::MAX);
        if last["finished"] != json!(false) || done >= until as u64 {
            return last;
        }
        assert!(began.elapsed() < Duration::from_mins(10), "{last}");
        std::thread::yield_now();
    }
}

/// Asserts that a backup has the file of the running import, and none that no import reads.
fn assert_backup_has_the_running_import_only(data: &Path) {
    let backup = data.join("running.tar.gz");
    std::fs::create_dir_all(data.join("pictures/uploads/ab")).unwrap();
    std::fs::write(data.join("pictures/uploads/ab").join(Uuid::from_u128(3).to_string()), "unread").unwrap();
    assert_eq!(run(data, &["backup", backup.to_str().unwrap()]).0, 0);
    let listed = Command::new("tar").arg("-tzf").arg(&backup).output().unwrap().stdout;
    let listed = String::from_utf8(listed).unwrap();
    let uploads: Vec<&str> = listed.lines().filter(|name| name.contains("uploads/")).collect();
    assert!(uploads.len() == 1 && !uploads[0].contains("/ab/"), "{uploads:?}");
}

/// Imports a file, and kills the process once it has begun.
fn kill_during_import(larder: Larder, token: &str, file: &Value) {
    let address = larder.address;
    std::thread::scope(|scope| {
        // Its connection ends with the process.
        scope.spawn(|| call(address, "POST", IMPORT, Some(token), Some(file)));
        while get(address, token, IMPORT).is_none_or(|response| response["last"].is_null()) {
            std::thread::yield_now();
        }
        larder.kill_9();
    });
}

/// Edits an imported item, and adds a place.
fn make_later_changes(larder: &Larder, token: &str) {
    let path = format!("/api/items/{}", Uuid::from_u128(1_000));
    let change = json!({"name": "Edited", "category": "Other"});
    // Archived items are edited by way of their restoration.
    larder.expect(200, "PATCH", &format!("{path}/restore"), Some(token), None);
    larder.expect(200, "PUT", &path, Some(token), Some(&change));
    let place = |n: u128, name: &str| json!({"id": Uuid::from_u128(n), "name": name, "storage": "pantry"});
    let places = json!({"places": [place(7, "Cellar"), place(8, "Garage")]});
    larder.expect(200, "PUT", "/api/preferences", Some(token), Some(&places));
}

#[test]
fn completes_an_import_whose_process_is_killed_and_keeps_later_changes() {
    let (rows, cuts) = (setting("LARDER_IMPORT_ROWS", 1_500), setting("LARDER_IMPORT_CUTS", 3));
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    // The tokens name the address.
    let (token, port) = (larder.sign_up(), larder.address.port());
    let text = export(rows);
    let file = import_body(&larder, &token, &text, rows);
    let began = Instant::now();
    kill_during_import(larder, &token, &file);
    assert_backup_has_the_running_import_only(folder.path());
    let mut reached = vec![];
    for cut in 1..=cuts {
        let larder = Larder::start_at(folder.path(), port);
        let last = poll(larder.address, &token, rows * cut / (cuts + 1));
        reached.push(last["doneRows"].as_u64().unwrap_or_default());
        if cut == 1 {
            make_later_changes(&larder, &token);
        }
        larder.kill_9();
    }
    let larder = Larder::start_at(folder.path(), port);
    let address = larder.address;
    let last = poll(address, &token, usize::MAX);
    println!("{rows} rows, killed at {reached:?}, whole after {:?}", began.elapsed());
    assert_fields(&last, &json!({"finished": true, "doneRows": rows as u64 + 3}));
    let export = get(address, &token, "/api/user/export").unwrap();
    let mut names = BTreeMap::new();
    for item in export["items"].as_array().unwrap() {
        *names.entry(item["name"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert_eq!((names.len(), names.get("Edited"), names.get("Thing 0")), (rows, Some(&1), None));
    assert!(names.values().all(|count| *count == 1), "each once");
    assert_eq!(export["shoppingList"].as_array().unwrap().len(), 3);
    let places = |export: &Value| export["preferences"]["places"].as_array().unwrap().len();
    assert_eq!(places(&export), 2);

    let began = Instant::now();
    larder.expect(200, "DELETE", IMPORT, Some(&token), None);
    assert_eq!(poll(address, &token, usize::MAX), Value::Null);
    println!("undone after {:?}", began.elapsed());
    let export = get(address, &token, "/api/user/export").unwrap();
    let left: Vec<&str> = export["items"].as_array().unwrap().iter().filter_map(|item| item["name"].as_str()).collect();
    assert_eq!((left, places(&export)), (vec!["Edited"], 2));
}
