//! Tests that nothing that a removed device created opens the larder or receives its reminders any more.

use crate::house::{
    Phone, add_row, create_shared_larder, device, household, install_pass, join_call, link_device, link_looker,
    recovery_code, refresh_tokens, remove_device, sign_up, subscription, text,
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

/// The paths of a calendar and a shared list that a device creates.
async fn links(server: &TestServer, phone: &Phone) -> [String; 2] {
    let calendar = server.post("/api/calendar").bearer(&phone.id_token).json(&json!({})).expect(201).await;
    add_row(server, &phone.id_token, "Rice").await;
    let share = server.post("/api/shopping-list/share").bearer(&phone.id_token).json(&json!({"ownerName": "Ada"}));
    let share = share.expect(201).await;
    [server.path_of(&calendar["url"]), format!("/api/shared-list/{}", text(&share, "token"))]
}

async fn statuses(server: &TestServer, paths: &[String; 2]) -> [u16; 2] {
    [server.get(&paths[0]).status().await, server.get(&paths[1]).status().await]
}

#[tokio::test]
async fn ends_calendar_and_shares_of_a_removed_device_unless_they_are_kept() {
    for (keep, status) in [("", 404), ("?keepLinks=false", 404), ("?keepLinks=true", 200)] {
        let server = TestServer::start().await;
        let (first, second) = create_shared_larder(&server).await;
        let links = links(&server, &second).await;
        let id = device(&server, &first.id_token, "The second").await;
        let path = format!("/api/household/devices/{id}{keep}");
        server.delete(&path).bearer(&first.id_token).expect(200).await;
        assert_eq!(statuses(&server, &links).await, [status; 2], "{keep}");
    }
}

#[tokio::test]
async fn keeps_links_of_the_other_devices() {
    let server = TestServer::start().await;
    let alone = sign_up(&server).await;
    let before = links(&server, &alone).await;
    server.advance(TimeDelta::minutes(1));
    link_device(&server, &alone.id_token, "The second").await;
    let first = refresh_tokens(&server, &alone).await;
    remove_device(&server, &first.id_token, "The second").await;
    assert_eq!(statuses(&server, &before).await, [200; 2], "created before the second one joined");
}

/// The first device's token from before the larder was shared names no device, so that neither do its links.
#[tokio::test]
async fn keeps_links_and_tokens_that_a_removed_looker_cannot_have_created() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    link_looker(&server, &first.id_token, "Child").await;
    let (links, token) = (links(&server, &first).await, program(&server, &first).await);
    remove_device(&server, &first.id_token, "Child").await;
    assert_eq!((statuses(&server, &links).await, status(&server, &token).await), ([200; 2], 200));
}

#[tokio::test]
async fn ends_all_links_and_tokens_with_all_others_in_one_change_unless_they_are_kept() {
    for (keep, status) in [("", 404), ("?keepLinks=true", 200)] {
        let server = TestServer::start().await;
        let (first, second) = create_shared_larder(&server).await;
        let (own, token) = (program(&server, &first).await, program(&server, &second).await);
        let mut shares = vec![];
        for _ in 0..15 {
            shares.push(links(&server, &first).await[1].clone());
        }
        let calendar = links(&server, &first).await[0].clone();
        let path = format!("/api/household/devices/end-others{keep}");
        server.post(&path).bearer(&first.id_token).json(&json!({})).expect(200).await;
        assert_eq!(server.get(&calendar).status().await, status, "{keep}");
        for share in &shares {
            assert_eq!(server.get(share).status().await, status, "{keep}");
        }
        let own_status = if keep.is_empty() { 401 } else { 200 };
        assert_eq!([self::status(&server, &own).await, self::status(&server, &token).await], [own_status, 401]);
    }
}

#[tokio::test]
async fn ends_program_tokens_of_an_expired_device() {
    let server = TestServer::start().await;
    let (first, second) = create_shared_larder(&server).await;
    let token = program(&server, &second).await;
    assert_eq!(status(&server, &token).await, 200);
    server.advance(TimeDelta::days(390));
    refresh_tokens(&server, &first).await;
    server.advance(TimeDelta::days(11));
    assert_eq!(status(&server, &token).await, 401);
}

#[tokio::test]
async fn ends_tokens_subscriptions_and_recovery_code_of_an_evicted_device() {
    let server = TestServer::start().await;
    let (first, second) = create_shared_larder(&server).await;
    let (own, token) = (program(&server, &first).await, program(&server, &second).await);
    let subscription = subscription("https://web.push.apple.com/x");
    let call = server.post("/api/push-subscriptions").bearer(&second.id_token).json(&subscription);
    call.expect(201).await;
    let code = recovery_code(&server, &second.id_token).await;
    let mut first = first;
    for n in 3..=domain::household::MAX_DEVICES {
        server.advance(TimeDelta::days(1));
        first = refresh_tokens(&server, &first).await;
        link_device(&server, &first.id_token, &format!("Device {n}")).await;
    }
    let pass = install_pass(&server, &first.id_token).await;
    join_call(&server, &pass, "App").expect(200).await;
    let names = household(&server, &first.id_token).await.to_string();
    assert!(!names.contains("The second"), "the one that was inactive for longest: {names}");
    assert_eq!(status(&server, &token).await, 401);
    assert_eq!(status(&server, &own).await, 200, "the others keep theirs");
    assert!(server.deps.store.subscription_list(&first.user()).await.unwrap().is_empty());
    server.advance(TimeDelta::minutes(2));
    join_call(&server, &code, "Thief").expect(404).await;
    device(&server, &first.id_token, "App").await;
}
