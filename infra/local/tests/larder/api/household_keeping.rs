//! Tests the recovery code and the install pass, which restore a larder when a browser is lost.

use crate::house::{add_row, device_json, end, household, link, refreshed, sign_in, sign_up, text, two};
use crate::server::{Answer, TestServer};
use chrono::TimeDelta;
use serde_json::{Value, json};

async fn code(server: &TestServer, token: &str) -> String {
    let made = server.post("/api/household/recovery").bearer(token).json(&json!({"device": device_json("Laptop")}));
    text(&made.expect(201).await, "code").to_owned()
}

async fn recover(server: &TestServer, code: &str, name: &str) -> Answer {
    let body = json!({"code": code, "device": device_json(name)});
    server.post("/api/household/recover").json(&body).send().await
}

async fn install(server: &TestServer, pass: &str) -> Answer {
    let body = json!({"pass": pass, "device": device_json("App")});
    server.post("/api/household/install").json(&body).send().await
}

async fn names(server: &TestServer, token: &str) -> Vec<String> {
    let household = household(server, token).await;
    let devices = household["devices"].as_array().unwrap();
    devices.iter().map(|device| format!("{} by {}", text(device, "name"), text(device, "joinedBy"))).collect()
}

#[tokio::test]
async fn recovers_the_larder_by_a_code_and_replaces_the_code() {
    let server = TestServer::start().await;
    let lost = sign_up(&server).await;
    add_row(&server, &lost.id_token, "Oats").await.expect(201);
    let first = code(&server, &lost.id_token).await;
    assert!(first.len() == 29 && first.split('-').all(|group| group.len() == 5), "{first}");
    let typed = first.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
    let back = recover(&server, &typed, "Phone").await.expect(200);
    let phone = sign_in(&server, &back).await;
    let rows = server.get("/api/shopping-list").bearer(&phone.id_token).expect(200).await;
    assert_eq!(rows[0]["name"], "Oats");
    assert_eq!(names(&server, &phone.id_token).await, ["Laptop by first", "Phone by recovery"]);
    // It was seen with its tokens: the code is spent, and the new one is good.
    recover(&server, &first, "Thief").await.expect(404);
    let second = text(&back, "code");
    assert_ne!(second, first);
    recover(&server, second, "Tablet").await.expect(200);
    // The lost one was perhaps not lost: its next token names it.
    let laptop = refreshed(&server, &lost).await;
    add_row(&server, &laptop.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn adds_one_device_if_a_recovery_is_repeated() {
    let server = TestServer::start().await;
    let lost = sign_up(&server).await;
    let first = code(&server, &lost.id_token).await;
    let unanswered = recover(&server, &first, "Phone").await.expect(200);
    server.advance(TimeDelta::days(3));
    let heard = recover(&server, &first, "Phone").await.expect(200);
    recover(&server, text(&unanswered, "code"), "Phone").await.expect(404);
    let phone = sign_in(&server, &heard).await;
    assert_eq!(names(&server, &phone.id_token).await.len(), 2);
    recover(&server, &first, "Phone").await.expect(404);
    recover(&server, text(&heard, "code"), "Tablet").await.expect(200);
}

async fn confirm(server: &TestServer, token: &str, code: &str) -> Answer {
    let call = server.post("/api/household/recovery/confirm").bearer(token);
    call.json(&json!({"code": code})).send().await
}

#[tokio::test]
async fn replaces_the_recovery_code_when_the_new_one_is_confirmed() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let old = code(&server, &laptop.id_token).await;
    assert_eq!(household(&server, &laptop.id_token).await["recoveryCode"]["isConfirmed"], false);
    let first = confirm(&server, &laptop.id_token, &old).await.expect(200);
    assert_eq!(first["isConfirmed"], true);
    server.advance(TimeDelta::minutes(5));
    let new = code(&server, &laptop.id_token).await;
    assert_eq!(household(&server, &laptop.id_token).await["recoveryCode"], first, "the old one is in force");
    confirm(&server, &laptop.id_token, &new).await.expect(200);
    recover(&server, &old, "Thief").await.expect(404);
    confirm(&server, &laptop.id_token, &old).await.expect(404);
    confirm(&server, &laptop.id_token, &new).await.expect(200);
    recover(&server, &new, "Phone").await.expect(200);
}

#[tokio::test]
async fn keeps_recovery_codes_valid_until_one_is_confirmed() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let old = code(&server, &laptop.id_token).await;
    confirm(&server, &laptop.id_token, &old).await.expect(200);
    // The answers are lost, the button is tapped twice, or a site that does not confirm shows the code.
    let (lost, new) = (code(&server, &laptop.id_token).await, code(&server, &laptop.id_token).await);
    let back = recover(&server, &old, "Phone").await.expect(200);
    let phone = sign_in(&server, &back).await;
    assert_eq!(household(&server, &phone.id_token).await["recoveryCode"]["isConfirmed"], false);
    recover(&server, &old, "Thief").await.expect(404);
    let back = recover(&server, &new, "Tablet").await.expect(200);
    confirm(&server, &phone.id_token, text(&back, "code")).await.expect(200);
    recover(&server, &lost, "Thief").await.expect(404);
    server.advance(TimeDelta::minutes(2));
    recover(&server, text(&back, "code"), "Watch").await.expect(200);
}

#[tokio::test]
async fn deletes_the_unconfirmed_recovery_code_of_a_removed_device() {
    let server = TestServer::start().await;
    let (first, second) = two(&server).await;
    let kept = code(&server, &first.id_token).await;
    let stolen = code(&server, &second.id_token).await;
    end(&server, &first.id_token, "The second").await;
    recover(&server, &stolen, "Thief").await.expect(404);
    recover(&server, &kept, "Phone").await.expect(200);
}

#[tokio::test]
async fn recovers_a_larder_with_twelve_devices() {
    let server = TestServer::start().await;
    let mut laptop = sign_up(&server).await;
    for n in 2..=12 {
        link(&server, &laptop.id_token, &format!("Device {n}")).await;
        server.advance(TimeDelta::days(1));
        laptop = refreshed(&server, &laptop).await;
    }
    let code = code(&server, &laptop.id_token).await;
    let back = sign_in(&server, &recover(&server, &code, "New").await.expect(200)).await;
    let names = names(&server, &back.id_token).await;
    assert!(names.len() == 12 && names.contains(&"New by recovery".to_owned()), "{names:?}");
    assert!(!names.contains(&"Device 2 by link".to_owned()), "who was not seen for longest made room: {names:?}");
}

#[tokio::test]
async fn accepts_an_install_pass_once_and_for_a_day() {
    let server = TestServer::start().await;
    let safari = sign_up(&server).await;
    let pass = async || {
        let made = server.post("/api/household/install-pass").bearer(&safari.id_token).expect(201).await;
        assert_eq!(made["expiresAt"], "2026-11-22T08:00:00.000Z");
        text(&made, "pass").to_owned()
    };
    let (used, late) = (pass().await, pass().await);
    let installed = install(&server, &used).await.expect(200);
    let app = sign_in(&server, &installed).await;
    assert_eq!(names(&server, &app.id_token).await, [" by first", "App by install"]);
    sign_in(&server, &install(&server, &used).await.expect(200)).await;
    assert_eq!(names(&server, &app.id_token).await.len(), 2, "a repeat is the same device");
    server.advance(TimeDelta::minutes(5));
    install(&server, &used).await.expect(404);
    server.advance(TimeDelta::hours(24));
    install(&server, &late).await.expect(404);
}

#[tokio::test]
async fn keeps_the_latest_four_passes_only() {
    let server = TestServer::start().await;
    let safari = sign_up(&server).await;
    let mut passes = vec![];
    for _ in 0..5 {
        let made = server.post("/api/household/install-pass").bearer(&safari.id_token).expect(201).await;
        passes.push(text(&made, "pass").to_owned());
    }
    install(&server, &passes[0]).await.expect(404);
    install(&server, &passes[1]).await.expect(200);
}

#[tokio::test]
async fn stores_join_credentials_hashed() {
    let server = TestServer::start().await;
    let (laptop, _) = two(&server).await;
    let code = code(&server, &laptop.id_token).await;
    let pass = server.post("/api/household/install-pass").bearer(&laptop.id_token).expect(201).await;
    let opened = crate::house::open(&server, &laptop.id_token, "Laptop").await;
    let asked = crate::house::ask(&server, &opened.secret, "Tablet").await;
    let user = domain::id::UserId::parse(laptop.refresh_token.split('.').next().unwrap()).unwrap();
    let mut partitions = vec![store::keys::account_pk(&user)];
    partitions.push(store::keys::link(&opened.id).pk);
    let mut stored = String::new();
    for partition in partitions {
        let rows: Vec<Value> =
            server.deps.store.row_list(store::Range::between(partition, "!".into(), "~".into())).await.unwrap();
        assert!(!rows.is_empty());
        stored += &json!(rows).to_string();
    }
    let ticket = asked.ticket.split_once('.').unwrap().1;
    for secret in [&code, &code.replace('-', ""), text(&pass, "pass"), &opened.secret, &opened.code, ticket] {
        assert!(!stored.contains(secret), "{secret}");
    }
}
