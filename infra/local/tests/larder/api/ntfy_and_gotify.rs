//! Tests reminders to ntfy and Gotify.

use crate::listener::Listener;
use crate::server::{TestServer, assert_fields};
use chrono::TimeDelta;
use domain::id::UserId;
use http::HeaderValue;
use push::{Push, Pusher, Receiver, Receivers, VapidKeys, WebPush};
use reminders::Budget;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::sync::Arc;

/// Responds with these statuses, then with 200. For 0 it closes the connection instead.
fn start(statuses: &'static [u16]) -> Listener {
    Listener::start(|n, _| {
        let status = *statuses.get(n).unwrap_or(&200);
        (status != 0).then(|| (status, String::new()))
    })
}

/// Creates a larder whose hour is 09:00 UTC, an hour from now, with milk that expires tomorrow.
async fn with_milk(server: &TestServer, user: &str) {
    let hour = json!({"notificationTime": "09:00", "timeZone": "UTC"});
    server.put("/api/preferences").by(user).json(&hour).expect(200).await;
    let milk = json!({"name": "Milk, süß", "expiresAt": "2026-11-22T08:00:00.000Z"});
    server.create("/api/items", user, &milk).await;
}

/// Anna's larder with milk, whose reminders go to both services.
struct Fixture {
    server: TestServer,
    ntfy: Listener,
    gotify: Listener,
    pusher: Arc<dyn Pusher>,
}

impl Fixture {
    async fn new(ntfy: &'static [u16], gotify: &'static [u16]) -> Self {
        let (ntfy, gotify) = (start(ntfy), start(gotify));
        let topic = format!("http://{}/our-larder", ntfy.address).parse().unwrap();
        let address = format!("http://{}/", gotify.address).parse().unwrap();
        let all = vec![
            Receiver::ntfy(&topic, Some(HeaderValue::from_static("Bearer tk_secret"))),
            Receiver::gotify(&address, HeaderValue::from_static("Akey")),
        ];
        let server = TestServer::start().await;
        with_milk(&server, "anna").await;
        let pusher = pusher(&server, all, "anna");
        Self { server, ntfy, gotify, pusher }
    }

    /// Runs the job after this time. Returns the number of messages so far at each of the two.
    async fn run_after(&self, time: TimeDelta) -> (usize, usize) {
        self.server.advance(time);
        reminders::run(&self.server.deps, &self.pusher, Budget::default()).await.unwrap();
        (self.ntfy.received().len(), self.gotify.received().len())
    }
}

fn pusher(server: &TestServer, all: Vec<Receiver>, larder: &str) -> Arc<dyn Pusher> {
    let receivers = Receivers::new(all, &server.deps.config.site_url);
    receivers.assign(UserId::parse(larder));
    let keys = VapidKeys::generate([7; 32], "mailto:a@example.org").unwrap();
    let web = WebPush::new(keys, vec![], server.deps.clock.clone());
    Arc::new(Push { web, mobile: None, receivers: Arc::new(receivers) })
}

#[tokio::test]
async fn sends_to_ntfy_and_gotify_once_a_day_at_the_hour() {
    let fixture = Fixture::new(&[], &[]).await;
    assert_eq!(fixture.run_after(TimeDelta::zero()).await, (0, 0), "it is not yet the hour");
    assert_eq!(fixture.run_after(TimeDelta::hours(1)).await, (1, 1));
    assert_eq!(fixture.run_after(TimeDelta::zero()).await, (1, 1));
    let (title, text) = ("Use it before it spoils", "1 item to use up soon: Milk, süß (1 day left)");
    let ntfy = &fixture.ntfy.received()[0];
    assert_eq!((ntfy.path.as_str(), ntfy.body.as_str()), ("/our-larder", text));
    assert_eq!((&*ntfy.headers["authorization"], &*ntfy.headers["title"]), ("Bearer tk_secret", title));
    assert_eq!(ntfy.headers["click"], format!("{}/?tab=items&due=1", fixture.server.deps.config.site_url));
    let gotify = &fixture.gotify.received()[0];
    assert_eq!((gotify.path.as_str(), gotify.headers["x-gotify-key"].as_str()), ("/message", "Akey"));
    let body: Value = serde_json::from_str(&gotify.body).unwrap();
    assert_fields(&body, &json!({"title": title, "message": text}));
    assert_eq!(fixture.run_after(TimeDelta::days(1)).await, (2, 2), "the next day again");
}

#[tokio::test]
async fn writes_reminders_in_the_language_of_the_household() {
    let fixture = Fixture::new(&[], &[]).await;
    fixture.server.put("/api/preferences").by("anna").json(&json!({"language": "fr"})).expect(200).await;
    fixture.run_after(TimeDelta::hours(1)).await;
    let text = "À consommer bientôt (1 produit)\u{a0}: Milk, süß (encore 1 jour)";
    let ntfy = &fixture.ntfy.received()[0];
    assert_eq!(ntfy.body, text);
    assert_eq!(ntfy.headers["title"], "=?UTF-8?B?w4AgY29uc29tbWVyIGF2YW50IHF1ZSDDp2EgbmUgc2UgZ8OidGU=?=", "RFC 2047");
    let body: Value = serde_json::from_str(&fixture.gotify.received()[0].body).unwrap();
    assert_fields(&body, &json!({"title": "À consommer avant que ça ne se gâte", "message": text}));
}

/// The switch is for the household's devices, the receivers are the operator's.
#[tokio::test]
async fn sends_to_receivers_while_push_is_switched_off() {
    let fixture = Fixture::new(&[], &[]).await;
    let off = json!({"pushNotificationsEnabled": false});
    fixture.server.put("/api/preferences").by("anna").json(&off).expect(200).await;
    assert_eq!(fixture.run_after(TimeDelta::hours(1)).await, (1, 1));
    with_milk(&fixture.server, "ben").await;
    assert_eq!(fixture.run_after(TimeDelta::days(1)).await, (2, 2), "of one household only");
}

/// Neither service recognises a repeated message: one whose response was lost would be shown twice.
#[tokio::test]
async fn retries_only_refused_messages() {
    let fixture = Fixture::new(&[403], &[503]).await;
    assert_eq!(fixture.run_after(TimeDelta::hours(2)).await, (1, 1));
    for _ in 0..2 {
        assert_eq!(fixture.run_after(TimeDelta::minutes(15)).await, (2, 2));
    }
    let fixture = Fixture::new(&[0], &[504]).await;
    for _ in 0..4 {
        assert_eq!(fixture.run_after(TimeDelta::hours(1)).await, (1, 1), "it may have arrived");
    }
    assert_eq!(fixture.run_after(TimeDelta::days(1)).await, (2, 2), "the next day's is another");
}

#[tokio::test]
async fn retries_messages_to_an_unreachable_server() {
    let server = TestServer::start().await;
    with_milk(&server, "anna").await;
    server.advance(TimeDelta::hours(2));
    let run = async |address| {
        let topic = format!("http://{address}/t").parse().unwrap();
        let pusher = pusher(&server, vec![Receiver::ntfy(&topic, None)], "anna");
        reminders::run(&server.deps, &pusher, Budget::default()).await.unwrap()
    };
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(run(closed).await.failed, 1);
    let ntfy = start(&[]);
    assert_eq!(run(ntfy.address).await.sent, 1);
    assert_eq!(ntfy.received().len(), 1);
}
