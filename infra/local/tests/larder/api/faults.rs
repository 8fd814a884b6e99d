//! Injects every fault into every AWS call of every operation: acknowledged changes exist exactly once, and each
//! response is one of ours.
//!
//! A test run tries one of the ten faults, taking turns, on every eighth call. It also loses every response to the last call
//! of each operation, and to each call of the operations in [`JOBS`] and [`COMPENSATES`]. `lab/long-tests.sh faults` tries
//! all on all.

use crate::api::endpoints::{NEW_SECRET_AT_REPEAT, REMOVES_CALLER, call, takes_keys};
use crate::api::file_imports::{export, exported_item};
use crate::api::sample_call::SampleCall;
use crate::api::sample_calls::sample_calls;
use crate::api::world::Original;
use crate::faults::{Fault, Faults};
use crate::house::refresh_with;
use crate::server::{TestResponse, TestServer, copy_all, line, picture, picture_body, receipt};
use crate::table::{all_rows, kind};
use chrono::TimeDelta;
use domain::id::UserId;
use dynoxide::Database;
use http::Method;
use larder::data::embedded;
use larder::data::picture_folder::PictureFolder;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use store::receipts::Receipts;
use store::{CommitError, Store, keys};
use system::ids::{IdSource, SeededIds};
use tempfile::TempDir;
use uuid::Uuid;

/// A copy: a table in memory, because each commit on a disk takes longer, and a folder of pictures.
struct Replica {
    table: Database,
    folder: TempDir,
}

/// Shorter than the SDK's, which would cost a tenth of a second in each case.
const BACK_OFF: Duration = Duration::from_millis(1);

/// A test run injects a fault into one of so many calls.
const CALLS_PER_FAULT: usize = 8;

impl Original {
    async fn new() -> Self {
        Self::with(async |_| {}).await
    }

    fn copy(&self) -> Replica {
        let folder = TempDir::new().unwrap();
        copy_all(&self.world.server.pictures(), folder.path());
        Replica { table: self.table(), folder }
    }

    /// Starts a process over a copy, with its own memory.
    fn process(&self, copy: &Replica, faults: &Faults, seed: u64) -> TestServer {
        let deps = &self.world.server.deps;
        let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(seed));
        let retries = system::aws::retries().with_initial_backoff(BACK_OFF);
        let config = embedded::table_config(&copy.table).http_client(faults.on(embedded::dynamodb(copy.table.clone())));
        let client = store::table_client(config, system::aws::table_timeouts());
        let config = client.config().to_builder().retry_config(retries);
        let client = aws_sdk_dynamodb::Client::from_conf(config.build());
        let store = Store::new(client, &deps.config.table, ids.clone());
        let pictures = PictureFolder::open(copy.folder.path(), &deps.config.site_url, ids.clone()).unwrap();
        let receipts = Receipts::new(faults.on_pictures(pictures));
        let deps = application::deps::Deps { store, ids, ..deps.clone() };
        self.world.server.other_process(deps, receipts, None, TempDir::new().unwrap())
    }
}

/// The state after a call: the number of rows of each kind, and a user's view of them. Rate limit counters are
/// excluded, because a repeated call counts again.
#[derive(Debug, PartialEq, Eq)]
struct Snapshot {
    kinds: BTreeMap<String, usize>,
    seen: Vec<String>,
}

impl Snapshot {
    /// Returns it without idempotency records, which only one of two calls has, and due times and counters.
    fn essence(&self) -> (BTreeMap<&str, usize>, &[String]) {
        let kinds = self.kinds.iter().filter(|(kind, _)| !kind.ends_with(" K") && !kind.ends_with(" META"));
        (kinds.map(|(kind, count)| (kind.as_str(), *count)).collect(), &self.seen)
    }
}

async fn snapshot(original: &Original, copy: &Replica, sample: &SampleCall) -> Snapshot {
    let mut kinds = BTreeMap::new();
    for kind in all_rows(&copy.table).iter().map(kind).filter(|kind| !kind.starts_with("RL ")) {
        *kinds.entry(kind).or_default() += 1;
    }
    let process = original.process(copy, &Faults::default(), 3);
    let mut seen = Vec::new();
    for path in ["/api/items", "/api/items/archived", "/api/shopping-list", "/api/upload-limit"] {
        let response = process.get(path).by(sample.by).send().await;
        let list = if response.status.is_success() { response.json() } else { Value::Null };
        for entry in list.as_array().unwrap_or(&vec![list.clone()]) {
            let parts = ["name", "quantity", "itemStatus", "outcome", "isCompleted", "remainingUploads"]
                .map(|part| entry[part].to_string());
            seen.push(format!("{path} {}", parts.join(" ")));
        }
    }
    let sessions = process.get("/api/scan-sessions").by(sample.by).send().await;
    for session in sessions.json().as_array().into_iter().flatten() {
        let path = format!("/api/scan-sessions/{}/pictures/0", session["id"].as_str().unwrap_or_default());
        seen.push(format!("a session, its picture {}", process.get(&path).by(sample.by).send().await.status));
    }
    seen.sort();
    Snapshot { kinds, seen }
}

async fn ask(process: &TestServer, sample: &SampleCall, key: Option<Uuid>) -> TestResponse {
    call(process, sample, &sample.path).by(sample.by).keyed(key).send().await
}

/// Asserts that every failure has the format of a refusal.
#[track_caller]
fn assert_error_format(case: &str, response: &TestResponse) {
    let status = response.status.as_u16();
    if status >= 400 {
        let error = &response.json()["error"];
        assert!(error.is_string() || error["message"].is_string(), "{case}: {status} {error}");
        assert!(status == 503 || status < 500, "{case}: {status} {error}");
        assert!(status != 503 || response.headers.contains_key("retry-after"), "{case}");
    }
}

/// Checks that a client that repeats its request with the same key gets what it asked for, once, if a call goes wrong or the
/// process ends there.
async fn check_repeated_request(
    original: &Original,
    sample: &SampleCall,
    fault: Fault,
    at: usize,
    expected: &Snapshot,
) {
    let case = format!("{} {} {fault:?} at call {at}", sample.operation, sample.case);
    let (copy, faults, key) = (original.copy(), Faults::default(), Uuid::from_u128(77));
    let first = {
        let process = original.process(&copy, &faults, 1);
        faults.arm(Some((at, fault)));
        ask(&process, sample, Some(key)).await
    };
    assert_error_format(&case, &first);
    if !fault.may_fail() {
        first.assert_status(sample.status, &case);
    }
    let process = original.process(&copy, &Faults::default(), 2);
    // As at the start of a process.
    process.resume_jobs().await;
    let again = ask(&process, sample, Some(key)).await;
    let is_removed = again.status == 401 && REMOVES_CALLER.contains(&sample.operation);
    assert!(is_removed || again.status.as_u16() == sample.status, "{case}, again: {} {}", again.status, again.text());
    let may_differ =
        is_removed || sample.method == http::Method::GET || NEW_SECRET_AT_REPEAT.contains(&sample.operation);
    if first.status.is_success() && !may_differ {
        assert_eq!(again.text(), first.text(), "{case}");
    }
    let mut found = snapshot(original, &copy, sample).await;
    // A pass whose response was lost expires, a recovery code ends with the next one that is confirmed, and a larder
    // has only a few of both.
    let without_response = [("create_install_pass", "RC RECOVERY"), ("create_recovery_code", "RC RECOVERY")];
    if let Some((_, kind)) = without_response.iter().find(|(operation, _)| *operation == sample.operation) {
        let lost = found.kinds.entry((*kind).into());
        lost.and_modify(|secrets| *secrets = (*secrets - 1).max(expected.kinds[*kind]));
    }
    assert_eq!(&found, expected, "{case}");
}

/// Checks a request without a key, which the client does not repeat: a repetition by the SDK must not refuse its own change.
/// A job that began goes on at the next start, and is done or was not begun.
async fn check_single_request(original: &Original, sample: &SampleCall, fault: Fault, at: usize, expected: &Snapshot) {
    let case = format!("{} {} {fault:?} at call {at}, without a key", sample.operation, sample.case);
    let (copy, faults) = (original.copy(), Faults::default());
    let process = original.process(&copy, &faults, 1);
    faults.arm(Some((at, fault)));
    let response = ask(&process, sample, None).await;
    assert_error_format(&case, &response);
    if !fault.may_fail() {
        response.assert_status(sample.status, &case);
    }
    if JOBS.contains(&sample.operation) {
        original.process(&copy, &Faults::default(), 2).resume_jobs().await;
        let (found, before) =
            (snapshot(original, &copy, sample).await, snapshot(original, &original.copy(), sample).await);
        let is_whole = found.essence() == expected.essence() || found.essence() == before.essence();
        assert!(is_whole, "{case}: {found:?} is neither {before:?} nor {expected:?}");
        assert!(!response.status.is_success() || found.essence() == expected.essence(), "{case}: {found:?}");
    }
}

/// Operations that are jobs.
const JOBS: [&str; 4] = ["import_data", "undo_import", "clear_all_data", "delete_account"];

/// Operations that prepare something outside of their last transaction, and remove it where they fail.
const COMPENSATES: [&str; 1] = ["extract_receipt"];

/// Returns the faults to try at the call with that number, counted over all operations.
fn choose_faults(call: usize, operation: &str, is_last: bool) -> Vec<Fault> {
    if std::env::var("LARDER_FAULTS").is_ok_and(|which| which == "all") {
        return Fault::ALL.to_vec();
    }
    let turn = call / CALLS_PER_FAULT % Fault::ALL.len();
    let mut faults = if call.is_multiple_of(CALLS_PER_FAULT) { vec![Fault::ALL[turn]] } else { vec![] };
    if (is_last || COMPENSATES.contains(&operation) || JOBS.contains(&operation)) && !faults.contains(&Fault::AllLost) {
        faults.push(Fault::AllLost);
    }
    faults
}

#[tokio::test]
async fn loses_and_doubles_nothing_when_calls_fail() {
    let original = Original::new().await;
    let (mut calls, mut cases) = (0, 0);
    let samples = sample_calls(&original.world);
    let count = samples.len();
    for (n, sample) in samples.into_iter().enumerate() {
        let (copy, faults) = (original.copy(), Faults::default());
        let process = original.process(&copy, &faults, 1);
        let keyed = takes_keys(&sample);
        faults.arm(None);
        let response = ask(&process, &sample, keyed.then_some(Uuid::from_u128(77))).await;
        response.assert_status(sample.status, sample.operation);
        let count_of_calls = faults.calls();
        let expected = snapshot(&original, &copy, &sample).await;
        for at in 0..count_of_calls {
            for fault in choose_faults(calls + at, sample.operation, at + 1 == count_of_calls) {
                if keyed {
                    check_repeated_request(&original, &sample, fault, at, &expected).await;
                }
                check_single_request(&original, &sample, fault, at, &expected).await;
                cases += 1;
            }
        }
        calls += count_of_calls;
        println!("{} of {count}, {}: {count_of_calls} calls, {cases} cases so far", n + 1, sample.operation);
    }
    println!("{calls} calls, {cases} cases");
    assert!(calls > 200, "{calls}");
}

/// A change of more rows than one transaction holds can end between two of them.
#[tokio::test]
async fn changes_and_names_all_rows_in_spite_of_a_cut() {
    // The most that an import of a shared list may have.
    const ROWS: u128 = 200;
    let session = Uuid::from_u128(9);
    let at = "2026-11-20T08:00:00.000Z";
    let item = |n: u128| {
        let mut item = exported_item(n, &format!("Thing {n}"));
        item["scanSessionId"] = json!(session);
        item
    };
    let row = |n: u128| {
        json!({"id": Uuid::from_u128(n), "name": format!("Thing {n}"), "category": "Other", "quantity": 1,
            "unit": "bag", "addedAt": at, "completedAt": at})
    };
    let ids: Vec<Uuid> = (1..=ROWS).map(Uuid::from_u128).collect();
    let scan = json!({"id": session, "scannedAt": at, "textHash": "abc", "imageHash": "def", "itemIds": ids});
    let receipt = json!({"items": (1..=ROWS).map(item).collect::<Vec<_>>(), "scanSessions": [scan]});
    let list = json!({"shoppingList": (1..=ROWS).map(row).collect::<Vec<_>>()});
    let original = Original::with(async |server| {
        for (user, lists) in [("kit", &receipt), ("lea", &list)] {
            server.post("/api/user/import").by(user).json(&export(lists)).expect(200).await;
        }
    })
    .await;
    let add = format!("/api/scan-sessions/{session}/add-to-shopping-list");
    let shared = json!({"items": (1..=ROWS).map(|n| json!({"name": format!("Thing {n}")})).collect::<Vec<_>>()});
    for (user, method, path, body, changed, list, left) in [
        ("kit", Method::DELETE, "/api/items/delete-all-by-status?status=all", None, "ids", "/api/items", 0),
        ("kit", Method::POST, add.as_str(), None, "added", "/api/shopping-list", 200),
        ("mia", Method::POST, "/api/shopping-list/import-shared", Some(shared), "imported", "/api/shopping-list", 200),
        ("lea", Method::DELETE, "/api/shopping-list/all", None, "ids", "/api/shopping-list", 0),
        ("lea", Method::DELETE, "/api/shopping-list/completed", None, "ids", "/api/shopping-list", 0),
    ] {
        let call = async |process: &TestServer| {
            let call = process.call(method.clone(), path).by(user).key(Uuid::from_u128(77));
            if let Some(body) = &body { call.json(body) } else { call }.send().await
        };
        for (at, fault) in (0..).flat_map(|at| [(at, Fault::KilledBefore), (at, Fault::KilledAfter)]) {
            let (copy, faults) = (original.copy(), Faults::default());
            let process = original.process(&copy, &faults, 1);
            faults.arm(Some((at, fault)));
            call(&process).await;
            if faults.calls() <= at {
                assert!(at > 4, "{path}: {at} calls");
                break;
            }
            let process = original.process(&copy, &Faults::default(), 2);
            let said = call(&process).await.expect(200);
            let case = format!("{path} {fault:?} at call {at}");
            let count = said[changed].as_array().map_or(said[changed].as_u64(), |rows| u64::try_from(rows.len()).ok());
            assert_eq!(count, Some(200), "{case}");
            let names = process.names(user, list).await;
            assert_eq!((names.len(), BTreeSet::from_iter(&names).len()), (left, left), "{case}");
        }
    }
}

/// The items of a long receipt that its transaction cannot hold are written before it. An item that it restores waits
/// for the session: a repetition would not know it any more.
#[tokio::test]
async fn schedules_reminders_and_restores_nothing_for_a_receipt_that_was_cut_off() {
    let original = Original::new().await;
    // So many that hardly any row of the receipt itself is left for its last transaction if the first ones are filled.
    let lines = (0..95).map(|n| line(&format!("THING {n}"), &format!("Thing {n}"), "Dairy", 5)).collect();
    original.world.server.reader.script(&picture(9), Ok(receipt(lines, &["many things"])));
    let user = UserId::parse("nora").unwrap();
    let mut cut = 0;
    for at in 0.. {
        let (copy, faults) = (original.copy(), Faults::default());
        let process = original.process(&copy, &faults, 1);
        let earlier = process.create("/api/items", "nora", &json!({"name": "Thing 1"})).await;
        let archive = format!("/api/items/{}/archive", earlier["id"].as_str().unwrap());
        process.patch(&archive).by("nora").expect(200).await;
        faults.arm(Some((at, Fault::KilledBefore)));
        process.post("/api/extract").by("nora").json(&picture_body(&picture(9))).send().await;
        if faults.calls() <= at {
            break;
        }
        let process = original.process(&copy, &Faults::default(), 2);
        let row: Option<Value> = process.deps.store.row_get(keys::meta(&user), true).await.unwrap();
        let is_scheduled = row.is_some_and(|row| row["GSI1SK"].is_string());
        let items = process.names("nora", "/api/items").await.len();
        assert!(items == 0 || is_scheduled, "{items} items at call {at}");
        let is_cut = items > 0 && process.get("/api/scan-sessions").by("nora").expect(200).await == json!([]);
        let archived = process.names("nora", "/api/items/archived").await;
        assert!(!is_cut || archived == ["Thing 1"], "{archived:?}, {items} items at call {at}");
        cut += usize::from(is_cut);
    }
    assert!(cut > 0);
}

/// An unknown outcome must not delete the pictures of a scan that another request with the same key stores.
#[tokio::test]
async fn reports_a_lease_without_response_as_unknown() {
    let original = Original::new().await;
    let (copy, faults) = (original.copy(), Faults::default());
    let process = original.process(&copy, &faults, 1);
    faults.arm(Some((0, Fault::AllLost)));
    let (user, now) = (UserId::parse("anna").unwrap(), process.deps.now());
    let lease = process.deps.store.scan_lease_take(&user, Uuid::from_u128(1), now + TimeDelta::minutes(1), now).await;
    assert!(matches!(lease, Err(CommitError::Unknown(_))), "{lease:?}");
}

/// A link that could not be read may be open.
#[tokio::test]
async fn cancels_a_link_or_says_that_it_could_not() {
    let original = Original::new().await;
    let sample = sample_calls(&original.world).into_iter().find(|sample| sample.operation == "cancel_link").unwrap();
    let expected = {
        let copy = original.copy();
        ask(&original.process(&copy, &Faults::default(), 1), &sample, None).await;
        snapshot(&original, &copy, &sample).await
    };
    let (mut at, mut refused) = (0, 0);
    loop {
        let (copy, faults) = (original.copy(), Faults::default());
        let process = original.process(&copy, &faults, 1);
        faults.arm(Some((at, Fault::AllLost)));
        let response = ask(&process, &sample, None).await;
        if faults.calls() <= at {
            break;
        }
        if response.status.is_success() {
            assert_eq!(snapshot(&original, &copy, &sample).await.essence(), expected.essence(), "call {at}");
        }
        refused += u32::from(response.status == 503);
        at += 1;
    }
    assert!(refused > 2, "{refused}");
}

/// On a full disk whatever only reads still answers, and devices stay signed in with the secret that they have.
#[tokio::test]
async fn reads_while_nothing_can_be_written() {
    let original = Original::new().await;
    let is_read = |sample: &SampleCall| sample.method == http::Method::GET || sample.operation == "refresh_id_token";
    for sample in sample_calls(&original.world).into_iter().filter(is_read) {
        let (copy, faults) = (original.copy(), Faults::default());
        let process = original.process(&copy, &faults, 1);
        faults.refuse_writes();
        let response = ask(&process, &sample, None).await;
        let said = response.text();
        assert_eq!(response.status.as_u16(), sample.status, "{}: {said}", sample.operation);
        if sample.operation == "refresh_id_token" {
            let refreshed = response.json();
            let token = refreshed["refresh_token"].as_str().unwrap();
            let by = refreshed["id_token"].as_str().unwrap();
            process.get("/api/items").bearer(by).expect(200).await;
            refresh_with(&process, token).await.expect(200);
            faults.arm(None);
            refresh_with(&process, token).await.expect(200);
        }
    }
}
