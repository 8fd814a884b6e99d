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
use load::{Figures, send_all};
use process::Server;
use serde_json::{Value, json};

const ITEMS: usize = 200;
const ROWS: usize = 60;
/// Together with the other items fewer than the 1,000 active ones that a larder may have.
const CHANGES: usize = 250;
const READS: usize = 1_000;
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
        print_row("bare axum route", connections, &send_all(&bare, requests, connections).figures);
    }
    let larder = Server::start(argument.as_ref(), &["serve"]);
    for connections in [1, 8] {
        measure(&larder, connections);
    }
    println!(
        "\nResident: {:.0} MB at the end, {:.0} MB at most.",
        larder.memory_mb("VmRSS"),
        larder.memory_mb("VmHWM")
    );
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
    send_all(server, (0..ITEMS).map(item).collect(), 1);
    let row = |n: usize| post("/api/shopping-list", &json!({"name": format!("Rye bread {n}"), "category": "Bakery"}));
    let rows = send_all(server, (0..ROWS).map(row).collect(), 1).responses;

    let lists = (0..READS).map(|_| get("/api/items")).collect();
    print_row("list 200 items", connections, &send_all(server, lists, connections).figures);
    let lists = (0..READS).map(|_| get("/api/shopping-list")).collect();
    print_row("list 60 rows", connections, &send_all(server, lists, connections).figures);
    let added = send_all(server, (0..CHANGES).map(|n| item(ITEMS + n)).collect(), connections);
    print_row("add an item", connections, &added.figures);
    let archived = ids(&added.responses).map(|id| patch(&format!("/api/items/{id}/archive"), &token)).collect();
    print_row("archive an item", connections, &send_all(server, archived, connections).figures);
    let row_ids: Vec<String> = ids(&rows).collect();
    let toggled = (0..CHANGES).map(|n| patch(&format!("/api/shopping-list/{}/toggle", row_ids[n % ROWS]), &token));
    print_row("toggle a row", connections, &send_all(server, toggled.collect(), connections).figures);
    let sign_ups = (0..SIGN_UPS).map(|_| sign_up_request()).collect();
    print_row("sign up", connections, &send_all(server, sign_ups, connections).figures);
}

fn patch(path: &str, token: &str) -> Request {
    Request::new("PATCH", path, "").with_token(token)
}

/// Returns the ids of created items or rows.
fn ids(responses: &[String]) -> impl Iterator<Item = String> {
    responses.iter().map(|response| {
        let response: Value = serde_json::from_str(response).unwrap();
        response["id"].as_str().expect("it was created").to_owned()
    })
}

fn sign_up_request() -> Request {
    Request::new("POST", "/identity/v1/accounts:signUp", r#"{"returnSecureToken":true}"#)
}

fn sign_up(server: &Server) -> String {
    let responses = send_all(server, vec![sign_up_request()], 1).responses;
    let response: Value = serde_json::from_str(&responses[0]).unwrap();
    response["idToken"].as_str().expect("a sign-up returns a token").to_owned()
}

fn print_row(call: &str, connections: usize, figures: &Figures) {
    let Figures { cpu, median, p99 } = figures;
    println!("| {call} | {connections} | {cpu:.2} | {median:.2} | {p99:.2} |");
}
