//! Tests `/api/codes`: a larder's names of barcodes.

use crate::server::TestServer;
use chrono::TimeDelta;
use domain::id::UserId;
use domain::product_code::{MAX_CODES, UncheckedCode};
use serde_json::{Value, json};
use store::Write;

const CODES: &str = "/api/codes";

async fn learn(server: &TestServer, user: &str, code: &str, name: &str) -> Value {
    let body = json!({"code": code, "name": name, "category": "Pantry Staples", "quantity": 6, "unit": "pack"});
    server.put(CODES).by(user).json(&body).expect(200).await
}

async fn list_codes(server: &TestServer, user: &str) -> Vec<(String, String)> {
    let response = server.get(CODES).by(user).expect(200).await;
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    response.as_array().unwrap().iter().map(|one| (text(one, "code"), text(one, "name"))).collect()
}

#[tokio::test]
async fn returns_the_last_name_of_a_code_of_any_length() {
    let server = TestServer::start().await;
    let learnt = learn(&server, "anna", "9506000134352", "Risotto").await;
    assert_eq!(
        learnt,
        json!({"code": "09506000134352", "name": "Risotto", "category": "Pantry Staples", "quantity": 6.0, "unit": "pack",
            "learntAt": "2026-11-21T08:00:00.000Z", "message": "Learnt."})
    );
    learn(&server, "anna", "09506000134352", "Risotto rice").await;
    assert_eq!(list_codes(&server, "anna").await, [("09506000134352".to_owned(), "Risotto rice".to_owned())]);
    assert!(list_codes(&server, "ben").await.is_empty(), "another larder has its own words");
}

#[tokio::test]
async fn forgets_the_oldest_code_at_the_limit() {
    let server = TestServer::start().await;
    let anna = UserId::parse("anna").unwrap();
    let code = |n: usize| {
        (0..10)
            .map(|check| format!("30{n:010}{check}"))
            .find(|text| domain::product_code::Gtin::parse(text).is_some())
            .unwrap()
    };
    let start = server.deps.now();
    let learnt = |n: usize| {
        let at = start - TimeDelta::days(i64::try_from(MAX_CODES - n).unwrap());
        UncheckedCode { code: Some(code(n)), name: Some(format!("Thing {n}")), ..UncheckedCode::default() }
            .checked(at)
            .unwrap()
    };
    let all: Vec<Write> = (0..MAX_CODES).map(|n| Write::code_learn(&anna, &learnt(n))).collect();
    for part in all.chunks(store::MAX_WRITES) {
        server.deps.store.commit(part.to_vec(), None).await.unwrap();
    }
    learn(&server, "anna", &code(3), "Learnt again").await;
    assert_eq!(list_codes(&server, "anna").await.len(), MAX_CODES, "a learnt code needs no room");
    learn(&server, "anna", &code(MAX_CODES), "New").await;
    let codes = list_codes(&server, "anna").await;
    assert_eq!(codes.len(), MAX_CODES);
    assert!(codes.iter().any(|(_, name)| name == "New") && !codes.iter().any(|(_, name)| name == "Thing 0"));
}
