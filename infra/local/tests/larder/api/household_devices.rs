//! Tests the removal of devices: a removed one loses every access within 30 seconds, at a small cost, and one stays.

use crate::house::{
    Phone, add_row, collect_call, confirm_call, confirm_device, create_shared_larder, device, device_json, household,
    install_pass, join_call, link_device, open_link, recovery_code, refresh, refresh_tokens, remove_device,
    remove_other_devices, request_join, sign_in, sign_in_call, sign_up, subscription, text,
};
use crate::server::TestServer;
use chrono::TimeDelta;
use serde_json::json;

async fn ended_message(server: &TestServer, phone: &Phone) -> String {
    let refused = refresh(server, phone).await.expect(400);
    refused["error"]["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn rejects_a_removed_device_at_once_here_and_within_30_seconds_elsewhere() {
    let server = TestServer::start().await;
    let elsewhere = server.elsewhere().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    // The other process has just cached that it belongs to the larder.
    add_row(&elsewhere, &phone.id_token, "Oats").await.expect(201);
    remove_device(&server, &laptop.id_token, "The second").await;
    let refused = add_row(&server, &phone.id_token, "Milk").await;
    assert_eq!(refused.headers["www-authenticate"], "Bearer");
    refused.refused(401, "device_ended");
    assert_eq!(ended_message(&elsewhere, &phone).await, "DEVICE_ENDED");
    server.advance(TimeDelta::seconds(30));
    for path in ["/api/items", "/api/shopping-list", "/api/household"] {
        elsewhere.get(path).bearer(&phone.id_token).refused(401, "device_ended").await;
    }
    add_row(&elsewhere, &phone.id_token, "Milk").await.expect(401);
    add_row(&elsewhere, &laptop.id_token, "Milk").await.expect(201);
    let rows = server.get("/api/shopping-list").bearer(&laptop.id_token).expect(200).await;
    assert_eq!(rows.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn removes_the_first_device_whose_token_names_no_device() {
    let server = TestServer::start().await;
    let elsewhere = server.elsewhere().await;
    let first = sign_up(&server).await;
    let phone = link_device(&server, &first.id_token, "Phone").await;
    add_row(&elsewhere, &first.id_token, "Oats").await.expect(201);
    remove_device(&server, &phone.id_token, "The first").await;
    add_row(&server, &first.id_token, "Milk").await.expect(401);
    server.advance(TimeDelta::seconds(30));
    add_row(&elsewhere, &first.id_token, "Milk").await.expect(401);
    assert_eq!(ended_message(&server, &first).await, "DEVICE_ENDED");
    for path in ["lookup", "delete"] {
        let call = server.post(&format!("/identity/v1/accounts:{path}")).json(&json!({"idToken": first.id_token}));
        assert_eq!(call.expect(400).await["error"]["message"], "DEVICE_ENDED", "{path}");
    }
    let stranger = sign_up(&server).await;
    let bring = json!({"idToken": first.id_token});
    server.post("/api/household/bring").bearer(&stranger.id_token).json(&bring).expect(404).await;
    add_row(&server, &phone.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn keeps_the_first_device_when_another_is_removed() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    link_device(&server, &first.id_token, "Phone").await;
    remove_device(&server, &first.id_token, "Phone").await;
    // Its token from before the link names no device; the next one names it.
    add_row(&server, &first.id_token, "Milk").await.expect(201);
    let laptop = refresh_tokens(&server, &first).await;
    add_row(&server, &laptop.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn rejects_join_credentials_of_a_removed_device() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let opened = open_link(&server, &phone.id_token, "Phone").await;
    let asked = request_join(&server, &opened.secret, "Thief").await;
    confirm_call(&server, &phone.id_token, &opened.id, &asked.digits).expect(200).await;
    let pass = install_pass(&server, &phone.id_token).await;
    let code = recovery_code(&server, &phone.id_token).await;
    remove_device(&server, &laptop.id_token, "The second").await;
    collect_call(&server, &asked.ticket).expect(404).await;
    join_call(&server, &opened.code, "Thief").expect(404).await;
    join_call(&server, &pass, "App").expect(404).await;
    join_call(&server, &code, "Thief").expect(404).await;
    let seen = household(&server, &laptop.id_token).await;
    assert_eq!((seen["devices"].as_array().unwrap().len(), seen["recoveryCode"].is_null()), (1, true));
}

#[tokio::test]
async fn keeps_other_devices_and_the_last_one_when_a_device_leaves() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    recovery_code(&server, &phone.id_token).await;
    remove_device(&server, &phone.id_token, "The second").await;
    add_row(&server, &phone.id_token, "Milk").await.expect(401);
    assert!(household(&server, &laptop.id_token).await["recoveryCode"].is_object());
    let id = device(&server, &laptop.id_token, "The first").await;
    server.delete(&format!("/api/household/devices/{id}")).bearer(&laptop.id_token).refused(409, "last_device").await;
    add_row(&server, &laptop.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn keeps_one_of_two_devices_that_leave_at_once() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let (first, second) =
        (device(&server, &laptop.id_token, "The first").await, device(&server, &laptop.id_token, "The second").await);
    let leave = |id: String, token: String| {
        let call = server.delete(&format!("/api/household/devices/{id}"));
        call.bearer(&token).send()
    };
    let (one, two) = tokio::join!(leave(first, laptop.id_token.clone()), leave(second, phone.id_token.clone()));
    let statuses = [one.status.as_u16(), two.status.as_u16()];
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
}

#[tokio::test]
async fn keeps_one_of_two_devices_that_end_others_at_once() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let end_others = |phone: &Phone| {
        server.post("/api/household/devices/end-others").bearer(&phone.id_token).json(&json!({})).send()
    };
    let (one, two) = tokio::join!(end_others(&laptop), end_others(&phone));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    let winner = if one.status == 200 { laptop } else { phone };
    add_row(&server, &winner.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn rejects_decisions_of_an_ended_device_elsewhere() {
    let server = TestServer::start().await;
    let elsewhere = server.elsewhere().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    // The other process has just cached that it belongs to the larder.
    add_row(&elsewhere, &phone.id_token, "Oats").await.expect(201);
    remove_device(&server, &laptop.id_token, "The second").await;
    let id = device(&server, &laptop.id_token, "The first").await;
    let (others, this) = ("/api/household/devices/end-others", format!("/api/household/devices/{id}"));
    let phone_device = json!({"device": device_json("Phone")});
    for (path, call) in [
        (others, elsewhere.post(others).json(&json!({}))),
        (&this, elsewhere.delete(&this)),
        (&this, elsewhere.patch(&this).json(&json!({"name": "Mine"}))),
        ("recovery", elsewhere.post("/api/household/recovery")),
        ("install-pass", elsewhere.post("/api/household/install-pass")),
        ("links", elsewhere.post("/api/household/links").json(&phone_device)),
        ("tokens", elsewhere.post("/api/tokens").json(&json!({"name": "Mine", "scopes": ["read"]}))),
    ] {
        let refused = call.bearer(&phone.id_token).send().await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (401, "device_ended"), "{path}");
    }
    let cleared = elsewhere.delete("/api/user/clear-all-data").bearer(&phone.id_token).send().await;
    assert_eq!((cleared.status.as_u16(), cleared.code().as_str()), (409, "shared_larder"));
    let rows = server.get("/api/shopping-list").bearer(&laptop.id_token).expect(200).await;
    assert_eq!(rows.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn ends_every_join_credential_with_all_other_devices() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let tablet = link_device(&server, &laptop.id_token, "Tablet").await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let pass = install_pass(&server, &laptop.id_token).await;
    let opened = open_link(&server, &laptop.id_token, "Laptop").await;
    assert_eq!(remove_other_devices(&server, &laptop.id_token).await, json!({"ended": 2}));
    for out in [&phone, &tablet] {
        add_row(&server, &out.id_token, "Milk").await.expect(401);
        assert_eq!(ended_message(&server, out).await, "DEVICE_ENDED");
    }
    join_call(&server, &opened.secret, "Phone").expect(404).await;
    join_call(&server, &pass, "App").expect(404).await;
    join_call(&server, &code, "Phone").expect(404).await;
    add_row(&server, &laptop.id_token, "Milk").await.expect(201);
    // In a larder that was never shared, the only device stays.
    let alone = sign_up(&server).await;
    assert_eq!(remove_other_devices(&server, &alone.id_token).await, json!({"ended": 0}));
    add_row(&server, &alone.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn ends_the_subscription_with_the_device() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let subscribe = async |token: &str, name: &str| {
        let body = subscription(&format!("https://web.push.apple.com/{name}"));
        server.post("/api/push-subscriptions").bearer(token).json(&body).expect(201).await;
    };
    // From before the larder was shared: it names no device, and is the first one's.
    subscribe(&first.id_token, "first").await;
    let phone = link_device(&server, &first.id_token, "Phone").await;
    let tablet = link_device(&server, &first.id_token, "Tablet").await;
    subscribe(&phone.id_token, "phone").await;
    subscribe(&tablet.id_token, "tablet").await;
    let left = async || {
        let list = server.deps.store.subscription_list(&first.user()).await.unwrap();
        list.into_iter().map(|one| one.endpoint.rsplit('/').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    remove_device(&server, &tablet.id_token, "Phone").await;
    assert!(!left().await.contains(&"phone".to_owned()) && left().await.len() == 2);
    remove_device(&server, &tablet.id_token, "The first").await;
    assert_eq!(left().await, ["tablet"]);
}

#[tokio::test]
async fn lets_any_device_rename_another() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let id = device(&server, &laptop.id_token, "The second").await;
    let path = format!("/api/household/devices/{id}");
    let renamed = server.patch(&path).bearer(&laptop.id_token).json(&json!({"name": " Kitchen "}));
    let renamed = renamed.expect(200).await;
    assert_eq!((text(&renamed, "name"), renamed["isThisDevice"].as_bool()), ("Kitchen", Some(false)));
    assert!(renamed.get("person").is_none());
    // The person is set and removed without the name.
    for (person, expected) in [(" Anna ", json!("Anna")), ("  ", json!(null))] {
        let changed = server.patch(&path).bearer(&laptop.id_token).json(&json!({"person": person}));
        let changed = changed.expect(200).await;
        assert_eq!((text(&changed, "name"), &changed["person"]), ("Kitchen", &expected), "{person:?}");
    }
    let long = server.patch(&path).bearer(&laptop.id_token).json(&json!({"person": "x".repeat(41)}));
    assert_eq!(long.expect(422).await["field"], "person");
    server.patch(&path).bearer(&laptop.id_token).json(&json!({})).expect(422).await;
    assert_eq!(device(&server, &phone.id_token, "Kitchen").await, id);
}

#[tokio::test]
async fn spends_half_a_unit_per_half_minute_on_a_device_token() {
    // A table in memory keeps no lists: each read costs what it costs on AWS.
    let server = crate::table::start_in_memory().await;
    let alone = sign_up(&server).await;
    let (laptop, _) = create_shared_larder(&server).await;
    server.advance(TimeDelta::minutes(1));
    let cost = async |token: &str| {
        let before = server.deps.store.meter.spent();
        server.get("/api/shopping-list").bearer(token).expect(200).await;
        let spent = server.deps.store.meter.spent() - before;
        (spent.read_units, spent.write_units)
    };
    assert_eq!((cost(&alone.id_token).await, cost(&alone.id_token).await), ((1.0, 0.0), (1.0, 0.0)));
    assert_eq!((cost(&laptop.id_token).await, cost(&laptop.id_token).await), ((1.5, 0.0), (1.0, 0.0)));
    server.advance(TimeDelta::seconds(28));
    assert_eq!(cost(&laptop.id_token).await, (1.5, 0.0));
}

#[tokio::test]
async fn deletes_devices_and_credentials_with_the_account() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let collected = confirm_device(&server, &laptop.id_token, "Tablet").await;
    sign_in(&server, &collected).await;
    for other in ["The first", "Tablet"] {
        remove_device(&server, &phone.id_token, other).await;
    }
    let body = json!({"idToken": phone.id_token});
    server.post("/identity/v1/accounts:delete").json(&body).expect(200).await;
    add_row(&server, &laptop.id_token, "Milk").await.expect(401);
    refresh(&server, &laptop).await.expect(400);
    sign_in_call(&server, text(&collected, "customToken")).expect(400).await;
    join_call(&server, &code, "Phone").expect(404).await;
    let rows = server.partition(store::keys::account_pk(&laptop.user())).await;
    assert_eq!(rows.iter().map(|row| row["SK"].as_str().unwrap()).collect::<Vec<_>>(), ["GONE"]);
    // Any of the devices may complete an interrupted deletion.
    let body = json!({"idToken": laptop.id_token});
    let gone = server.post("/identity/v1/accounts:delete").json(&body).expect(400).await;
    assert_eq!(gone["error"]["message"], "USER_NOT_FOUND");
}

#[tokio::test]
async fn rejects_clearing_or_deleting_a_shared_larder() {
    let server = TestServer::start().await;
    // The first one's token is from before the larder was shared, and names no device.
    let first = sign_up(&server).await;
    let phone = link_device(&server, &first.id_token, "Phone").await;
    add_row(&server, &phone.id_token, "Milk").await.expect(201);
    for token in [&first.id_token, &phone.id_token] {
        server.delete("/api/user/clear-all-data").bearer(token).refused(409, "shared_larder").await;
        let body = json!({"idToken": token});
        let refused = server.post("/identity/v1/accounts:delete").json(&body).expect(400).await;
        assert_eq!(refused["error"]["message"], "SHARED_LARDER");
    }
    let rows = server.get("/api/shopping-list").bearer(&phone.id_token).expect(200).await;
    assert_eq!(rows.as_array().unwrap().len(), 1);
    remove_device(&server, &phone.id_token, "The first").await;
    server.delete("/api/user/clear-all-data").bearer(&phone.id_token).expect(200).await;
    let body = json!({"idToken": phone.id_token});
    server.post("/identity/v1/accounts:delete").json(&body).expect(200).await;
}
