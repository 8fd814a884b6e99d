//! Tests that a device with the role of a looker can look and tick, and nothing else, from its first request on.

use crate::api::endpoints::{call, operation};
use crate::api::sample_call::USER;
use crate::api::sample_calls::sample_calls;
use crate::api::world::World;
use crate::contract::operations;
use crate::house::{
    Phone, add_row, create_shared_larder, device, device_json, household, install_pass, join_call, link_device,
    link_looker, open_link, recovery_code, refresh_tokens, sign_up, subscription, text,
};
use crate::server::{Call, TestResponse, TestServer};
use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

const REFUSED: (u16, &str) = (403, "device_restricted");

fn outcome(response: &TestResponse) -> (u16, String) {
    (response.status.as_u16(), response.code())
}

fn is_refused(response: &TestResponse) -> bool {
    outcome(response) == (REFUSED.0, REFUSED.1.to_owned())
}

/// Returns the call that sets the role of the device with this name.
async fn role_call<'a>(server: &'a TestServer, by: &Phone, name: &str, role: &str) -> Call<'a> {
    let id = device(server, &by.id_token, name).await;
    server.patch(&format!("/api/household/devices/{id}")).bearer(&by.id_token).json(&json!({"role": role}))
}

fn accepts_lookers(operation: &Value) -> bool {
    operation["security"].as_array().unwrap().iter().any(|accepted| accepted.get("looker").is_some())
}

/// A looker changes nothing but ticks and itself, and neither takes everything away nor sees what outlives it.
#[test]
fn opens_few_changes_and_all_reads_but_a_few_to_lookers() {
    let ids = |is_listed: &dyn Fn(bool, &Value) -> bool| {
        let listed = operations().filter(|(method, _, operation)| is_listed(*method == "get", operation));
        let mut ids: Vec<&str> = listed.map(|(_, _, operation)| operation["operationId"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(
        ids(&|is_read, operation| !is_read && accepts_lookers(operation)),
        ["create_push_subscription", "delete_push_subscription", "end_device", "toggle_list_item", "update_device"]
    );
    let is_closed = |operation: &Value| operation["security"] != json!([]) && !accepts_lookers(operation);
    assert_eq!(
        ids(&|is_read, operation| is_read && is_closed(operation)),
        ["export_data", "get_calendar", "get_last_import", "get_link", "list_shares", "list_tokens"]
    );
}

#[tokio::test]
async fn accepts_a_looker_where_an_operation_declares_it() {
    let world = World::new().await;
    let server = &world.server;
    let looker = link_looker(server, &server.token(USER), "Child").await;
    for sample in sample_calls(&world) {
        let (declared, is_secured) = operation(sample.operation);
        if !is_secured {
            continue;
        }
        let is_accepted = accepts_lookers(declared);
        // Its subscription is another device's.
        let expected = if sample.operation.ends_with("push_subscription") { 404 } else { sample.status };
        for key in [None, Some(Uuid::from_u128(7))] {
            let response = call(server, &sample, &sample.path).bearer(&looker.id_token).keyed(key).send().await;
            if !is_accepted {
                assert!(is_refused(&response), "{}: {}", sample.operation, response.status);
            } else if sample.by == USER && key.is_none() {
                assert_eq!(response.status.as_u16(), expected, "{}", sample.operation);
            }
        }
    }
}

#[tokio::test]
async fn lets_a_looker_tick_and_leave() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let row = add_row(&server, &laptop.id_token, "Oats").await.expect(201);
    let child = link_looker(&server, &laptop.id_token, "Child").await;
    let list = server.get("/api/shopping-list").bearer(&child.id_token).send().await;
    assert_eq!(list.headers["larder-role"], "looker");
    let toggle = format!("/api/shopping-list/{}/toggle", text(&row, "id"));
    for is_completed in [true, false] {
        let body = json!({"isCompleted": is_completed});
        server.patch(&toggle).bearer(&child.id_token).json(&body).expect(200).await;
    }
    assert!(is_refused(&add_row(&server, &child.id_token, "Milk").await));
    let child = refresh_tokens(&server, &child).await;
    assert!(is_refused(&add_row(&server, &child.id_token, "Milk").await));
    let seen = household(&server, &child.id_token).await;
    let roles: Vec<&Value> = seen["devices"].as_array().unwrap().iter().map(|device| &device["role"]).collect();
    assert_eq!(roles, ["member", "looker"]);
    let ids = [device(&server, &child.id_token, "The first").await, device(&server, &child.id_token, "Child").await];
    let [laptop_path, own] = ids.map(|id| format!("/api/household/devices/{id}"));
    server.delete(&laptop_path).bearer(&child.id_token).refused(REFUSED.0, REFUSED.1).await;
    for (path, body) in [(&laptop_path, json!({"person": "Mia"})), (&own, json!({"role": "member"}))] {
        server.patch(path).bearer(&child.id_token).json(&body).refused(REFUSED.0, REFUSED.1).await;
    }
    server.patch(&own).bearer(&child.id_token).json(&json!({"person": "Mia"})).expect(200).await;
    server.delete(&own).bearer(&child.id_token).expect(200).await;
    let list = server.get("/api/shopping-list").bearer(&child.id_token).send().await;
    list.refused(401, "device_ended");
}

#[tokio::test]
async fn restricts_a_device_at_once_here_and_within_30_seconds_elsewhere() {
    let server = TestServer::start().await;
    let elsewhere = server.elsewhere().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    // The other process has just seen it as a member.
    add_row(&elsewhere, &phone.id_token, "Oats").await.expect(201);
    let changed = role_call(&server, &laptop, "The second", "looker").await.expect(200).await;
    assert_eq!((text(&changed, "name"), text(&changed, "role")), ("The second", "looker"));
    assert!(is_refused(&add_row(&server, &phone.id_token, "Milk").await));
    // What decides about the household reads the newest rows.
    let id = device(&server, &laptop.id_token, "The first").await;
    let path = format!("/api/household/devices/{id}");
    for call in [
        elsewhere.post("/api/household/links").json(&json!({"device": device_json("Phone")})),
        elsewhere.post("/api/household/recovery"),
        elsewhere.post("/api/household/devices/end-others"),
        elsewhere.delete(&path),
        elsewhere.patch(&path).json(&json!({"role": "looker"})),
        elsewhere.post("/api/tokens").json(&json!({"name": "Mine", "scopes": ["write"]})),
    ] {
        call.bearer(&phone.id_token).refused(REFUSED.0, REFUSED.1).await;
    }
    let name = async |path: &str| {
        elsewhere.patch(path).bearer(&phone.id_token).json(&json!({"person": "Mia"})).expect(200).await;
    };
    name(&format!("/api/household/devices/{}", text(&changed, "id"))).await;
    server.advance(TimeDelta::seconds(30));
    assert!(is_refused(&add_row(&elsewhere, &phone.id_token, "Milk").await));
    role_call(&server, &laptop, "The second", "member").await.expect(200).await;
    add_row(&server, &phone.id_token, "Milk").await.expect(201);
    name(&path).await;
}

#[tokio::test]
async fn keeps_a_device_that_may_do_everything() {
    let server = TestServer::start().await;
    let (laptop, phone) = create_shared_larder(&server).await;
    let one = role_call(&server, &laptop, "The second", "looker").await;
    let other = role_call(&server, &phone, "The first", "looker").await;
    let (one, other) = tokio::join!(one.send(), other.send());
    let winner = if one.status == 200 { &laptop } else { &phone };
    let mut outcomes = [outcome(&one), outcome(&other)];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [(200, String::new()), (REFUSED.0, REFUSED.1.to_owned())]);
    let own = if one.status == 200 { "The first" } else { "The second" };
    role_call(&server, winner, own, "looker").await.refused(409, "last_member").await;
    let id = device(&server, &winner.id_token, own).await;
    let leave = server.delete(&format!("/api/household/devices/{id}")).bearer(&winner.id_token);
    leave.refused(409, "last_member").await;
    add_row(&server, &winner.id_token, "Milk").await.expect(201);
}

#[tokio::test]
async fn ends_what_a_restricted_device_could_change_the_larder_by() {
    let server = TestServer::start().await;
    let elsewhere = server.elsewhere().await;
    let first = sign_up(&server).await;
    let phone = link_device(&server, &first.id_token, "Phone").await;
    let laptop = refresh_tokens(&server, &first).await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let pass = install_pass(&server, &laptop.id_token).await;
    let token = json!({"name": "Script", "scopes": ["list"]});
    let program = server.post("/api/tokens").bearer(&laptop.id_token).json(&token).expect(201).await;
    let opened = open_link(&server, &laptop.id_token, "Laptop").await;
    add_row(&elsewhere, &first.id_token, "Oats").await.expect(201);
    role_call(&server, &phone, "The first", "looker").await.expect(200).await;
    for credential in [&code, &pass, &opened.secret] {
        join_call(&server, credential, "Thief").expect(404).await;
    }
    add_row(&server, text(&program, "token"), "Milk").await.expect(401);
    // Its token from before the larder was shared names no device, and has its role.
    assert!(is_refused(&add_row(&server, &first.id_token, "Milk").await));
    server.get("/api/user/export").bearer(&first.id_token).refused(REFUSED.0, REFUSED.1).await;
    // The other process has just accepted it.
    for path in ["/api/calendar", "/api/shopping-list/share"] {
        let call = elsewhere.post(path).bearer(&first.id_token).json(&json!({"ownerName": "Ada"}));
        call.refused(REFUSED.0, REFUSED.1).await;
    }
    let stranger = sign_up(&server).await;
    let bring = json!({"idToken": laptop.id_token});
    let bring = server.post("/api/household/bring").bearer(&stranger.id_token).json(&bring);
    bring.refused(REFUSED.0, REFUSED.1).await;
}

/// The used code stays valid until the device is seen, because the answer may have been lost.
#[tokio::test]
async fn ends_the_recovery_code_that_a_restricted_device_used() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let recovered = join_call(&server, &code, "Phone").expect(200).await;
    role_call(&server, &laptop, "Phone", "looker").await.expect(200).await;
    for code in [&code, text(&recovered, "code")] {
        join_call(&server, code, "Thief").expect(404).await;
    }
}

/// Otherwise nobody could ever change the larder again.
#[tokio::test]
async fn lets_lookers_do_everything_once_no_other_device_is_left() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let mut child = link_looker(&server, &laptop.id_token, "Child").await;
    let mut guest = link_looker(&server, &laptop.id_token, "Guest").await;
    for days in [200, 201] {
        assert!(is_refused(&add_row(&server, &child.id_token, "Milk").await));
        server.advance(TimeDelta::days(days));
        child = refresh_tokens(&server, &child).await;
        guest = refresh_tokens(&server, &guest).await;
    }
    let roles = async || {
        let devices = household(&server, &child.id_token).await["devices"].as_array().unwrap().clone();
        devices.iter().map(|device| text(device, "role").to_owned()).collect::<Vec<_>>()
    };
    let id = device(&server, &guest.id_token, "Guest").await;
    let name = server.patch(&format!("/api/household/devices/{id}")).bearer(&guest.id_token);
    name.json(&json!({"person": "Mia"})).expect(200).await;
    add_row(&server, &child.id_token, "Milk").await.expect(201);
    assert_eq!(roles().await, ["member", "member"]);
    // Its restriction leaves the one that asks for it.
    let restricted = role_call(&server, &child, "Guest", "looker").await.expect(200).await;
    assert_eq!((text(&restricted, "role"), roles().await), ("looker", vec!["member".into(), "looker".into()]));
    assert!(is_refused(&add_row(&server, &guest.id_token, "Milk").await));
    add_row(&server, &child.id_token, "Oats").await.expect(201);
}

/// Otherwise the device that invites another one would lose its rights, and keep what it created.
#[tokio::test]
async fn stores_lookers_that_count_as_members_when_a_member_joins() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let mut child = link_looker(&server, &laptop.id_token, "Child").await;
    for days in [200, 201] {
        server.advance(TimeDelta::days(days));
        child = refresh_tokens(&server, &child).await;
    }
    link_device(&server, &child.id_token, "Phone").await;
    server.advance(TimeDelta::minutes(1));
    add_row(&server, &child.id_token, "Milk").await.expect(201);
}

/// Its subscription is from before the larder was shared, and so names no device.
#[tokio::test]
async fn lets_the_first_device_renew_and_end_its_reminders_once_it_is_restricted() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let body = subscription("https://web.push.apple.com/first");
    server.post("/api/push-subscriptions").bearer(&first.id_token).json(&body).expect(201).await;
    let phone = link_device(&server, &first.id_token, "Phone").await;
    role_call(&server, &phone, "The first", "looker").await.expect(200).await;
    let first = refresh_tokens(&server, &first).await;
    server.post("/api/push-subscriptions").bearer(&first.id_token).json(&body).expect(201).await;
    server.delete("/api/push-subscriptions").bearer(&first.id_token).json(&body).expect(200).await;
}

/// A larder has twelve subscriptions.
#[tokio::test]
async fn keeps_the_push_subscriptions_of_other_devices_from_a_looker() {
    let server = TestServer::start().await;
    let laptop = sign_up(&server).await;
    let child = link_looker(&server, &laptop.id_token, "Child").await;
    let subscribe = async |phone: &Phone, name: &str| {
        let body = subscription(&format!("https://web.push.apple.com/{name}"));
        server.post("/api/push-subscriptions").bearer(&phone.id_token).json(&body).send().await
    };
    for n in 1..=11 {
        subscribe(&laptop, &format!("laptop-{n}")).await.expect(201);
        server.advance(TimeDelta::seconds(1));
    }
    for n in 1..=2 {
        subscribe(&child, &format!("child-{n}")).await.expect(201);
    }
    subscribe(&child, "laptop-3").await.refused(404, "not_found");
    let end = server.delete("/api/push-subscriptions").bearer(&child.id_token);
    end.json(&subscription("https://web.push.apple.com/laptop-3")).refused(404, "not_found").await;
    let left = server.deps.store.subscription_list(&laptop.user()).await.unwrap();
    let left: Vec<&str> = left.iter().map(|one| one.endpoint.rsplit('/').next().unwrap()).collect();
    let mut expected: Vec<String> = (1..=11).map(|n| format!("laptop-{n}")).collect();
    expected.push("child-2".into());
    assert_eq!(left, expected);
}
