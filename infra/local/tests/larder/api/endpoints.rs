//! Tests every operation with a valid call, without a token, with a bad token, for foreign and missing rows, with an
//! unreadable body, and at the limits of its input.

use crate::api::sample_call::{SampleCall, USER, long};
use crate::api::sample_calls::sample_calls;
use crate::api::world::{STRANGER, World};
use crate::contract::{max_lengths, operations};
use crate::server::{Call, TestServer};
use chrono::TimeDelta;
use http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Returns the operation of the API document, and whether it needs a token.
pub(super) fn operation(id: &str) -> (&'static Value, bool) {
    let found = operations().map(|(_, _, operation)| operation).find(|operation| operation["operationId"] == id);
    let operation = found.unwrap_or_else(|| panic!("{id}"));
    (operation, operation["security"].as_array().is_some_and(|needs| !needs.is_empty()))
}

/// Operations whose repeat returns another secret, because secrets are not stored.
pub(super) const NEW_SECRET_AT_REPEAT: [&str; 3] = ["open_link", "create_install_pass", "create_recovery_code"];

/// Operations that remove the other devices. The token of these tests has no device id, so its own access ends as well.
pub(super) const REMOVES_CALLER: [&str; 2] = ["end_other_devices", "end_device"];

/// An operation that accepts a key like every POST, but changes nothing: a repeat returns the later state.
const CHANGES_NOTHING: [&str; 1] = ["preview_import"];

pub(super) fn takes_keys(sample: &SampleCall) -> bool {
    let parameters = operation(sample.operation).0["parameters"].as_array();
    parameters.is_some_and(|list| list.iter().any(|parameter| parameter["name"] == "Idempotency-Key"))
}

pub(super) fn call<'a>(server: &'a TestServer, sample: &SampleCall, path: &str) -> Call<'a> {
    let call = server.call(sample.method.clone(), path);
    match &sample.body {
        Some(body) => call.json(body),
        None => call,
    }
}

#[test]
fn checks_every_operation_of_the_contract() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listed: BTreeSet<String> = runtime.block_on(async {
        sample_calls(&World::new().await).iter().map(|sample| sample.operation.to_owned()).collect()
    });
    let documented: BTreeSet<String> =
        operations().filter_map(|(_, _, operation)| operation["operationId"].as_str().map(str::to_owned)).collect();
    assert_eq!(listed, documented);
}

/// Another user's call before it changes nothing, and neither does a repeat with its key.
#[tokio::test]
async fn answers_valid_calls_by_the_contract_and_repeats_the_answer() {
    let count = sample_calls(&World::new().await).len();
    let mut differing = Vec::new();
    for n in 0..count {
        // Each operation in a new world: some of them end it.
        let world = World::new().await;
        let sample = sample_calls(&world).swap_remove(n);
        if sample.missing.is_some() {
            call(&world.server, &sample, &sample.path).by(STRANGER).send().await;
        }
        let key = takes_keys(&sample).then_some(Uuid::from_u128(7));
        let send = async || call(&world.server, &sample, &sample.path).by(sample.by).keyed(key).send().await;
        let first = send().await;
        first.assert_status(sample.status, sample.operation);
        if key.is_some()
            && ![&NEW_SECRET_AT_REPEAT[..], &REMOVES_CALLER, &CHANGES_NOTHING].concat().contains(&sample.operation)
        {
            world.server.advance(TimeDelta::minutes(1));
            let again = send().await;
            if (again.status, &again.bytes) != (first.status, &first.bytes) {
                differing.push((sample.operation, again.text()));
            }
        }
    }
    assert_eq!(differing, []);
}

#[tokio::test]
async fn rejects_calls_without_valid_token_before_reading() {
    let world = World::new().await;
    let before = world.server.deps.store.meter.spent();
    for sample in sample_calls(&world) {
        if !operation(sample.operation).1 {
            continue;
        }
        for token in ["", "nonsense", "a.b.c"] {
            let mut calls = vec![
                call(&world.server, &sample, &sample.path),
                world.server.call(sample.method.clone(), &sample.path).raw("{"),
            ];
            calls.extend(sample.missing.as_ref().map(|path| call(&world.server, &sample, path)));
            for unsigned in calls {
                let signed = if token.is_empty() { unsigned } else { unsigned.bearer(token) };
                let response = signed.send().await;
                assert_eq!(response.status, StatusCode::UNAUTHORIZED, "{}", sample.operation);
                assert_eq!(response.headers["www-authenticate"], "Bearer", "{}", sample.operation);
                assert_eq!(response.json()["message"], "No authentication token", "{}", sample.operation);
            }
        }
    }
    assert_eq!(world.server.deps.store.meter.spent(), before, "the table was not asked for any of them");
}

/// The scopes that a program needs for an operation; none if no program may call it.
fn program_scopes(operation: &Value) -> Vec<&str> {
    let accepted = operation["security"].as_array().unwrap().iter().find_map(|accepted| accepted["program"].as_array());
    accepted.into_iter().flatten().map(|scope| scope.as_str().unwrap()).collect()
}

#[tokio::test]
async fn accepts_programs_by_the_scopes_that_an_operation_declares() {
    let world = World::new().await;
    let server = &world.server;
    for scopes in [&["read"][..], &["list"], &["write"], &["read", "list"], &["read", "list", "write"]] {
        let token = json!({"name": "Home Assistant", "scopes": scopes});
        let made = server.post("/api/tokens").by(USER).json(&token).expect(201).await;
        for sample in sample_calls(&world) {
            let (declared, is_secured) = operation(sample.operation);
            if !is_secured {
                continue;
            }
            let required = program_scopes(declared);
            let response = call(server, &sample, &sample.path).bearer(made["token"].as_str().unwrap()).send().await;
            let missing: Vec<&&str> = required.iter().filter(|scope| !scopes.contains(scope)).collect();
            let status = response.status.as_u16();
            if !required.is_empty() && missing.is_empty() {
                assert!(matches!(status, 200..=204 | 304 | 404 | 409), "{} {scopes:?}: {status}", sample.operation);
            } else {
                assert_eq!(
                    (status, response.code().as_str(), &response.json()["scopes"]),
                    (403, "insufficient_scope", &json!(missing)),
                    "{} {scopes:?}",
                    sample.operation
                );
            }
        }
    }
}

/// A program can neither create credentials that outlive its token nor export all data.
#[test]
fn opens_items_list_and_counts_alone_to_programs() {
    let open = ["/api/items", "/api/shopping-list", "/api/summary", "/api/user/statistics"];
    let closed = ["/api/shopping-list/share", "/api/shopping-list/import-shared"];
    for (_, path, operation) in operations() {
        let is_under = |parts: &[&str]| parts.iter().any(|part| path.starts_with(part));
        assert!(program_scopes(operation).is_empty() || is_under(&open) && !is_under(&closed), "{path}");
    }
}

#[tokio::test]
async fn ignores_invalid_tokens_on_public_routes() {
    let open = sample_calls(&World::new().await)
        .into_iter()
        .filter(|sample| !operation(sample.operation).1)
        .map(|sample| sample.operation);
    for operation in open {
        // Each operation in a new world: one of them deletes an account.
        let world = World::new().await;
        let sample = sample_calls(&world).into_iter().find(|sample| sample.operation == operation).unwrap();
        let response = call(&world.server, &sample, &sample.path).bearer("nonsense").send().await;
        assert_eq!(response.status.as_u16(), sample.status, "{}", sample.operation);
    }
}

#[tokio::test]
async fn returns_same_bytes_for_foreign_missing_and_invalid_ids() {
    let world = World::new().await;
    let mut named = 0;
    for sample in sample_calls(&world) {
        let Some(missing_path) = &sample.missing else { continue };
        named += 1;
        let foreign = call(&world.server, &sample, &sample.path).by(STRANGER).send().await;
        let missing = call(&world.server, &sample, missing_path).by(STRANGER).send().await;
        let own = call(&world.server, &sample, missing_path).by(sample.by).send().await;
        let nonsense = call(&world.server, &sample, &sample.path.replace(id_segment(&sample), "nonsense"))
            .by(sample.by)
            .send()
            .await;
        for response in [&missing, &own, &nonsense] {
            assert_eq!(
                (response.status.as_u16(), &response.bytes),
                (sample.missing_status, &foreign.bytes),
                "{}",
                sample.operation
            );
        }
        assert_eq!(foreign.status.as_u16(), sample.missing_status, "{}", sample.operation);
    }
    let parameters = operations().filter(|(_, path, _)| path.contains('{')).count();
    // `sharing.rs` and `calendars.rs` test the two that need only a secret in the path.
    assert_eq!(named, parameters - 2, "every path that names something is here");
}

/// Returns the segment of the path with the id of the row: the one that differs from the path of a missing row.
fn id_segment(sample: &SampleCall) -> &str {
    let missing = sample.missing.as_deref().unwrap();
    sample.path.split('/').zip(missing.split('/')).find(|(own, missing_id)| own != missing_id).unwrap().0
}

#[tokio::test]
async fn returns_400_for_an_unreadable_body_and_413_for_a_large_one() {
    let world = World::new().await;
    let huge = vec![b' '; 15 * 1024 * 1024];
    for sample in sample_calls(&world).into_iter().filter(|sample| sample.body.is_some()) {
        for raw in ["{", "[1]", "\"text\"", "{\"name\":\"a\"} x", "\u{0}"] {
            let sent = world.server.call(sample.method.clone(), &sample.path).by(USER);
            let response = sent.header("content-type", "application/json").raw(raw).send().await;
            response.assert_status(400, &format!("{} {raw:?}", sample.operation));
        }
        let response = world.server.call(sample.method.clone(), &sample.path).by(USER).raw(&huge).send().await;
        assert_eq!((response.status.as_u16(), response.code().as_str()), (413, "too_large"), "{}", sample.operation);
        let sentence = response.json()["message"].as_str().unwrap().to_owned();
        assert_eq!(
            sentence.contains("10MB"),
            sample.operation == "extract_receipt",
            "{}: {sentence}",
            sample.operation
        );
    }
}

#[tokio::test]
async fn rejects_an_invalid_idempotency_key_at_every_mutation() {
    let world = World::new().await;
    for sample in sample_calls(&world) {
        let takes_keys = takes_keys(&sample);
        let mutation = sample.method != http::Method::GET && sample.path.starts_with("/api/");
        assert_eq!(takes_keys, mutation && operation(sample.operation).1, "{}", sample.operation);
        if takes_keys {
            let response = call(&world.server, &sample, &sample.path)
                .by(sample.by)
                .header("idempotency-key", "mine")
                .expect(422)
                .await;
            assert_eq!(response["field"], "Idempotency-Key", "{}", sample.operation);
        }
    }
}

/// A text's limit stands in the document, by which clients limit their forms, and in the server's check: both agree.
#[tokio::test]
async fn refuses_texts_beyond_the_documented_length() {
    /// The text of a file may be as long as the whole body.
    const MAX_TEXT: usize = 5_000;
    let world = World::new().await;
    let mut tried = 0;
    for sample in sample_calls(&world) {
        // An edit has no currency, and an unknown language decides nothing.
        let is_ignored = |field: &str| field == "language" || field == "currency" && sample.operation != "create_item";
        for (field, max) in max_lengths(sample.operation) {
            let Some(mut body) = sample.body.clone().filter(|_| max < MAX_TEXT && !is_ignored(field)) else { continue };
            body[field] = json!(long(max + 1));
            let response =
                world.server.call(sample.method.clone(), &sample.path).by(sample.by).json(&body).send().await;
            let name = format!("{} {field}", sample.operation);
            // The description of a row of the list has its notes.
            let is_of_row = sample.operation.ends_with("list_item");
            let named = if is_of_row && field == "description" { "notes" } else { field };
            let refused = (response.status.as_u16(), response.json()["field"].as_str().map(str::to_owned));
            assert_eq!(refused, (422, Some(named.to_owned())), "{name}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[tokio::test]
async fn enforces_the_limit_of_each_field_exactly() {
    let world = World::new().await;
    for sample in sample_calls(&world) {
        for (body, status, field) in &sample.limit_cases {
            let response = world.server.call(sample.method.clone(), &sample.path).by(sample.by).json(body).send().await;
            let text = response.text();
            let name = format!("{} {}", sample.operation, body.to_string().chars().take(200).collect::<String>());
            assert_eq!(response.status.as_u16(), *status, "{name}: {text}");
            if *status >= 400 {
                assert_eq!(response.json()["field"].as_str().unwrap_or_default(), *field, "{name}: {text}");
            }
        }
    }
}
