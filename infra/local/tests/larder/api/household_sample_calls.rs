//! The calls of shared larder operations, in a larder of two devices with an open link by which a third one asks.

use crate::api::sample_call::{MISSING_ID, SampleCall, long};
use crate::api::world::World;
use crate::house::{
    JoinRequest, OpenLink, confirm_device, device, device_json, install_pass, open_link, recovery_code, request_join,
    text,
};
use crate::server::TestServer;
use http::Method;
use serde_json::json;

/// The larder's owner.
const HANNA: &str = "hanna";
/// A user with an open link without a request, and with rows to copy.
const CARLA: &str = "carla";

#[derive(Clone)]
pub struct Household {
    device: String,
    custom_token: String,
    link: OpenLink,
    asked: JoinRequest,
    open: OpenLink,
    recovery: String,
    pass: String,
}

impl Household {
    pub async fn new(server: &TestServer) -> Self {
        let hanna = server.token(HANNA);
        let collected = confirm_device(server, &hanna, "Phone").await;
        let link = open_link(server, &hanna, "Laptop").await;
        let asked = request_join(server, &link.secret, "Tablet").await;
        server.create("/api/items", CARLA, &json!({"name": "Milk"})).await;
        server.create("/api/shopping-list", CARLA, &json!({"name": "Oats"})).await;
        Self {
            device: device(server, &hanna, "Phone").await,
            custom_token: text(&collected, "customToken").into(),
            link,
            asked,
            open: open_link(server, &server.token(CARLA), "Carla's").await,
            recovery: recovery_code(server, &hanna).await,
            pass: install_pass(server, &hanna).await,
        }
    }
}

pub fn household_sample_calls(world: &World) -> Vec<SampleCall> {
    let Household { device, custom_token, link, asked, open, recovery, pass } = &world.ids.household;
    let (get, post, patch, delete) = (Method::GET, Method::POST, Method::PATCH, Method::DELETE);
    let of = json!({"device": device_json("Phone")});
    let with = |credential: &str| json!({"credential": credential, "device": device_json("Phone")});
    let join = "/api/household/join";
    let no_link = "0".repeat(64);
    let devices = "/api/household/devices/{}";
    vec![
        SampleCall::new("get_household", get.clone(), "/api/household").by(HANNA),
        SampleCall::new("open_link", post.clone(), "/api/household/links")
            .by(HANNA)
            .body(of.clone())
            .created()
            .limit_cases([
                (json!({}), 422, "device.name"),
                (json!({"device": device_json(&long(61))}), 422, "device.name"),
                (json!({"device": device_json(&long(60))}), 201, ""),
                (json!({"device": device_json("Phone"), "role": "guest"}), 422, "role"),
            ]),
        SampleCall::new("join_larder", post.clone(), join).case("a link").body(with(&open.secret)).limit_cases([
            (of.clone(), 422, "credential"),
            (json!({"credential": open.secret}), 422, "device.name"),
            (with("nonsense"), 404, ""),
            (with("ABCD-EFGH"), 404, ""),
            (with("00000-00000-00000-00000-00000"), 404, ""),
            (with(""), 404, ""),
        ]),
        SampleCall::new("join_larder", post.clone(), join).case("a ticket").body(json!({"credential": asked.ticket})),
        SampleCall::new("join_larder", post.clone(), join).case("a recovery code").body(with(recovery)),
        SampleCall::new("join_larder", post.clone(), join).case("an install pass").body(with(pass)),
        SampleCall::with_id("get_link", get, "/api/household/links/{}", &link.id, &no_link).by(HANNA),
        SampleCall::with_id("cancel_link", delete.clone(), "/api/household/links/{}", &link.id, &no_link)
            .by(HANNA)
            .succeeds_if_missing(),
        SampleCall::with_id("confirm_link", post.clone(), "/api/household/links/{}/confirm", &link.id, &no_link)
            .by(HANNA)
            .body(json!({"digits": asked.digits}))
            .limit_cases([(json!({"digits": "x"}), 404, ""), (json!({"digits": 42}), 422, "digits")]),
        SampleCall::new("end_other_devices", post.clone(), "/api/household/devices/end-others").by(HANNA),
        SampleCall::with_id("update_device", patch, devices, device, MISSING_ID)
            .by(HANNA)
            .body(json!({"name": "Kitchen"}))
            .limit_cases([(json!({"name": " "}), 422, "name"), (json!({"role": "guest"}), 422, "role")]),
        SampleCall::with_id("end_device", delete, devices, device, MISSING_ID).by(HANNA),
        SampleCall::new("create_recovery_code", post.clone(), "/api/household/recovery").by(HANNA).created(),
        SampleCall::new("confirm_recovery_code", post.clone(), "/api/household/recovery/confirm")
            .by(HANNA)
            .body(json!({"code": recovery}))
            .limit_cases([
                (json!({}), 404, ""),
                (json!({"code": "00000-00000-00000-00000-00000"}), 404, ""),
                (json!({"code": 42}), 422, "code"),
            ]),
        SampleCall::new("create_install_pass", post.clone(), "/api/household/install-pass").by(HANNA).created(),
        SampleCall::new("bring_along", post.clone(), "/api/household/bring")
            .by(HANNA)
            .body(json!({"idToken": world.server.token(CARLA), "dryRun": false}))
            .limit_cases([(json!({"idToken": "nonsense"}), 404, ""), (json!({}), 404, "")]),
        SampleCall::new("sign_in_with_custom_token", post, "/identity/v1/accounts:signInWithCustomToken")
            .body(json!({"token": custom_token, "returnSecureToken": true}))
            .limit_cases([(json!({}), 400, ""), (json!({"token": "nonsense"}), 400, "")]),
    ]
}
