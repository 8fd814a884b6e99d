//! Tests file imports: preview, all or nothing, undo, and our own export. `export_round_trip.rs` tests exports of random
//! larders.

use crate::server::{TestServer, assert_fields};
use domain::id::{PlaceId, SessionId, UserId};
use domain::scan::{PurchaseDate, ScanSession};
use serde_json::{Value, json};
use store::Write;
use uuid::Uuid;

pub(super) const PREVIEW: &str = "/api/user/import-preview";
pub(super) const IMPORT: &str = "/api/user/import";
pub(super) const EXPORT: &str = "/api/user/export";
pub(super) const CELLAR: PlaceId = PlaceId(Uuid::from_u128(1));

pub(super) fn file(text: impl Into<String>) -> Value {
    json!({"text": text.into(), "language": "en"})
}

#[tokio::test]
async fn previews_imports_and_undoes_a_table() {
    let server = TestServer::start().await;
    let table = file("Name,Qty,Best Before\nMilk,2,2026-11-30\nHam,1,soon\nRice,1,2027-06-01\n");
    let meter = server.deps.store.meter.clone();
    let before = meter.spent();
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert!((meter.spent() - before).write_units <= 1.0, "only the rate limit is written before it is confirmed");
    assert_fields(&preview, &json!({"kind": "table", "itemCount": 2}));
    assert_eq!(
        preview["columns"][2],
        json!({"header": "Best Before", "field": "expires", "samples": ["2026-11-30", "soon", "2027-06-01"]})
    );
    assert_eq!(preview["problems"][0]["line"], 3);
    assert_eq!(server.get(IMPORT).by("anna").expect(200).await, json!({"last": null}));

    let done = server.post(IMPORT).by("anna").json(&table).expect(200).await;
    assert_eq!(
        (done["itemCount"].as_u64(), server.names("anna", "/api/items").await),
        (Some(2), vec!["Milk".into(), "Rice".into()])
    );
    let again = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_eq!((again["itemCount"].as_u64(), again["knownCount"].as_u64()), (Some(0), Some(2)), "nothing comes twice");
    assert!(server.names("ben", "/api/items").await.is_empty());

    let last = server.get(IMPORT).by("anna").expect(200).await;
    assert_fields(&last["last"], &json!({"itemCount": 2, "finished": true}));
    assert_eq!(server.delete(IMPORT).by("ben").status().await, 404);
    server.delete(IMPORT).by("anna").expect(200).await;
    assert!(server.names("anna", "/api/items").await.is_empty());
    assert_eq!(server.delete(IMPORT).by("anna").status().await, 404, "once");
    server.post(IMPORT).by("anna").json(&table).expect(200).await;
    assert_eq!(server.names("anna", "/api/items").await.len(), 2, "and it can come again");
}

#[tokio::test]
async fn accepts_chosen_columns() {
    let server = TestServer::start().await;
    let mut table = file("Was,Wann\nMilch,30.11.2026\n");
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_eq!((preview["itemCount"].as_u64(), &preview["columns"][0]["field"]), (Some(0), &Value::Null));
    table["columns"] = json!(["name", "expires"]);
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_eq!((preview["items"][0]["name"].as_str(), preview["itemCount"].as_u64()), (Some("Milch"), Some(1)));
    table["target"] = json!("shoppingList");
    server.post(IMPORT).by("anna").json(&table).expect(200).await;
    let list = server.get("/api/shopping-list").by("anna").expect(200).await;
    assert_eq!((list[0]["name"].as_str(), server.names("anna", "/api/items").await.len()), (Some("Milch"), 0));
}

#[tokio::test]
async fn stores_a_thousand_items_in_few_calls_and_no_more() {
    let server = TestServer::start().await;
    let rows = (0..1_000).map(|n| format!("Thing {n},2027-01-01")).collect::<Vec<_>>().join("\n");
    let before = server.deps.store.meter.spent();
    server.post(IMPORT).by("anna").json(&file(format!("Name,Expires\n{rows}"))).expect(200).await;
    let spent = server.deps.store.meter.spent() - before;
    assert_eq!(server.names("anna", "/api/items").await.len(), 1_000);
    assert!(spent.calls <= 100, "{spent:?}");
    server.post(IMPORT).by("anna").json(&file("Name\nOne more\n")).refused(409, "item_limit_reached").await;
    assert_eq!(server.names("anna", "/api/items").await.len(), 1_000);
}

#[tokio::test]
async fn skips_a_scan_whose_claim_exists() {
    let server = TestServer::start().await;
    let (anna, now) = (UserId::parse("anna").unwrap(), server.deps.now());
    let session = ScanSession {
        id: SessionId(Uuid::from_u128(9)),
        user: anna.clone(),
        scanned_at: now,
        text_hash: "abc".into(),
        image_hash: "def".into(),
        fingerprint: String::new(),
        store: None,
        item_ids: vec![],
        added: vec![],
        purchase: PurchaseDate::default(),
        total: None,
        photos: 0,
    };
    // A claim whose session is deleted: earlier checks do not show it.
    server.deps.store.commit(vec![Write::text_claim(&session)], None).await.unwrap();
    let items: Vec<Value> = (1..250).map(|n| exported_item(n, &format!("Item {n}"))).collect();
    let scan = json!({"id": session.id, "scannedAt": "2026-11-20T08:00:00.000Z", "textHash": "abc", "imageHash": "x"});
    let lists = json!({"items": items, "scanSessions": [scan]});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    assert_eq!(server.names("anna", "/api/items").await.len(), 249);
    assert!(server.deps.store.session_get(&anna, session.id).await.unwrap().is_none());
    server.delete(IMPORT).by("anna").expect(200).await;
    let claim = server.deps.store.text_claim_get(&anna, "abc").await.unwrap();
    assert_eq!(claim, Some(session.id), "undo leaves what was there before");
}

/// A second scan of a receipt is recognised by its claims.
#[tokio::test]
async fn keeps_the_claims_of_a_receipt_that_undo_keeps() {
    let server = TestServer::start().await;
    let anna = UserId::parse("anna").unwrap();
    let scan = |n: u128| {
        json!({"id": Uuid::from_u128(n), "scannedAt": "2026-11-20T08:00:00.000Z", "textHash": format!("text{n}"),
            "imageHash": format!("image{n}")})
    };
    let lists = json!({"scanSessions": [scan(1), scan(2)]});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    let added = json!({"name": "Milk", "scanSessionId": Uuid::from_u128(1)});
    server.post("/api/items").by("anna").json(&added).expect(201).await;
    server.delete(IMPORT).by("anna").expect(200).await;
    let store = &server.deps.store;
    for (n, is_kept) in [(1, true), (2, false)] {
        let id = SessionId(Uuid::from_u128(n));
        assert_eq!(store.session_get(&anna, id).await.unwrap().is_some(), is_kept, "{n}");
        let by_text = store.text_claim_get(&anna, &format!("text{n}")).await.unwrap();
        let by_picture = store.image_claim_get(&anna, &format!("image{n}")).await.unwrap();
        assert_eq!([by_text, by_picture], [is_kept.then_some(id); 2], "{n}");
    }
}

/// A job stores them, in a row of limited size.
#[tokio::test]
async fn limits_the_length_of_choices() {
    let server = TestServer::start().await;
    let choices =
        [("language", json!("e".repeat(36))), ("list", json!("x".repeat(201))), ("columns", json!(vec!["name"; 61]))];
    for (field, choice) in choices {
        let mut file = export(&json!({"items": [exported_item(1, "Milk")]}));
        file[field] = choice;
        for path in [PREVIEW, IMPORT] {
            let refused = server.post(path).by("anna").json(&file).expect(422).await;
            assert_eq!(refused["field"], field);
        }
    }
}

/// Returns the preferences without what is bound to the account.
pub(super) fn choices_in(preferences: &Value) -> Value {
    let mut choices = preferences.clone();
    let bound = ["id", "userId", "lastNotificationCheck", "lastDeliveredAt"];
    choices.as_object_mut().unwrap().retain(|name, _| !bound.contains(&name.as_str()));
    choices
}

#[tokio::test]
async fn keeps_the_earlier_undo_after_a_refused_or_empty_import() {
    let server = TestServer::start().await;
    server.post(IMPORT).by("anna").json(&file("Name\nMilk\n")).expect(200).await;
    let before = server.get(IMPORT).by("anna").expect(200).await;
    let rows = (0..1_000).map(|n| format!("Thing {n}")).collect::<Vec<_>>().join("\n");
    let refused = server.post(IMPORT).by("anna").json(&file(format!("Name\n{rows}"))).send().await;
    assert_eq!(refused.code(), "item_limit_reached");
    server.post(IMPORT).by("anna").json(&file("Name\nMilk\n")).expect(200).await;
    assert_eq!(server.get(IMPORT).by("anna").expect(200).await, before);
    server.delete(IMPORT).by("anna").expect(200).await;
    assert!(server.names("anna", "/api/items").await.is_empty(), "it can still be undone");
}

/// An active item as an export contains it.
pub(crate) fn exported_item(n: u128, name: &str) -> Value {
    let at = "2026-11-20T08:00:00.000Z";
    json!({"id": Uuid::from_u128(n), "name": name, "category": "Other", "quantity": 1, "unit": "item",
        "shelfLifeDays": 7, "createdAt": at, "changedAt": at, "expiresAt": "2026-12-20T08:00:00.000Z",
        "itemStatus": "active"})
}

/// An export with these lists.
pub(super) fn export(lists: &Value) -> Value {
    let mut export = json!({"userId": "u", "exportedAt": "2026-11-20T08:00:00.000Z", "items": []});
    export.as_object_mut().unwrap().extend(lists.as_object().unwrap().clone());
    file(export.to_string())
}

/// Sums with such days would leave the calendar.
#[tokio::test]
async fn rejects_days_that_no_other_request_could_have_stored() {
    let server = TestServer::start().await;
    for (n, field) in (1..).zip(["expiresOn", "purchasedOn"]) {
        let mut item = exported_item(n, "Milk");
        item[field] = json!("-262143-01-01");
        let preview = server.post(PREVIEW).by("anna").json(&export(&json!({"items": [item]}))).expect(200).await;
        assert_fields(&preview, &json!({"itemCount": 0, "problemCount": 1}));
    }
}

#[tokio::test]
async fn restores_unset_preferences_on_undo() {
    let server = TestServer::start().await;
    let own = json!({"preferences": {"timeZone": "Europe/Berlin", "language": "de", "listUsedUp": true, "productLookup": true,
        "aisles": ["Fruits"], "places": [{"id": CELLAR, "name": "Cellar", "storage": "pantry"}]}});
    server.post(IMPORT).by("anna").json(&export(&own)).expect(200).await;
    let preferences = server.get("/api/preferences").by("anna").expect(200).await;
    assert_fields(&preferences, &json!({"timeZone": "Europe/Berlin", "listUsedUp": true, "productLookup": true}));
    server.delete(IMPORT).by("anna").expect(200).await;
    let fresh = server.get("/api/preferences").by("ben").expect(200).await;
    let back = server.get("/api/preferences").by("anna").expect(200).await;
    assert_eq!(choices_in(&back), choices_in(&fresh));
}

#[tokio::test]
async fn adds_imported_places_to_those_of_a_household() {
    let server = TestServer::start().await;
    let place = |n: u128, name: &str| json!({"id": Uuid::from_u128(n), "name": name, "storage": "pantry"});
    let own = json!({"places": [place(1, "Cellar")]});
    server.put("/api/preferences").by("anna").json(&own).expect(200).await;
    let item = |n: u128, place: u128| {
        let storage = if place == 2 { "fridge" } else { "pantry" };
        let mut item = exported_item(n, &format!("Item {n}"));
        item["storage"] = json!(storage);
        item["place"] = json!(Uuid::from_u128(place));
        item
    };
    let lists = json!({"items": [item(11, 2), item(12, 3), item(13, 4)],
        "preferences": {"places": [{"id": Uuid::from_u128(2), "name": "cellar", "storage": "fridge"},
            place(3, "Caravan")]}});
    server.post(IMPORT).by("anna").json(&export(&lists)).expect(200).await;
    let preferences = server.get("/api/preferences").by("anna").expect(200).await;
    assert_eq!(preferences["places"], json!([place(1, "Cellar"), place(3, "Caravan")]));
    let items = server.get("/api/items").by("anna").expect(200).await;
    let mut places: Vec<_> = items.as_array().unwrap().iter().map(|item| (&item["name"], &item["place"])).collect();
    places.sort_by_key(|(name, _)| name.as_str().map(str::to_owned));
    let id = |n: u128| json!(Uuid::from_u128(n));
    assert_eq!(places.iter().map(|(_, place)| (*place).clone()).collect::<Vec<_>>(), [id(1), id(3), Value::Null]);
    let storage =
        |name: &str| items.as_array().unwrap().iter().find(|item| item["name"] == name).unwrap()["storage"].clone();
    assert_eq!(storage("Item 11"), "pantry", "as the household's cellar keeps food");
    let table = server.get(&format!("{EXPORT}?format=csv")).by("anna").send().await;
    let table = String::from_utf8(table.bytes).unwrap();
    assert!([",Cellar,", ",Caravan,", ",pantry,"].iter().all(|name| table.contains(name)), "{table}");
    server.delete(IMPORT).by("anna").expect(200).await;
    let back = server.get("/api/preferences").by("anna").expect(200).await;
    assert_eq!(back["places"], own["places"]);
    let taken = server.post(PREVIEW).by("anna").json(&file(table)).expect(200).await;
    let cellar = taken["items"].as_array().unwrap().iter().find(|item| item["name"] == "Item 11").unwrap();
    assert_eq!((&cellar["place"], cellar.get("notes")), (&id(1), None), "our own table knows the place");
}

#[tokio::test]
async fn imports_its_own_table_like_its_export() {
    let server = TestServer::start().await;
    let item = json!({"name": "Mince", "category": "Meat", "quantity": 1.5, "unit": "kg", "shelfLifeDays": 2,
        "expiresAt": "2026-12-20T12:00:00.000Z", "expiresOn": "2026-12-20", "dateKind": "use_by", "notes": "two\nlines"});
    let made = server.create("/api/items", "anna", &item).await;
    let id = made["id"].as_str().unwrap();
    server.patch(&format!("/api/items/{id}/state")).by("anna").json(&json!({"event": "frozen"})).expect(200).await;
    let table = server.get(&format!("{EXPORT}?format=csv")).by("anna").send().await;
    let table = file(std::str::from_utf8(&table.bytes).unwrap());
    let known = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_fields(&known, &json!({"kind": "larder", "knownCount": 1}));
    server.post(IMPORT).by("ben").json(&table).expect(200).await;
    let export = server.get(EXPORT).by("anna").expect(200).await.to_string();
    server.post(IMPORT).by("cleo").json(&file(&export)).expect(200).await;
    let mut items = [Value::Null, Value::Null];
    for (user, item) in ["ben", "cleo"].into_iter().zip(&mut items) {
        *item = server.get("/api/items").by(user).expect(200).await[0].take();
        item["userId"].take();
    }
    assert_eq!(items[0], items[1]);
    assert!(items[0]["frozenAt"].is_string());
}

#[tokio::test]
async fn reads_or_rejects_crafted_and_merged_exports() {
    let server = TestServer::start().await;
    let at = "2026-11-20T08:00:00.000Z";
    let id = |n: u128| Uuid::from_u128(n).to_string();
    let code = json!({"code": "4006381333931", "name": "Pen", "category": "Other", "unit": "item", "learntAt": at});
    let usage = |metadata: Value| json!({"id": id(3), "action": "check", "metadata": metadata, "timestamp": at});
    let correction = json!({"line": "milk", "name": "Milk", "correctedAt": at});
    let item = exported_item(1, "Milk");
    let row = json!({"id": id(2), "name": "Milk", "category": "Dairy", "quantity": 1, "unit": "l", "addedAt": at});
    let ids: Vec<String> = (0..9_000).map(|n| id(n % 3_000)).collect();
    let session = json!({"id": id(4), "scannedAt": at, "textHash": "abc", "imageHash": "", "itemIds": ids});
    let twice = |one: &Value| json!([one, one]);
    let merged = json!({"items": twice(&item), "shoppingList": twice(&row), "codes": twice(&code),
        "usage": twice(&usage(json!({}))), "corrections": twice(&correction), "scanSessions": twice(&session)});
    let done = server.post(IMPORT).by("anna").json(&export(&merged)).expect(200).await;
    assert_fields(&done, &json!({"itemCount": 1, "listItemCount": 1}));
    let heavy = json!({"usage": [usage(json!({"x": "y".repeat(500_000)}))]});
    let preview = server.post(PREVIEW).by("ben").json(&export(&heavy)).expect(200).await;
    assert_eq!(preview["problemCount"].as_u64(), Some(1));
    server.post(IMPORT).by("ben").json(&export(&heavy)).expect(200).await;
    let sessions: Vec<Value> = (0..5_000)
        .map(|n| json!({"id": id(10_000 + n), "scannedAt": at, "textHash": format!("{n}{}", "a".repeat(120)), "imageHash": ""}))
        .collect();
    let many = json!({"scanSessions": sessions});
    server.post(IMPORT).by("ben").json(&export(&many)).expect(200).await;
}

#[tokio::test]
async fn requires_an_order_for_ambiguous_days() {
    let server = TestServer::start().await;
    let mut table = file("Item,Use by\nMince,02/12/2026\n");
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_eq!(preview["days"], json!({"order": "dayFirst", "isCertain": false, "example": "02/12/2026"}));
    let refused = server.post(IMPORT).by("anna").json(&table).expect(422).await;
    assert_eq!(refused["field"], "dayOrder");
    table["dayOrder"] = json!("monthFirst");
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    assert_eq!(preview["days"]["isCertain"].as_bool(), Some(true));
    server.post(IMPORT).by("anna").json(&table).expect(200).await;
    let mut british = file("Item,Use by\nMilk,02/12/2026\n");
    british["language"] = json!("en-GB");
    let preview = server.post(PREVIEW).by("ben").json(&british).expect(200).await;
    assert_eq!(preview["items"][0]["expiresAt"], "2026-12-02T23:59:59.999Z");
}

#[tokio::test]
async fn returns_codes_for_invalid_rows_and_files() {
    let server = TestServer::start().await;
    let table = file("Name;Menge;MHD;Ort\nMilch;viel;2026-12-01;\nHam;1;bald;\nErbsen;1;;Gefrierschrank\n");
    let preview = server.post(PREVIEW).by("anna").json(&table).expect(200).await;
    let problem = &preview["problems"][0];
    assert_fields(problem, &json!({"code": "notADay", "value": "bald"}));
    assert_eq!(preview["items"][0]["notes"], "viel", "what is no quantity is a note");
    assert_eq!(preview["items"][1]["storage"], "freezer");
    for (text, reason) in [
        ("", "empty"),
        ("PK\u{3}\u{4}x", "workbook"),
        ("Name,Notes\nMilk,\"open\nBread,", "openQuote"),
        ("{\"items\":", "brokenJson"),
        ("{\"name\": \"Soup\", \"recipeIngredient\": []}", "recipe"),
        ("{\"a\": 1}", "unknownJson"),
    ] {
        let response = server.post(PREVIEW).by("anna").json(&file(text)).expect(422).await;
        assert_eq!(
            (response["field"].as_str(), response["reason"].as_str()),
            (Some("text"), Some(reason)),
            "{response}"
        );
    }
}

#[tokio::test]
async fn counts_previews_and_imports_together() {
    let server = TestServer::start().await;
    let mut last = 0;
    for _ in 0..=240 {
        last = server.post(PREVIEW).by("anna").json(&file("Name\nMilk\n")).status().await;
    }
    assert_eq!(last, 429);
    assert_eq!(server.post(IMPORT).by("anna").json(&file("Name\nMilk\n")).status().await, 429);
    server.post(PREVIEW).by("ben").json(&file("Name\nMilk\n")).expect(200).await;
}
