//! Tests `POST /api/shopping-list/recipe`, and the tokens of programs as the password of an address.

use crate::server::{TestResponse, TestServer, assert_fields};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const RECIPE: &str = "/api/shopping-list/recipe";
const LIST: &str = "/api/shopping-list";
/// The body that Mealie's recipe action posts; the ingredients are recorded (see NOTICE).
const MEALIE: &str = include_str!("../../recipes/mealie-action.json");

fn mealie() -> Value {
    serde_json::from_str(MEALIE).unwrap()
}

async fn token(server: &TestServer, user: &str, scopes: Value) -> String {
    let made = server.create("/api/tokens", user, &json!({"name": "Mealie", "scopes": scopes})).await;
    made["token"].as_str().unwrap().to_owned()
}

/// The header that `https://larder:TOKEN@…` becomes.
fn basic(token: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("larder:{token}")))
}

async fn post(server: &TestServer, authorization: &str, body: &Value) -> TestResponse {
    server.post(RECIPE).header("authorization", authorization).json(body).send().await
}

/// The pending rows: name, quantity, unit, notes.
async fn rows(server: &TestServer, user: &str) -> Vec<(String, f64, String, String)> {
    let list = server.get(LIST).by(user).expect(200).await;
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let pending = list.as_array().unwrap().iter().filter(|row| row["isCompleted"] == false);
    pending
        .map(|row| (text(row, "name"), row["quantity"].as_f64().unwrap(), text(row, "unit"), text(row, "notes")))
        .collect()
}

fn row(name: &str, quantity: f64, unit: &str, notes: &str) -> (String, f64, String, String) {
    (name.into(), quantity, unit.into(), notes.into())
}

#[tokio::test]
async fn adds_missing_foods_of_a_mealie_recipe_action() {
    let server = TestServer::start().await;
    let token = token(&server, "anna", json!(["read", "list"])).await;
    for name in ["Eggs", "Butter, softened", "Peanut butter"] {
        server.create("/api/items", "anna", &json!({"name": name})).await;
    }
    let sugar = json!({"name": "Castor Sugar", "quantity": 50, "unit": "g"});
    server.create(LIST, "anna", &sugar).await;
    let response = post(&server, &basic(&token), &mealie()).await.expect(200);
    assert_eq!((&response["added"], &response["increased"]), (&json!(6), &json!(1)), "{response}");
    assert_eq!(response["atHome"], json!(["softened butter", "Eggs", "Water"]), "water is on hand in Mealie");
    assert_eq!(response["message"], "Added 7 items to your shopping list.");
    let torte = "Original Sacher-Torte (2)";
    let cocoa = format!("{torte}: min. 55% cocoa content");
    let rows = rows(&server, "anna").await;
    // Twice the recipe; both amounts of sugar are on the row that was there.
    assert!(rows.contains(&row("Castor Sugar", 650.0, "g", torte)), "{rows:?}");
    assert!(rows.contains(&row("dark couverture chocolate", 560.0, "g", &cocoa)), "{rows:?}");
    assert!(rows.contains(&row("Vanilla Pod", 2.0, "item", torte)), "{rows:?}");
    assert!(rows.contains(&row("Unsweetend whipped cream to garnish", 1.0, "item", torte)), "{rows:?}");
    assert_eq!(rows.len(), 7);
    assert_eq!(server.get(LIST).by("ben").expect(200).await, json!([]), "nobody else's list");
}

#[tokio::test]
async fn reads_a_schema_org_recipe_and_makes_a_completed_row_pending() {
    let server = TestServer::start().await;
    let milk = server.create(LIST, "anna", &json!({"name": "Milk", "unit": "ml"})).await;
    let path = format!("{LIST}/{}/toggle", milk["id"].as_str().unwrap());
    server.patch(&path).by("anna").json(&json!({"isCompleted": true})).expect(200).await;
    let body = json!({"@type": "Recipe", "name": "Pancakes", "recipeIngredient": ["200 g flour, sifted", "300 ml milk", "salt"]});
    let response = server.post(RECIPE).by("anna").json(&body).expect(200).await;
    assert_fields(&response, &json!({"added": 2, "increased": 1, "atHome": []}));
    let mut rows = rows(&server, "anna").await;
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(
        rows,
        [
            row("Milk", 300.0, "ml", "Pancakes"),
            row("flour", 200.0, "g", "Pancakes: sifted"),
            row("salt", 1.0, "item", "Pancakes")
        ]
    );
}

#[tokio::test]
async fn skips_foods_on_hand_in_mealie() {
    let server = TestServer::start().await;
    let parts = |food: Value| json!({"quantity": 1, "unit": "pinch", "food": food, "note": ""});
    let body = json!({"content": {"recipe_ingredient": [
        parts(json!({"name": "salt", "on_hand": true})),
        parts(json!({"name": "pepper", "households_with_ingredient_food": ["family"]})),
        parts(json!({"name": "nutmeg", "on_hand": false, "households_with_ingredient_food": []})),
        parts(json!("saffron")),
    ]}});
    let response = server.post(RECIPE).by("anna").json(&body).expect(200).await;
    assert_fields(&response, &json!({"added": 2, "atHome": ["salt", "pepper"]}));
}

#[tokio::test]
async fn does_not_count_expired_items_as_at_home() {
    let server = TestServer::start().await;
    let yogurt = json!({"name": "Yogurt", "expiresAt": "2026-11-22T08:00:00.000Z"});
    server.create("/api/items", "anna", &yogurt).await;
    let body = json!({"recipeIngredient": ["200 g yogurt"]});
    let response = server.post(RECIPE).by("anna").json(&body).expect(200).await;
    assert_fields(&response, &json!({"added": 0, "atHome": ["yogurt"]}));
    assert_eq!(response["message"], "Everything for this recipe is at home.");
    server.advance(chrono::TimeDelta::days(3));
    let response = server.post(RECIPE).by("anna").json(&body).expect(200).await;
    assert_fields(&response, &json!({"added": 1, "atHome": []}));
}

#[tokio::test]
async fn does_not_change_a_full_list() {
    let server = TestServer::start().await;
    for part in 0..5 {
        let items: Vec<Value> = (0..100).map(|n| json!({"name": format!("Thing {part} {n}")})).collect();
        server.post("/api/shopping-list/import-shared").by("anna").json(&json!({"items": items})).expect(200).await;
    }
    let response = server.post(RECIPE).by("anna").json(&json!({"recipeIngredient": ["flour"]})).send().await;
    assert_eq!((response.status.as_u16(), response.code().as_str()), (409, "list_limit_reached"));
    let response = server.post(RECIPE).by("anna").json(&json!({"recipeIngredient": ["2 thing 1 1"]})).send().await;
    assert_eq!(response.expect(200)["increased"], 1);
}

/// One transaction, which holds 99 rows, adds the whole recipe.
#[tokio::test]
async fn rejects_a_recipe_whose_lines_name_too_many_foods() {
    let server = TestServer::start().await;
    let is_plain = |name: &&str| name.chars().all(|c| c.is_alphabetic() || c == ' ');
    let foods: Vec<&str> = domain::catalogue::entries().iter().map(|entry| entry.name).filter(is_plain).collect();
    let lines: Vec<String> = foods[..120].chunks(10).map(|foods| foods.join(", ")).collect();
    server.post(RECIPE).by("anna").json(&json!({"recipeIngredient": lines})).refused(422, "validation_failed").await;
    let few = json!({"recipeIngredient": lines[..8]});
    assert_eq!(server.post(RECIPE).by("anna").json(&few).expect(200).await["added"], 80);
}

#[tokio::test]
async fn limits_a_token_sent_as_a_password_like_a_bearer_token() {
    let server = TestServer::start().await;
    let body = json!({"recipeIngredient": ["flour"]});
    let good = token(&server, "anna", json!(["read", "list"])).await;
    assert_eq!(post(&server, &basic(&good), &body).await.status.as_u16(), 200);
    assert_eq!(
        post(&server, &format!("basic  {}", STANDARD.encode(format!(":{good}"))), &body).await.status.as_u16(),
        200
    );
    for scopes in [json!(["read"]), json!(["list"]), json!(["write"])] {
        let narrow = token(&server, "anna", scopes).await;
        let response = post(&server, &basic(&narrow), &body).await;
        assert_eq!((response.status.as_u16(), response.code().as_str()), (403, "insufficient_scope"));
    }
    let bytes = |response: TestResponse| (response.status.as_u16(), response.bytes);
    let none = bytes(server.post(RECIPE).json(&body).send().await);
    assert_eq!(none.0, 401);
    let id_token = server.token("anna");
    for bad in [
        basic(&format!("{good}x")),
        // A user's id token is no password.
        basic(&id_token),
        format!("Basic {good}"),
        format!("Basic {}", STANDARD.encode(&good)),
        "Basic".into(),
        "Basic ====".into(),
        format!("Basic {}", STANDARD.encode(format!("{}:{good}", "x".repeat(1_100)))),
    ] {
        assert_eq!(bytes(post(&server, &bad, &body).await), none, "{bad}");
    }
}
