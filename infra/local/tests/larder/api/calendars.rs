//! Tests `/api/calendar`.

use crate::server::{TestResponse, TestServer};
use chrono::TimeDelta;
use domain::id::UserId;
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::{CommitError, Write};

const CALENDAR: &str = "/api/calendar";

async fn create(server: &TestServer, user: &str) -> String {
    let made = server.create(CALENDAR, user, &json!({"language": "en"})).await;
    let path = server.path_of(&made["url"]);
    assert!(path.starts_with("/api/calendar/"), "{path}");
    path
}

async fn add(server: &TestServer, name: &str, expires_at: &str) -> String {
    let item = json!({"name": name, "expiresAt": expires_at});
    server.create("/api/items", "anna", &item).await["id"].as_str().unwrap().to_owned()
}

fn text(response: &TestResponse) -> String {
    assert_eq!(response.status.as_u16(), 200, "{}", response.text());
    assert_eq!(response.headers["content-type"], "text/calendar; charset=utf-8");
    String::from_utf8(response.bytes.clone()).unwrap()
}

fn tag(response: &TestResponse) -> String {
    response.headers["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn returns_an_expiring_item_as_an_event_of_its_day() {
    let server = TestServer::start().await;
    server.put("/api/preferences").by("anna").json(&json!({"timeZone": "Europe/Berlin"})).expect(200).await;
    add(&server, "Milk", "2026-11-24T22:59:59.999Z").await;
    add(&server, "Ham", "2026-11-24T23:30:00.000Z").await;
    let path = create(&server, "anna").await;
    let calendar = text(&server.get(&path).send().await);
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 2);
    assert!(
        calendar.contains("DTSTART;VALUE=DATE:20261124\r\n") && calendar.contains("DTSTART;VALUE=DATE:20261125\r\n")
    );
    assert!(calendar.contains("SUMMARY:Use up: Milk\r\n"), "{calendar}");
}

#[tokio::test]
async fn increments_the_sequence_number_on_changes_only() {
    let server = TestServer::start().await;
    let milk = add(&server, "Milk", "2026-11-24T08:00:00.000Z").await;
    let path = create(&server, "anna").await;
    let first = server.get(&path).send().await;
    let sequence = |response: &str| -> u64 {
        response.split("SEQUENCE:").nth(1).unwrap().lines().next().unwrap().parse().unwrap()
    };
    let number = sequence(&text(&first));
    assert!(i32::try_from(number).is_ok() && number > 0, "the format's numbers have 32 bits");
    server.advance(TimeDelta::hours(1));
    let second = server.get(&path).send().await;
    assert_eq!((text(&second), tag(&second)), (text(&first), tag(&first)), "an hour alone changes nothing");
    let same = server.get(&path).header("if-none-match", &format!("W/{}", tag(&first))).send().await;
    assert_eq!((same.status.as_u16(), same.bytes.len()), (304, 0));
    let uid = |text: &str| text.split("UID:").nth(1).unwrap().lines().next().unwrap().to_owned();
    server.create("/api/items", "anna", &json!({"name": "Bread", "expiresAt": "2026-11-24T09:00:00.000Z"})).await;
    let third = server.get(&path).header("if-none-match", &tag(&first)).send().await;
    assert!(sequence(&text(&third)) >= number + 60, "also higher than a change in the hour before a restored backup");
    assert!(text(&third).contains("Use up: Milk\\, Bread"));
    assert_eq!(uid(&text(&third)), uid(&text(&first)), "the day keeps its id");
    server.patch(&format!("/api/items/{milk}/archive")).by("anna").json(&json!({})).expect(200).await;
    assert_eq!(sequence(&text(&server.get(&path).send().await)), sequence(&text(&third)) + 1, "within the same minute");
}

/// Otherwise every calendar counts as changed after an upgrade, and apps show all its events anew.
#[tokio::test]
async fn stores_the_digest_that_earlier_versions_stored() {
    let server = TestServer::start().await;
    add(&server, "Milk", "2026-11-24T08:00:00.000Z").await;
    let path = create(&server, "anna").await;
    text(&server.get(&path).send().await);
    let token = path.strip_prefix("/api/calendar/").unwrap().strip_suffix(".ics").unwrap();
    let rows = server.partition(store::keys::calendar(&domain::digest::hash(token)).pk).await;
    assert_eq!(rows[0]["digest"], "73e64b698803c222");
}

#[tokio::test]
async fn answers_a_deleted_address_like_an_unknown_one() {
    let server = TestServer::start().await;
    let first = create(&server, "anna").await;
    let own = server.get(CALENDAR).by("anna").expect(200).await;
    assert_eq!(own["calendar"]["language"], "en");
    assert!(
        !own.to_string().contains(first.split('/').next_back().unwrap().trim_end_matches(".ics")),
        "the token is returned once"
    );
    let never = server.get("/api/calendar/0123456789ABCDEFGHIJKL.ics").send().await;
    assert_eq!(never.status.as_u16(), 404);
    let second = create(&server, "anna").await;
    assert_ne!(first, second);
    for gone in [first.as_str(), &second.replace(".ics", ""), &second.replace(".ics", ".txt"), "/api/calendar/x.ics"] {
        let response = server.get(gone).send().await;
        assert_eq!((response.status.as_u16(), &response.bytes), (404, &never.bytes), "{gone}");
    }
    assert_eq!(server.delete(CALENDAR).by("ben").status().await, 404);
    assert_eq!(server.get(&second).status().await, 200);
    server.delete(CALENDAR).by("anna").expect(200).await;
    assert_eq!(server.get(&second).send().await.bytes, never.bytes);
    assert_eq!(server.get(CALENDAR).by("anna").expect(200).await["calendar"], Value::Null);
}

#[tokio::test]
async fn limits_reads_by_calendar_and_guesses_by_address() {
    let server = TestServer::start().await;
    let [annas_path, bens_path] = [create(&server, "anna").await, create(&server, "ben").await];
    for _ in 0..120 {
        text(&server.get(&annas_path).send().await);
    }
    assert_eq!(server.get(&annas_path).status().await, 429);
    text(&server.get(&bens_path).send().await);
    let mut last = 0;
    for _ in 0..130 {
        last = server.get("/api/calendar/0123456789ABCDEFGHIJKL.ics").status().await;
    }
    assert_eq!(last, 429, "guessing is limited");
    text(&server.get(&bens_path).send().await);
}

/// Another device replaces the calendar while this one turns it off.
#[tokio::test]
async fn deletes_no_calendar_that_was_replaced_meanwhile() {
    let server = TestServer::start().await;
    create(&server, "anna").await;
    let replaced = server.deps.store.calendar_get_own(&UserId::parse("anna").unwrap()).await.unwrap().unwrap();
    let path = create(&server, "anna").await;
    let deletion = server.deps.store.commit(Write::calendar_delete(&replaced).into(), None).await;
    assert!(matches!(deletion, Err(CommitError::Refused(_))), "{deletion:?}");
    server.delete(CALENDAR).by("anna").expect(200).await;
    assert_eq!(server.get(&path).status().await, 404);
}

/// Two calendars that are created at once must not leave the address of one valid for ever.
#[tokio::test]
async fn keeps_one_readable_calendar_after_concurrent_creations() {
    let server = TestServer::start().await;
    let created = join_all((0..3).map(|_| server.post(CALENDAR).by("anna").json(&json!({})).send())).await;
    let mut readable = 0;
    for made in created.into_iter().filter(|made| made.status == 201) {
        readable += usize::from(server.get(&server.path_of(&made.json()["url"])).status().await == 200);
    }
    assert_eq!(readable, 1);
}
