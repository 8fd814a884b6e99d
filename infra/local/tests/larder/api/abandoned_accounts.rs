//! Tests what housekeeping deletes: unused accounts, old photos, unread uploads.

use crate::house::{self, sign_up, text};
use crate::server::TestServer;
use chrono::{TimeDelta, Utc};
use domain::id::UserId;
use dynoxide::Database;
use larder::data::folder::DATABASE;
use larder::schedule::housekeeping::{self, Folders};
use serde_json::json;
use std::time::Duration;
use store::CommitError;
use tempfile::TempDir;

/// The smallest number that the setting takes, so that the tests count fewer days.
const DAYS: usize = 90;

/// Starts a server that deletes unused accounts.
async fn start() -> TestServer {
    TestServer::start_with(&[("LARDER_ABANDONED_DAYS", "90")]).await
}

async fn delete_abandoned(server: &TestServer) -> usize {
    reminders::delete_abandoned(&server.deps, &server.eraser(), Duration::from_mins(1)).await.unwrap()
}

/// Advances by days on which the job runs.
async fn run_days(server: &TestServer, days: u32) {
    for _ in 0..days {
        server.deps.store.job_day_record(server.deps.now().date_naive(), DAYS).await.unwrap();
        server.advance(TimeDelta::days(1));
    }
}

/// Counts the rows in the user's and the account's partition, with the tombstone.
async fn count_rows(server: &TestServer, user: &UserId) -> usize {
    let mut count = 0;
    for partition in [store::keys::user_pk(user), store::keys::account_pk(user)] {
        count += server.partition(partition).await.len();
    }
    count
}

#[tokio::test]
async fn deletes_accounts_after_90_days_of_service() {
    let server = start().await;
    let (gone, back) = (sign_up(&server).await, sign_up(&server).await);
    let (gone_user, back_user) = (gone.user(), back.user());
    for phone in [&gone, &back] {
        let oats = json!({"name": "Oats", "expiresAt": "2030-01-01T00:00:00.000Z"});
        server.post("/api/items").bearer(&phone.id_token).json(&oats).expect(201).await;
    }
    run_days(&server, 80).await;
    assert_eq!(delete_abandoned(&server).await, 0);
    let back = house::refresh_tokens(&server, &back).await;
    run_days(&server, 17).await;
    assert_eq!(delete_abandoned(&server).await, 0, "90 days, and a week in which no visit is noted");
    run_days(&server, 1).await;
    assert_eq!(delete_abandoned(&server).await, 1);
    assert_eq!(count_rows(&server, &gone_user).await, 1, "only the tombstone");
    assert_eq!(house::refresh(&server, &gone).await.status, 400);
    let back = house::refresh_tokens(&server, &back).await;
    let kept = server.get("/api/items").bearer(&back.id_token).expect(200).await;
    assert_eq!(kept[0]["name"], "Oats");
    assert!(count_rows(&server, &back_user).await > 2);
    assert_eq!(delete_abandoned(&server).await, 0, "once");
    run_days(&server, 98).await;
    assert_eq!(delete_abandoned(&server).await, 1, "the other account");
}

/// A machine that was off for more than a year must not be emptied when it is switched on again.
#[tokio::test]
async fn ignores_days_without_service() {
    let server = start().await;
    let phone = sign_up(&server).await;
    let user = phone.user();
    run_days(&server, 50).await;
    server.advance(TimeDelta::days(420));
    assert_eq!(delete_abandoned(&server).await, 0, "on the first day");
    run_days(&server, 47).await;
    assert_eq!(delete_abandoned(&server).await, 0, "50 and 47 days of service");
    assert!(count_rows(&server, &user).await > 1);
    run_days(&server, 1).await;
    assert_eq!(delete_abandoned(&server).await, 1);
}

/// A clock that was wrong for a day must not make an account look old.
#[tokio::test]
async fn deletes_nothing_on_one_day_of_a_wrong_clock() {
    let server = start().await;
    sign_up(&server).await;
    run_days(&server, 20).await;
    server.advance(TimeDelta::days(4_000));
    assert_eq!(delete_abandoned(&server).await, 0);
    server.advance(TimeDelta::days(-4_000));
    run_days(&server, 77).await;
    assert_eq!(delete_abandoned(&server).await, 0);
    run_days(&server, 1).await;
    assert_eq!(delete_abandoned(&server).await, 1);
}

#[tokio::test]
async fn counts_activity_of_any_device_of_a_larder() {
    let server = start().await;
    let (_, second) = house::create_shared_larder(&server).await;
    let user = second.user();
    for _ in 0..2 {
        run_days(&server, 89).await;
        assert_eq!(delete_abandoned(&server).await, 0);
        house::refresh_tokens(&server, &second).await;
    }
    assert!(count_rows(&server, &user).await > 2);
}

/// Visits are noted once a week, so the last one can be six days later than the one that was noted.
#[tokio::test]
async fn keeps_accounts_for_90_days_after_the_last_activity() {
    let server = start().await;
    let phone = sign_up(&server).await;
    run_days(&server, 6).await;
    let phone = house::refresh_tokens(&server, &phone).await;
    run_days(&server, 90).await;
    assert_eq!(delete_abandoned(&server).await, 0);
    house::refresh_tokens(&server, &phone).await;
}

#[tokio::test]
async fn counts_use_of_tokens_and_calendars_as_activity() {
    let server = start().await;
    let (programs, calendars) = (sign_up(&server).await, sign_up(&server).await);
    let token = json!({"name": "Home Assistant", "scopes": ["read"]});
    let token = server.post("/api/tokens").bearer(&programs.id_token).json(&token).expect(201).await;
    let calendar = server.post("/api/calendar").bearer(&calendars.id_token).json(&json!({})).expect(201).await;
    let calendar = server.path_of(&calendar["url"]);
    for _ in 0..3 {
        run_days(&server, 70).await;
        server.get("/api/items").bearer(text(&token, "token")).expect(200).await;
        assert_eq!(server.get(&calendar).status().await, 200);
        assert_eq!(delete_abandoned(&server).await, 0);
    }
    run_days(&server, 98).await;
    assert_eq!(delete_abandoned(&server).await, 2, "when they are used no more");
}

#[tokio::test]
async fn cancels_deletion_after_a_late_visit_and_completes_an_interrupted_one() {
    let server = start().await;
    let phone = sign_up(&server).await;
    let user = phone.user();
    let list_accounts = async || {
        let mut accounts = vec![];
        for shard in 0..store::keys::DUE_SHARDS {
            let page = server.deps.store.account_page_abandoned(shard, server.deps.now(), 9, None).await.unwrap();
            accounts.extend(page.rows);
        }
        accounts
    };
    let [account] = list_accounts().await.try_into().unwrap();
    run_days(&server, 8).await;
    house::refresh_tokens(&server, &phone).await;
    let refused = server.deps.store.commit(account.revoke(server.deps.now()), None).await;
    assert!(matches!(refused, Err(CommitError::Refused(_))), "it was visited since it was listed");
    assert!(count_rows(&server, &user).await > 1);
    run_days(&server, 98).await;
    for account in list_accounts().await {
        server.deps.store.commit(account.revoke(server.deps.now()), None).await.unwrap();
    }
    assert_eq!(delete_abandoned(&server).await, 1, "continued after the first step");
    assert_eq!(count_rows(&server, &user).await, 1);
}

#[tokio::test]
async fn deletes_no_account_by_default() {
    let server = TestServer::start().await;
    sign_up(&server).await;
    run_days(&server, 100).await;
    server.advance(TimeDelta::days(4_000));
    assert_eq!(delete_abandoned(&server).await, 0);
}

/// template.yaml has the same rules for S3.
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "files have the machine's time")]
async fn deletes_photos_after_ninety_days_and_unread_uploads_after_one() {
    const PHOTO: &str = "receipts/0a/photo.jpg";
    const UPLOAD: &str = "uploads/0a/0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";
    let data = TempDir::new().unwrap();
    let database = Database::new(data.path().join(DATABASE).to_str().unwrap()).unwrap();
    let server = TestServer::start_on(database.clone(), &[]).await;
    let folders = Folders { data: data.path().into(), backups: data.path().join("backups") };
    for key in [PHOTO, UPLOAD] {
        server.receipts.put(key, b"picture".to_vec()).await.unwrap();
    }
    let written = Utc::now();
    for (hours, has_photo, has_upload) in
        [(23, true, true), (25, true, false), (89 * 24, true, false), (91 * 24, false, false)]
    {
        server.clock.set(written + TimeDelta::hours(hours));
        housekeeping::run_once(&server.deps, &server.eraser(), &database, &folders).await;
        let there = async |key: &str| server.receipts.get(key, 10).await.unwrap().is_some();
        assert_eq!((there(PHOTO).await, there(UPLOAD).await), (has_photo, has_upload), "after {hours} hours");
    }
    let template = std::fs::read_to_string(crate::layers::root().join("template.yaml")).unwrap();
    for (prefix, days) in [("receipts/", 90), ("uploads/", 1)] {
        let rule = format!("Prefix: {prefix}, Status: Enabled, ExpirationInDays: {days}}}");
        assert!(template.contains(&rule), "template.yaml has no rule {rule}");
    }
}

#[tokio::test]
async fn deletes_no_account_without_a_backup() {
    let data = TempDir::new().unwrap();
    let database = Database::new(data.path().join(DATABASE).to_str().unwrap()).unwrap();
    let server = TestServer::start_on(database.clone(), &[("LARDER_ABANDONED_DAYS", "90")]).await;
    let phone = sign_up(&server).await;
    let user = phone.user();
    run_days(&server, 98).await;
    let backups = data.path().join("backups");
    let folders = Folders { data: data.path().into(), backups: backups.clone() };
    // A file where the folder should be.
    std::fs::write(&backups, "").unwrap();
    housekeeping::run_once(&server.deps, &server.eraser(), &database, &folders).await;
    assert!(count_rows(&server, &user).await > 1);
    std::fs::remove_file(&backups).unwrap();
    housekeeping::run_once(&server.deps, &server.eraser(), &database, &folders).await;
    assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 1);
    assert!(count_rows(&server, &user).await <= 1);
}
