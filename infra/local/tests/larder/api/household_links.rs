//! Tests how a device joins a larder (link, digits, tokens), and who must not.

use crate::house::{
    add_row, collect_call, confirm_call, confirm_device, create_shared_larder, device, device_json, device_names,
    household, install_pass, join_call, link_device, open_link, recovery_code, refresh_tokens, remove_device,
    request_join, sign_in, sign_in_call, sign_up, text,
};
use crate::server::{TestResponse, TestServer, assert_fields};
use chrono::TimeDelta;
use serde_json::{Value, json};

#[tokio::test]
async fn joins_a_second_device_by_a_link() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    add_row(&server, &first.id_token, "Oats").await.expect(201);
    let alone = household(&server, &first.id_token).await;
    assert_eq!(alone, json!({"devices": [], "recoveryCode": null}));

    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let state = async || {
        let path = format!("/api/household/links/{}", opened.id);
        server.get(&path).bearer(&first.id_token).expect(200).await
    };
    assert_eq!(
        state().await,
        json!({"state": "open", "device": null, "triesLeft": 3, "expiresAt": "2026-11-21T08:05:00.000Z"})
    );
    let shown = format!("{}-{}", &opened.code[..4], opened.code[4..].to_lowercase());
    let asked = join_call(&server, &shown, "Phone").expect(200).await;
    let (ticket, digits) = (text(&asked, "ticket"), text(&asked, "digits"));
    assert!(digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit()));
    let waiting = collect_call(&server, ticket).expect(200).await;
    assert_eq!(waiting, json!({"state": "asked"}));
    assert_eq!(
        (state().await["state"].clone(), state().await["device"].clone()),
        (json!("asked"), json!({"name": "Phone", "platform": "test"}))
    );
    assert_eq!(confirm_call(&server, &first.id_token, &opened.id, digits).expect(200).await["state"], "confirmed");
    let phone = sign_in(&server, &collect_call(&server, ticket).expect(200).await).await;
    assert_eq!(state().await["state"], "collected");

    let laptop = refresh_tokens(&server, &first).await;
    let rows = server.get("/api/shopping-list").bearer(&phone.id_token).expect(200).await;
    assert_eq!(
        (rows.as_array().unwrap().len(), &rows[0]["name"], &rows[0]["changedBy"]),
        (1, &json!("Oats"), &Value::Null)
    );
    let milk = add_row(&server, &phone.id_token, "Milk").await.expect(201);
    let id = device(&server, &laptop.id_token, "Phone").await;
    assert_fields(&milk, &json!({"changedBy": id.as_str(), "version": 1}));
    assert_eq!(device_names(&server, &laptop.id_token).await, ["Laptop by first, this one", "Phone by link"]);
    assert_eq!(device_names(&server, &phone.id_token).await, ["Laptop by first", "Phone by link, this one"]);
    // The token from before, which names no device, is the first device's.
    assert_eq!(device_names(&server, &first.id_token).await[0], "Laptop by first, this one");
    refresh_tokens(&server, &phone).await;
}

#[tokio::test]
async fn requires_digits_with_a_leaked_code() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let thief = request_join(&server, &opened.secret, "Thief").await;
    // The intended device is second: the user sees a stranger's name and types nothing.
    join_call(&server, &opened.secret, "Phone").expect(404).await;
    for _ in 0..5 {
        assert_eq!(collect_call(&server, &thief.ticket).expect(200).await, json!({"state": "asked"}));
    }
    server.advance(TimeDelta::minutes(5));
    collect_call(&server, &thief.ticket).expect(404).await;
}

#[tokio::test]
async fn ends_the_link_after_three_wrong_digits() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let asked = request_join(&server, &opened.secret, "Phone").await;
    let wrong = if asked.digits == "00" { "01" } else { "00" };
    for left in [2, 1, 0] {
        confirm_call(&server, &first.id_token, &opened.id, wrong).expect(404).await;
        let path = format!("/api/household/links/{}", opened.id);
        let link = server.get(&path).bearer(&first.id_token).expect(200).await;
        let state = if left == 0 { "dead" } else { "asked" };
        assert_fields(&link, &json!({"triesLeft": left, "state": state}));
    }
    confirm_call(&server, &first.id_token, &opened.id, &asked.digits).expect(404).await;
    collect_call(&server, &asked.ticket).expect(404).await;
}

#[tokio::test]
async fn counts_concurrent_tries() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let asked = request_join(&server, &opened.secret, "Phone").await;
    let wrong: Vec<String> = (0..4).map(|n| format!("{n:02}")).filter(|digits| *digits != asked.digits).collect();
    let attempt = |n: usize| confirm_call(&server, &first.id_token, &opened.id, &wrong[n]).send();
    let (one, two, three) = tokio::join!(attempt(0), attempt(1), attempt(2));
    assert!([one, two, three].iter().all(|response| response.status == 404));
    confirm_call(&server, &first.id_token, &opened.id, &asked.digits).expect(404).await;
}

#[tokio::test]
async fn allows_one_open_link_per_account() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let old = open_link(&server, &first.id_token, "Laptop").await;
    let asked = request_join(&server, &old.secret, "Phone").await;
    let new = open_link(&server, &first.id_token, "Laptop").await;
    confirm_call(&server, &first.id_token, &old.id, &asked.digits).expect(404).await;
    join_call(&server, &old.code, "Phone").expect(404).await;
    server.delete(&format!("/api/household/links/{}", new.id)).bearer(&first.id_token).expect(200).await;
    join_call(&server, &new.secret, "Phone").expect(404).await;
    server.delete(&format!("/api/household/links/{}", new.id)).bearer(&first.id_token).expect(200).await;
    assert_eq!(household(&server, &first.id_token).await["devices"], json!([]), "an unused link registers no device");
}

#[tokio::test]
async fn answers_invalid_credentials_like_missing_ones() {
    let server = TestServer::start().await;
    let (first, second) = create_shared_larder(&server).await;
    let stranger = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let asked = request_join(&server, &opened.secret, "Tablet").await;
    let tablet = device(&server, &second.id_token, "The second").await;
    let older = recovery_code(&server, &first.id_token).await;
    let newer = recovery_code(&server, &first.id_token).await;
    let confirm = server.post("/api/household/recovery/confirm").bearer(&first.id_token);
    confirm.json(&json!({"code": newer})).expect(200).await;
    let mut refusals: Vec<(&str, TestResponse)> = vec![];
    let missing_id = "0".repeat(64);
    for (what, token, id, digits) in [
        ("a link that nobody has", &first, missing_id.as_str(), "42"),
        ("somebody else's link", &stranger, opened.id.as_str(), asked.digits.as_str()),
        ("no link", &first, "nonsense", "42"),
    ] {
        refusals.push((what, confirm_call(&server, &token.id_token, id, digits).send().await));
        refusals.push((what, server.get(&format!("/api/household/links/{id}")).bearer(&token.id_token).send().await));
    }
    let digits = if asked.digits == "42" { "43" } else { "42" };
    refusals.push(("wrong digits", confirm_call(&server, &first.id_token, &opened.id, digits).send().await));
    refusals.push(("a link that another device requested", join_call(&server, &opened.secret, "Phone").send().await));
    refusals.push((
        "the code of a link that another device requested",
        join_call(&server, &opened.code, "Phone").send().await,
    ));
    refusals.push(("a made-up secret", join_call(&server, &"x".repeat(43), "Phone").send().await));
    refusals.push(("no secret", join_call(&server, "", "Phone").send().await));
    refusals.push(("a made-up code", join_call(&server, "ABCD-EFGH", "Phone").send().await));
    let ticket = format!("{}.{}", opened.id, "x".repeat(22));
    refusals.push(("a made-up ticket", collect_call(&server, &ticket).send().await));
    let recover = |code: &str| join_call(&server, code, "Phone").send();
    refusals.push(("a recovery code that a newer one ended", recover(&older).await));
    server.advance(TimeDelta::minutes(1));
    refusals.push(("a slip of a code", recover("00000-00000-00000-00000-00001").await));
    let devices = format!("/api/household/devices/{tablet}");
    refusals.push(("somebody else's device", server.delete(&devices).bearer(&stranger.id_token).send().await));
    let renamed = server.patch(&devices).bearer(&stranger.id_token).json(&json!({"name": "Mine"}));
    refusals.push(("somebody else's device", renamed.send().await));
    server.advance(TimeDelta::minutes(5));
    let over = server.get(&format!("/api/household/links/{}", opened.id)).bearer(&first.id_token).send().await;
    refusals.push(("an expired link", over));
    refusals.push(("an expired link", collect_call(&server, &asked.ticket).send().await));
    let missing = server.get("/api/nothing").bearer(&first.id_token).send().await;
    for (what, response) in refusals {
        assert_eq!((response.status.as_u16(), &response.bytes), (404, &missing.bytes), "{what}");
    }
}

#[tokio::test]
async fn counts_tries_by_address_and_typed_codes_across_addresses() {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    let first = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let from = |n: u32, value: &str| {
        let address = format!("203.0.{}.{}", n / 250, n % 250 + 1);
        join_call(&server, value, "Thief").header("true-client-ip", &address)
    };
    for _ in 0..10 {
        from(0, &"x".repeat(43)).expect(404).await;
    }
    let limited = from(0, &opened.secret).send().await;
    assert_eq!((limited.status.as_u16(), limited.code().as_str()), (429, "rate_limited"));
    assert!(limited.headers.contains_key("retry-after"));
    join_call(&server, "x", "Thief").header("true-client-ip", "203.0.0.1").expect(429).await;
    for n in 0..1_000 {
        from(10 + n / 8, "ABCD-EFGH").expect(404).await;
    }
    from(500, &opened.code).expect(429).await;
    from(501, &opened.secret).expect(200).await;
}

#[tokio::test]
async fn returns_the_same_device_for_a_repeated_request() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    let opened = open_link(&server, &first.id_token, "Laptop").await;
    let key = uuid::Uuid::from_u128(5);
    let asked = join_call(&server, &opened.secret, "Phone").key(key).expect(200).await;
    assert_eq!(join_call(&server, &opened.secret, "Phone").key(key).expect(200).await, asked);
    let another = join_call(&server, &opened.secret, "Phone").key(uuid::Uuid::from_u128(6));
    another.expect(404).await;
    let (ticket, digits) = (text(&asked, "ticket"), text(&asked, "digits"));
    for _ in 0..2 {
        confirm_call(&server, &first.id_token, &opened.id, digits).expect(200).await;
    }
    let wrong = if digits == "00" { "01" } else { "00" };
    confirm_call(&server, &first.id_token, &opened.id, wrong).expect(404).await;
    let (one, two) = tokio::join!(collect_call(&server, ticket).send(), collect_call(&server, ticket).send());
    let (one, two) = (one.expect(200), two.expect(200));
    let phones = [sign_in(&server, &one).await, sign_in(&server, &one).await, sign_in(&server, &two).await];
    for phone in &phones {
        assert_eq!(device_names(&server, &phone.id_token).await[1], "Phone by link, this one");
        refresh_tokens(&server, phone).await;
    }
    assert_eq!(device_names(&server, &phones[0].id_token).await.len(), 2);
    server.advance(TimeDelta::minutes(5));
    assert_eq!(
        sign_in_call(&server, text(&one, "customToken")).expect(400).await["error"]["message"],
        "INVALID_CUSTOM_TOKEN"
    );
}

/// Starts a server for which another one issues the tokens.
async fn start_with_another_provider() -> TestServer {
    let provider = TestServer::start().await;
    let issuer = format!("{}/identity", provider.deps.config.site_url);
    let settings = [("LARDER_IDENTITY_ISSUER", issuer.as_str()), ("LARDER_SERVICE_ACCOUNT", "account.json")];
    TestServer::start_with(&settings).await
}

/// Only a link's confirmation answers the first device: by other credentials a device joins without it.
#[tokio::test]
async fn accepts_the_first_device_of_another_provider_until_it_is_removed() {
    let server = start_with_another_provider().await;
    let token = server.token("anna");
    let code = recovery_code(&server, &token).await;
    for name in ["Phone", "Tablet"] {
        let pass = install_pass(&server, &token).await;
        join_call(&server, &pass, name).expect(200).await;
    }
    join_call(&server, &code, "Desktop").expect(200).await;
    for name in ["Phone", "Desktop"] {
        remove_device(&server, &token, name).await;
        add_row(&server, &token, "Milk").await.expect(201);
    }
    remove_device(&server, &token, "Laptop").await;
    add_row(&server, &token, "Rice").await.expect(401);
}

/// Its tokens name no device.
#[tokio::test]
async fn makes_the_first_device_of_another_provider_a_looker() {
    let server = start_with_another_provider().await;
    let token = server.token("anna");
    let code = recovery_code(&server, &token).await;
    join_call(&server, &code, "Phone").expect(200).await;
    let id = device(&server, &token, "Laptop").await;
    let role = json!({"role": "looker"});
    server.patch(&format!("/api/household/devices/{id}")).bearer(&token).json(&role).expect(200).await;
    server.get("/api/shopping-list").bearer(&token).expect(200).await;
    add_row(&server, &token, "Milk").await.refused(403, "device_restricted");
}

/// A lost response is repeated.
#[tokio::test]
async fn repeats_the_first_devices_token_of_another_provider() {
    let server = start_with_another_provider().await;
    let token = server.token("anna");
    let opened = open_link(&server, &token, "Laptop").await;
    let asked = request_join(&server, &opened.secret, "Phone").await;
    let confirm = || confirm_call(&server, &token, &opened.id, &asked.digits);
    let confirmed = confirm().expect(200).await;
    assert!(confirmed["customToken"].is_string(), "{confirmed}");
    assert_eq!(confirm().expect(200).await, confirmed);
}

#[tokio::test]
async fn limits_a_larder_to_twelve_devices() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    for n in 2..=12 {
        link_device(&server, &first.id_token, &format!("Device {n}")).await;
        server.advance(TimeDelta::minutes(2));
    }
    let full =
        server.post("/api/household/links").bearer(&first.id_token).json(&json!({"device": device_json("Laptop")}));
    full.refused(409, "too_many_devices").await;
}

#[tokio::test]
async fn rejects_id_tokens_as_custom_tokens_and_the_reverse() {
    let server = TestServer::start().await;
    let first = sign_up(&server).await;
    sign_in_call(&server, &first.id_token).expect(400).await;
    let collected = confirm_device(&server, &first.id_token, "Phone").await;
    server.get("/api/items").bearer(text(&collected, "customToken")).expect(401).await;
}
