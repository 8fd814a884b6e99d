//! Tests the deletion of unused accounts, and of their phones at the push service.

use crate::house::{self, Phone, sign_up, text};
use crate::server::TestServer;
use chrono::TimeDelta;
use push::{Message, Outcome, Phones, Sending};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

async fn clean(server: &TestServer) -> usize {
    reminders::end_abandoned(&server.deps, &server.eraser(), Duration::from_mins(1)).await.unwrap()
}

async fn user_of(server: &TestServer, phone: &Phone) -> String {
    let found = server.post("/identity/v1/accounts:lookup").json(&json!({"idToken": phone.id_token})).send().await;
    text(&found.expect(200)["users"][0], "localId").to_owned()
}

/// Counts the rows in the user's and the account's partition, except the tombstone.
async fn rows_of(server: &TestServer, user: &str) -> usize {
    let user = domain::id::UserId::parse(user).unwrap();
    let mut count = 0;
    for partition in [store::keys::user_pk(&user), store::keys::account_pk(&user)] {
        count += server.deps.store.row_count(&store::Range::between(partition, "!".into(), "~".into())).await.unwrap();
    }
    count
}

#[tokio::test]
async fn deletes_accounts_after_400_days() {
    let server = TestServer::start().await;
    let (gone, back) = (sign_up(&server).await, sign_up(&server).await);
    let (gone_user, back_user) = (user_of(&server, &gone).await, user_of(&server, &back).await);
    for phone in [&gone, &back] {
        server
            .post("/api/items")
            .bearer(&phone.id_token)
            .json(&json!({"name": "Oats", "category": "Pantry"}))
            .send()
            .await
            .expect(201);
    }
    server.advance(TimeDelta::days(390));
    assert_eq!(clean(&server).await, 0);
    let back = house::refreshed(&server, &back).await;
    server.advance(TimeDelta::days(18));
    assert_eq!(clean(&server).await, 1);
    assert_eq!(rows_of(&server, &gone_user).await, 1, "only that its tokens are no longer taken");
    assert_eq!(house::refresh(&server, &gone).await.status, 400);
    let back = house::refreshed(&server, &back).await;
    let kept = server.get("/api/items/archived").bearer(&back.id_token).send().await.expect(200);
    assert_eq!(kept[0]["name"], "Oats");
    assert!(rows_of(&server, &back_user).await > 2);
    assert_eq!(clean(&server).await, 0, "once");
    server.advance(TimeDelta::days(408));
    assert_eq!(clean(&server).await, 1, "the other one, in its turn");
}

#[tokio::test]
async fn a_visit_of_any_device_of_a_larder_is_a_visit() {
    let server = TestServer::start().await;
    let (_, second) = house::two(&server).await;
    let user = user_of(&server, &second).await;
    server.advance(TimeDelta::days(390));
    house::refreshed(&server, &second).await;
    server.advance(TimeDelta::days(390));
    assert_eq!(clean(&server).await, 0);
    assert!(rows_of(&server, &user).await > 2);
}

/// Visits are noted once a week, so the last one can be six days later than the one that was noted.
#[tokio::test]
async fn keeps_accounts_for_400_days_after_the_last_visit() {
    let server = TestServer::start().await;
    let phone = sign_up(&server).await;
    server.advance(TimeDelta::days(6));
    let phone = house::refreshed(&server, &phone).await;
    server.advance(TimeDelta::days(396));
    assert_eq!(clean(&server).await, 0, "396 days after the last visit");
    house::refreshed(&server, &phone).await;
}

#[tokio::test]
async fn program_tokens_and_calendars_count_as_visits() {
    let server = TestServer::start().await;
    let (programs, calendars) = (sign_up(&server).await, sign_up(&server).await);
    let token = json!({"name": "Home Assistant", "scopes": ["read"]});
    let token = server.post("/api/tokens").bearer(&programs.id_token).json(&token).send().await.expect(201);
    let calendar = server.post("/api/calendar").bearer(&calendars.id_token).json(&json!({})).send().await.expect(201);
    let calendar = text(&calendar, "url").strip_prefix(&server.deps.config.site_url).unwrap().to_owned();
    for _ in 0..3 {
        server.advance(TimeDelta::days(300));
        server.get("/api/items").bearer(text(&token, "token")).send().await.expect(200);
        assert_eq!(server.get(&calendar).send().await.status.as_u16(), 200);
        assert_eq!(clean(&server).await, 0);
    }
    server.advance(TimeDelta::days(408));
    assert_eq!(clean(&server).await, 2, "when they are used no more");
}

#[tokio::test]
async fn late_visit_prevents_deletion_and_interrupted_deletion_completes() {
    let server = TestServer::start().await;
    let phone = sign_up(&server).await;
    let user = user_of(&server, &phone).await;
    server.advance(TimeDelta::days(399) + TimeDelta::hours(23));
    let limit = server.deps.now() + TimeDelta::hours(2) - TimeDelta::days(400);
    let mut seen = vec![];
    for shard in 0..store::keys::DUE_SHARDS {
        seen.extend(server.deps.store.accounts_abandoned(shard, limit, 9).await.unwrap());
    }
    let [account] = seen.as_slice() else { panic!("{seen:?}") };
    house::refreshed(&server, &phone).await;
    let until = server.deps.now();
    assert!(!server.deps.store.account_revoke(account, until).await.unwrap(), "it was visited since it was seen");
    assert!(rows_of(&server, &user).await > 1);
    server.advance(TimeDelta::days(408));
    let limit = server.deps.now() - TimeDelta::days(400);
    for shard in 0..store::keys::DUE_SHARDS {
        for account in server.deps.store.accounts_abandoned(shard, limit, 9).await.unwrap() {
            assert!(server.deps.store.account_revoke(&account, server.deps.now()).await.unwrap());
        }
    }
    assert_eq!(clean(&server).await, 1, "what broke off behind the first step");
    assert_eq!(rows_of(&server, &user).await, 1);
}

#[tokio::test]
async fn zero_days_deletes_no_account() {
    let server = TestServer::start_with(&[("LARDER_ABANDONED_DAYS", "0")]).await;
    sign_up(&server).await;
    server.advance(TimeDelta::days(4_000));
    assert_eq!(clean(&server).await, 0);
}

/// A phone push service that records deleted tokens.
#[derive(Debug, Default)]
struct Forgetful {
    forgotten: Mutex<Vec<String>>,
    broken: Mutex<bool>,
}

impl Phones for Forgetful {
    fn send<'a>(&'a self, _: &'a str, _: &'a Message) -> Sending<'a> {
        Box::pin(async { Outcome::Taken })
    }

    fn forget<'a>(&'a self, token: &'a str) -> Sending<'a> {
        Box::pin(async move {
            if *self.broken.lock().unwrap() {
                return Outcome::Failed("SNS is not available".into());
            }
            self.forgotten.lock().unwrap().push(token.to_owned());
            Outcome::Gone
        })
    }
}

#[tokio::test]
async fn clearing_data_deletes_the_phone_first() {
    let server = TestServer::start().await;
    let phones = Arc::new(Forgetful::default());
    let (deps, receipts) = (server.deps.clone(), server.receipts.clone());
    let server = server.with(deps, receipts, Some(phones.clone()), TempDir::new().unwrap());
    server.put("/api/preferences").by("anna").json(&json!({"fcmToken": "a-phone"})).send().await.expect(200);
    server.post("/api/items").by("anna").json(&json!({"name": "Oats", "category": "Pantry"})).send().await.expect(201);
    let clear = || server.delete("/api/user/clear-all-data").by("anna").send();
    *phones.broken.lock().unwrap() = true;
    let refused = clear().await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.expect(503);
    let kept = server.deps.store.preferences_get(&domain::id::UserId::parse("anna").unwrap()).await.unwrap();
    assert_eq!(kept.fcm_token.as_deref(), Some("a-phone"), "as long as SNS has it, it can be found");
    *phones.broken.lock().unwrap() = false;
    clear().await.expect(200);
    assert_eq!(*phones.forgotten.lock().unwrap(), ["a-phone"]);
    clear().await.expect(200);
    assert_eq!(phones.forgotten.lock().unwrap().len(), 1, "nobody is left to be forgotten");
}
