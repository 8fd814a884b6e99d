//! Tests the recovery code and the install pass, which restore a larder when a browser is lost.

use crate::house::{
    add_row, create_shared_larder, device_names, household, install_pass, join_call, link_device, open_link,
    recovery_code, refresh_tokens, remove_device, request_join, sign_in, sign_up, text,
};
use crate::server::{TestResponse, TestServer};
use chrono::TimeDelta;
use serde_json::json;

#[tokio::test]
async fn recovers_the_larder_by_a_code_and_replaces_the_code() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    add_row(&server, &laptop.id_token, "Oats").await.expect(201);
    let first = recovery_code(&server, &laptop.id_token).await;
    assert!(first.len() == 29 && first.split('-').all(|group| group.len() == 5), "{first}");
    let typed = first.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
    let recovered = join_call(&server, &typed, "Phone").expect(200).await;
    let phone = sign_in(&server, &recovered).await;
    let rows = server.get("/api/shopping-list").bearer(&phone.id_token).expect(200).await;
    assert_eq!(rows[0]["name"], "Oats");
    assert_eq!(device_names(&server, &phone.id_token).await, ["Laptop by first", "Phone by recovery, this one"]);
    // The device has used its tokens, so the old code is invalid and the new one valid.
    join_call(&server, &first, "Thief").expect(404).await;
    let second = text(&recovered, "code");
    assert_ne!(second, first);
    join_call(&server, second, "Tablet").expect(200).await;
    // The first device keeps its access; its next token contains its device id.
    let returned = refresh_tokens(&server, &laptop).await;
    add_row(&server, &returned.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn adds_one_device_if_a_recovery_is_repeated() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let first = recovery_code(&server, &laptop.id_token).await;
    let lost_response = join_call(&server, &first, "Phone").expect(200).await;
    server.advance(TimeDelta::days(3));
    let repeated = join_call(&server, &first, "Phone").expect(200).await;
    join_call(&server, text(&lost_response, "code"), "Phone").expect(404).await;
    let phone = sign_in(&server, &repeated).await;
    assert_eq!(device_names(&server, &phone.id_token).await.len(), 2);
    join_call(&server, &first, "Phone").expect(404).await;
    join_call(&server, text(&repeated, "code"), "Tablet").expect(200).await;
}

async fn confirm(server: &TestServer, token: &str, code: &str) -> TestResponse {
    let call = server.post("/api/household/recovery/confirm").bearer(token);
    call.json(&json!({"code": code})).send().await
}

#[tokio::test]
async fn replaces_the_recovery_code_when_the_new_one_is_confirmed() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let old = recovery_code(&server, &laptop.id_token).await;
    assert_eq!(household(&server, &laptop.id_token).await["recoveryCode"]["isConfirmed"], false);
    let first = confirm(&server, &laptop.id_token, &old).await.expect(200);
    assert_eq!(first["isConfirmed"], true);
    server.advance(TimeDelta::minutes(5));
    let new = recovery_code(&server, &laptop.id_token).await;
    assert_eq!(household(&server, &laptop.id_token).await["recoveryCode"], first, "the old one is in force");
    confirm(&server, &laptop.id_token, &new).await.expect(200);
    join_call(&server, &old, "Thief").expect(404).await;
    confirm(&server, &laptop.id_token, &old).await.expect(404);
    confirm(&server, &laptop.id_token, &new).await.expect(200);
    join_call(&server, &new, "Phone").expect(200).await;
}

#[tokio::test]
async fn keeps_recovery_codes_valid_until_one_is_confirmed() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let old = recovery_code(&server, &laptop.id_token).await;
    confirm(&server, &laptop.id_token, &old).await.expect(200);
    // Two codes are created and neither is confirmed.
    let (lost, new) = (recovery_code(&server, &laptop.id_token).await, recovery_code(&server, &laptop.id_token).await);
    let recovered = join_call(&server, &old, "Phone").expect(200).await;
    let phone = sign_in(&server, &recovered).await;
    assert_eq!(household(&server, &phone.id_token).await["recoveryCode"]["isConfirmed"], false);
    join_call(&server, &old, "Thief").expect(404).await;
    let recovered = join_call(&server, &new, "Tablet").expect(200).await;
    confirm(&server, &phone.id_token, text(&recovered, "code")).await.expect(200);
    join_call(&server, &lost, "Thief").expect(404).await;
    server.advance(TimeDelta::minutes(2));
    join_call(&server, text(&recovered, "code"), "Watch").expect(200).await;
}

#[tokio::test]
async fn deletes_the_unconfirmed_recovery_code_of_a_removed_device() {
    let server = TestServer::start().await;
    let (first, second) = create_shared_larder(&server).await;
    let valid = recovery_code(&server, &first.id_token).await;
    let stolen = recovery_code(&server, &second.id_token).await;
    remove_device(&server, &first.id_token, "The second").await;
    join_call(&server, &stolen, "Thief").expect(404).await;
    join_call(&server, &valid, "Phone").expect(200).await;
}

#[tokio::test]
async fn recovers_a_larder_with_twelve_devices() {
    let server = TestServer::start().await;
    let mut laptop = sign_up(&server).await;
    for n in 2..=12 {
        link_device(&server, &laptop.id_token, &format!("Device {n}")).await;
        server.advance(TimeDelta::days(1));
        laptop = refresh_tokens(&server, &laptop).await;
    }
    let code = recovery_code(&server, &laptop.id_token).await;
    let recovered = sign_in(&server, &join_call(&server, &code, "New").expect(200).await).await;
    let names = device_names(&server, &recovered.id_token).await;
    assert!(names.len() == 12 && names.contains(&"New by recovery, this one".to_owned()), "{names:?}");
    assert!(!names.contains(&"Device 2 by link".to_owned()), "the longest inactive device was removed: {names:?}");
}

#[tokio::test]
async fn accepts_an_install_pass_once_and_for_a_day() {
    let server = TestServer::start().await;
    let safari = sign_up(&server).await;
    let pass = server.post("/api/household/install-pass").bearer(&safari.id_token).expect(201).await;
    assert_eq!(pass["expiresAt"], "2026-11-22T08:00:00.000Z");
    let (pass, late) = (text(&pass, "pass"), install_pass(&server, &safari.id_token).await);
    let installed = join_call(&server, pass, "App").expect(200).await;
    let app = sign_in(&server, &installed).await;
    assert_eq!(device_names(&server, &app.id_token).await, [" by first", "App by install, this one"]);
    sign_in(&server, &join_call(&server, pass, "App").expect(200).await).await;
    assert_eq!(device_names(&server, &app.id_token).await.len(), 2, "a repeat is the same device");
    server.advance(TimeDelta::minutes(5));
    join_call(&server, pass, "App").expect(404).await;
    server.advance(TimeDelta::hours(24));
    join_call(&server, &late, "App").expect(404).await;
}

#[tokio::test]
async fn keeps_the_latest_four_passes_only() {
    let server = TestServer::start().await;
    let safari = sign_up(&server).await;
    let mut passes = vec![];
    for _ in 0..5 {
        passes.push(install_pass(&server, &safari.id_token).await);
    }
    join_call(&server, &passes[0], "App").expect(404).await;
    join_call(&server, &passes[1], "App").expect(200).await;
}

#[tokio::test]
async fn stores_join_credentials_hashed() {
    let server = TestServer::start().await;
    let (laptop, _) = create_shared_larder(&server).await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let pass = install_pass(&server, &laptop.id_token).await;
    let opened = open_link(&server, &laptop.id_token, "Laptop").await;
    let asked = request_join(&server, &opened.secret, "Tablet").await;
    let mut stored = String::new();
    for partition in [store::keys::account_pk(&laptop.user()), store::keys::join_credential(&opened.id).pk] {
        let rows = server.partition(partition).await;
        assert!(!rows.is_empty());
        stored += &json!(rows).to_string();
    }
    let ticket = asked.ticket.split_once('.').unwrap().1;
    for secret in [code.as_str(), &code.replace('-', ""), &pass, &opened.secret, &opened.code, ticket] {
        assert!(!stored.contains(secret), "{secret}");
    }
}
