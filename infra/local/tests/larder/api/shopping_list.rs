//! `/api/shopping-list…` and `/api/common-items`

use crate::server::TestServer;
use chrono::TimeDelta;
use domain::id::{ListItemId, UserId};
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

pub(super) const LIST: &str = "/api/shopping-list";
pub(super) const MISSING: &str = "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";

pub(super) async fn add(server: &TestServer, user: &str, name: &str) -> String {
    server.post(LIST).by(user).json(&json!({"name": name})).send().await.expect(201)["id"].as_str().unwrap().to_owned()
}

pub(super) async fn rows(server: &TestServer, user: &str) -> Vec<Value> {
    server.get(LIST).by(user).send().await.expect(200).as_array().unwrap().clone()
}

pub(super) async fn names(server: &TestServer, user: &str) -> Vec<String> {
    rows(server, user).await.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

pub(super) fn toggle(id: &str) -> String {
    format!("{LIST}/{id}/toggle")
}

#[tokio::test]
async fn lists_a_row_with_every_field_and_its_defaults() {
    let server = TestServer::start().await;
    let created = server.post(LIST).by("anna").json(&json!({"name": " Oats ", "notes": ""})).send().await.expect(201);
    assert_eq!(created["message"], "Item has been added to your shopping list.");
    let expected = json!([{"id": created["id"], "userId": "anna", "name": "Oats", "category": "Pantry Staples",
        "quantity": 1.0, "unit": "item",
        "isCompleted": false, "addedAt": "2026-11-21T08:00:00.000Z", "completedAt": null, "notes": null, "version": 1,
            "changedBy": null}]);
    assert_eq!(Value::from(rows(&server, "anna").await), expected);
    assert!(rows(&server, "ben").await.is_empty());
}

#[tokio::test]
async fn pending_rows_come_first_oldest_first() {
    let server = TestServer::start().await;
    let mut ids = vec![];
    for name in ["a", "b", "c"] {
        ids.push(add(&server, "anna", name).await);
        server.advance(TimeDelta::seconds(1));
    }
    server.patch(&toggle(&ids[0])).by("anna").send().await.expect(200);
    assert_eq!(names(&server, "anna").await, ["b", "c", "a"]);
}

#[tokio::test]
async fn flips_a_toggle_without_body_and_sets_one_with_a_body() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    let path = toggle(&id);
    let done = server.patch(&path).by("anna").send().await.expect(200);
    assert_eq!(
        (done["isCompleted"].as_bool(), done["completedAt"].as_str()),
        (Some(true), Some("2026-11-21T08:00:00.000Z"))
    );
    server.advance(TimeDelta::hours(1));
    let still = server.patch(&path).by("anna").json(&json!({"isCompleted": true})).send().await.expect(200);
    assert_eq!(still["completedAt"], "2026-11-21T08:00:00.000Z", "what is completed keeps its time");
    let pending = server.patch(&path).by("anna").json(&json!({})).send().await.expect(200);
    assert_eq!((pending["isCompleted"].as_bool(), &pending["completedAt"]), (Some(false), &Value::Null));
    assert_eq!(
        server.patch(&path).by("anna").json(&json!({"isCompleted": "yes"})).send().await.expect(422)["field"],
        "isCompleted"
    );
    server.patch(&path).by("anna").raw("{").send().await.expect(400);
}

#[tokio::test]
async fn flips_a_toggle_without_body_once_per_key() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    let first = server.patch(&toggle(&id)).by("anna").key(Uuid::from_u128(1)).send().await;
    let second = server.patch(&toggle(&id)).by("anna").key(Uuid::from_u128(1)).send().await;
    assert_eq!((first.status.as_u16(), &first.bytes), (200, &second.bytes));
    assert_eq!(rows(&server, "anna").await[0]["isCompleted"], true);
    let third = server.patch(&toggle(&id)).by("anna").key(Uuid::from_u128(2)).send().await.expect(200);
    assert_eq!(third["isCompleted"], false);
}

#[tokio::test]
async fn equal_concurrent_toggles_do_not_conflict() {
    let server = Arc::new(TestServer::start().await);
    let id = add(&server, "anna", "Oats").await;
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (server, path) = (server.clone(), toggle(&id));
        running.spawn(async move {
            server.patch(&path).by("anna").json(&json!({"isCompleted": true})).send().await.status.as_u16()
        });
    }
    while let Some(status) = running.join_next().await {
        assert_eq!(status.unwrap(), 200);
    }
    let row = server
        .deps
        .store
        .list_item_get(&UserId::parse("anna").unwrap(), ListItemId::parse(&id).unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.version, 2, "it was written once");
}

#[tokio::test]
async fn flips_are_never_lost() {
    let server = Arc::new(TestServer::start().await);
    let id = add(&server, "anna", "Oats").await;
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (server, path) = (server.clone(), toggle(&id));
        running.spawn(async move { server.patch(&path).by("anna").send().await.status.as_u16() });
    }
    let mut flipped = 0;
    while let Some(status) = running.join_next().await {
        match status.unwrap() {
            200 => flipped += 1,
            409 => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(rows(&server, "anna").await[0]["isCompleted"], flipped % 2 == 1, "{flipped} flips said they were made");
}

#[tokio::test]
async fn removed_row_can_be_created_again_with_its_id() {
    let server = TestServer::start().await;
    let body = json!({"id": MISSING, "name": "Oats", "category": "Pantry Staples", "quantity": 0.5, "unit": "kg",
        "notes": "rolled",
        "isCompleted": true, "addedAt": "2026-11-20T08:00:00.000Z"});
    let first = server.post(LIST).by("anna").json(&body).send().await.expect(201);
    let removed = server.delete(&format!("{LIST}/{MISSING}")).by("anna").send().await.expect(200);
    assert_eq!(
        removed,
        json!({"message": "Item has been removed from your shopping list.", "count": 1, "ids": [MISSING]})
    );
    assert_eq!(server.delete(&format!("{LIST}/{MISSING}")).by("anna").send().await.expect(200)["count"], 0);
    let second = server.post(LIST).by("anna").json(&body).send().await.expect(201);
    assert_eq!(first, second);
    assert_eq!(
        (second["isCompleted"].as_bool(), second["addedAt"].as_str()),
        (Some(true), Some("2026-11-20T08:00:00.000Z"))
    );
}

#[tokio::test]
async fn repeats_a_creation_harmlessly_by_the_clients_id() {
    let server = TestServer::start().await;
    let body = json!({"id": MISSING, "name": "Oats"});
    server.post(LIST).by("anna").json(&body).send().await.expect(201);
    server.post(LIST).by("anna").json(&body).send().await.expect(200);
    let other = json!({"id": MISSING, "name": "Flour"});
    assert_eq!(server.post(LIST).by("anna").json(&other).send().await.expect(409)["error"], "id_taken");
    server.post(LIST).by("ben").json(&other).send().await.expect(201);
    assert_eq!(names(&server, "anna").await, ["Oats"]);
}

#[tokio::test]
async fn repeats_a_creation_harmlessly_by_its_key() {
    let server = TestServer::start().await;
    let call = || server.post(LIST).by("anna").key(Uuid::from_u128(3)).json(&json!({"name": "Oats"}));
    let (first, second) = (call().send().await, call().send().await);
    assert_eq!((first.status.as_u16(), second.status.as_u16(), &first.bytes), (201, 201, &second.bytes));
    assert_eq!(names(&server, "anna").await, ["Oats"]);
    let other =
        server.post(LIST).by("anna").key(Uuid::from_u128(3)).json(&json!({"name": "Flour"})).send().await.expect(422);
    assert_eq!(other["field"], "Idempotency-Key");
}

#[tokio::test]
async fn clearing_removes_and_returns_the_rows() {
    let server = TestServer::start().await;
    let mut ids = vec![];
    for name in ["a", "b", "c"] {
        ids.push(add(&server, "anna", name).await);
    }
    add(&server, "ben", "his").await;
    for id in &ids[..2] {
        server.patch(&toggle(id)).by("anna").send().await.expect(200);
    }
    let completed = server.delete(&format!("{LIST}/completed")).by("anna").send().await.expect(200);
    let mut gone: Vec<_> =
        completed["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect();
    gone.sort();
    ids[..2].sort();
    assert_eq!(
        (completed["count"].as_u64(), completed["message"].as_str()),
        (Some(2), Some("All completed items have been removed."))
    );
    assert_eq!(gone, ids[..2]);
    let all = server.delete(&format!("{LIST}/all")).by("anna").send().await.expect(200);
    assert_eq!(
        all,
        json!({"message": "All items have been removed from your shopping list.", "count": 1, "ids": [ids[2]]})
    );
    assert_eq!(server.delete(&format!("{LIST}/all")).by("anna").send().await.expect(200)["count"], 0);
    assert_eq!(names(&server, "ben").await, ["his"]);
}

#[tokio::test]
async fn repeated_clearing_keeps_later_rows() {
    let server = TestServer::start().await;
    add(&server, "anna", "old").await;
    let first = server.delete(&format!("{LIST}/all")).by("anna").key(Uuid::from_u128(4)).send().await;
    add(&server, "anna", "new").await;
    let second = server.delete(&format!("{LIST}/all")).by("anna").key(Uuid::from_u128(4)).send().await;
    assert_eq!((first.status.as_u16(), &first.bytes), (200, &second.bytes));
    assert_eq!(names(&server, "anna").await, ["new"]);
}
