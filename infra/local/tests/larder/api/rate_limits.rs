//! Tests each limit of a user, device, list or address: it allows its number of requests in its time.

use crate::api::endpoints::{call, operation as operation_of};
use crate::api::sample_calls::sample_calls;
use crate::api::scans::extract;
use crate::api::world::World;
use crate::server::TestServer;
use chrono::TimeDelta;
use serde_json::json;

/// An operation, the requests that it allows, and the seconds in which it allows them. Limits that count several
/// operations or callers together have tests of their own beside these operations.
const LIMITS: [(&str, usize, i64); 15] = [
    ("create_receipt_upload", 60, 3_600),
    ("extract_receipt", 60, 3_600),
    ("read_date_label", 60, 60),
    ("create_import_upload", 20, 3_600),
    ("preview_import", 240, 3_600),
    ("export_data", 60, 3_600),
    ("check_notifications", 20, 600),
    ("get_shared_list", 120, 60),
    ("read_calendar", 120, 3_600),
    ("refresh_id_token", 120, 3_600),
    ("sign_in_with_custom_token", 30, 3_600),
    ("join_larder", 10, 60),
    ("open_link", 60, 3_600),
    ("create_install_pass", 60, 3_600),
    ("bring_along", 30, 3_600),
];

#[tokio::test]
async fn allows_as_many_requests_as_each_limit_says() {
    for (operation, max, seconds) in LIMITS {
        let world = World::new().await;
        assert_eq!(world.server.deps.now().timestamp().rem_euclid(seconds), 0, "a window begins");
        if operation_of(operation).1 || operation == "join_larder" {
            // Some of what its user may do was done to create the world.
            world.server.advance(TimeDelta::seconds(seconds));
        }
        let sample = sample_calls(&world).into_iter().find(|sample| sample.operation == operation).unwrap();
        let ask = || call(&world.server, &sample, &sample.path).by(sample.by).send();
        for n in 0..max {
            assert_ne!(ask().await.status.as_u16(), 429, "{operation}: request {n} of {max}");
        }
        let refused = ask().await;
        assert_eq!(refused.status.as_u16(), 429, "{operation} answers more than {max}");
        assert_eq!(refused.headers["retry-after"], seconds.to_string(), "{operation}");
        world.server.advance(TimeDelta::seconds(seconds));
        assert_ne!(ask().await.status.as_u16(), 429, "{operation}: after {seconds} s");
    }
}

/// An operation, and the requests that it allows to all users of one address together.
const ADDRESS_LIMITS: [(&str, usize, i64); 3] =
    [("create_receipt_upload", 300, 86_400), ("create_import_upload", 30, 86_400), ("read_date_label", 300, 60)];

#[tokio::test]
async fn allows_as_many_requests_of_an_address_as_each_limit_says() {
    for (operation, max, seconds) in ADDRESS_LIMITS {
        let world = World::new().await;
        let sample = sample_calls(&world).into_iter().find(|sample| sample.operation == operation).unwrap();
        let ask = |user: usize| call(&world.server, &sample, &sample.path).by(&format!("user{user}")).status();
        for n in 0..max {
            assert_eq!(ask(n / 5).await, sample.status, "{operation}: request {n} of {max}");
        }
        assert_eq!(ask(max).await, 429, "{operation} answers more than {max}");
        world.server.advance(TimeDelta::seconds(seconds));
        assert_eq!(ask(max).await, sample.status, "{operation}: after {seconds} s");
    }
}

#[tokio::test]
async fn counts_many_accounts_behind_one_address_as_one_address() {
    let server =
        TestServer::start_with(&[("LARDER_READINGS_PER_ADDRESS", "5"), ("LARDER_SIGN_UPS_PER_ADDRESS", "3")]).await;
    for n in 0..5 {
        extract(&server, &format!("user{n}"), b"not a picture").await.expect(415);
    }
    extract(&server, "user6", b"not a picture").await.expect(429);
    let sign_up = || server.post("/identity/v1/accounts:signUp").json(&json!({})).send();
    for _ in 0..3 {
        sign_up().await.expect(200);
    }
    let refused = sign_up().await;
    assert_eq!(refused.headers["retry-after"], "3600");
    assert_eq!(refused.expect(429)["error"]["message"], "TOO_MANY_ATTEMPTS_TRY_LATER");
    server.advance(TimeDelta::hours(1));
    extract(&server, "user6", b"not a picture").await.expect(415);
    sign_up().await.expect(200);
}

#[tokio::test]
async fn counts_no_refused_request_against_the_limit_of_all() {
    let server = TestServer::start_with(&[("LARDER_READINGS_PER_TEN_SECONDS", "2")]).await;
    let per_user = api::RateLimit { scope: "extract", max: 60, seconds: 3_600 };
    for _ in 0..60 {
        api::rate_limit(&server.deps, per_user, "anna").await.unwrap();
    }
    for _ in 0..5 {
        server.post("/api/extract").json(&json!({})).expect(401).await;
        extract(&server, "anna", b"not a picture").await.expect(429);
    }
    for user in ["ben", "carl"] {
        extract(&server, user, b"not a picture").await.expect(415);
    }
    let busy = extract(&server, "dora", b"not a picture").await;
    assert_eq!(busy.headers["retry-after"], "5");
    busy.expect(503);
    server.advance(TimeDelta::seconds(10));
    extract(&server, "dora", b"not a picture").await.expect(415);
}
