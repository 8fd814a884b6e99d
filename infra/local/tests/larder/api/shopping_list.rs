//! Tests `/api/shopping-list…` and `/api/common-items`.

use crate::server::{TestServer, assert_fields};
use domain::id::{ListItemId, UserId};
use futures_util::future::join_all;
use serde_json::{Value, json};

pub(super) const LIST: &str = "/api/shopping-list";
const ROW: &str = "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";

pub(super) async fn add(server: &TestServer, user: &str, name: &str) -> String {
    server.create(LIST, user, &json!({"name": name})).await["id"].as_str().unwrap().to_owned()
}

pub(super) async fn rows(server: &TestServer, user: &str) -> Vec<Value> {
    server.get(LIST).by(user).expect(200).await.as_array().unwrap().clone()
}

pub(super) async fn names(server: &TestServer, user: &str) -> Vec<String> {
    server.names(user, LIST).await
}

pub(super) fn toggle(id: &str) -> String {
    format!("{LIST}/{id}/toggle")
}

#[tokio::test]
async fn lists_a_row_with_every_field_and_its_defaults() {
    let server = TestServer::start().await;
    let created = server.create(LIST, "anna", &json!({"name": " Oats ", "notes": ""})).await;
    assert_eq!(created["message"], "Item has been added to your shopping list.");
    let expected = json!([{"id": created["id"], "userId": "anna", "name": "Oats", "category": "Pantry Staples",
        "quantity": 1.0, "unit": "item",
        "isCompleted": false, "addedAt": "2026-11-21T08:00:00.000Z", "completedAt": null, "notes": null, "version": 1,
            "changedBy": null}]);
    assert_eq!(Value::from(rows(&server, "anna").await), expected);
    assert!(rows(&server, "ben").await.is_empty());
}

#[tokio::test]
async fn accepts_equal_concurrent_toggles() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    let complete = |_| server.patch(&toggle(&id)).by("anna").json(&json!({"isCompleted": true})).expect(200);
    join_all((0..20).map(complete)).await;
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
async fn loses_no_concurrent_toggle() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    let statuses = join_all((0..20).map(|_| server.patch(&toggle(&id)).by("anna").status())).await;
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    let flipped = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(rows(&server, "anna").await[0]["isCompleted"], flipped % 2 == 1, "{flipped} flips said they were made");
}

#[tokio::test]
async fn creates_a_removed_row_again_with_its_id() {
    let server = TestServer::start().await;
    let body = json!({"id": ROW, "name": "Oats", "category": "Pantry Staples", "quantity": 0.5, "unit": "kg",
        "notes": "rolled",
        "isCompleted": true, "addedAt": "2026-11-20T08:00:00.000Z"});
    let first = server.create(LIST, "anna", &body).await;
    let removed = server.delete(&format!("{LIST}/{ROW}")).by("anna").expect(200).await;
    assert_eq!(removed, json!({"message": "Item has been removed from your shopping list.", "count": 1, "ids": [ROW]}));
    assert_eq!(server.delete(&format!("{LIST}/{ROW}")).by("anna").expect(200).await["count"], 0);
    let second = server.create(LIST, "anna", &body).await;
    assert_eq!(first, second);
    assert_fields(&second, &json!({"isCompleted": true, "addedAt": "2026-11-20T08:00:00.000Z"}));
}

#[tokio::test]
async fn rejects_the_five_hundred_and_first_row_with_a_message() {
    let server = TestServer::start().await;
    let import = json!({"items": vec![json!({"name": "Oats"}); 200], "sharedBy": "Ben", "sharedAt": "11/21/2026"});
    for _ in 0..2 {
        server.post(&format!("{LIST}/import-shared")).by("anna").json(&import).expect(200).await;
    }
    for _ in 0..99 {
        add(&server, "anna", "Oats").await;
    }
    let two = json!({"items": vec![json!({"name": "Oats"}); 2]});
    let refused = server.post(&format!("{LIST}/import-shared")).by("anna").json(&two).expect(409).await;
    assert_eq!(refused["error"], "list_limit_reached");
    add(&server, "anna", "Oats").await;
    server.post(LIST).by("anna").json(&json!({"name": "Flour"})).refused(409, "list_limit_reached").await;
    let all = server.delete(&format!("{LIST}/all")).by("anna").expect(200).await;
    assert_eq!(all["count"], 500);
    assert!(rows(&server, "anna").await.is_empty());
}

/// The client repeats a creation whose answer was lost, perhaps when the record of its key has expired.
#[tokio::test]
async fn answers_a_repeated_creation_with_its_row_though_it_filled_the_list() {
    let server = TestServer::start().await;
    for count in [200, 200, 99] {
        let import = json!({"items": vec![json!({"name": "Oats"}); count]});
        server.post(&format!("{LIST}/import-shared")).by("anna").json(&import).expect(200).await;
    }
    let row = json!({"id": ROW, "name": "Flour"});
    server.post(LIST).by("anna").json(&row).expect(201).await;
    assert_eq!(server.post(LIST).by("anna").json(&row).expect(200).await["id"], ROW);
}

#[tokio::test]
async fn returns_the_catalogue_without_a_token_for_five_minutes() {
    let server = TestServer::start().await;
    let response = server.get("/api/common-items").send().await;
    assert_eq!(response.headers["cache-control"], "public, max-age=300");
    let groups = response.expect(200);
    let categories: Vec<_> =
        groups.as_array().unwrap().iter().map(|group| group["category"].as_str().unwrap()).collect();
    assert_eq!(
        categories,
        [
            "Dairy & Eggs",
            "Meat & Poultry",
            "Fruits",
            "Vegetables",
            "Bread & Bakery",
            "Pantry Staples",
            "Canned & Jarred",
            "Frozen Foods",
            "Beverages",
            "Snacks",
            "Health & Beauty",
            "Cleaning Supplies"
        ]
    );
    let items: Vec<_> =
        groups.as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap()).collect();
    assert!(items.len() >= 400, "{}", items.len());
    for item in items {
        assert!(
            ["name", "nameDe", "unit", "storage"]
                .iter()
                .all(|field| item[*field].as_str().is_some_and(|text| !text.is_empty())),
            "{item}"
        );
        assert!((1..=365).contains(&item["shelfLifeDays"].as_u64().unwrap()), "{item}");
    }
    let before = server.deps.store.meter.spent();
    server.get("/api/common-items").bearer("nonsense").expect(200).await;
    assert_eq!((server.deps.store.meter.spent() - before).calls, 0, "it costs nothing");
}
