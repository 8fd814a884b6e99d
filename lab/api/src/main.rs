//! Measures the cost of the most frequent calls on a running larder: `lab/api.sh`.
//!
//!     bench-api PROGRAM        measure this `larder`
//!     bench-api --bare         serve one bare axum route, the scale beside it
//!
//! Processor time is the process's own user and system time (`/proc/<pid>/stat`), everything in it counted: HTTP, the
//! handler, the AWS SDK, the embedded DynamoDB. Times are seen by a client on the same machine.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement prints, and ends where it cannot measure")]

mod http;
mod load;
mod process;

use http::Request;
use load::{Figures, run};
use process::Server;
use serde_json::{Value, json};
use std::collections::VecDeque;

const ITEMS: usize = 200;
const ROWS: usize = 60;
/// A household has at most 1,000 active items, so the adds beside the 200 are archived before the next ones come.
const CHANGES: usize = 250;
const READS: usize = 1_000;
/// Sign-ups are limited by address and hour.
const SIGN_UPS: usize = 60;

fn main() {
    let argument = std::env::args().nth(1).expect("the larder to measure, or --bare");
    if argument == "--bare" {
        return process::serve_bare();
    }
    println!("| call | connections | CPU ms a request | p50 ms | p99 ms |\n|---|---|---|---|---|");
    let bare = Server::start(&std::env::current_exe().unwrap(), &["--bare"]);
    for connections in [1, 8] {
        let requests = (0..READS).map(|_| Request::new("GET", "/", "")).collect();
        print("bare axum route", connections, &run(&bare, requests, connections).figures);
    }
    let larder = Server::start(argument.as_ref(), &["serve"]);
    for connections in [1, 8] {
        measure(&larder, connections);
    }
    println!("\nResident: {:.0} MB at the end, {:.0} MB at most.", larder.memory("VmRSS"), larder.memory("VmHWM"));
}

fn measure(server: &Server, connections: usize) {
    let token = sign_up(server);
    let get = |path: &str| Request::new("GET", path, "").with_token(&token);
    let post = |path: &str, body: &Value| Request::new("POST", path, &body.to_string()).with_token(&token);
    let item = |n: usize| {
        post(
            "/api/items",
            &json!({"name": format!("Organic whole milk {n}"), "category": "Dairy", "quantity": 2,
            "unit": "bottle", "shelfLifeDays": 7 + n % 9, "notes": "from the farm shop"}),
        )
    };
    run(server, (0..ITEMS).map(item).collect(), 1);
    let row = |n: usize| post("/api/shopping-list", &json!({"name": format!("Rye bread {n}"), "category": "Bakery"}));
    let rows = run(server, (0..ROWS).map(row).collect(), 1).answers;

    let lists = (0..READS).map(|_| get("/api/items")).collect();
    print("list 200 items", connections, &run(server, lists, connections).figures);
    let lists = (0..READS).map(|_| get("/api/shopping-list")).collect();
    print("list 60 rows", connections, &run(server, lists, connections).figures);
    let added = run(server, (0..CHANGES).map(|n| item(ITEMS + n)).collect(), connections);
    print("add an item", connections, &added.figures);
    let archived = ids(&added.answers).map(|id| patch(&format!("/api/items/{id}/archive"), &token)).collect();
    print("archive an item", connections, &run(server, archived, connections).figures);
    let toggles: VecDeque<String> = ids(&rows).collect();
    let toggled = (0..CHANGES).map(|n| patch(&format!("/api/shopping-list/{}/toggle", toggles[n % ROWS]), &token));
    print("toggle a row", connections, &run(server, toggled.collect(), connections).figures);
    let sign_ups = (0..SIGN_UPS).map(|_| sign_up_request()).collect();
    print("sign up", connections, &run(server, sign_ups, connections).figures);
}

fn patch(path: &str, token: &str) -> Request {
    Request::new("PATCH", path, "").with_token(token)
}

fn ids(answers: &[String]) -> impl Iterator<Item = String> {
    answers.iter().map(|answer| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        answer["id"].as_str().expect("a created thing has an id").to_owned()
    })
}

fn sign_up_request() -> Request {
    Request::new("POST", "/identity/v1/accounts:signUp", r#"{"returnSecureToken":true}"#)
}

fn sign_up(server: &Server) -> String {
    let answers = run(server, vec![sign_up_request()], 1).answers;
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    answer["idToken"].as_str().expect("a sign-up answers a token").to_owned()
}

fn print(call: &str, connections: usize, figures: &Figures) {
    let Figures { cpu, median, p99 } = figures;
    println!("| {call} | {connections} | {cpu:.2} | {median:.2} | {p99:.2} |");
}
