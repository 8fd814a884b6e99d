//! Tests `/api/user/…` and `/api/health`.

use crate::house::{subscription, text};
use crate::rows::documented_kinds;
use crate::server::{TestServer, assert_fields, line, on_another_engine, picture, picture_body, receipt};
use crate::table::{all_rows, kind};
use chrono::{DateTime, TimeDelta};
use domain::id::{ItemId, SessionId, UserId};
use domain::notification::{Notification, NotificationType, NotifiedItem};
use push::{DeliveryResult, Message, Phones, Sending};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use store::receipts::Receipts;
use store::{Guard, Write, keys, notification_row};
use tempfile::TempDir;
use uuid::Uuid;

const EXPORT: &str = "/api/user/export";
const CLEAR: &str = "/api/user/clear-all-data";

async fn item(server: &TestServer, user: &str, body: Value) -> String {
    server.create("/api/items", user, &body).await["id"].as_str().unwrap().to_owned()
}

/// What names or opens a user's rows from outside.
struct Secrets {
    session: String,
    share: String,
    /// The last part of its path.
    calendar: String,
    program: String,
}

/// Creates rows of each kind but those of [`NOT_CREATED`].
async fn create_rows(server: &TestServer, user: &str) -> Secrets {
    item(server, user, json!({"name": "Milk"})).await;
    let old = item(server, user, json!({"name": "Bread"})).await;
    server.patch(&format!("/api/items/{old}/archive")).by(user).json(&json!({"outcome": "used"})).expect(200).await;
    server.create("/api/shopping-list", user, &json!({"name": "Oats"})).await;
    server.put("/api/preferences").by(user).json(&json!({"timeZone": "Europe/Berlin"})).expect(200).await;
    server.post("/api/check-notifications").by(user).expect(200).await;
    let subscription = subscription("https://web.push.apple.com/x");
    server.create("/api/push-subscriptions", user, &subscription).await;
    let code = json!({"code": "4006381333931", "name": "Oat milk"});
    server.put("/api/codes").by(user).json(&code).expect(200).await;
    server.reader.script(&picture(1), Ok(receipt(vec![line("BTTR", "Butter", "Dairy", 30)], &["bttr 2.49"])));
    let scan = server.post("/api/extract").by(user).json(&picture_body(&picture(1))).expect(200).await;
    // The edit of a scanned item is a correction of its line.
    let butter = format!("/api/items/{}", text(&scan["items"][0], "id"));
    server.patch(&butter).by(user).json(&json!({"name": "Salted butter"})).expect(200).await;
    let share = server.create("/api/shopping-list/share", user, &json!({"ownerName": "Ada"})).await;
    let calendar = server.create("/api/calendar", user, &json!({})).await;
    let program = server.create("/api/tokens", user, &json!({"name": "Home Assistant", "scopes": ["read"]})).await;
    Secrets {
        session: text(&scan, "sessionId").into(),
        share: text(&share, "token").into(),
        calendar: text(&calendar, "url").rsplit('/').next().unwrap().into(),
        program: text(&program, "token").into(),
    }
}

/// The rows of a long receipt and its pictures while they are stored, of a request with a key, and of a sent reminder.
const NOT_CREATED: [&str; 4] = ["U J", "U K", "U N", "U Y"];

async fn own_rows(server: &TestServer, user: &str) -> Vec<Value> {
    server.partition(keys::user_pk(&UserId::parse(user).unwrap())).await
}

/// Stores a reminder that was sent.
async fn create_notification(server: &TestServer, user: &str) {
    let item = NotifiedItem {
        item_id: ItemId(Uuid::from_u128(2)),
        notification_type: NotificationType::Soon,
        expiry_date: DateTime::UNIX_EPOCH,
        is_removed: false,
    };
    let notification = Notification {
        user: UserId::parse(user).unwrap(),
        local_date: "2026-11-20".parse().unwrap(),
        lease_until: server.deps.now(),
        sent_at: Some(server.deps.now()),
        items: vec![item],
    };
    let row = Write::Put { row: notification_row(&notification), guard: Guard::New };
    server.deps.store.commit(vec![row], None).await.unwrap();
}

#[tokio::test]
async fn exports_everything_except_tokens() {
    let server = TestServer::start().await;
    let Secrets { session, share, calendar, program } = create_rows(&server, "anna").await;
    create_rows(&server, "ben").await;
    create_notification(&server, "anna").await;
    let response = server.get(EXPORT).by("anna").send().await;
    assert_eq!(response.headers["content-disposition"], "attachment; filename=\"larder-2026-11-21.json\"");
    assert_eq!(response.headers["cache-control"], "no-store");
    let export = response.expect(200);
    let names = |field: &str, name: &str| -> Vec<String> {
        export[field].as_array().unwrap().iter().map(|entry| entry[name].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        (names("items", "name"), names("items", "itemStatus")),
        (
            vec!["Milk".into(), "Salted butter".into(), "Bread".into()],
            vec!["active".into(), "active".into(), "archived".into()]
        )
    );
    assert_eq!(
        (names("scanSessions", "id"), names("scanSessions", "store")),
        (vec![session.clone()], vec!["Corner Market".into()])
    );
    assert_eq!(export["items"][1]["scanSessionId"], *session);
    assert_eq!(names("corrections", "line"), ["bttr"]);
    assert_eq!(names("codes", "name"), ["Oat milk"]);
    assert_eq!(names("shoppingList", "name"), ["Oats"]);
    assert_eq!(names("shares", "title"), ["My Shopping List"]);
    // The clock does not advance, so the order of the two is arbitrary.
    let mut actions = names("usage", "action");
    actions.sort();
    assert_eq!(actions, ["check", "share"]);
    assert_eq!(names("notifications", "notificationType"), ["soon"]);
    assert_eq!(export["preferences"]["timeZone"], "Europe/Berlin");
    assert_eq!(export["pushSubscriptions"], json!(["https://web.push.apple.com/x"]));
    let fields: BTreeSet<&str> = export.as_object().unwrap().keys().map(String::as_str).collect();
    let asserted = [
        "codes",
        "corrections",
        "items",
        "notifications",
        "preferences",
        "pushSubscriptions",
        "scanSessions",
        "shares",
        "shoppingList",
        "usage",
    ];
    assert_eq!(fields, asserted.into_iter().chain(["exportedAt", "userId"]).collect());
    for absent in [&share, &calendar, &program, "\"ben\""] {
        assert!(!export.to_string().contains(absent), "{absent}");
    }
    let second = server.get(EXPORT).by("anna").expect(200).await;
    assert_eq!(second["usage"].as_array().unwrap().len(), 3, "the export itself is a line of the statistics");
}

#[tokio::test]
async fn escapes_formulas_in_the_csv_export() {
    let server = TestServer::start().await;
    item(
        &server,
        "anna",
        json!({"name": "=HYPERLINK(\"http://evil.example\",\"milk\")", "category": "+Dairy",
        "notes": "two\nlines, and a comma"}),
    )
    .await;
    let response = server.get(&format!("{EXPORT}?format=csv")).by("anna").send().await;
    assert_eq!(response.status.as_u16(), 200);
    assert_eq!(response.headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert_eq!(response.headers["content-disposition"], "attachment; filename=\"larder-2026-11-21.csv\"");
    let text = String::from_utf8(response.bytes).unwrap();
    let row = text.split_once("\r\n").unwrap().1;
    let (_, fields) = row.split_once(',').unwrap();
    let begin = "\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"milk\"\")\",'+Dairy,1,item,7,2026-11-21T08:00:00.000Z,";
    assert!(fields.starts_with(begin), "{fields}");
    assert!(fields.contains(",\"two\nlines, and a comma\",") && fields.contains(",fridge,"), "{fields}");
    assert_eq!(server.get(&format!("{EXPORT}?format=xml")).by("anna").expect(422).await["field"], "format");
}

#[tokio::test]
async fn exports_a_column_for_each_stored_field() {
    let server = TestServer::start().await;
    let table = server.get(&format!("{EXPORT}?format=csv")).by("anna").send().await;
    let header = String::from_utf8(table.bytes).unwrap();
    let columns: Vec<&str> = header.trim_end().split(',').collect();
    let contract: Value = serde_json::from_str(larder::web::openapi::json()).unwrap();
    let fields = contract["components"]["schemas"]["ItemView"]["properties"].as_object().unwrap().keys();
    // `location` has the place. The others are computed, or belong to this larder.
    let not_exported = ["daysLeft", "guide", "kind", "place", "storage", "swept", "userId", "version"];
    assert_eq!(fields.filter(|field| !columns.contains(&field.as_str())).collect::<Vec<_>>(), not_exported);
}

#[tokio::test]
async fn clears_every_row_of_the_user_only() {
    let server = TestServer::start().await;
    let Secrets { session, share, calendar, program } = create_rows(&server, "anna").await;
    let other = create_rows(&server, "ben").await;
    let before = own_rows(&server, "ben").await;
    let photo = Receipts::picture_key(&UserId::parse("anna").unwrap(), SessionId::parse(&session).unwrap(), 0);
    assert!(server.receipts.get(&photo, 10_000_000).await.unwrap().is_some());
    if !on_another_engine() {
        let mut kinds: BTreeSet<String> = all_rows(server.database()).iter().map(kind).collect();
        kinds.extend(NOT_CREATED.map(str::to_owned));
        kinds.retain(|kind| kind.starts_with("U "));
        let documented: BTreeSet<String> =
            documented_kinds().into_iter().filter(|kind| kind.starts_with("U ")).collect();
        assert_eq!(kinds, documented, "this test creates rows of each kind");
    }
    let response = server.delete(CLEAR).by("anna").expect(200).await;
    assert_eq!(response["message"], "Data cleared successfully");
    let remaining: Vec<Value> = own_rows(&server, "anna").await.into_iter().map(|row| row["SK"].clone()).collect();
    assert_eq!(remaining, ["Q#2026-11"], "clearing does not lift the limit of uploads");
    server.get(&format!("/api/shared-list/{share}")).expect(404).await;
    assert_eq!(server.get(&format!("/api/calendar/{calendar}")).status().await, 404);
    server.get("/api/items").bearer(&program).expect(401).await;
    assert_eq!(server.receipts.get(&photo, 10_000_000).await.unwrap(), None);
    server.get(&format!("/api/shared-list/{}", other.share)).expect(200).await;
    assert_eq!(own_rows(&server, "ben").await, before);
    assert_eq!(server.get("/api/items").by("anna").expect(200).await, json!([]));
    assert_eq!(server.get("/api/preferences").by("anna").expect(200).await["timeZone"], Value::Null);
    server.delete(CLEAR).by("anna").expect(200).await;
}

/// A phone push service that records deleted tokens.
#[derive(Debug, Default)]
struct RecordingPhones {
    deleted: Mutex<Vec<String>>,
    broken: Mutex<bool>,
}

impl Phones for RecordingPhones {
    fn send<'a>(&'a self, _: &'a str, _: &'a Message) -> Sending<'a> {
        Box::pin(async { DeliveryResult::Accepted })
    }

    fn forget<'a>(&'a self, token: &'a str) -> Sending<'a> {
        Box::pin(async move {
            if *self.broken.lock().unwrap() {
                return DeliveryResult::Failed("SNS is not available".into());
            }
            self.deleted.lock().unwrap().push(token.to_owned());
            DeliveryResult::Gone
        })
    }
}

#[tokio::test]
async fn clears_data_and_phone_even_if_the_push_service_fails() {
    let server = TestServer::start().await;
    let phones = Arc::new(RecordingPhones::default());
    let (deps, receipts) = (server.deps.clone(), server.receipts.clone());
    let server = server.other_process(deps, receipts, Some(phones.clone()), TempDir::new().unwrap());
    server.put("/api/preferences").by("anna").json(&json!({"fcmToken": "a-phone"})).expect(200).await;
    server.create("/api/items", "anna", &json!({"name": "Oats", "category": "Pantry"})).await;
    let clear = || server.delete(CLEAR).by("anna").expect(200);
    clear().await;
    assert_eq!(*phones.deleted.lock().unwrap(), ["a-phone"]);
    clear().await;
    assert_eq!(phones.deleted.lock().unwrap().len(), 1, "no phone is left to be deleted");
    server.put("/api/preferences").by("anna").json(&json!({"fcmToken": "a-phone"})).expect(200).await;
    server.create("/api/items", "anna", &json!({"name": "Oats", "category": "Pantry"})).await;
    *phones.broken.lock().unwrap() = true;
    clear().await;
    assert!(server.names("anna", "/api/items").await.is_empty());
    let preferences = server.deps.store.preferences_get(&UserId::parse("anna").unwrap()).await.unwrap();
    assert_eq!(preferences.fcm_token, None, "nothing is sent to it any more");
}

#[tokio::test]
async fn counts_items_and_outcomes_in_statistics() {
    let server = TestServer::start().await;
    let at = |days: i64| domain::timestamp::iso(server.deps.now() + TimeDelta::days(days));
    let mut ids = vec![];
    for days in [30, 30, 30, 2, -1] {
        ids.push(item(&server, "anna", json!({"name": "Milk", "expiresAt": at(days)})).await);
    }
    item(&server, "anna", json!({"name": "Swept", "expiresAt": at(-3)})).await;
    for (id, change, outcome) in [(&ids[0], "archive", "used"), (&ids[1], "delete", "tossed")] {
        let call = server.patch(&format!("/api/items/{id}/{change}")).by("anna");
        call.json(&json!({"outcome": outcome})).expect(200).await;
    }
    server.post("/api/check-notifications").by("anna").expect(200).await;
    let statistics = server.get("/api/user/statistics").by("anna").expect(200).await;
    assert_eq!(statistics["items"], json!({"total": 3, "fresh": 1, "soon": 1, "expired": 1}));
    let weeks = statistics["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 12);
    assert_eq!(weeks[11], json!({"monday": "2026-11-16", "used": 1, "tossed": 1, "expired": 1}));
    let months = statistics["months"].as_array().unwrap();
    assert_eq!(months.len(), 6);
    let november = json!({"first": "2026-11-01", "used": 1, "tossed": 1, "expired": 1, "priced": 0, "money": []});
    assert_eq!(months[5], november);
    assert_eq!(statistics["actions"], json!({"check": 1}));
    // Eleven weeks later this week is the first of the twelve, and still counted to its last day: Saturday became
    // Sunday night.
    server.advance(TimeDelta::weeks(11) + TimeDelta::hours(39) + TimeDelta::minutes(59));
    let last = server.get("/api/user/statistics").by("anna").expect(200).await;
    assert_eq!(last["weeks"][0], json!({"monday": "2026-11-16", "used": 1, "tossed": 1, "expired": 2}));
    assert_eq!(last["actions"], json!({"check": 1}));
    // A minute later it is Monday, and that week no longer counts.
    server.advance(TimeDelta::minutes(1));
    let later = server.get("/api/user/statistics").by("anna").expect(200).await;
    assert_eq!(later["weeks"][0]["monday"], "2026-11-23");
    assert!(
        later["weeks"].as_array().unwrap().iter().all(|week| week["used"] == 0),
        "what is long past is not counted"
    );
    assert_eq!(later["actions"], json!({}));
}

#[tokio::test]
async fn serves_health_without_token() {
    let server = TestServer::start().await;
    let health = server.get("/api/health").expect(200).await;
    assert_fields(&health, &json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}));
    server.get("/api/health").bearer("nonsense").expect(200).await;
}
