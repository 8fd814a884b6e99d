//! Tests `larder serve` beside other programs: a Grocy whose stock is imported, and a receiver of the digest.
//!
//! The Grocy is ours: it answers in the shape that Grocy's own description of its API shows. No real one was asked.

use crate::listener::{Listener, Received};
use crate::process::larder::{Larder, other_command, run_with_input};
use crate::server::assert_fields;
use application::config::Environment;
use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use larder::commands::admin::AdminContext;
use larder::schedule::digests::Digests;
use serde_json::json;
use std::net::TcpListener;
use std::path::Path;
use system::clock::{Clock, SystemClock};
use tempfile::TempDir;

const KEY: &str = "xYz0123456789";

fn grocy(request: &Received) -> (u16, String) {
    if request.header("grocy-api-key") != KEY {
        return (401, json!({"error_message": "Unauthorized"}).to_string());
    }
    let list = match request.path.strip_prefix("/api/objects/").unwrap_or_default() {
        "stock" => json!([
            {"id": "77", "product_id": "1", "amount": "2", "best_before_date": "2036-12-07",
                "purchased_date": "2026-11-03",
                "stock_id": "5ccc6b2421979", "price": null, "open": "0", "opened_date": null, "location_id": "4",
                    "shopping_location_id": null},
            {"id": 78, "product_id": 99, "amount": 1, "best_before_date": "2036-12-07", "stock_id": "x"},
        ]),
        "products" => {
            json!([{"id": "1", "name": "Cookies", "description": null, "location_id": "4", "qu_id_purchase": "3",
                "qu_id_stock": "3",
            "min_stock_amount": "8", "default_best_before_days": "0", "product_group_id": "1", "due_type": "1"}])
        }
        "quantity_units" => json!([{"id": "3", "name": "Pack", "name_plural": "Packs"}]),
        "locations" => json!([{"id": "4", "name": "Candy cupboard", "is_freezer": "0"}]),
        "product_groups" => json!([{"id": "1", "name": "Sweets"}]),
        "shopping_list" => {
            json!([{"id": "1", "product_id": "1", "note": null, "amount": "3", "shopping_list_id": "1", "done": "0"}])
        }
        _ => return (404, "{}".into()),
    };
    (200, list.to_string())
}

/// Runs `larder import grocy`; returns exit code and output.
fn import(data: &Path, words: &[&str], key: &str, answer: &str) -> (i32, String) {
    let mut command = other_command(data, &["import", "grocy"]);
    command.args(words).env("GROCY_API_KEY", key);
    run_with_input(command, answer)
}

#[test]
fn imports_grocy_stock_while_serving_after_confirmation() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    let server = Listener::answering(|_, request| Some(grocy(request)));
    let url = format!("http://{}/", server.address);
    let (code, said) = import(folder.path(), &[&url], KEY, "\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("1 items and 1 list rows") && said.contains("Nothing was imported."), "{said}");
    assert!(said.contains("skipped: 2: stock: The product of this row is not in the file."), "{said}");
    assert_eq!(larder.get("/api/items", &token), json!([]));
    assert_eq!(server.received().len(), 6, "each list once, and nothing else");

    let (code, said) = import(folder.path(), &[&url], KEY, "y\n");
    assert!(code == 0 && said.contains("Imported."), "{said}");
    let items = larder.get("/api/items", &token);
    assert_fields(&items[0], &json!({"name": "Cookies", "unit": "Pack"}));
    assert_eq!(larder.get("/api/shopping-list", &token)[0]["name"], "Cookies");
    let (_, said) = import(folder.path(), &[&url, "--yes"], KEY, "");
    assert!(said.contains("2 exist already") && said.contains("Nothing to import"), "{said}");
    // It is taken back like any other import.
    larder.expect(200, "DELETE", "/api/user/import", Some(&token), None);
    assert_eq!(larder.get("/api/items", &token), json!([]));
}

#[test]
fn reports_grocy_errors_without_writing() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    larder.sign_up();
    let grocy_at = Listener::answering(|_, request| Some(grocy(request))).address;
    let page = Listener::answering(|_, _| Some((200, "<html>".into()))).address;
    let elsewhere = Listener::answering(|_, _| Some((301, String::new()))).address;
    let broken = Listener::answering(|_, _| Some((500, String::new())));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (address, key, code, says) in [
        (grocy_at, "wrong", 69, "rejected the key"),
        (grocy_at, "", 78, "GROCY_API_KEY is not set"),
        (page, KEY, 65, "address of a Grocy server"),
        (elsewhere, KEY, 69, "redirects"),
        (broken.address, KEY, 69, "answered 500"),
        (nobody, KEY, 69, "cannot be reached"),
    ] {
        let said = import(folder.path(), &[&format!("http://{address}"), "--yes"], key, "");
        assert!(said.0 == code && said.1.contains(says), "{says}: {said:?}");
        assert!(!said.1.contains(KEY), "{}", said.1);
    }
    assert_eq!(broken.received().len(), 3, "what may pass is asked for again, a few times");
    assert_eq!(import(folder.path(), &["grocy.example.org"], KEY, "").0, 64);
    assert_eq!(import(folder.path(), &[&format!("http://{grocy_at}"), "nobody", "--yes"], KEY, "").0, 66);
    larder.sign_up();
    let (code, said) = import(folder.path(), &[&format!("http://{grocy_at}"), "--yes"], KEY, "");
    assert!(code == 64 && said.contains("there are 2 larders"), "{said}");
}

#[test]
fn saves_grocy_stock_for_import_elsewhere() {
    let folder = TempDir::new().unwrap();
    let address = Listener::answering(|_, request| Some(grocy(request))).address;
    let file = folder.path().join("grocy.json");
    let words = [&format!("http://{address}/api"), "--save", file.to_str().unwrap()];
    let (code, said) = import(&folder.path().join("none"), &words, KEY, "");
    assert_eq!(code, 0, "{said}");
    assert_eq!(import(&folder.path().join("none"), &words, KEY, "").0, 73, "nothing is written over");
    let larder = Larder::start(&folder.path().join("data"));
    let token = larder.sign_up();
    let body = json!({"text": std::fs::read_to_string(&file).unwrap(), "language": "de"});
    let preview = larder.expect(200, "POST", "/api/user/import-preview", Some(&token), Some(&body));
    assert_fields(&preview, &json!({"kind": "grocy", "itemCount": 1}));
}

struct Ntfy(String);

impl Environment for Ntfy {
    fn get(&self, name: &str) -> Option<String> {
        (name == "LARDER_NTFY_URL").then(|| self.0.clone())
    }
}

fn now() -> DateTime<Utc> {
    SystemClock { offset: TimeDelta::zero() }.now()
}

/// Returns tomorrow at 10:00 UTC: after the default reminder hour.
fn tomorrow() -> DateTime<Utc> {
    let day = now().date_naive() + TimeDelta::days(1);
    day.and_time(NaiveTime::from_hms_opt(10, 0, 0).unwrap()).and_utc()
}

#[test]
fn requires_exactly_one_larder_with_items_for_digests() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let (anna, ben) = (larder.sign_up(), larder.sign_up());
    let milk = json!({"name": "Milk", "expiresAt": domain::timestamp::iso(now() + TimeDelta::days(2))});
    larder.expect(201, "POST", "/api/items", Some(&anna), Some(&milk));
    let ntfy = Listener::answering(|_, _| Some((200, "{}".into())));
    let digests = Digests::from_environment(&Ntfy(format!("http://{}/our-larder", ntfy.address))).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let tell = || {
        let look = runtime.block_on(AdminContext::open(folder.path(), tomorrow())).unwrap();
        runtime.block_on(digests.send(look.deps(), folder.path())).unwrap();
        let _ = std::fs::remove_file(folder.path().join("digests.json"));
    };
    tell();
    assert_eq!(ntfy.received().len(), 1);
    larder.expect(201, "POST", "/api/items", Some(&ben), Some(&milk));
    tell();
    assert_eq!(ntfy.received().len(), 1, "one household is not told what another has");
}
