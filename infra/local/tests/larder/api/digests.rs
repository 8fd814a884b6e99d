//! The day's digest to ntfy and Gotify.

use crate::listener::Listener;
use crate::server::{TestServer, assert_fields};
use application::config::Environment;
use chrono::TimeDelta;
use larder::schedule::digests::Digests;
use serde_json::{Value, json};
use std::net::TcpListener;
use tempfile::TempDir;

/// Answers with these statuses, and 200 once they are used up. With 0 it hangs up instead.
fn answering(statuses: &'static [u16]) -> Listener {
    Listener::answering(|n, _| {
        let status = *statuses.get(n).unwrap_or(&200);
        (status != 0).then(|| (status, String::new()))
    })
}

struct TestEnvironment(Vec<(&'static str, String)>);

impl Environment for TestEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value.clone())
    }
}

fn digests<const N: usize>(given: [(&'static str, String); N]) -> Digests {
    Digests::from_environment(&TestEnvironment(given.into())).unwrap()
}

/// Creates a larder whose hour is 09:00 UTC, an hour from now, with milk that expires tomorrow.
async fn with_milk(server: &TestServer, user: &str) {
    let hour = json!({"notificationTime": "09:00", "timeZone": "UTC"});
    server.put("/api/preferences").by(user).json(&hour).expect(200).await;
    let milk = json!({"name": "Milk, süß", "expiresAt": "2026-11-22T08:00:00.000Z"});
    server.create("/api/items", user, &milk).await;
}

/// Anna's larder with milk, and the digests to both services.
struct Fixture {
    server: TestServer,
    folder: TempDir,
    ntfy: Listener,
    gotify: Listener,
    digests: Digests,
}

impl Fixture {
    async fn new(ntfy: &'static [u16], gotify: &'static [u16], language: &str) -> Self {
        let (ntfy, gotify) = (answering(ntfy), answering(gotify));
        let digests = digests([
            ("LARDER_NTFY_URL", format!("http://{}/our-larder", ntfy.address)),
            ("LARDER_NTFY_TOKEN", "tk_secret".into()),
            ("LARDER_GOTIFY_URL", format!("http://{}/", gotify.address)),
            ("LARDER_GOTIFY_TOKEN", "Akey".into()),
            ("LARDER_DIGEST_LANGUAGE", language.into()),
            ("LARDER_DIGEST_LARDER", "anna".into()),
        ]);
        let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
        with_milk(&server, "anna").await;
        Self { server, folder, ntfy, gotify, digests }
    }

    /// Returns how many messages came by then at each of the two.
    async fn after(&self, time: TimeDelta) -> (usize, usize) {
        self.server.advance(time);
        self.digests.send(&self.server.deps, self.folder.path()).await.unwrap();
        (self.ntfy.received().len(), self.gotify.received().len())
    }
}

#[tokio::test]
async fn sends_to_ntfy_and_gotify_once_a_day_at_the_hour() {
    let fixture = Fixture::new(&[], &[], "en").await;
    assert_eq!(fixture.after(TimeDelta::zero()).await, (0, 0), "it is not yet the hour");
    assert_eq!(fixture.after(TimeDelta::hours(1)).await, (1, 1));
    assert_eq!(fixture.after(TimeDelta::zero()).await, (1, 1));
    let (title, text) = ("Use it before it spoils", "1 item to use up soon: Milk, süß (1 day left)");
    let ntfy = &fixture.ntfy.received()[0];
    assert_eq!((ntfy.path.as_str(), ntfy.body.as_str()), ("/our-larder", text));
    assert_eq!((&*ntfy.headers["authorization"], &*ntfy.headers["title"]), ("Bearer tk_secret", title));
    assert_eq!(ntfy.headers["click"], format!("{}/?tab=items&due=1", fixture.server.deps.config.site_url));
    let gotify = &fixture.gotify.received()[0];
    assert_eq!((gotify.path.as_str(), gotify.headers["x-gotify-key"].as_str()), ("/message", "Akey"));
    let body: Value = serde_json::from_str(&gotify.body).unwrap();
    assert_fields(&body, &json!({"title": title, "message": text}));
    assert_eq!(fixture.after(TimeDelta::days(1)).await, (2, 2), "the next day again");
}

#[tokio::test]
async fn writes_digests_in_the_language_of_the_settings() {
    let fixture = Fixture::new(&[], &[], "fr").await;
    fixture.after(TimeDelta::hours(1)).await;
    let text = "À consommer bientôt (1 produit)\u{a0}: Milk, süß (encore 1 jour)";
    let ntfy = &fixture.ntfy.received()[0];
    assert_eq!(ntfy.body, text);
    assert_eq!(ntfy.headers["title"], "=?UTF-8?B?w4AgY29uc29tbWVyIGF2YW50IHF1ZSDDp2EgbmUgc2UgZ8OidGU=?=", "RFC 2047");
    let body: Value = serde_json::from_str(&fixture.gotify.received()[0].body).unwrap();
    assert_fields(&body, &json!({"title": "À consommer avant que ça ne se gâte", "message": text}));
}

#[tokio::test]
async fn names_the_receivers_that_accept_a_test_message() {
    let fixture = Fixture::new(&[], &[401], "de").await;
    let said = fixture.digests.test("https://larder.example.org").await.unwrap_err();
    assert_eq!(said, "ntfy took the message.\nGotify did not take the message: answered 401 Unauthorized.");
    assert_eq!(fixture.ntfy.received()[0].body, "Die tägliche Erinnerung von Larder kommt hier an.");
}

/// What is added after the day's digest is in the next day's.
#[tokio::test]
async fn reminds_tomorrow_of_an_item_added_after_the_hour() {
    let fixture = Fixture::new(&[], &[], "en").await;
    fixture.after(TimeDelta::hours(1)).await;
    let fish = json!({"name": "Fish", "expiresAt": "2026-11-21T20:00:00.000Z"});
    fixture.server.create("/api/items", "anna", &fish).await;
    assert_eq!(fixture.after(TimeDelta::hours(1)).await, (1, 1), "one a day");
    fixture.after(TimeDelta::hours(23)).await;
    assert!(fixture.ntfy.received()[1].body.contains("Fish (expired)"), "{:?}", fixture.ntfy.received());
}

/// Neither service knows a message again: one whose answer was lost would be shown twice.
#[tokio::test]
async fn retries_only_refused_messages() {
    let fixture = Fixture::new(&[403], &[503], "en").await;
    assert_eq!(fixture.after(TimeDelta::hours(2)).await, (1, 1));
    for _ in 0..2 {
        assert_eq!(fixture.after(TimeDelta::minutes(15)).await, (2, 2));
    }
    let fixture = Fixture::new(&[0], &[504], "en").await;
    for _ in 0..4 {
        assert_eq!(fixture.after(TimeDelta::hours(1)).await, (1, 1), "it may have arrived");
    }
    assert_eq!(fixture.after(TimeDelta::days(1)).await, (2, 2), "the next day's is another");
}

#[tokio::test]
async fn retries_messages_to_an_unreachable_server() {
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    server.advance(TimeDelta::hours(2));
    let to = |address| {
        digests([("LARDER_NTFY_URL", format!("http://{address}/t")), ("LARDER_DIGEST_LARDER", "anna".into())])
    };
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    to(closed).send(&server.deps, folder.path()).await.unwrap();
    let ntfy = answering(&[]);
    to(ntfy.address).send(&server.deps, folder.path()).await.unwrap();
    assert_eq!(ntfy.received().len(), 1);
}

#[tokio::test]
async fn sends_nothing_without_due_items() {
    let fixture = Fixture::new(&[], &[], "en").await;
    fixture.server.delete("/api/items/delete-all-by-status?status=all").by("anna").expect(200).await;
    let rice = json!({"name": "Rice", "expiresAt": "2027-11-22T08:00:00.000Z"});
    fixture.server.create("/api/items", "anna", &rice).await;
    assert_eq!(fixture.after(TimeDelta::hours(4)).await, (0, 0));
}
