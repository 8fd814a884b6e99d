//! Tests bodies above the API's limit: who may send them, and how many are in memory at once.

use crate::server::TestServer;
use api::{RateLimit, rate_limit};
use axum::body::{Body, Bytes};
use futures_util::stream;
use http::Request;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;
use tokio::sync::mpsc;
use tower::ServiceExt;
use uuid::Uuid;

const PATHS: [&str; 4] =
    ["/api/extract", "/api/user/import", "/api/user/import-preview", "/api/shopping-list/import-shared"];
/// Those with a limit of requests per user.
const RATE_LIMITED_PATHS: [&str; 3] = ["/api/extract", "/api/user/import", "/api/user/import-preview"];

/// A request with a key, whose head announces 900 kB.
fn request(path: &str, token: &str, body: Body) -> Request<Body> {
    request_from("203.0.113.9", path, token, body)
}

fn request_from(address: &str, path: &str, token: &str, body: Body) -> Request<Body> {
    Request::post(path)
        .header("true-client-ip", address)
        .header("authorization", format!("Bearer {token}"))
        .header("idempotency-key", Uuid::from_u128(7).to_string())
        .header("content-length", 900_000)
        .body(body)
        .unwrap()
}

/// A body that records whether it is read.
fn recorded_body() -> (Body, Arc<AtomicBool>) {
    let is_read = Arc::new(AtomicBool::new(false));
    let flag = is_read.clone();
    let body = stream::poll_fn(move |_| {
        flag.store(true, Ordering::SeqCst);
        Poll::Ready(None::<Result<Bytes, Infallible>>)
    });
    (Body::from_stream(body), is_read)
}

async fn status(server: &TestServer, request: Request<Body>) -> u16 {
    server.router().oneshot(request).await.unwrap().status().as_u16()
}

#[tokio::test]
async fn reads_a_body_only_for_a_known_caller_and_within_limits() {
    let server = TestServer::start().await;
    let limits = [("extract", 60), ("import", 240)].map(|(scope, max)| RateLimit { scope, max, seconds: 3_600 });
    for limit in limits {
        for _ in 0..limit.max {
            rate_limit(&server.deps, limit, "anna").await.unwrap();
        }
    }
    for path in PATHS {
        let (body, is_read) = recorded_body();
        assert_eq!(status(&server, request(path, "nonsense", body)).await, 401, "{path}");
        assert!(!is_read.load(Ordering::SeqCst), "{path}");
    }
    for path in RATE_LIMITED_PATHS {
        let (body, is_read) = recorded_body();
        assert_eq!(status(&server, request(path, &server.token("anna"), body)).await, 429, "{path}");
        assert!(!is_read.load(Ordering::SeqCst), "{path}");
        let (body, is_read) = recorded_body();
        assert_eq!(status(&server, request(path, &server.token("ben"), body)).await, 400, "{path}");
        assert!(is_read.load(Ordering::SeqCst), "{path}");
    }
}

#[tokio::test]
async fn accepts_eight_large_bodies_at_once_and_two_of_an_address() {
    let server = TestServer::start_with(&[("LARDER_BEHIND_CDN", "true")]).await;
    for path in PATHS {
        let (started, mut starts) = mpsc::unbounded_channel();
        let held: Vec<_> = (0..8)
            .map(|n| {
                let started = started.clone();
                let body = stream::poll_fn(move |_| {
                    started.send(()).unwrap();
                    Poll::<Option<Result<Bytes, Infallible>>>::Pending
                });
                let (address, token) = (format!("203.0.113.{}", n / 2), server.token(&format!("user{n}")));
                let request = request_from(&address, path, &token, Body::from_stream(body));
                tokio::spawn(server.router().oneshot(request))
            })
            .collect();
        for _ in 0..8 {
            let start = tokio::time::timeout(Duration::from_secs(10), starts.recv()).await;
            start.expect("all eight bodies are read").unwrap();
        }
        let (body, is_read) = recorded_body();
        assert_eq!(status(&server, request(path, &server.token("ben"), body)).await, 503, "{path}");
        assert!(!is_read.load(Ordering::SeqCst), "{path}");
        let mut held = held.into_iter();
        for last in held.by_ref().rev().take(2) {
            last.abort();
            let _ = last.await;
        }
        let (body, is_read) = recorded_body();
        let third = request_from("203.0.113.0", path, &server.token("ben"), body);
        assert_eq!(status(&server, third).await, 503, "{path}: the address has two");
        assert!(!is_read.load(Ordering::SeqCst), "{path}");
        let (body, _) = recorded_body();
        assert_eq!(status(&server, request(path, &server.token("ben"), body)).await, 400, "{path}");
        for held in held {
            held.abort();
            let _ = held.await;
        }
        let (body, _) = recorded_body();
        assert_eq!(status(&server, request(path, &server.token("ben"), body)).await, 400, "{path}");
    }
}

#[tokio::test]
async fn repeats_a_large_request_by_its_key() {
    let server = TestServer::start().await;
    let items: Vec<Value> = (0..200).map(|n| json!({"name": format!("Milk {n}"), "notes": "ä".repeat(500)})).collect();
    let body = json!({"items": items, "padding": " ".repeat(100_000)});
    assert!(body.to_string().len() > api::MAX_BODY_BYTES);
    let key = Uuid::from_u128(8);
    let send = |body: &Value| server.post("/api/shopping-list/import-shared").by("anna").key(key).json(body).send();
    let first = send(&body).await;
    assert!(!first.headers.contains_key("idempotency-replayed"));
    let first = first.expect(200);
    let again = send(&body).await;
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(again.expect(200), first);
    let mut other = body.clone();
    other["items"][0]["name"] = "Bread".into();
    assert_eq!(send(&other).await.expect(422)["field"], "Idempotency-Key");
    let rows = server.get("/api/shopping-list").by("anna").expect(200).await;
    assert_eq!(rows.as_array().unwrap().len(), 200);
}
