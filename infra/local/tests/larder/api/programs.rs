//! Tests `/api/tokens`, the scopes of programs, and `GET /api/summary`.

use crate::house::{create_shared_larder, remove_device, remove_other_devices, sign_up, text};
use crate::server::{TestResponse, TestServer, assert_fields, names};
use chrono::TimeDelta;
use domain::digest::hash;
use domain::id::UserId;
use http::HeaderValue;
use serde_json::{Value, json};
use store::keys;
use uuid::Uuid;

const TOKENS: &str = "/api/tokens";
const SUMMARY: &str = "/api/summary";

async fn create_token(server: &TestServer, bearer: &str, scopes: Value) -> Value {
    let body = json!({"name": "Home Assistant", "scopes": scopes});
    server.post(TOKENS).bearer(bearer).json(&body).expect(201).await
}

/// Returns what a caller without a valid token sees: status, body and `www-authenticate`.
fn seen(response: TestResponse) -> (u16, Vec<u8>, Option<HeaderValue>) {
    (response.status.as_u16(), response.bytes, response.headers.get("www-authenticate").cloned())
}

#[tokio::test]
async fn returns_one_answer_for_wrong_deleted_and_foreign_tokens() {
    let server = TestServer::start().await;
    let made = create_token(&server, &server.token("anna"), json!(["read", "list", "write"])).await;
    let good = text(&made, "token");
    assert!(good.starts_with("larder_pat_anna."), "{good}");
    let none = seen(server.get("/api/items").send().await);
    assert_eq!(none.0, 401);
    let other_secret = format!("larder_pat_anna.{}", "x".repeat(43));
    let foreign = good.replace("anna", "ben");
    for bad in
        [&good[..good.len() - 1], &format!("{good}x"), &other_secret, &foreign, "larder_pat_", "larder_pat_anna."]
    {
        for path in ["/api/items", TOKENS] {
            assert_eq!(seen(server.get(path).bearer(bad).send().await), none, "{bad} {path}");
        }
    }
    let path = format!("{TOKENS}/{}", text(&made, "id"));
    let missing = server.delete(&format!("{TOKENS}/{}", "0".repeat(64))).by("ben").send().await;
    let stranger = server.delete(&path).by("ben").send().await;
    assert_eq!((stranger.status.as_u16(), &stranger.bytes), (404, &missing.bytes));
    server.get("/api/items").bearer(good).expect(200).await;
    server.delete(&path).by("anna").expect(200).await;
    assert_eq!(seen(server.get("/api/items").bearer(good).send().await), none);
    assert_eq!(server.delete(&path).by("anna").status().await, 404);
}

#[tokio::test]
async fn limits_wrong_tokens_without_refusing_good_ones() {
    let server = TestServer::start().await;
    let made = create_token(&server, &server.token("anna"), json!(["read"])).await;
    let response = async |bearer: &str| server.get(SUMMARY).bearer(bearer).send().await;
    let wrong = format!("larder_pat_anna.{}", "x".repeat(43));
    for n in 0..300 {
        assert_eq!(response(&wrong).await.status.as_u16(), 401, "{n}");
    }
    let refused = response(&wrong).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "rate_limited"));
    assert!(refused.headers.contains_key("retry-after"));
    response(text(&made, "token")).await.expect(200);
    server.advance(TimeDelta::hours(1));
    assert_eq!(response(&wrong).await.status.as_u16(), 401);
}

#[tokio::test]
async fn keeps_only_a_hash_and_the_day_of_the_last_use() {
    let server = TestServer::start().await;
    let anna = server.token("anna");
    let made = create_token(&server, &anna, json!(["list", "read", "read"])).await;
    let (id, token) = (text(&made, "id"), text(&made, "token"));
    assert_eq!((id, &made["scopes"]), (hash(token).as_str(), &json!(["read", "list"])));
    let list = async || server.get(TOKENS).by("anna").expect(200).await;
    let before = list().await;
    let secret = token.rsplit('.').next().unwrap();
    assert!(!before.to_string().contains(secret), "the token is returned once");
    let rows = server.partition(keys::user_pk(&UserId::parse("anna").unwrap())).await;
    assert!(json!(rows).to_string().contains(id) && !json!(rows).to_string().contains(secret), "{rows:?}");
    assert_eq!((text(&before[0], "name"), &before[0]["lastUsedOn"]), ("Home Assistant", &Value::Null));
    let meter = server.deps.store.meter.clone();
    for (days, writes) in [(0, 1.0), (0, 0.0), (1, 1.0)] {
        server.advance(TimeDelta::days(days));
        let spent = meter.spent();
        server.get(SUMMARY).bearer(token).expect(200).await;
        let spent = meter.spent() - spent;
        assert!((spent.write_units - writes).abs() < 0.01, "once a day: {spent:?}");
    }
    let today = server.deps.now().date_naive().to_string();
    assert_eq!(list().await[0]["lastUsedOn"].as_str(), Some(today.as_str()));
}

#[tokio::test]
async fn limits_the_tokens_of_a_larder() {
    let server = TestServer::start().await;
    let body = json!({"name": "Doorbell", "scopes": ["list"]});
    let make = |n: u128| server.post(TOKENS).by("anna").key(Uuid::from_u128(n)).json(&body).send();
    for n in 1..=20 {
        make(n).await.expect(201);
    }
    make(21).await.refused(409, "too_many_tokens");
    make(20).await.expect(201);
    assert_eq!(server.get(TOKENS).by("anna").expect(200).await.as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn ends_a_token_with_its_device_and_with_all_others() {
    let server = TestServer::start().await;
    let owner = sign_up(&server).await;
    // Of another larder, of one device.
    let alone = create_token(&server, &owner.id_token, json!(["read"])).await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let opens = async |made: &Value| server.get(SUMMARY).bearer(text(made, "token")).status().await == 200;
    let (by_laptop, by_phone) = (
        create_token(&server, &laptop.id_token, json!(["read"])).await,
        create_token(&server, &phone.id_token, json!(["read"])).await,
    );
    remove_device(&server, &laptop.id_token, "The second").await;
    assert_eq!((opens(&by_laptop).await, opens(&by_phone).await, opens(&alone).await), (true, false, true));
    remove_other_devices(&server, &laptop.id_token).await;
    assert_eq!((opens(&by_laptop).await, opens(&alone).await), (false, true), "another larder's stays");
    remove_other_devices(&server, &owner.id_token).await;
    assert!(!opens(&alone).await);
}

/// A program that polls sees in one request whether items or list have changed.
#[tokio::test]
async fn changes_the_summarys_revision_with_items_and_list() {
    let server = TestServer::start().await;
    let milk = json!({"name": "Milk", "expiresAt": "2027-11-24T08:30:00.000Z"});
    let id = text(&server.create("/api/items", "anna", &milk).await, "id").to_owned();
    let row = text(&server.create("/api/shopping-list", "anna", &json!({"name": "Oats"})).await, "id").to_owned();
    let changes = [
        (format!("/api/items/{id}"), json!({"notes": "open"})),
        (format!("/api/shopping-list/{row}"), json!({"quantity": 2})),
    ];
    for (path, change) in changes {
        let before = server.get(SUMMARY).by("anna").send().await;
        let tag = before.headers["etag"].to_str().unwrap();
        server.get(SUMMARY).by("anna").header("if-none-match", tag).expect(304).await;
        server.patch(&path).by("anna").json(&change).expect(200).await;
        let after = server.get(SUMMARY).by("anna").header("if-none-match", tag).expect(200).await;
        assert_ne!(after["revision"], before.json()["revision"], "{path}");
    }
}

#[tokio::test]
async fn counts_the_summary_in_the_users_time_zone() {
    let server = TestServer::start().await;
    let empty = server.get(SUMMARY).by("anna").expect(200).await;
    assert_fields(
        &empty,
        &json!({"fresh": 0, "soon": 0, "expired": 0, "dueToday": 0, "dueNames": [], "listPending": 0, "next": []}),
    );
    server.put("/api/preferences").by("anna").json(&json!({"timeZone": "Europe/Berlin"})).expect(200).await;
    // When today ends in Berlin, an hour before it does in Greenwich.
    let midnight = server.deps.now().date_naive().and_hms_opt(23, 0, 0).unwrap().and_utc();
    let now = server.deps.now();
    let add = async |name: &str, at: chrono::DateTime<chrono::Utc>| {
        let item = json!({"name": name, "expiresAt": domain::timestamp::iso(at)});
        server.create("/api/items", "anna", &item).await;
    };
    add("Rice", now + TimeDelta::days(30)).await;
    add("Ham", midnight).await;
    add("Milk", midnight - TimeDelta::milliseconds(1)).await;
    add("Fish", now - TimeDelta::hours(30)).await;
    for n in 0..3 {
        let row = server.create("/api/shopping-list", "anna", &json!({"name": format!("row {n}")})).await;
        if n == 0 {
            let toggle = format!("/api/shopping-list/{}/toggle", text(&row, "id"));
            server.patch(&toggle).by("anna").json(&json!({})).expect(200).await;
        }
    }
    let summary = server.get(SUMMARY).by("anna").expect(200).await;
    let counts = ["fresh", "soon", "expired", "dueToday", "listPending"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(counts, [1, 2, 1, 1, 2], "{summary}");
    assert_eq!(names(&summary["next"]), ["Fish", "Milk", "Ham", "Rice"]);
    assert_eq!(summary["dueNames"], json!(["Milk"]));
    let days: Vec<_> =
        summary["next"].as_array().unwrap().iter().map(|item| item["daysLeft"].as_i64().unwrap()).collect();
    assert_eq!(days, [-1, 0, 1, 30], "milk has a day, the others only a moment");
}

#[tokio::test]
async fn creates_one_row_of_a_food_that_a_program_adds_twice() {
    let server = TestServer::start().await;
    let made = create_token(&server, &server.token("anna"), json!(["read", "list"])).await;
    let token = text(&made, "token");
    let add = async |body: Value| server.post("/api/shopping-list").bearer(token).json(&body).send().await;
    let list = async || server.get("/api/shopping-list").bearer(token).expect(200).await;
    let first = add(json!({"name": "milk"})).await.expect(201);
    add(json!({"name": "Milk", "quantity": 2})).await.expect(200);
    let rows = list().await;
    assert_eq!((rows.as_array().unwrap().len(), rows[0]["quantity"].as_f64()), (1, Some(3.0)));
    let toggle = format!("/api/shopping-list/{}/toggle", text(&first, "id"));
    server.patch(&toggle).bearer(token).json(&json!({"isCompleted": true})).expect(200).await;
    add(json!({"name": "milk"})).await.expect(200);
    let rows = list().await;
    assert_eq!((rows.as_array().unwrap().len(), rows[0]["isCompleted"].as_bool()), (1, Some(false)));
    assert_eq!(rows[0]["quantity"].as_f64(), Some(1.0), "what was ticked is bought");
    add(json!({"name": "Ei", "quantity": 2})).await.expect(201);
    add(json!({"name": "Eier", "quantity": 6})).await.expect(200);
    for name in ["pâtes", "pâté", "pâte"] {
        add(json!({"name": name})).await.expect(201);
    }
    let rows = list().await;
    assert_eq!(
        rows.as_array().unwrap().iter().find(|row| row["name"] == "Ei").unwrap()["quantity"].as_f64(),
        Some(8.0)
    );
    add(json!({"name": "milk", "unit": "l"})).await.expect(201);
    assert_eq!(list().await.as_array().unwrap().len(), 6, "another unit is another row");
    server.create("/api/shopping-list", "anna", &json!({"name": "milk"})).await;
}

#[tokio::test]
async fn makes_a_ticked_row_of_any_unit_pending_again() {
    let server = TestServer::start().await;
    let made = create_token(&server, &server.token("anna"), json!(["read", "list"])).await;
    let add = |body: Value| server.post("/api/shopping-list").bearer(text(&made, "token")).json(&body);
    let milk = add(json!({"name": "Milk", "quantity": 2, "unit": "l"})).expect(201).await;
    let toggle = format!("/api/shopping-list/{}/toggle", text(&milk, "id"));
    server.patch(&toggle).by("anna").json(&json!({"isCompleted": true})).expect(200).await;
    let again = add(json!({"name": "milk "})).expect(200).await;
    assert_fields(&again, &json!({"id": milk["id"], "quantity": 2.0, "unit": "l", "isCompleted": false}));
}

#[tokio::test]
async fn reads_amount_and_notes_in_the_description_of_a_to_do_list() {
    let server = TestServer::start().await;
    let made = create_token(&server, &server.token("anna"), json!(["read", "list"])).await;
    let token = text(&made, "token");
    let milk = json!({"name": "Milk", "description": "2 l\nfresh"});
    let milk = server.post("/api/shopping-list").bearer(token).json(&milk).expect(201).await;
    assert_fields(&milk, &json!({"quantity": 2.0, "unit": "l", "notes": "fresh"}));
    let path = format!("/api/shopping-list/{}", text(&milk, "id"));
    let change = |body: Value| server.patch(&path).bearer(token).json(&body).expect(200);
    let renamed = change(json!({"name": "Oat milk"})).await;
    assert_fields(&renamed, &json!({"quantity": 2.0, "unit": "l", "notes": "fresh"}));
    let cleared = change(json!({"description": ""})).await;
    assert_fields(&cleared, &json!({"quantity": 1.0, "unit": "item", "notes": null}));
}
