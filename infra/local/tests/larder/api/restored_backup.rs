//! Tests a restored table, whose rows are older than the secrets of the devices.

use crate::house::{Phone, refresh, refresh_tokens, refresh_with, sign_up, text};
use crate::server::TestServer;
use crate::table::{all_rows, put_row, start_in_memory};
use chrono::TimeDelta;
use domain::digest::hash;
use domain::id::UserId;
use domain::stored::Stored;
use store::RefreshFamily;

/// Starts a server on a copy of another one's table, as after a restore.
async fn restored(server: &TestServer) -> TestServer {
    let restored = start_in_memory().await;
    for row in all_rows(server.database()) {
        put_row(restored.database(), row);
    }
    restored
}

async fn refreshed_times(server: &TestServer, phone: &Phone, times: usize) -> Phone {
    let mut phone = phone.clone();
    for _ in 0..times {
        phone = refresh_tokens(server, &phone).await;
    }
    phone
}

async fn refusal(server: &TestServer, phone: &Phone) -> String {
    let response = refresh(server, phone).await.expect(400);
    text(&response["error"], "message").to_owned()
}

#[tokio::test]
async fn keeps_a_device_signed_in_that_refreshed_after_the_backup() {
    for (before, after) in [(0, 1), (0, 30), (1, 1), (3, 6)] {
        let server = start_in_memory().await;
        let phone = refreshed_times(&server, &sign_up(&server).await, before).await;
        let backup = restored(&server).await;
        let phone = refreshed_times(&server, &phone, after).await;
        backup.advance(TimeDelta::hours(2));
        let there = refreshed_times(&backup, &phone, 10).await;
        backup.get("/api/items").bearer(&there.id_token).expect(200).await;
        // The table before the restore knows none of these.
        server.advance(TimeDelta::hours(3));
        let back = refresh_tokens(&server, &there).await;
        server.get("/api/items").bearer(&back.id_token).expect(200).await;
        assert_eq!(refusal(&server, &phone).await, "TOKEN_EXPIRED", "a newer one was used");
    }
}

#[tokio::test]
async fn accepts_only_newer_secrets_after_a_restore() {
    let server = start_in_memory().await;
    let phone = sign_up(&server).await;
    let backup = restored(&server).await;
    let copied = refreshed_times(&server, &phone, 3).await;
    let newest = refreshed_times(&server, &copied, 3).await;
    let thief = refresh_tokens(&backup, &copied).await;
    let owner = refresh_tokens(&backup, &newest).await;
    for old in [&copied, &thief, &phone] {
        assert_eq!(refusal(&backup, old).await, "TOKEN_EXPIRED");
    }
    refreshed_times(&backup, &owner, 2).await;
    assert_eq!(refusal(&backup, &newest).await, "TOKEN_EXPIRED", "its successor was used");
}

#[tokio::test]
async fn rejects_a_secret_that_the_server_did_not_derive() {
    let server = TestServer::start().await;
    let phone = refresh_tokens(&server, &sign_up(&server).await).await;
    let (family, secret) = phone.refresh_token.rsplit_once('.').unwrap();
    for forged in [
        format!("{family}.00000009{}", &secret[8..]),
        format!("{family}.+0000009{}", &secret[8..]),
        format!("{family}.{}", "9".repeat(43)),
        format!("{family}.{}", "ä".repeat(21) + "9"),
    ] {
        assert_eq!(refresh_with(&server, &forged).await.expect(400)["error"]["message"], "TOKEN_EXPIRED", "{forged}");
    }
    let other = refresh_tokens(&server, &sign_up(&server).await).await;
    let moved = format!("{family}.{}", other.refresh_token.rsplit_once('.').unwrap().1);
    refresh_with(&server, &moved).await.expect(400);
    refresh_tokens(&server, &phone).await;
}

/// Earlier versions issued random secrets and did not count them.
#[tokio::test]
async fn accepts_a_random_secret_of_an_earlier_version() {
    let server = TestServer::start().await;
    let (user, now) = (UserId::parse("anna").unwrap(), server.deps.now());
    let (family, secret) = ("f".repeat(22), "s".repeat(43));
    let row = RefreshFamily {
        user: user.clone(),
        family_hash: hash(&family),
        device: None,
        confirmed_hash: None,
        issued_hashes: vec![hash(&secret)],
        issued_count: 0,
        activity_recorded_at: Some(now),
        signed_in_at: now,
        refreshed_at: now,
        expires_at: now + TimeDelta::days(400),
        version: 1,
        stored: Stored::default(),
    };
    server.deps.store.refresh_family_create(&row).await.unwrap();
    let phone = Phone { id_token: String::new(), refresh_token: format!("{user}.{family}.{secret}") };
    refreshed_times(&server, &phone, 3).await;
}

#[tokio::test]
async fn names_only_a_deleted_account_as_deleted() {
    let server = start_in_memory().await;
    let empty = restored(&server).await;
    let phone = sign_up(&server).await;
    assert_eq!(refusal(&empty, &phone).await, "INVALID_REFRESH_TOKEN", "it signed up after the backup");
    let backup = restored(&server).await;
    let body = serde_json::json!({"idToken": phone.id_token});
    server.post("/identity/v1/accounts:delete").json(&body).expect(200).await;
    assert_eq!(refusal(&server, &phone).await, "USER_NOT_FOUND");
    refresh_tokens(&backup, &phone).await;
}
