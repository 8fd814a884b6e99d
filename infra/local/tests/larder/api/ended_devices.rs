//! However a device ends, nothing that it made opens the larder or is told of it any more.

use crate::house::{Phone, device, link, refreshed, text, two};
use crate::server::TestServer;
use chrono::TimeDelta;
use domain::id::UserId;
use serde_json::json;

/// A token for a program, made by a device.
async fn program(server: &TestServer, phone: &Phone) -> String {
    let body = json!({"name": "Home Assistant", "scopes": ["read"]});
    let made = server.post("/api/tokens").bearer(&phone.id_token).json(&body).expect(201).await;
    text(&made, "token").to_owned()
}

async fn status(server: &TestServer, token: &str) -> u16 {
    server.get("/api/items").bearer(token).status().await
}

#[tokio::test]
async fn ends_program_tokens_of_an_expired_device() {
    let server = TestServer::start().await;
    let (first, second) = two(&server).await;
    let token = program(&server, &second).await;
    assert_eq!(status(&server, &token).await, 200);
    server.advance(TimeDelta::days(390));
    refreshed(&server, &first).await;
    server.advance(TimeDelta::days(11));
    assert_eq!(status(&server, &token).await, 401);
}

#[tokio::test]
async fn ends_tokens_subscriptions_and_recovery_code_of_an_evicted_device() {
    let server = TestServer::start().await;
    let (first, second) = two(&server).await;
    let (own, token) = (program(&server, &first).await, program(&server, &second).await);
    let subscription = crate::api::world::subscription();
    let call = server.post("/api/push-subscriptions").bearer(&second.id_token).json(&subscription);
    call.expect(201).await;
    let code = server.post("/api/household/recovery").bearer(&second.id_token).json(&json!({})).send().await;
    let code = text(&code.expect(201), "code").to_owned();
    let mut first = first;
    for n in 3..=domain::household::MAX_DEVICES {
        server.advance(TimeDelta::days(1));
        first = refreshed(&server, &first).await;
        link(&server, &first.id_token, &format!("Device {n}")).await;
    }
    let pass = server.post("/api/household/install-pass").bearer(&first.id_token).json(&json!({})).send().await;
    let pass = json!({"pass": text(&pass.expect(201), "pass"), "device": {"name": "App", "platform": "test"}});
    server.post("/api/household/install").json(&pass).expect(200).await;
    let names = crate::house::household(&server, &first.id_token).await.to_string();
    assert!(!names.contains("The second"), "the one that was inactive for longest: {names}");
    assert_eq!(status(&server, &token).await, 401);
    assert_eq!(status(&server, &own).await, 200, "the others keep theirs");
    let user = UserId::parse(text(&crate::house::owner_of(&server, &first).await, "localId")).unwrap();
    assert!(server.deps.store.subscription_list(&user).await.unwrap().is_empty());
    let recovery = json!({"code": code, "device": {"name": "Thief", "platform": "test"}});
    server.advance(TimeDelta::minutes(2));
    server.post("/api/household/recover").json(&recovery).expect(404).await;
    device(&server, &first.id_token, "App").await;
}
