//! Tests imports and their undo during changes by the user, and interrupted jobs.

use super::file_imports::{export, exported_item as item, file};
use super::scans::list;
use crate::house::{install_pass, join_call, sign_up};
use crate::server::{TestServer, assert_fields};
use application::erase::Deletion;
use application::jobs::{Background, JobError};
use chrono::TimeDelta;
use domain::id::UserId;
use domain::item::MAX_ACTIVE;
use serde_json::json;
use store::{CommitError, Guard, JOB_LEASE, Job, JobKind, MAX_STEP_WRITES, Write, keys};
use tokio::time::Instant;
use transfer::TransferState;
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
async fn interrupt_import(server: &TestServer, rows: &[&str], is_stored: bool) -> Job {
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
    interrupt_import(&server, &["Milk", "Rice", "Salt"], true).await;
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
    interrupt_import(&server, &["Milk", "Rice"], false).await;
    server.resume_jobs().await;
    assert_eq!(names(&server, "/api/items").await, ["Tea"]);
    interrupt_import(&server, &["Milk", "Rice"], false).await;
    let milk = list(&server, "anna", "/api/items").await.into_iter().find(|item| item["name"] == "Milk").unwrap();
    let path = format!("/api/items/{}", milk["id"].as_str().unwrap());
    server.patch(&path).by("anna").json(&json!({"name": "Oat milk"})).expect(200).await;
    server.advance(TimeDelta::minutes(2));
    server.post(IMPORT).by("anna").json(&file("Name\nSalt\n")).expect(200).await;
    assert_eq!(names(&server, "/api/items").await, ["Oat milk", "Salt", "Tea"]);
}

/// A runner whose job was taken over writes nothing more.
#[tokio::test]
async fn allows_steps_to_the_last_runner_of_a_job_only() {
    let server = TestServer::start().await;
    let old = interrupt_import(&server, &["Milk", "Rice"], true).await;
    let store = &server.deps.store;
    let taken = store.job_take(&old, server.deps.now()).await.unwrap();
    store.job_step(vec![], vec![], &old.next(1, server.deps.now())).await.unwrap_err();
    store.job_step(vec![], vec![], &taken.next(1, server.deps.now())).await.unwrap();
}

#[tokio::test]
async fn replaces_an_import_by_a_deletion_and_resumes_it() {
    let server = TestServer::start().await;
    interrupt_import(&server, &["Milk", "Rice"], true).await;
    let anna = UserId::parse("anna").unwrap();
    let job = begin_clearing(&server, "anna", None).await;
    assert_eq!((job.user, job.state.kind), (anna, JobKind::ClearData));
    // Nothing was deleted yet when its process ended.
    server.resume_jobs().await;
    assert!(names(&server, "/api/items").await.is_empty());
    server.delete("/api/user/clear-all-data").by("anna").expect(200).await;
}

/// Begins to clear all data, like a process that is killed after the start.
async fn begin_clearing(server: &TestServer, user: &str, key: Option<u128>) -> Job {
    let (user, key) = (UserId::parse(user).unwrap(), key.map(Uuid::from_u128));
    let begun = server.eraser().begin_deletion(&user, JobKind::ClearData, key, vec![], server.deps.now()).await;
    let Ok(Deletion::Begun(job)) = begun else { panic!("{begun:?}") };
    *job
}

/// A device may join after the larder was found to have no other.
#[tokio::test]
async fn clears_nothing_after_the_household_changed() {
    let server = TestServer::start().await;
    let (anna, now) = (UserId::parse("anna").unwrap(), server.deps.now());
    let household = server.deps.store.household_get(&anna, now).await.unwrap();
    for household in [household.clone(), household.next()] {
        let unchanged = Write::household_check(&household);
        server.deps.store.commit(vec![Write::household_put(&household.next())], None).await.unwrap();
        let begun = server.eraser().begin_deletion(&anna, JobKind::ClearData, None, vec![unchanged], now).await;
        assert!(matches!(begun, Err(CommitError::Refused(row)) if row == keys::household(&anna)));
    }
}

/// Clearing would delete the food that a device brings along.
#[tokio::test]
async fn joins_no_device_while_all_data_is_cleared() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let pass = install_pass(&server, &first.id_token).await;
    begin_clearing(&server, first.user().as_str(), None).await;
    join_call(&server, &pass, "Phone").expect(503).await;
    server.resume_jobs().await;
    let before = server.deps.store.household_get(&first.user(), server.deps.now()).await.unwrap();
    server.delete("/api/user/clear-all-data").bearer(&first.id_token).expect(200).await;
    // A join that was decided before the clearing began.
    let late = server.deps.store.commit(vec![Write::household_put(&before.next())], None).await;
    assert!(matches!(late, Err(CommitError::Refused(row)) if row == keys::household(&first.user())));
    join_call(&server, &pass, "Phone").expect(200).await;
}

async fn job_of(server: &TestServer, user: &str) -> Job {
    server.deps.store.job_get(&UserId::parse(user).unwrap()).await.unwrap().unwrap()
}

fn jobs(server: &TestServer) -> TransferState {
    TransferState::new(server.deps.clone(), server.eraser(), Background::default())
}

#[tokio::test]
async fn leaves_a_job_to_the_process_that_works_on_it() {
    let server = TestServer::start().await;
    let anna = UserId::parse("anna").unwrap();
    interrupt_import(&server, &["Milk", "Rice"], true).await;
    let before = job_of(&server, "anna").await;
    // A message that arrives twice.
    transfer::run_job(&jobs(&server), &anna, server.deps.now(), None).await.unwrap();
    assert_eq!(job_of(&server, "anna").await, before);
    begin_clearing(&server, "anna", Some(5)).await;
    let before = job_of(&server, "anna").await;
    let retry = server.delete("/api/user/clear-all-data").by("anna").key(Uuid::from_u128(5)).send().await;
    assert!(retry.headers.contains_key("retry-after"));
    retry.expect(503);
    assert_eq!(job_of(&server, "anna").await, before);
}

#[tokio::test]
async fn stops_in_time_and_lets_another_process_continue_at_once() {
    let server = TestServer::start().await;
    let names: Vec<String> = (0..300).map(|n| format!("Thing {n}")).collect();
    let mut job = interrupt_import(&server, &names.iter().map(String::as_str).collect::<Vec<_>>(), true).await;
    job = job.next(0, server.deps.now());
    job.state.owed = 299;
    server.deps.store.job_step(vec![], vec![], &job).await.unwrap();
    let (jobs, now) = (jobs(&server), server.deps.now() + JOB_LEASE);
    let stopped = transfer::run_job(&jobs, &job.user, now, Some(Instant::now())).await;
    assert!(matches!(stopped, Err(JobError::OutOfTime)), "{stopped:?}");
    let left = job_of(&server, "anna").await;
    assert!(left.is_stalled(server.deps.now()));
    assert_eq!((left.state.done, left.owed()), (1 + MAX_STEP_WRITES, 299 - MAX_STEP_WRITES), "one step was made");
    transfer::run_job(&jobs, &job.user, server.deps.now(), None).await.unwrap();
    assert_eq!((self::names(&server, "/api/items").await.len(), job_of(&server, "anna").await.owed()), (300, 0));
    let job = begin_clearing(&server, "anna", None).await;
    let stopped = server.eraser().delete_data(job, &*server.deps.clock, Some(Instant::now())).await;
    assert!(matches!(stopped, Err(JobError::OutOfTime)), "{stopped:?}");
    server.resume_jobs().await;
    assert!(self::names(&server, "/api/items").await.is_empty());
}

/// A process may wake up long after another one has done its work.
#[tokio::test]
async fn deletes_nothing_in_a_process_that_was_taken_over() {
    let server = TestServer::start().await;
    server.create("/api/items", "anna", &json!({"name": "Milk"})).await;
    let old = begin_clearing(&server, "anna", Some(5)).await;
    server.resume_jobs().await;
    server.create("/api/items", "anna", &json!({"name": "Tea"})).await;
    server.create("/api/tokens", "anna", &json!({"name": "Doorbell", "scopes": ["read"]})).await;
    let taken = server.eraser().delete_data(old, &*server.deps.clock, None).await;
    assert!(matches!(taken, Err(JobError::TakenOver)), "{taken:?}");
    assert_eq!(names(&server, "/api/items").await, ["Tea"]);
    assert_eq!(list(&server, "anna", "/api/tokens").await.len(), 1);
}

#[tokio::test]
async fn ends_several_requests_to_clear_with_one_deletion() {
    let server = TestServer::start().await;
    server.create("/api/items", "anna", &json!({"name": "Milk"})).await;
    for key in [1, 2, 3] {
        begin_clearing(&server, "anna", Some(key)).await;
    }
    server.resume_jobs().await;
    server.create("/api/items", "anna", &json!({"name": "Tea"})).await;
    for key in [1, 2, 3] {
        server.delete("/api/user/clear-all-data").by("anna").key(Uuid::from_u128(key)).expect(200).await;
        assert_eq!(names(&server, "/api/items").await, ["Tea"]);
    }
}

#[tokio::test]
async fn continues_the_deletion_of_an_account_when_its_data_is_cleared() {
    let server = TestServer::start().await;
    let (anna, now) = (UserId::parse("anna").unwrap(), server.deps.now());
    let begin = async |kind| server.eraser().begin_deletion(&anna, kind, None, vec![], now).await;
    assert!(matches!(begin(JobKind::DeleteAccount).await, Ok(Deletion::Begun(_))));
    assert!(matches!(begin(JobKind::ClearData).await, Err(CommitError::AccountDeleted)));
    assert!(matches!(begin(JobKind::DeleteAccount).await, Ok(Deletion::Running)));
    assert_eq!(job_of(&server, "anna").await.state.kind, JobKind::DeleteAccount);
}

/// Writes the row of a job as another version of Larder does.
async fn write_foreign_job(server: &TestServer, user: &str, body: &str) {
    let row = json!({"PK": format!("ACC#{user}"), "SK": "JOB", "v": 3, "b": body, "GSI1PK": "J#",
        "GSI1SK": "2026-11-01T08:00:00.000Z"});
    let write = Write::Put { row: store::to_row(&row), guard: Guard::Always };
    server.deps.store.commit(vec![write], None).await.unwrap();
}

#[tokio::test]
async fn runs_the_other_jobs_beside_unknown_unreadable_and_busy_ones() {
    let server = TestServer::start().await;
    interrupt_import(&server, &["Milk", "Rice"], true).await;
    let unknown = json!({"id": Uuid::nil(), "kind": "Stocktaking", "made_at": 0, "lease_until": 0, "finished": false,
        "done": 0, "total": 0, "items": 0, "list_items": 0, "file": null});
    for (user, body) in [("ben", unknown.to_string().as_str()), ("cleo", "{}"), ("dora", "no JSON")] {
        write_foreign_job(&server, user, body).await;
    }
    let busy = json!({"id": Uuid::nil(), "kind": "ClearData", "made_at": 0, "lease_until": 9_000_000_000_000_u64,
        "finished": false, "done": 0, "total": 0, "items": 0, "list_items": 0, "file": null});
    for n in 0..120 {
        write_foreign_job(&server, &format!("busy{n}"), &busy.to_string()).await;
    }
    server.resume_jobs().await;
    assert_eq!(names(&server, "/api/items").await, ["Milk", "Rice"]);
    for user in ["ben", "cleo"] {
        assert_eq!(server.get(IMPORT).by(user).expect(200).await, json!({"last": null}));
        server.post(IMPORT).by(user).json(&file("Name\nTea\n")).refused(409, "import_under_way").await;
        server.delete("/api/user/clear-all-data").by(user).expect(200).await;
        server.post(IMPORT).by(user).json(&file("Name\nTea\n")).expect(200).await;
    }
}

#[tokio::test]
async fn counts_what_a_running_import_adds_towards_the_limit() {
    let server = TestServer::start().await;
    let mut job = interrupt_import(&server, &["Milk", "Rice"], true).await.next(0, server.deps.now());
    job.state.owed = MAX_ACTIVE - 1;
    server.deps.store.job_step(vec![], vec![], &job).await.unwrap();
    server.deps.store.commit_active(&job.user, MAX_ACTIVE - 1, None, vec![], None, server.deps.now()).await.unwrap();
    let tea = || server.post("/api/items").by("anna").json(&json!({"name": "Tea"}));
    tea().refused(409, "item_limit_reached").await;
    server.resume_jobs().await;
    tea().expect(201).await;
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

fn stored_uploads(server: &TestServer) -> usize {
    let folders = std::fs::read_dir(server.pictures().join("uploads")).into_iter().flatten().flatten();
    folders.map(|folder| std::fs::read_dir(folder.path()).unwrap().count()).sum()
}

#[tokio::test]
async fn keeps_no_file_of_a_refused_import() {
    let server = TestServer::start().await;
    interrupt_import(&server, &["Milk", "Rice"], true).await;
    for _ in 0..3 {
        assert_eq!(server.post(IMPORT).by("anna").json(&file("Name\nTea\n")).send().await.code(), "import_under_way");
    }
    assert_eq!(stored_uploads(&server), 1, "the running import's");
    server.resume_jobs().await;
    assert_eq!(stored_uploads(&server), 0);
}

#[tokio::test]
async fn keeps_no_uploaded_file_without_anything_new() {
    let server = TestServer::start().await;
    let text = "Name\nMilk\n";
    for _ in 0..2 {
        let upload = server.create("/api/user/import-upload", "anna", &json!({"length": text.len()})).await;
        let key = Uuid::parse_str(upload["fileKey"].as_str().unwrap()).unwrap();
        let stored = store::receipts::Receipts::upload_key(&UserId::parse("anna").unwrap(), key);
        server.receipts.put(&stored, text.into()).await.unwrap();
        server.post(IMPORT).by("anna").json(&json!({"fileKey": key, "language": "en"})).expect(200).await;
        assert_eq!(stored_uploads(&server), 0);
    }
}
