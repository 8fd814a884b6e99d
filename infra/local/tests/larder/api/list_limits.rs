//! The bounds of the shopping list.

use super::shopping_list::*;
use crate::server::TestServer;
use chrono::TimeDelta;
use serde_json::json;

#[tokio::test]
async fn refuses_the_five_hundred_and_first_row_in_words() {
    let server = TestServer::start().await;
    let import = json!({"items": vec![json!({"name": "Oats"}); 200], "sharedBy": "Ben", "sharedAt": "11/21/2026"});
    for _ in 0..2 {
        server.post(&format!("{LIST}/import-shared")).by("anna").json(&import).send().await.expect(200);
    }
    for _ in 0..100 {
        add(&server, "anna", "Oats").await;
    }
    let refused = server.post(LIST).by("anna").json(&json!({"name": "Flour"})).send().await.expect(409);
    assert_eq!(refused["error"], "list_limit_reached");
    let all = server.delete(&format!("{LIST}/all")).by("anna").send().await.expect(200);
    assert_eq!(all["count"], 500);
    assert!(rows(&server, "anna").await.is_empty());
}

#[tokio::test]
async fn bad_input_is_refused_with_its_field() {
    let server = TestServer::start().await;
    for (body, status, field) in [
        (json!({}), 422, "name"),
        (json!({"name": null}), 422, "name"),
        (json!({"name": " \u{200B}"}), 422, "name"),
        (json!({"name": "x".repeat(201)}), 422, "name"),
        (json!({"name": "x".repeat(10_000)}), 422, "name"),
        (json!({"name": ["Oats"]}), 422, "name"),
        (json!({"name": "Oats", "quantity": 0}), 422, "quantity"),
        (json!({"name": "Oats", "quantity": -1}), 422, "quantity"),
        (json!({"name": "Oats", "quantity": 1e300}), 422, "quantity"),
        (json!({"name": "Oats", "quantity": 0.0001}), 422, "quantity"),
        (json!({"name": "Oats", "quantity": "abc"}), 422, "quantity"),
        (json!({"name": "Oats", "category": "c".repeat(51)}), 422, "category"),
        (json!({"name": "Oats", "unit": "u".repeat(31)}), 422, "unit"),
        (json!({"name": "Oats", "notes": "n".repeat(501)}), 422, "notes"),
        (json!({"name": "Oats", "notes": "bell \u{7}"}), 422, "notes"),
        (json!({"name": "Oats", "id": "7"}), 422, "id"),
        (json!({"name": "Oats", "isCompleted": 1}), 422, "isCompleted"),
        (json!({"name": "Oats", "addedAt": "yesterday"}), 422, "addedAt"),
        (json!([{"name": "Oats"}]), 400, ""),
    ] {
        let answer = server.post(LIST).by("anna").json(&body).send().await;
        let status_was = answer.status.as_u16();
        let error = answer.json();
        assert_eq!((status_was, error["field"].as_str().unwrap_or("")), (status, field), "{body}: {error}");
    }
    assert_eq!(
        server.post(LIST).by("anna").json(&json!({"name": ""})).send().await.expect(422)["message"],
        "Please enter an item name."
    );
    for raw in ["", "{", "null", "{\"name\":\"a\",", "\u{0}"] {
        server.post(LIST).by("anna").raw(raw).send().await.expect(400);
    }
    let much = format!("{{\"name\":\"{}\"}}", "x".repeat(300_000));
    server.post(LIST).by("anna").raw(much).send().await.expect(413);
    assert!(rows(&server, "anna").await.is_empty());
}

#[tokio::test]
async fn keeps_the_largest_values_and_every_script() {
    let server = TestServer::start().await;
    for name in ["👩‍🍳 soup", "حليب", "חלב 3%", "Crème brûlée", &"ä".repeat(200)] {
        let body = json!({"name": name, "category": "c".repeat(50), "quantity": 100_000, "unit": "u".repeat(30),
            "notes": "n".repeat(500)});
        let created = server.post(LIST).by("anna").json(&body).send().await.expect(201);
        assert_eq!((created["name"].as_str(), created["quantity"].as_f64()), (Some(name), Some(100_000.0)));
    }
    let future = server
        .post(LIST)
        .by("anna")
        .json(&json!({"name": "Oats", "addedAt": "9999-12-31T23:59:59.999Z"}))
        .send()
        .await
        .expect(201);
    assert_eq!(future["addedAt"], "2026-11-21T08:00:00.000Z", "nothing was added in the future");
}

#[tokio::test]
async fn answers_foreign_and_missing_rows_alike() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    for toggled in [true, false] {
        let mut answers = vec![];
        for id in [id.as_str(), MISSING, "not-an-id", "%00", &id.to_uppercase()] {
            let call = if toggled { server.patch(&toggle(id)) } else { server.delete(&format!("{LIST}/{id}")) };
            let answer = call.by("ben").send().await;
            // Removing a missing row succeeds.
            assert_eq!(answer.status.as_u16(), if toggled { 404 } else { 200 }, "{id}");
            answers.push(answer.bytes);
        }
        answers.dedup();
        assert_eq!(answers.len(), 1);
    }
    assert_eq!(names(&server, "anna").await, ["Oats"]);
}

#[tokio::test]
async fn answers_401_without_a_good_token_before_reading_the_body() {
    let server = TestServer::start().await;
    let id = add(&server, "anna", "Oats").await;
    let expired = server.token("anna");
    server.advance(TimeDelta::hours(1));
    for token in [None, Some("nonsense"), Some(expired.as_str())] {
        let calls = [
            server.get(LIST),
            server.post(LIST),
            server.patch(&toggle(&id)),
            server.delete(&format!("{LIST}/{id}")),
            server.delete(&format!("{LIST}/completed")),
            server.delete(&format!("{LIST}/all")),
        ];
        for call in calls {
            let call = call.raw("no json");
            let call = if let Some(token) = token { call.bearer(token) } else { call };
            assert_eq!(call.send().await.expect(401)["message"], "No authentication token");
        }
    }
    assert_eq!(names(&server, "anna").await, ["Oats"]);
}

#[tokio::test]
async fn capacity_stays_within_design_limits() {
    let server = TestServer::start().await;
    let mut ids = vec![];
    for n in 0..40 {
        ids.push(add(&server, "anna", &format!("thing {n}")).await);
    }
    let meter = server.deps.store.meter.clone();
    let before = meter.spent();
    server.patch(&toggle(&ids[7])).by("anna").send().await.expect(200);
    let toggled = meter.spent() - before;
    assert!(toggled.read_units + toggled.write_units <= 2.0 && toggled.calls == 2, "{toggled:?}");
    let before = meter.spent();
    server.get(LIST).by("anna").send().await.expect(200);
    let listed = meter.spent() - before;
    assert!(listed.read_units <= 3.0 && listed.calls == 1, "{listed:?}");
    let before = meter.spent();
    add(&server, "anna", "one more").await;
    let created = meter.spent() - before;
    // The row and the check of the tombstone, in one transaction.
    assert!(created.write_units <= 4.0 && created.read_units <= 1.5, "{created:?}");
    let before = meter.spent();
    server.delete(&format!("{LIST}/{}", ids[3])).by("anna").send().await.expect(200);
    let deleted = meter.spent() - before;
    assert!(deleted.write_units <= 1.0 && deleted.read_units == 0.0, "{deleted:?}");
    let before = meter.spent();
    server.delete(&format!("{LIST}/all")).by("anna").send().await.expect(200);
    let cleared = meter.spent() - before;
    assert!(cleared.write_units <= 40.0 && cleared.read_units <= 3.0, "{cleared:?}");
}

#[tokio::test]
async fn answers_the_catalogue_to_everybody_and_keeps_it_five_minutes() {
    let server = TestServer::start().await;
    let answer = server.get("/api/common-items").send().await;
    assert_eq!(answer.headers["cache-control"], "public, max-age=300");
    let groups = answer.expect(200);
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
    server.get("/api/common-items").bearer("nonsense").send().await.expect(200);
    assert_eq!((server.deps.store.meter.spent() - before).calls, 0, "it costs nothing");
}
