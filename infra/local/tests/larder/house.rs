//! Devices that share a larder, and their calls of the server.

use crate::server::{Call, TestResponse, TestServer};
use domain::id::UserId;
use serde_json::{Value, json};

pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is missing in {value}"))
}

pub fn device_json(name: &str) -> Value {
    json!({"name": name, "platform": "test"})
}

/// A device's push subscription.
pub fn subscription(endpoint: &str) -> Value {
    json!({"endpoint": endpoint, "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg"}})
}

/// A device's tokens.
#[derive(Clone, Debug)]
pub struct Phone {
    pub id_token: String,
    pub refresh_token: String,
}

impl Phone {
    /// Returns the larder's owner, whom each refresh token names.
    pub fn user(&self) -> UserId {
        UserId::parse(self.refresh_token.split('.').next().unwrap()).unwrap()
    }
}

/// An open link.
#[derive(Clone, Debug)]
pub struct OpenLink {
    pub id: String,
    pub secret: String,
    pub code: String,
}

/// A device's request to join.
#[derive(Clone, Debug)]
pub struct JoinRequest {
    pub ticket: String,
    pub digits: String,
}

pub async fn sign_up(server: &TestServer) -> Phone {
    let account = server.post("/identity/v1/accounts:signUp").json(&json!({})).expect(200).await;
    Phone { id_token: text(&account, "idToken").into(), refresh_token: text(&account, "refreshToken").into() }
}

pub async fn refresh(server: &TestServer, phone: &Phone) -> TestResponse {
    refresh_with(server, &phone.refresh_token).await
}

pub async fn refresh_with(server: &TestServer, refresh_token: &str) -> TestResponse {
    let body = format!("grant_type=refresh_token&refresh_token={refresh_token}");
    server.post("/identity/v1/token").header("content-type", "application/x-www-form-urlencoded").raw(body).send().await
}

pub async fn refresh_tokens(server: &TestServer, phone: &Phone) -> Phone {
    let response = refresh(server, phone).await.expect(200);
    Phone { id_token: text(&response, "id_token").into(), refresh_token: text(&response, "refresh_token").into() }
}

pub async fn open_link(server: &TestServer, token: &str, name: &str) -> OpenLink {
    open_with(server, token, json!({"device": device_json(name)})).await
}

async fn open_with(server: &TestServer, token: &str, body: Value) -> OpenLink {
    let opened = server.post("/api/household/links").bearer(token).json(&body).expect(201).await;
    OpenLink {
        id: text(&opened, "id").into(),
        secret: text(&opened, "secret").into(),
        code: text(&opened, "code").into(),
    }
}

pub fn join_call<'a>(server: &'a TestServer, credential: &str, name: &str) -> Call<'a> {
    server.post("/api/household/join").json(&json!({"credential": credential, "device": device_json(name)}))
}

pub async fn request_join(server: &TestServer, secret: &str, name: &str) -> JoinRequest {
    let asked = join_call(server, secret, name).expect(200).await;
    JoinRequest { ticket: text(&asked, "ticket").into(), digits: text(&asked, "digits").into() }
}

pub fn confirm_call<'a>(server: &'a TestServer, token: &str, link: &str, digits: &str) -> Call<'a> {
    let call = server.post(&format!("/api/household/links/{link}/confirm"));
    call.bearer(token).json(&json!({"digits": digits}))
}

pub fn collect_call<'a>(server: &'a TestServer, ticket: &str) -> Call<'a> {
    server.post("/api/household/join").json(&json!({"credential": ticket}))
}

pub fn sign_in_call<'a>(server: &'a TestServer, custom_token: &str) -> Call<'a> {
    let body = json!({"token": custom_token, "returnSecureToken": true});
    server.post("/identity/v1/accounts:signInWithCustomToken").json(&body)
}

pub async fn sign_in(server: &TestServer, response: &Value) -> Phone {
    let signed_in = sign_in_call(server, text(response, "customToken")).expect(200).await;
    assert_eq!(signed_in["isNewUser"], false);
    Phone { id_token: text(&signed_in, "idToken").into(), refresh_token: text(&signed_in, "refreshToken").into() }
}

/// Confirms a new device in the larder of the device with `token`. Returns the response with its custom token.
pub async fn confirm_device(server: &TestServer, token: &str, name: &str) -> Value {
    let opened = open_link(server, token, "The first").await;
    confirm_by_link(server, token, &opened, name).await
}

async fn confirm_by_link(server: &TestServer, token: &str, opened: &OpenLink, name: &str) -> Value {
    let asked = request_join(server, &opened.secret, name).await;
    confirm_call(server, token, &opened.id, &asked.digits).expect(200).await;
    let collected = collect_call(server, &asked.ticket).expect(200).await;
    assert_eq!(collected["state"], "confirmed");
    collected
}

/// Links a new device to the larder of the device with `token`.
pub async fn link_device(server: &TestServer, token: &str, name: &str) -> Phone {
    sign_in(server, &confirm_device(server, token, name).await).await
}

/// Links a device that may only look and tick.
pub async fn link_looker(server: &TestServer, token: &str, name: &str) -> Phone {
    let opened = open_with(server, token, json!({"device": device_json("The first"), "role": "looker"})).await;
    sign_in(server, &confirm_by_link(server, token, &opened, name).await).await
}

/// Creates a larder with two devices, whose tokens contain their ids.
pub async fn create_shared_larder(server: &TestServer) -> (Phone, Phone) {
    let first = sign_up(server).await;
    let second = link_device(server, &first.id_token, "The second").await;
    (refresh_tokens(server, &first).await, second)
}

pub async fn household(server: &TestServer, token: &str) -> Value {
    server.get("/api/household").bearer(token).expect(200).await
}

/// Returns each device's name, by what it joined, and which one has this token.
pub async fn device_names(server: &TestServer, token: &str) -> Vec<String> {
    let name = |device: &Value| {
        let this = if device["isThisDevice"] == true { ", this one" } else { "" };
        format!("{} by {}{this}", text(device, "name"), text(device, "joinedBy"))
    };
    household(server, token).await["devices"].as_array().unwrap().iter().map(name).collect()
}

/// Returns the id of a device by its name.
pub async fn device(server: &TestServer, token: &str, name: &str) -> String {
    let household = household(server, token).await;
    let devices = household["devices"].as_array().unwrap();
    let device = devices.iter().find(|device| device["name"] == name);
    text(device.unwrap_or_else(|| panic!("no {name} in {household}")), "id").to_owned()
}

pub async fn remove_device(server: &TestServer, token: &str, name: &str) {
    let id = device(server, token, name).await;
    server.delete(&format!("/api/household/devices/{id}")).bearer(token).expect(200).await;
}

pub async fn add_row(server: &TestServer, token: &str, name: &str) -> TestResponse {
    server.post("/api/shopping-list").bearer(token).json(&json!({"name": name})).send().await
}

pub async fn recovery_code(server: &TestServer, token: &str) -> String {
    let call = server.post("/api/household/recovery").bearer(token).json(&json!({"device": device_json("Laptop")}));
    text(&call.expect(201).await, "code").to_owned()
}

pub async fn install_pass(server: &TestServer, token: &str) -> String {
    text(&server.post("/api/household/install-pass").bearer(token).expect(201).await, "pass").to_owned()
}

pub async fn remove_other_devices(server: &TestServer, token: &str) -> Value {
    server.post("/api/household/devices/end-others").bearer(token).expect(200).await
}
