//! Tests `larder import grocy`.
//!
//! The Grocy is ours: it answers in the shape that Grocy's own description of its API shows. No real one was asked.

use crate::listener::{Listener, Received};
use crate::process::larder::{Larder, other_command, run_with_input};
use crate::server::assert_fields;
use larder::data::exit_code::{CANNOT_CREATE, CONFIG, DATA_ERROR, NO_INPUT, UNAVAILABLE, USAGE};
use serde_json::json;
use std::net::TcpListener;
use std::path::Path;
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
fn import(data: &Path, words: &[&str], key: &str, response: &str) -> (u8, String) {
    let mut command = other_command(data, &["import", "grocy"]);
    command.args(words).env("GROCY_API_KEY", key);
    run_with_input(command, response)
}

#[test]
fn imports_grocy_stock_while_serving_after_confirmation() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    let server = Listener::start(|_, request| Some(grocy(request)));
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
    let token = larder.sign_up();
    let grocy_at = Listener::start(|_, request| Some(grocy(request))).address;
    let page = Listener::start(|_, _| Some((200, "<html>".into()))).address;
    let elsewhere = Listener::start(|_, _| Some((301, String::new()))).address;
    let broken = Listener::start(|_, _| Some((500, String::new())));
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (address, key, code, says) in [
        (grocy_at, "wrong", UNAVAILABLE, "rejected the key"),
        (grocy_at, "", CONFIG, "GROCY_API_KEY is not set"),
        (page, KEY, DATA_ERROR, "address of a Grocy server"),
        (elsewhere, KEY, UNAVAILABLE, "redirects"),
        (broken.address, KEY, UNAVAILABLE, "answered 500"),
        (closed, KEY, UNAVAILABLE, "cannot be reached"),
    ] {
        let said = import(folder.path(), &[&format!("http://{address}"), "--yes"], key, "");
        assert!(said.0 == code && said.1.contains(says), "{says}: {said:?}");
        assert!(!said.1.contains(KEY), "{}", said.1);
    }
    assert_eq!(broken.received().len(), 3, "what may pass is asked for again, a few times");
    assert_eq!(import(folder.path(), &["grocy.example.org"], KEY, "").0, USAGE);
    let url = format!("http://{grocy_at}");
    // The second word is the larder into which it imports.
    assert_eq!(import(folder.path(), &[&url, "nobody", "--yes"], KEY, "").0, NO_INPUT);
    let other_token = larder.sign_up();
    let (code, said) = import(folder.path(), &[&url, "--yes"], KEY, "");
    assert!(code == USAGE && said.contains("there are 2 larders"), "{said}");
    for token in [token, other_token] {
        for path in ["/api/items", "/api/shopping-list"] {
            assert_eq!(larder.get(path, &token), json!([]), "{path}");
        }
    }
}

#[test]
fn saves_grocy_stock_for_import_elsewhere() {
    let folder = TempDir::new().unwrap();
    let address = Listener::start(|_, request| Some(grocy(request))).address;
    let file = folder.path().join("grocy.json");
    let words = [&format!("http://{address}/api"), "--save", file.to_str().unwrap()];
    let (code, said) = import(&folder.path().join("none"), &words, KEY, "");
    assert_eq!(code, 0, "{said}");
    let saved = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, "another file").unwrap();
    assert_eq!(import(&folder.path().join("none"), &words, KEY, "").0, CANNOT_CREATE);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "another file", "it is not written over");
    let larder = Larder::start(&folder.path().join("data"));
    let token = larder.sign_up();
    let body = json!({"text": saved, "language": "de"});
    let preview = larder.expect(200, "POST", "/api/user/import-preview", Some(&token), Some(&body));
    assert_fields(&preview, &json!({"kind": "grocy", "itemCount": 1}));
}
