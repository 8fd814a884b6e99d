//! Tests `PATCH /api/items/{id}/state`: food states and the resulting date.

use crate::server::{TestServer, assert_fields};
use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

const NOW: &str = "2026-11-21T08:00:00.000Z";

async fn create_item(server: &TestServer, mut body: Value) -> String {
    for (field, value) in [("category", json!("Other")), ("quantity", json!(1)), ("unit", json!("item"))] {
        let fields = body.as_object_mut().unwrap();
        fields.entry(field).or_insert(value);
    }
    server.create("/api/items", "anna", &body).await["id"].as_str().unwrap().to_owned()
}

async fn apply_event(server: &TestServer, id: &str, event: Value) -> Value {
    server.patch(&format!("/api/items/{id}/state")).by("anna").json(&event).expect(200).await
}

#[tokio::test]
async fn keeps_frozen_bread_four_months_and_its_remaining_days() {
    let server = TestServer::start().await;
    let bread = create_item(
        &server,
        json!({"name": "Rye bread", "category": "Bakery", "expiresAt": "2026-11-23T08:00:00.000Z"}),
    )
    .await;
    let frozen = apply_event(&server, &bread, json!({"event": "frozen"})).await;
    assert_eq!(frozen["message"], "Item frozen.");
    assert_fields(&frozen, &json!({"storage": "freezer", "frozenAt": NOW}));
    assert_eq!(frozen["expiresAt"], "2027-03-21T23:59:59.999Z");
    assert_eq!(frozen["expiresBeforeFreezing"], "2026-11-23T08:00:00.000Z");
    let why = json!({"because": "frozen", "days": 120, "storage": "freezer", "source": "foodkeeper"});
    assert_eq!(frozen["expiryReason"], why);

    server.advance(TimeDelta::days(30));
    let thawed = apply_event(&server, &bread, json!({"event": "thawed"})).await;
    assert_fields(&thawed, &json!({"storage": "counter", "expiresAt": "2026-12-23T23:59:59.999Z"}));
    assert_eq!(thawed["expiresBeforeFreezing"], Value::Null);
    let list = server.get("/api/items").by("anna").expect(200).await;
    assert_eq!(list[0]["expiresAt"], thawed["expiresAt"], "the response is what is stored");
    assert_eq!(list[0]["thawedAt"], "2026-12-21T08:00:00.000Z");
}

#[tokio::test]
async fn rejects_impossible_events_with_reason() {
    let server = TestServer::start().await;
    let meat =
        json!({"name": "Chicken", "category": "Meat", "expiresAt": "2026-11-22T08:00:00.000Z", "dateKind": "use_by"});
    let meat = create_item(&server, meat).await;
    let path = format!("/api/items/{meat}/state");
    let refused = server.patch(&path).by("anna").json(&json!({"event": "thawed"})).expect(409).await;
    assert_eq!(refused["error"], "item_not_frozen");
    server.advance(TimeDelta::days(2));
    let refused = server.patch(&path).by("anna").json(&json!({"event": "frozen"})).expect(409).await;
    assert_eq!(refused["error"], "use_by_passed");
    assert_eq!(refused["message"], "Its use-by date has passed. Food past that date must not be frozen.");
    server.patch(&format!("/api/items/{meat}/archive")).by("anna").expect(200).await;
    server.patch(&path).by("anna").json(&json!({"event": "opened"})).refused(409, "item_not_active").await;
    server.patch(&path).by("ben").json(&json!({"event": "opened"})).expect(404).await;
}

#[tokio::test]
async fn counts_a_late_event_from_its_time() {
    let server = TestServer::start().await;
    let carton = json!({"name": "UHT milk", "category": "Dairy", "expiresAt": "2027-03-01T08:00:00.000Z"});
    let carton = create_item(&server, carton).await;
    server.advance(TimeDelta::days(2));
    let opened = apply_event(&server, &carton, json!({"event": "opened", "at": "2026-11-22T08:00:00Z"})).await;
    assert_eq!(opened["expiresAt"], "2026-11-27T23:59:59.999Z");
    apply_event(&server, &carton, json!({"event": "undone"})).await;
    for (at, until) in
        [("2030-01-01T00:00:00Z", "2026-11-28T23:59:59.999Z"), ("2020-01-01T00:00:00Z", "2026-11-26T23:59:59.999Z")]
    {
        let opened = apply_event(&server, &carton, json!({"event": "opened", "at": at})).await;
        assert_eq!(opened["expiresAt"], until, "{at}");
        apply_event(&server, &carton, json!({"event": "undone"})).await;
    }
}

/// A client that sends back all fields changes none of them.
#[tokio::test]
async fn keeps_the_date_after_opening_when_an_edit_follows_a_move() {
    let server = TestServer::start().await;
    let move_to = async |zone: &str| {
        server.put("/api/preferences").by("anna").json(&json!({"timeZone": zone})).expect(200).await;
    };
    move_to("Europe/Berlin").await;
    let carton = json!({"name": "UHT milk", "category": "Dairy", "expiresOn": "2027-03-01"});
    let carton = create_item(&server, carton).await;
    apply_event(&server, &carton, json!({"event": "opened"})).await;
    move_to("America/New_York").await;
    let mut item = server.get("/api/items").by("anna").expect(200).await[0].clone();
    item["name"] = json!("Oat drink");
    let edited = server.put(&format!("/api/items/{carton}")).by("anna").json(&item).expect(200).await;
    assert_fields(&edited, &json!({"name": "Oat drink", "expiresOn": "2026-11-26"}));
    assert_eq!(edited["expiryReason"], item["expiryReason"]);
    assert!(item["expiryReason"].is_object(), "{item}");
}

#[tokio::test]
async fn stores_the_share_left_and_rejects_other_shares() {
    let server = TestServer::start().await;
    let carton = json!({"name": "UHT milk", "category": "Dairy", "expiresAt": "2027-03-01T08:00:00.000Z"});
    let carton = create_item(&server, carton).await;
    let half = apply_event(&server, &carton, json!({"event": "used", "left": 0.5})).await;
    assert_fields(&half, &json!({"left": 0.5, "openedAt": NOW, "quantity": 1.0}));
    assert_eq!(half["expiresAt"], "2026-11-26T23:59:59.999Z");
    let path = format!("/api/items/{carton}/state");
    for left in [json!(0.3), json!(0), json!(2), json!(-0.5), Value::Null] {
        let refused = server.patch(&path).by("anna").json(&json!({"event": "used", "left": left})).expect(422).await;
        assert_eq!(refused["field"], "left", "{left}");
    }
}

#[tokio::test]
async fn sets_the_storage_by_an_own_place_and_drops_the_place_with_it() {
    let server = TestServer::start().await;
    let (cellar, chest) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let places = json!({"places": [{"id": cellar, "name": "Cellar", "storage": "pantry"},
        {"id": chest, "name": "Second freezer", "storage": "freezer"}]});
    server.put("/api/preferences").by("anna").json(&places).expect(200).await;
    let mango = json!({"name": "Mango", "category": "Fruit", "expiresAt": "2026-11-27T08:00:00.000Z"});
    let mango = create_item(&server, mango).await;
    let place = |item: &Value| (item["storage"].clone(), item["place"].clone());
    // A storage that contradicts the place is ignored.
    let stored = apply_event(&server, &mango, json!({"event": "moved", "storage": "fridge", "place": cellar})).await;
    assert_eq!((place(&stored), &stored["message"]), ((json!("pantry"), json!(cellar)), &json!("Item moved.")));
    assert_eq!(stored["expiresAt"], "2026-11-24T23:59:59.999Z", "it keeps like in the pantry");
    let list = server.get("/api/items").by("anna").expect(200).await;
    assert_eq!(place(&list[0]), (json!("pantry"), json!(cellar)));
    let frozen = apply_event(&server, &mango, json!({"event": "moved", "place": chest})).await;
    assert_eq!((place(&frozen), &frozen["frozenAt"]), ((json!("freezer"), json!(chest)), &json!(NOW)));
    let cheese = create_item(&server, json!({"name": "Gouda", "category": "Dairy", "place": cellar})).await;
    for (edit, expected) in [
        (json!({"quantity": 2}), (json!("pantry"), json!(cellar))),
        (json!({"storage": "fridge"}), (json!("fridge"), Value::Null)),
        (json!({"place": cellar}), (json!("pantry"), json!(cellar))),
    ] {
        let edited = server.patch(&format!("/api/items/{cheese}")).by("anna").json(&edit).expect(200).await;
        assert_eq!(place(&edited), expected, "{edit}");
    }
    // Another device removed the place meanwhile.
    server.put("/api/preferences").by("anna").json(&json!({"places": []})).expect(200).await;
    let late = json!({"event": "moved", "storage": "pantry", "place": cellar});
    assert_eq!(place(&apply_event(&server, &mango, late).await), (json!("pantry"), Value::Null));
}

#[tokio::test]
async fn lists_the_effect_of_each_change() {
    let server = TestServer::start().await;
    let milk = json!({"name": "UHT milk", "category": "Dairy", "expiresAt": "2027-03-01T23:59:59.999Z"});
    let milk = create_item(&server, milk).await;
    let mango = create_item(&server, json!({"name": "Mango", "category": "Fruit", "quantity": 4})).await;
    let guide = async |id: &str| {
        let list = server.get("/api/items").by("anna").expect(200).await;
        list.as_array().unwrap().iter().find(|item| item["id"] == id).unwrap()["guide"].clone()
    };
    let longest = json!({"storage": "pantry", "days": 180, "range": {"from": 6, "to": 12, "unit": "months"},
        "source": "foodkeeper"});
    assert_eq!(guide(&milk).await["usual"], longest);
    assert_eq!(guide(&milk).await["opensWhenUsed"], true);
    let opened = apply_event(&server, &milk, json!({"event": "opened"})).await;
    assert_eq!((&opened["storage"], &opened["expiryReason"]["days"]), (&json!("fridge"), &json!(5)));
    assert_eq!(opened["guide"], Value::Null, "a response that is kept for repeated requests stays small");
    assert_eq!(guide(&milk).await["effects"]["opened"], Value::Null, "it is open");

    let moved = json!([{"storage": "fridge", "days": 6, "source": "foodkeeper"},
        {"storage": "pantry", "days": 3, "source": "foodkeeper"}]);
    assert_eq!(guide(&mango).await["effects"]["moved"], moved);
    assert_eq!(guide(&mango).await["opensWhenUsed"], false);
}
