//! Tests that the reminder is checked again after a due item was used on another device. The job's own tests cover the
//! message.

use crate::house::{Phone, create_shared_larder, refresh_tokens, sign_up, text};
use crate::server::TestServer;
use chrono::TimeDelta;
use serde_json::{Value, json};
use store::{DueUser, NextCheck};

async fn due(server: &TestServer, phone: &Phone) -> DueUser {
    server.deps.store.due_user(&phone.user()).await.unwrap().unwrap()
}

/// Creates a due and a fresh item in a larder whose check of the day is over.
async fn create_due_and_fresh(server: &TestServer, phone: &Phone) -> [Value; 2] {
    let mut items = [json!({"name": "Milk", "expiresAt": "2026-11-21T20:00:00Z"}), json!({"name": "Rice"})];
    for item in &mut items {
        *item = server.post("/api/items").bearer(&phone.id_token).json(&item.clone()).expect(201).await;
    }
    finish_check_of_the_day(server, phone).await;
    items
}

async fn finish_check_of_the_day(server: &TestServer, phone: &Phone) {
    let tomorrow = NextCheck::Hour(server.deps.now() + TimeDelta::days(1));
    let seen = due(server, phone).await;
    server.deps.store.due_advance(&seen, tomorrow, None, server.deps.now()).await.unwrap();
    assert_eq!(due(server, phone).await.waited(server.deps.now()), None);
}

async fn end_item(server: &TestServer, phone: &Phone, item: &Value, how: &str) {
    let path = format!("/api/items/{}/{how}", text(item, "id"));
    server.patch(&path).bearer(&phone.id_token).json(&json!({})).expect(200).await;
}

#[tokio::test]
async fn schedules_a_check_when_a_shared_due_item_is_used() {
    for how in ["archive", "delete"] {
        let server = TestServer::start().await;
        let (laptop, phone) = create_shared_larder(&server).await;
        let [milk, rice] = create_due_and_fresh(&server, &laptop).await;
        end_item(&server, &phone, &rice, how).await;
        assert_eq!(due(&server, &phone).await.waited(server.deps.now()), None, "no reminder lists what is fresh");
        end_item(&server, &phone, &milk, how).await;
        assert!(due(&server, &phone).await.waited(server.deps.now()).is_some(), "{how}");
    }
}

#[tokio::test]
async fn schedules_a_check_when_a_due_item_is_frozen_or_all_are_deleted() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let [milk, _] = create_due_and_fresh(&server, &laptop).await;
    let path = format!("/api/items/{}/state", text(&milk, "id"));
    server.patch(&path).bearer(&phone.id_token).json(&json!({"event": "frozen"})).expect(200).await;
    assert!(due(&server, &phone).await.waited(server.deps.now()).is_some());
    let (laptop, phone) = create_shared_larder(&server).await;
    create_due_and_fresh(&server, &laptop).await;
    let path = "/api/items/delete-all-by-status?status=soon";
    server.delete(path).bearer(&phone.id_token).expect(200).await;
    assert!(due(&server, &phone).await.waited(server.deps.now()).is_some());
}

#[tokio::test]
async fn schedules_a_check_when_an_edit_makes_a_past_date_count_again() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let rice = json!({"name": "Rice", "expiresOn": "2026-11-21", "dateKind": "best_before"});
    let rice = server.post("/api/items").bearer(&alone.id_token).json(&rice).expect(201).await;
    server.advance(TimeDelta::days(5));
    let alone = refresh_tokens(&server, &alone).await;
    finish_check_of_the_day(&server, &alone).await;
    let path = format!("/api/items/{}", text(&rice, "id"));
    let edit = json!({"dateKind": "use_by"});
    server.patch(&path).bearer(&alone.id_token).json(&edit).expect(200).await;
    assert!(due(&server, &alone).await.waited(server.deps.now()).is_some(), "it is swept in two days");
}

#[tokio::test]
async fn does_not_check_a_larder_of_one_device_again() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let [milk, _] = create_due_and_fresh(&server, &alone).await;
    end_item(&server, &alone, &milk, "archive").await;
    assert_eq!(due(&server, &alone).await.waited(server.deps.now()), None);
}

#[tokio::test]
async fn schedules_a_check_when_a_program_uses_a_due_item() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let [milk, _] = create_due_and_fresh(&server, &alone).await;
    let draft = json!({"name": "Home Assistant", "scopes": ["read", "write"]});
    let program = server.post("/api/tokens").bearer(&alone.id_token).json(&draft).expect(201).await;
    let path = format!("/api/items/{}/archive", text(&milk, "id"));
    server.patch(&path).bearer(text(&program, "token")).json(&json!({})).expect(200).await;
    assert!(due(&server, &alone).await.waited(server.deps.now()).is_some());
}
