//! However a device ends, nothing that it made opens the larder or is told of it any more.

use crate::house::{
    Phone, device, household, install_call, install_pass, link, recover_call, recovery_code, refreshed, subscription,
    text, two,
};
use crate::server::TestServer;
use chrono::TimeDelta;
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
    let subscription = subscription("https://web.push.apple.com/x");
    let call = server.post("/api/push-subscriptions").bearer(&second.id_token).json(&subscription);
    call.expect(201).await;
    let code = recovery_code(&server, &second.id_token).await;
    let mut first = first;
    for n in 3..=domain::household::MAX_DEVICES {
        server.advance(TimeDelta::days(1));
        first = refreshed(&server, &first).await;
        link(&server, &first.id_token, &format!("Device {n}")).await;
    }
    let pass = install_pass(&server, &first.id_token).await;
    install_call(&server, &pass).expect(200).await;
    let names = household(&server, &first.id_token).await.to_string();
    assert!(!names.contains("The second"), "the one that was inactive for longest: {names}");
    assert_eq!(status(&server, &token).await, 401);
    assert_eq!(status(&server, &own).await, 200, "the others keep theirs");
    assert!(server.deps.store.subscription_list(&first.user()).await.unwrap().is_empty());
    server.advance(TimeDelta::minutes(2));
    recover_call(&server, &code, "Thief").expect(404).await;
    device(&server, &first.id_token, "App").await;
}
