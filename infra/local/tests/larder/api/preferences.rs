//! Tests `/api/preferences`, `/api/check-notifications` and `/api/push-…`.

use crate::house;
use crate::server::{TestServer, assert_fields, names};
use chrono::TimeDelta;
use domain::id::UserId;
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::keys;
use uuid::Uuid;

const PREFERENCES: &str = "/api/preferences";
const SUBSCRIPTIONS: &str = "/api/push-subscriptions";

fn subscription(n: u32) -> Value {
    let mut body = house::subscription(&format!("https://updates.push.services.mozilla.com/wpush/v2/{n}"));
    body["expirationTime"] = Value::Null;
    body
}

async fn meta(server: &TestServer, user: &str) -> Value {
    let row: Option<Value> = server.deps.store.row_get(keys::meta(&UserId::parse(user).unwrap()), true).await.unwrap();
    row.unwrap_or(Value::Null)
}

async fn milk(server: &TestServer, user: &str, days: i64) {
    let expires = domain::timestamp::iso(server.deps.now() + TimeDelta::days(days));
    server.create("/api/items", user, &json!({"name": format!("Milk {days}"), "expiresAt": expires})).await;
}

#[tokio::test]
async fn returns_defaults() {
    let server = TestServer::start().await;
    let preferences = server.get(PREFERENCES).by("anna").expect(200).await;
    let id = preferences["id"].clone();
    assert_eq!(
        preferences,
        json!({"id": id, "userId": "anna", "pushNotificationsEnabled": true, "notificationTime": "09:00",
            "timeZone": null, "lastNotificationCheck": null, "lastDeliveredAt": null})
    );
    assert_eq!(server.get(PREFERENCES).by("anna").expect(200).await["id"], id, "always the same id");
    assert_ne!(server.get(PREFERENCES).by("ben").expect(200).await["id"], id);
}

#[tokio::test]
async fn keeps_every_choice_until_it_is_changed() {
    let server = TestServer::start().await;
    let put = async |body: Value| server.put(PREFERENCES).by("anna").json(&body).expect(200).await;
    assert_eq!(put(json!({"fcmToken": "token-of-a-device"})).await["message"], "Preferences saved.");
    put(json!({"aisles": ["Snacks", "Fruits"]})).await;
    put(json!({"listUsedUp": false})).await;
    let now = server.get(PREFERENCES).by("anna").expect(200).await;
    assert_fields(&now, &json!({"aisles": ["Snacks", "Fruits"], "listUsedUp": false}));
    assert_eq!(meta(&server, "anna").await["fcm_token"], "token-of-a-device");
    let usual = put(json!({"aisles": [], "fcmToken": ""})).await;
    assert_eq!((usual.get("aisles"), &usual["listUsedUp"]), (None, &json!(false)), "no order is the usual one");
    assert_eq!(meta(&server, "anna").await["fcm_token"], Value::Null);
}

#[tokio::test]
async fn keeps_the_due_index_on_update_and_schedules_a_check() {
    let server = TestServer::start().await;
    milk(&server, "anna", 30).await;
    let before = meta(&server, "anna").await;
    assert_eq!(before["GSI1SK"], "2026-12-18T08:00:00.000Z");
    server.put(PREFERENCES).by("anna").json(&json!({"notificationTime": "06:00"})).expect(200).await;
    let after = meta(&server, "anna").await;
    assert_eq!((&after["GSI1PK"], after["GSI1SK"].as_str()), (&before["GSI1PK"], Some("2026-11-21T08:00:00.000Z")));
    milk(&server, "anna", 40).await;
    assert_eq!(
        server.get(PREFERENCES).by("anna").expect(200).await["notificationTime"],
        "06:00",
        "an item keeps the preferences"
    );
}

#[tokio::test]
async fn reports_expiring_and_expired_items() {
    let server = TestServer::start().await;
    for days in [-1, 2, 3, 4, -5] {
        milk(&server, "anna", days).await;
    }
    let checked = server.post("/api/check-notifications").by("anna").json(&json!({})).expect(200).await;
    assert_eq!(names(&checked["due"]), ["Milk -1", "Milk 2", "Milk 3"]);
    assert_fields(&checked, &json!({"sent": 0, "message": "3 items expire soon or have expired."}));
    let preferences = server.get(PREFERENCES).by("anna").expect(200).await;
    assert_eq!(preferences["lastNotificationCheck"], "2026-11-21T08:00:00.000Z");
    let nothing = server.post("/api/check-notifications").by("ben").expect(200).await;
    assert_fields(&nothing, &json!({"due": [], "message": "Nothing needs your attention."}));
    // Without a device a test cannot be sent; the response says so.
    let test = server.post("/api/check-notifications").by("ben").json(&json!({"test": true})).expect(200).await;
    assert_eq!(test["sent"], 0);
    server.post("/api/check-notifications").by("ben").json(&json!({"test": 1})).expect(422).await;
}

#[tokio::test]
async fn returns_the_push_key_if_it_is_set_up() {
    let server = TestServer::start().await;
    let response = server.get("/api/push-key").by("anna").send().await;
    assert!(response.headers.contains_key("retry-after"));
    response.refused(503, "push_not_set_up");
    let server = TestServer::start_with(&[("LARDER_PUSH_KEY", "BNcRdreALRF")]).await;
    assert_eq!(server.get("/api/push-key").by("anna").expect(200).await, json!({"publicKey": "BNcRdreALRF"}));
}

#[tokio::test]
async fn replaces_the_oldest_by_a_thirteenth_subscription() {
    let server = TestServer::start().await;
    for n in 0..14 {
        server.create(SUBSCRIPTIONS, "anna", &subscription(n)).await;
        server.advance(TimeDelta::seconds(1));
    }
    let list = server.deps.store.subscription_list(&UserId::parse("anna").unwrap()).await.unwrap();
    let kept: Vec<_> = list.iter().map(|s| s.endpoint.rsplit('/').next().unwrap().to_owned()).collect();
    assert_eq!(kept, (2..14).map(|n| n.to_string()).collect::<Vec<_>>());
}

#[tokio::test]
async fn rejects_foreign_push_endpoints() {
    let server = TestServer::start_with(&[("LARDER_PUSH_HOSTS", "127.0.0.1:9099")]).await;
    let with = |endpoint: &str| {
        let mut body = subscription(1);
        body["endpoint"] = endpoint.into();
        body
    };
    for endpoint in [
        "http://updates.push.services.mozilla.com/x",
        "https://updates.push.services.mozilla.com:8443/x",
        "https://user@updates.push.services.mozilla.com/x",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "http://127.0.0.1:9098/x",
        "https://evil.example/",
        "file:///etc/passwd",
        "",
    ] {
        let error = server.post(SUBSCRIPTIONS).by("anna").json(&with(endpoint)).expect(422).await;
        assert_eq!(error["field"], "endpoint", "{endpoint}");
    }
    server.post(SUBSCRIPTIONS).by("anna").json(&with("http://127.0.0.1:9099/x")).expect(201).await;
    let mut body = subscription(1);
    body["keys"]["auth"] = "AAAA".into();
    assert_eq!(server.post(SUBSCRIPTIONS).by("anna").json(&body).expect(422).await["field"], "keys.auth");
    body["keys"] = json!({});
    assert_eq!(server.post(SUBSCRIPTIONS).by("anna").json(&body).expect(422).await["field"], "keys.p256dh");
    body["keys"] = json!("x");
    assert_eq!(server.post(SUBSCRIPTIONS).by("anna").json(&body).expect(422).await["field"], "keys");
}

#[tokio::test]
async fn stores_own_places() {
    let server = TestServer::start().await;
    let place = |n: u128, name: &str| json!({"id": Uuid::from_u128(n), "name": name, "storage": "pantry"});
    let put = async |body: Value| server.put(PREFERENCES).by("anna").json(&body).send().await;
    put(json!({"places": [place(1, "Cellar"), place(2, " Caravan ")]})).await.expect(200);
    put(json!({"listUsedUp": true})).await.expect(200);
    let now = server.get(PREFERENCES).by("anna").expect(200).await;
    assert_eq!(now["places"], json!([place(1, "Cellar"), place(2, "Caravan")]));
    let refused = put(json!({"places": [place(1, "Cellar"), place(2, "cellar")]})).await.expect(422);
    assert_fields(&refused, &json!({"field": "places", "message": "There are two places called “cellar”."}));
    assert_eq!(server.get(PREFERENCES).by("anna").expect(200).await, now);
    let none = put(json!({"places": []})).await.expect(200);
    assert_eq!(none.get("places"), None);
}

#[tokio::test]
async fn keeps_changes_of_places_and_aisles_of_two_devices() {
    let server = TestServer::start().await;
    let place = |n: u128, name: &str| json!({"id": Uuid::from_u128(n), "name": name, "storage": "pantry"});
    let put = |body: Value| server.put(PREFERENCES).by("anna").json(&body).expect(200);
    join_all((0..4).map(|n| put(json!({"changedPlace": place(n, &format!("Shelf {n}"))})))).await;
    put(json!({"removedPlace": Uuid::from_u128(1)})).await;
    let now = put(json!({"changedPlace": place(2, "Cellar"), "removedPlace": Uuid::from_u128(1)})).await;
    let mut names: Vec<_> = now["places"].as_array().unwrap().iter().map(|place| place["name"].clone()).collect();
    names.sort_by_key(Value::to_string);
    assert_eq!(names, ["Cellar", "Shelf 0", "Shelf 3"]);

    put(json!({"aisles": ["Milk", "Fruit", "Bread"], "movedAisles": ["Milk"]})).await;
    let both = put(json!({"aisles": ["Bread", "Fruit", "Milk"], "movedAisles": ["Bread"]})).await;
    assert_eq!(both["aisles"], json!(["Bread", "Milk", "Fruit"]), "the other device's move stays");
    assert_eq!(put(json!({"aisles": []})).await.get("aisles"), None);
}

#[tokio::test]
async fn requires_operator_and_household_for_product_lookup() {
    let off = TestServer::start().await;
    let fresh = off.get(PREFERENCES).by("anna").expect(200).await;
    assert_eq!((fresh.get("productLookup"), fresh.get("productLookupAllowed")), (None, None));
    let chosen = off.put(PREFERENCES).by("anna").json(&json!({"productLookup": true})).expect(200).await;
    assert_eq!((&chosen["productLookup"], chosen.get("productLookupAllowed")), (&json!(true), None));

    let on = TestServer::start_with(&[("LARDER_PRODUCT_LOOKUP", "openfoodfacts")]).await;
    let fresh = on.get(PREFERENCES).by("anna").expect(200).await;
    assert_eq!((fresh.get("productLookup"), &fresh["productLookupAllowed"]), (None, &json!(true)));
    for choice in [true, false] {
        let response = on.put(PREFERENCES).by("anna").json(&json!({"productLookup": choice})).expect(200).await;
        assert_fields(&response, &json!({"productLookup": choice, "productLookupAllowed": true}));
        let stored = on.get(PREFERENCES).by("anna").expect(200).await;
        assert_eq!(stored["productLookup"], json!(choice));
    }
    let other = on.put(PREFERENCES).by("anna").json(&json!({"listUsedUp": true})).expect(200).await;
    assert_eq!(other["productLookup"], json!(false), "another change leaves it alone");
    let export = on.get("/api/user/export").by("anna").expect(200).await;
    assert_eq!(export["preferences"]["productLookup"], json!(false));
    assert_eq!(export["preferences"].get("productLookupAllowed"), None, "the operator's choice is no data of a larder");
}
