//! The day's digest to ntfy and Gotify.

use crate::server::TestServer;
use application::config::Environment;
use chrono::TimeDelta;
use larder::schedule::digests::Digests;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// A received request: its path, its headers by lower-case name, its body.
#[derive(Clone, Debug)]
struct Came {
    path: String,
    headers: HashMap<String, String>,
    body: String,
}

/// A place that notes what comes, and answers with the statuses that it was given, 200 once they are used up. With 0 it
/// hangs up instead.
struct Place {
    address: SocketAddr,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Place {
    fn answering(statuses: &'static [u16]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let came: Arc<Mutex<Vec<Came>>> = Arc::default();
        let noted = came.clone();
        std::thread::spawn(move || {
            for (n, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let path = line.split(' ').nth(1).unwrap().to_owned();
                let mut headers = HashMap::new();
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    let Some((name, value)) = line.trim().split_once(": ") else { break };
                    headers.insert(name.to_ascii_lowercase(), value.to_owned());
                }
                let mut body = vec![0; headers["content-length"].parse().unwrap()];
                reader.read_exact(&mut body).unwrap();
                noted.lock().unwrap().push(Came { path, headers, body: String::from_utf8(body).unwrap() });
                let status = *statuses.get(n).unwrap_or(&200);
                if status == 0 {
                    continue;
                }
                write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
            }
        });
        Self { address, came }
    }

    fn came(&self) -> Vec<Came> {
        self.came.lock().unwrap().clone()
    }
}

struct Given(Vec<(&'static str, String)>);

impl Environment for Given {
    fn get(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value.clone())
    }
}

fn digests<const N: usize>(given: [(&'static str, String); N]) -> Digests {
    Digests::from_environment(&Given(given.into())).unwrap()
}

/// Creates a larder whose hour is 09:00 UTC, an hour from now, with milk that expires tomorrow.
async fn with_milk(server: &TestServer, user: &str) {
    let hour = json!({"notificationTime": "09:00", "timeZone": "UTC"});
    server.put("/api/preferences").by(user).json(&hour).send().await.expect(200);
    let milk = json!({"name": "Milk, süß", "expiresAt": "2026-11-22T08:00:00.000Z"});
    server.post("/api/items").by(user).json(&milk).send().await.expect(201);
}

#[tokio::test]
async fn sends_to_ntfy_and_gotify_once_a_day_at_the_hour() {
    let (ntfy, gotify) = (Place::answering(&[]), Place::answering(&[]));
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    let digests = digests([
        ("LARDER_NTFY_URL", format!("http://{}/our-larder", ntfy.address)),
        ("LARDER_NTFY_TOKEN", "tk_secret".into()),
        ("LARDER_GOTIFY_URL", format!("http://{}/", gotify.address)),
        ("LARDER_GOTIFY_TOKEN", "Akey".into()),
        ("LARDER_DIGEST_LARDER", "anna".into()),
    ]);
    let tell = async || digests.send(&server.deps, folder.path()).await.unwrap();
    tell().await;
    assert!(ntfy.came().is_empty(), "it is not yet the hour");
    server.advance(TimeDelta::hours(1));
    tell().await;
    tell().await;
    let [told] = ntfy.came().try_into().unwrap();
    assert_eq!(
        (told.path.as_str(), told.body.as_str()),
        ("/our-larder", "1 item to use up soon: Milk, süß (1 day left)")
    );
    assert_eq!(told.headers["authorization"], "Bearer tk_secret");
    assert_eq!(told.headers["title"], "Use it before it spoils");
    assert_eq!(told.headers["click"], format!("{}/?tab=items&due=1", server.deps.config.site_url));
    let [told] = gotify.came().try_into().unwrap();
    assert_eq!((told.path.as_str(), told.headers["x-gotify-key"].as_str()), ("/message", "Akey"));
    let body: Value = serde_json::from_str(&told.body).unwrap();
    assert_eq!(
        (body["title"].as_str(), body["message"].as_str()),
        (Some("Use it before it spoils"), Some("1 item to use up soon: Milk, süß (1 day left)"))
    );
    server.advance(TimeDelta::days(1));
    tell().await;
    assert_eq!((ntfy.came().len(), gotify.came().len()), (2, 2), "the next day again");
}

#[tokio::test]
async fn digests_are_in_the_language_of_the_settings() {
    let (ntfy, gotify) = (Place::answering(&[]), Place::answering(&[]));
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    let digests = digests([
        ("LARDER_NTFY_URL", format!("http://{}/our-larder", ntfy.address)),
        ("LARDER_GOTIFY_URL", format!("http://{}/", gotify.address)),
        ("LARDER_GOTIFY_TOKEN", "Akey".into()),
        ("LARDER_DIGEST_LANGUAGE", "fr".into()),
        ("LARDER_DIGEST_LARDER", "anna".into()),
    ]);
    server.advance(TimeDelta::hours(1));
    digests.send(&server.deps, folder.path()).await.unwrap();
    let text = "À consommer bientôt (1 produit)\u{a0}: Milk, süß (encore 1 jour)";
    let [told] = ntfy.came().try_into().unwrap();
    assert_eq!(told.body, text);
    assert_eq!(told.headers["title"], "=?UTF-8?B?w4AgY29uc29tbWVyIGF2YW50IHF1ZSDDp2EgbmUgc2UgZ8OidGU=?=", "RFC 2047");
    let [told] = gotify.came().try_into().unwrap();
    let body: Value = serde_json::from_str(&told.body).unwrap();
    assert_eq!(
        (body["title"].as_str(), body["message"].as_str()),
        (Some("À consommer avant que ça ne se gâte"), Some(text))
    );
}

#[tokio::test]
async fn names_the_receivers_that_accept_a_test_message() {
    let (ntfy, gotify) = (Place::answering(&[]), Place::answering(&[401]));
    let digests = digests([
        ("LARDER_NTFY_URL", format!("http://{}/our-larder", ntfy.address)),
        ("LARDER_GOTIFY_URL", format!("http://{}/", gotify.address)),
        ("LARDER_GOTIFY_TOKEN", "Akey".into()),
        ("LARDER_DIGEST_LANGUAGE", "de".into()),
    ]);
    let (said, all) = digests.test("https://larder.example.org").await;
    assert!(!all);
    assert_eq!(said, "ntfy took the message.\nGotify did not take the message: answered 401 Unauthorized.");
    assert_eq!(ntfy.came()[0].body, "Die tägliche Erinnerung von Larder kommt hier an.");
    assert_eq!(gotify.came().len(), 1);
}

/// What is added after the day's digest is in the next day's.
#[tokio::test]
async fn reminds_tomorrow_of_an_item_added_after_the_hour() {
    let ntfy = Place::answering(&[]);
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    let url = ("LARDER_NTFY_URL", format!("http://{}/t", ntfy.address));
    let digests = digests([url, ("LARDER_DIGEST_LARDER", "anna".into())]);
    server.advance(TimeDelta::hours(1));
    digests.send(&server.deps, folder.path()).await.unwrap();
    let fish = json!({"name": "Fish", "expiresAt": "2026-11-21T20:00:00.000Z"});
    server.post("/api/items").by("anna").json(&fish).send().await.expect(201);
    server.advance(TimeDelta::hours(1));
    digests.send(&server.deps, folder.path()).await.unwrap();
    assert_eq!(ntfy.came().len(), 1, "one a day");
    server.advance(TimeDelta::hours(23));
    digests.send(&server.deps, folder.path()).await.unwrap();
    assert!(ntfy.came()[1].body.contains("Fish (expired)"), "{:?}", ntfy.came());
}

#[tokio::test]
async fn retries_failed_receiver_only() {
    let (ntfy, gotify) = (Place::answering(&[403]), Place::answering(&[503]));
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    server.advance(TimeDelta::hours(2));
    let digests = digests([
        ("LARDER_NTFY_URL", format!("http://{}/t", ntfy.address)),
        ("LARDER_GOTIFY_URL", format!("http://{}", gotify.address)),
        ("LARDER_GOTIFY_TOKEN", "Akey".into()),
        ("LARDER_DIGEST_LARDER", "anna".into()),
    ]);
    let tell = async || digests.send(&server.deps, folder.path()).await.unwrap();
    tell().await;
    assert_eq!((ntfy.came().len(), gotify.came().len()), (1, 1));
    server.advance(TimeDelta::minutes(15));
    tell().await;
    assert_eq!((ntfy.came().len(), gotify.came().len()), (2, 2));
    server.advance(TimeDelta::minutes(15));
    tell().await;
    assert_eq!((ntfy.came().len(), gotify.came().len()), (2, 2));
}

/// Neither service knows a message again: one whose answer was lost would be shown twice.
#[tokio::test]
async fn sends_nothing_again_that_may_have_arrived() {
    let (ntfy, gotify) = (Place::answering(&[0]), Place::answering(&[504]));
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    let digests = digests([
        ("LARDER_NTFY_URL", format!("http://{}/t", ntfy.address)),
        ("LARDER_GOTIFY_URL", format!("http://{}", gotify.address)),
        ("LARDER_GOTIFY_TOKEN", "Akey".into()),
        ("LARDER_DIGEST_LARDER", "anna".into()),
    ]);
    server.advance(TimeDelta::hours(2));
    for _ in 0..4 {
        digests.send(&server.deps, folder.path()).await.unwrap();
        server.advance(TimeDelta::minutes(15));
    }
    assert_eq!((ntfy.came().len(), gotify.came().len()), (1, 1));
    server.advance(TimeDelta::days(1));
    digests.send(&server.deps, folder.path()).await.unwrap();
    assert_eq!((ntfy.came().len(), gotify.came().len()), (2, 2), "the next day's is another");
}

#[tokio::test]
async fn sends_later_what_could_not_be_sent() {
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    with_milk(&server, "anna").await;
    server.advance(TimeDelta::hours(2));
    let to = |address| {
        digests([("LARDER_NTFY_URL", format!("http://{address}/t")), ("LARDER_DIGEST_LARDER", "anna".into())])
    };
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    to(closed).send(&server.deps, folder.path()).await.unwrap();
    let ntfy = Place::answering(&[]);
    to(ntfy.address).send(&server.deps, folder.path()).await.unwrap();
    assert_eq!(ntfy.came().len(), 1);
}

#[tokio::test]
async fn sends_nothing_without_due_items() {
    let ntfy = Place::answering(&[]);
    let (server, folder) = (TestServer::start().await, TempDir::new().unwrap());
    let rice = json!({"name": "Rice", "expiresAt": "2027-11-22T08:00:00.000Z"});
    server.post("/api/items").by("anna").json(&rice).send().await.expect(201);
    server.advance(TimeDelta::hours(4));
    let url = ("LARDER_NTFY_URL", format!("http://{}/t", ntfy.address));
    digests([url, ("LARDER_DIGEST_LARDER", "anna".into())]).send(&server.deps, folder.path()).await.unwrap();
    assert!(ntfy.came().is_empty());
}
