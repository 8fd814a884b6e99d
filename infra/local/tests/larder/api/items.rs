//! Tests `/api/items…`.

use crate::server::{TestServer, assert_fields, names};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

async fn milk(server: &TestServer, user: &str, days: i64) -> String {
    let expires = domain::timestamp::iso(server.deps.now() + TimeDelta::days(days));
    let body = json!({"name": "Milk", "category": "Dairy", "quantity": 1, "unit": "gallon", "shelfLifeDays": 5,
        "expiresAt": expires, "scanSessionId": null});
    server.create("/api/items", user, &body).await["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn lists_a_created_item_with_every_field() {
    let server = TestServer::start().await;
    let body = json!({"name": "Whole milk", "category": "Dairy", "quantity": 1.5, "unit": "gallon", "shelfLifeDays": 5,
        "expiresAt": "2026-11-26T08:00:00.000Z", "scanSessionId": null, "notes": "top shelf"});
    let created = server.create("/api/items", "anna", &body).await;
    assert_eq!(created["message"], "Item added.");
    let list = server.get("/api/items").by("anna").expect(200).await;
    let id = created["id"].clone();
    assert_eq!(
        list,
        json!([{"id": id, "userId": "anna", "scanSessionId": null, "name": "Whole milk", "category": "Dairy", "quantity": 1.5, "unit": "gallon",
            "shelfLifeDays": 5, "createdAt": "2026-11-21T08:00:00.000Z", "expiresAt": "2026-11-26T08:00:00.000Z", "daysLeft": 5, "status": "fresh",
            "itemStatus": "active", "changedAt": "2026-11-21T08:00:00.000Z", "notes": "top shelf", "kind": "milk", "storage": "fridge", "version": 1,
            "guide": {"usual": {"storage": "fridge", "days": 5, "source": "larder"}, "opensWhenUsed": false, "freezesBadly": false, "effects": {
                "opened": {"storage": "fridge", "days": 7, "source": "foodkeeper"},
                "frozen": {"storage": "freezer", "days": 90, "source": "foodkeeper"},
                "thawed": {"storage": "fridge", "days": 3, "source": "estimate"}}}}])
    );
}

#[tokio::test]
async fn returns_the_first_answer_for_a_repeated_key() {
    let server = TestServer::start().await;
    let id = milk(&server, "anna", 5).await;
    let key = Uuid::from_u128(1);
    let path = format!("/api/items/{id}/archive");
    let first = server.patch(&path).by("anna").key(key).send().await;
    server.patch(&format!("/api/items/{id}/restore")).by("anna").expect(200).await;
    let second = server.patch(&path).by("anna").key(key).send().await;
    assert_eq!((first.status, &first.bytes), (second.status, &second.bytes));
    assert_eq!(server.names("anna", "/api/items").await, ["Milk"], "the retry did not archive it again");
    // The key cannot be used for another request of this user, but for one of another user.
    assert_eq!(
        server.patch(&format!("/api/items/{id}/delete")).by("anna").key(key).expect(422).await["field"],
        "Idempotency-Key"
    );
    let body = json!({"name": "Bread"});
    server.post("/api/items").by("ben").key(key).json(&body).expect(201).await;
    // A phone that was offline for weeks repeats a request whose response it did not receive.
    server.advance(TimeDelta::days(29));
    assert_eq!(server.patch(&path).by("anna").key(key).send().await.bytes, first.bytes);
    server.advance(TimeDelta::days(2));
    let late = server.patch(&path).by("anna").key(key).send().await;
    assert!(!late.headers.contains_key("idempotency-replayed"), "the key is free again");
}

#[tokio::test]
async fn counts_two_uses_of_two_devices() {
    let server = TestServer::start().await;
    let created = server.post("/api/items").by("anna").json(&json!({"name": "Egg", "quantity": 3})).send().await;
    let id = created.expect(201)["id"].as_str().unwrap().to_owned();
    let take = async |key| {
        let one = json!({"quantityDelta": -1});
        let taken = server.patch(&format!("/api/items/{id}")).by("anna").key(Uuid::from_u128(key)).json(&one);
        taken.expect(200).await
    };
    assert_eq!(take(1).await["quantity"], json!(2.0));
    assert_eq!(take(1).await["quantity"], json!(2.0), "a retry takes none");
    assert_eq!(take(2).await["quantity"], json!(1.0));
    let last = json!({"quantityDelta": -1, "notes": "from Anna's hens"});
    let last = server.patch(&format!("/api/items/{id}")).by("anna").json(&last).expect(200).await;
    let expected = json!({"itemStatus": "archived", "outcome": "used", "message": "Item archived.",
        "notes": "from Anna's hens"});
    assert_fields(&last, &expected);
}

#[tokio::test]
async fn creates_an_item_with_the_state_that_it_had() {
    let server = TestServer::start().await;
    let kept = json!({"storage": "freezer", "openedAt": "2026-11-20T08:00:00.000Z", "frozenAt": "2026-11-21T08:00:00.000Z",
        "thawedAt": "2026-11-19T08:00:00.000Z", "left": 0.5, "expiresBeforeFreezing": "2026-11-24T08:00:00.000Z"});
    let mut body = kept.clone();
    body["name"] = json!("Bread");
    let item = server.create("/api/items", "anna", &body).await;
    for (field, value) in kept.as_object().unwrap() {
        assert_eq!(&item[field], value, "{field}");
    }
    body["openedAt"] = json!("yesterday");
    assert_eq!(server.post("/api/items").by("anna").json(&body).expect(422).await["field"], "openedAt");
}

#[tokio::test]
async fn creates_one_item_for_twenty_requests_with_one_key() {
    let server = TestServer::start().await;
    let milk = json!({"name": "Milk"});
    let create = |_| server.post("/api/items").by("anna").key(Uuid::from_u128(9)).json(&milk).expect(201);
    let mut bodies = join_all((0..20).map(create)).await;
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "all twenty had the same response");
    assert_eq!(server.names("anna", "/api/items").await, ["Milk"]);
}

/// Creates items until the larder has room for so many more.
pub(super) async fn fill(server: &TestServer, user: &str, room: usize) {
    let rows = (0..1_000 - room).map(|n| format!("Thing {n},2027-01-01")).collect::<Vec<_>>().join("\n");
    let file = json!({"text": format!("Name,Expires\n{rows}\n")});
    server.post("/api/user/import").by(user).json(&file).expect(200).await;
}

#[tokio::test]
async fn rejects_the_thousand_and_first_item_with_a_message() {
    let server = TestServer::start().await;
    fill(&server, "anna", 1).await;
    let last = milk(&server, "anna", 5).await;
    server.post("/api/items").by("anna").json(&json!({"name": "Milk"})).refused(409, "item_limit_reached").await;
    assert_eq!(server.names("anna", "/api/items").await.len(), 1_000);
    // Archiving an item makes room for one.
    server.patch(&format!("/api/items/{last}/archive")).by("anna").expect(200).await;
    milk(&server, "anna", 5).await;
    server.patch(&format!("/api/items/{last}/restore")).by("anna").refused(409, "item_limit_reached").await;
}

#[tokio::test]
async fn keeps_the_limit_under_parallel_creations_and_restorations() {
    let server = TestServer::start().await;
    let mut archived = vec![];
    for _ in 0..8 {
        let id = milk(&server, "anna", 5).await;
        server.patch(&format!("/api/items/{id}/archive")).by("anna").expect(200).await;
        archived.push(id);
    }
    fill(&server, "anna", 5).await;
    let created = (0..16).map(|_| server.post("/api/items").by("anna").json(&json!({"name": "Milk"})).send());
    let parallel = &server;
    let restored = archived.iter().map(|id| async move {
        let path = format!("/api/items/{id}/restore");
        parallel.patch(&path).by("anna").send().await
    });
    let (created, restored) = tokio::join!(join_all(created), join_all(restored));
    let responses: Vec<_> = created.into_iter().chain(restored).collect();
    let made = responses.iter().filter(|response| response.status.is_success()).count();
    assert!((1..=5).contains(&made), "{made}");
    assert_eq!(server.names("anna", "/api/items").await.len(), 995 + made);
    // Those that found all attempts taken by others may try again.
    for response in responses.iter().filter(|response| !response.status.is_success()) {
        assert!([409, 503].contains(&response.status.as_u16()), "{}", response.status);
    }
}

#[tokio::test]
async fn returns_json_for_unknown_paths_and_methods() {
    let server = TestServer::start().await;
    server.get("/api/nothing").by("anna").refused(404, "not_found").await;
    server.put("/api/items").by("anna").refused(405, "method_not_allowed").await;
}

#[tokio::test]
async fn changes_only_the_named_fields() {
    let server = TestServer::start().await;
    let id = milk(&server, "anna", 5).await;
    let path = format!("/api/items/{id}");
    let frozen = json!({"event": "frozen", "at": "2026-11-21T07:00:00.000Z"});
    let frozen = server.patch(&format!("{path}/state")).by("anna").json(&frozen).expect(200).await;
    // The other phone's dialog was open before.
    let renamed = server.patch(&path).by("anna").json(&json!({"name": "Oat milk"})).expect(200).await;
    assert_eq!(renamed["name"], "Oat milk");
    for field in ["expiresAt", "frozenAt", "expiryReason", "storage", "category", "quantity", "unit", "shelfLifeDays"] {
        assert_eq!(renamed[field], frozen[field], "{field}");
    }
    let refused = server.patch(&path).by("anna").json(&json!({"name": " "})).expect(422).await;
    assert_eq!(refused["field"], "name");
}

#[tokio::test]
async fn rejects_a_write_that_names_an_older_version() {
    let server = TestServer::start().await;
    let id = milk(&server, "anna", 5).await;
    let path = format!("/api/items/{id}");
    let seen = server.get("/api/items").by("anna").expect(200).await[0]["version"].clone();
    server.patch(&format!("{path}/state")).by("anna").json(&json!({"event": "frozen"})).expect(200).await;
    let stale =
        json!({"name": "Oat milk", "category": "Dairy", "expiresAt": "2026-11-26T08:00:00.000Z", "version": seen});
    for refused in [server.put(&path), server.patch(&path)] {
        refused.by("anna").json(&stale).refused(409, "changed_meanwhile").await;
    }
    let now = server.get("/api/items").by("anna").expect(200).await[0].clone();
    let fresh = json!({"name": "Oat milk", "version": now["version"]});
    let changed = server.patch(&path).by("anna").json(&fresh).expect(200).await;
    assert_eq!(changed["expiresAt"], now["expiresAt"]);
}

#[tokio::test]
async fn undoes_only_its_own_change() {
    let server = TestServer::start().await;
    let id = milk(&server, "anna", 5).await;
    let path = format!("/api/items/{id}/state");
    let happened = async |event: &str, at: &str| {
        server.patch(&path).by("anna").json(&json!({"event": event, "at": at})).send().await
    };
    let (opened, frozen) = ("2026-11-21T08:00:00.001Z", "2026-11-21T08:00:00.002Z");
    happened("opened", opened).await.expect(200);
    let after = happened("frozen", frozen).await.expect(200);
    // The first phone taps "Undo" on its toast.
    happened("undone", opened).await.refused(409, "changed_meanwhile");
    let renamed = json!({"name": "Milk", "category": "Dairy", "dateKind": "use_by"});
    server.put(&format!("/api/items/{id}")).by("anna").json(&renamed).expect(200).await;
    let undone = happened("undone", frozen).await.expect(200);
    assert_eq!((undone.get("frozenAt"), &undone["openedAt"]), (None, &after["openedAt"]));
    assert_eq!(undone["dateKind"], "use_by", "what was corrected meanwhile stays");
}

#[tokio::test]
async fn keeps_a_picked_day_in_every_zone() {
    for (zone, expires_at) in [
        ("America/Los_Angeles", "2026-12-13T07:59:59.999Z"),
        ("Europe/Berlin", "2026-12-12T22:59:59.999Z"),
        ("Pacific/Auckland", "2026-12-12T10:59:59.999Z"),
    ] {
        let server = TestServer::start().await;
        server.put("/api/preferences").by("anna").json(&json!({"timeZone": zone})).expect(200).await;
        // Picked on a phone in Los Angeles.
        let body = json!({"name": "Milk", "category": "Dairy", "shelfLifeDays": 21, "expiresOn": "2026-12-12", "expiresAt": "2026-12-13T07:59:59.999Z"});
        let made = server.create("/api/items", "anna", &body).await;
        assert_fields(&made, &json!({"expiresOn": "2026-12-12", "expiresAt": expires_at}));
        let calendar = server.create("/api/calendar", "anna", &json!({})).await;
        // A user who changes the time zone afterwards sees the same day.
        server.put("/api/preferences").by("anna").json(&json!({"timeZone": "Pacific/Auckland"})).expect(200).await;
        let calendar = server.get(&server.path_of(&calendar["url"])).send().await;
        let calendar = String::from_utf8(calendar.bytes).unwrap();
        assert!(calendar.contains("DTSTART;VALUE=DATE:20261212\r\n"), "{zone}: {calendar}");
        let export = server.get("/api/user/export").by("anna").expect(200).await;
        assert_eq!(export["items"][0]["expiresOn"], "2026-12-12");
        let table = server.get("/api/user/export?format=csv").by("anna").send().await;
        assert!(String::from_utf8(table.bytes).unwrap().contains(",2026-12-12,"), "{zone}");
        let copy = json!({"text": export.to_string()});
        server.post("/api/user/import").by("ben").json(&copy).expect(200).await;
        let copied = server.get("/api/items").by("ben").expect(200).await[0].clone();
        assert_eq!((&copied["expiresOn"], &copied["expiresAt"]), (&made["expiresOn"], &made["expiresAt"]), "{zone}");
    }
}

#[tokio::test]
async fn counts_calendar_days_in_the_larders_zone() {
    let server = TestServer::start().await;
    server.put("/api/preferences").by("anna").json(&json!({"timeZone": "America/New_York"})).expect(200).await;
    // It is 3 o'clock in New York on 21 November.
    for day in ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-24", "2026-11-25"] {
        server.create("/api/items", "anna", &json!({"name": day, "expiresOn": day})).await;
    }
    let computed = server.create("/api/items", "anna", &json!({"name": "Milk", "shelfLifeDays": 5})).await;
    assert_fields(&computed, &json!({"expiresOn": "2026-11-26", "daysLeft": 5, "status": "fresh"}));
    let counted = async || {
        let items = server.get("/api/items").by("anna").expect(200).await;
        let days = |item: &Value| (item["daysLeft"].as_i64().unwrap(), item["status"].as_str().unwrap().to_owned());
        items.as_array().unwrap().iter().map(days).collect::<Vec<_>>()
    };
    let expected = |days: &[(i64, &str)]| days.iter().map(|(n, status)| (*n, (*status).to_owned())).collect::<Vec<_>>();
    let all = [(-1, "expired"), (0, "soon"), (1, "soon"), (3, "soon"), (4, "fresh"), (5, "fresh")];
    assert_eq!(counted().await, expected(&all));
    server.advance(TimeDelta::hours(20));
    assert_eq!(counted().await, expected(&all), "an hour before midnight");
    // In Berlin the next day has begun.
    server.put("/api/preferences").by("anna").json(&json!({"timeZone": "Europe/Berlin"})).expect(200).await;
    let next = [(-2, "expired"), (-1, "expired"), (0, "soon"), (2, "soon"), (3, "soon"), (4, "fresh")];
    assert_eq!(counted().await, expected(&next));
}

#[tokio::test]
async fn removes_food_on_its_own_unless_its_date_is_best_before() {
    let server = TestServer::start().await;
    for kind in ["estimate", "best_before", "use_by"] {
        let item = json!({"name": kind, "expiresOn": "2026-11-22", "dateKind": kind});
        server.create("/api/items", "anna", &item).await;
    }
    server.advance(TimeDelta::days(400));
    let active = server.get("/api/items").by("anna").expect(200).await;
    assert_eq!(names(&active), ["best_before"]);
    let archived = server.get("/api/items/archived").by("anna").expect(200).await;
    assert_eq!(archived.as_array().unwrap().len(), 2);
    assert_fields(
        &archived[0],
        &json!({"itemStatus": "deleted", "swept": true, "changedAt": "2026-11-24T23:59:59.999Z"}),
    );
    let path = format!("/api/items/{}", active[0]["id"].as_str().unwrap());
    let deleted = server.patch(&format!("{path}/delete")).by("anna").json(&json!({})).expect(200).await;
    assert_eq!(deleted.get("swept"), None, "a person deleted it");
}

#[tokio::test]
async fn drops_a_picked_day_when_the_date_moves_and_restores_it_on_undo() {
    let server = TestServer::start().await;
    let body = json!({"name": "Milk", "category": "Dairy", "expiresOn": "2026-12-12"});
    let made = server.create("/api/items", "anna", &body).await;
    assert_eq!(made["expiresAt"], "2026-12-12T23:59:59.999Z", "without a zone it is UTC's day");
    let path = format!("/api/items/{}", made["id"].as_str().unwrap());
    let change =
        async |name: &str, body: Value| server.patch(&format!("{path}{name}")).by("anna").json(&body).expect(200).await;
    assert_eq!(change("", json!({"name": "Oat milk"})).await["expiresOn"], "2026-12-12");
    assert_ne!(change("/state", json!({"event": "frozen"})).await["expiresOn"], "2026-12-12");
    assert_eq!(change("/state", json!({"event": "undone"})).await["expiresOn"], "2026-12-12");
    // A client that knows only `expiresAt` moves it.
    let moved = change("", json!({"expiresAt": "2026-12-20T12:00:00.000Z"})).await;
    assert_eq!((moved.get("expiresOn"), moved["expiresAt"].as_str()), (None, Some("2026-12-20T12:00:00.000Z")));
    for bad in ["2026-02-30", "tomorrow", "1969-12-31", "10000-01-01", ""] {
        let refused = server.patch(&path).by("anna").json(&json!({"expiresOn": bad})).expect(422).await;
        assert_eq!(refused["field"], "expiresOn", "{bad}");
    }
}
