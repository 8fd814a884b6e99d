//! Tests serving a household: on a public address, behind a proxy, with open and closed sign-up.

use crate::process::larder::{Larder, raw};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use tempfile::TempDir;

fn get(address: SocketAddr, host: &str, path: &str) -> String {
    raw(address, &format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
}

fn start(data: &Path, settings: &[(&str, &str)]) -> Larder {
    Larder::start_with(data, 0, settings)
}

#[test]
fn uses_the_site_url_behind_a_proxy() {
    let folder = TempDir::new().unwrap();
    let site = "https://larder.example.org";
    // Browsers leave out the default port.
    let settings = [("LARDER_BIND", "0.0.0.0"), ("LARDER_SITE_URL", "https://larder.example.org:443")];
    let larder = start(folder.path(), &settings);
    let page = get(larder.address, "larder.example.org", "/").to_ascii_lowercase();
    assert!(page.contains(&format!("connect-src 'self' {site};")), "the page may upload there: {page}");
    assert!(page.contains("strict-transport-security: max-age="), "{page}");
    let configuration = get(larder.address, "larder.example.org", "/identity/.well-known/openid-configuration");
    assert!(configuration.contains(&format!("\"issuer\":\"{site}/identity\"")), "{configuration}");
    let token = larder.sign_up();
    // Its own tokens are verified without a request to the site's address.
    larder.get("/api/items", &token);
    let post = |path: &str, body: Value| larder.expect(201, "POST", path, Some(&token), Some(&body));
    let upload = post("/api/receipts", json!({"length": 9}));
    assert!(upload["uploadUrl"].as_str().unwrap().starts_with(&format!("{site}/")), "{upload}");
    post("/api/shopping-list", json!({"name": "Oats"}));
    let share = post("/api/shopping-list/share", json!({"ownerName": "Ada"}));
    assert!(share["url"].as_str().unwrap().starts_with(&format!("{site}/shared/")), "{share}");
    let port = larder.address.port();
    assert!(get(larder.address, "evil.example", "/api/health").contains(" 421 "));
    let two = get(larder.address, "larder.example.org\r\nhost: evil.example", "/api/health");
    assert!(two.contains(" 400 ") && two.contains("one Host header"), "{two}");
    assert!(get(larder.address, &format!("192.168.1.5:{port}"), "/api/health").contains(" 200 "));
}

#[test]
fn allows_an_upload_of_the_sites_page_only() {
    let folder = TempDir::new().unwrap();
    let site = "https://larder.example.org";
    let larder = start(folder.path(), &[("LARDER_SITE_URL", site)]);
    let ask = |origin: &str| {
        raw(
            larder.address,
            &format!(
                "OPTIONS /uploads/x HTTP/1.1\r\nhost: larder.example.org\r\norigin: {origin}\r\nconnection: close\r\n\r\n"
            ),
        )
        .to_ascii_lowercase()
    };
    assert!(ask(site).contains("access-control-allow-origin: https://larder.example.org\r\n"));
    assert!(!ask("https://evil.example").contains("access-control-allow-origin"));
}

#[test]
fn limits_each_client_behind_a_trusted_proxy() {
    let folder = TempDir::new().unwrap();
    let larder = start(folder.path(), &[("LARDER_TRUSTED_PROXIES", "127.0.0.1")]);
    let ask = |larder: &Larder, client: &str| {
        let host = larder.address;
        let head = format!("GET /api/shared-list/0123456789ABCDEFGHIJKL HTTP/1.1\r\nhost: {host}\r\n");
        let response = raw(host, &format!("{head}x-forwarded-for: {client}\r\nconnection: close\r\n\r\n"));
        response.split(' ').nth(1).unwrap().parse::<u16>().unwrap()
    };
    // The window of a minute may end in between and restart the count.
    let refused = (0..260).any(|_| ask(&larder, "198.51.100.1") == 429);
    assert!(refused, "one client comes to the end of what it may do");
    assert_eq!(ask(&larder, "198.51.100.2"), 404, "another one does not");
    assert_eq!(ask(&larder, "198.51.100.2, 127.0.0.1"), 404);
    let closed = start(&folder.path().join("other"), &[]);
    assert!(
        (0..260).any(|n| ask(&closed, &format!("198.51.100.{}", n % 250)) == 429),
        "nobody's word is believed unasked"
    );
}

#[test]
fn warns_about_a_start_without_https() {
    let folder = TempDir::new().unwrap();
    let said = |settings: &[(&str, &str)]| {
        let larder = start(folder.path(), settings);
        let first = larder.first_line.clone();
        let (code, rest) = larder.stop_and_read_output();
        assert_eq!(code, Some(0));
        first + &rest
    };
    let plain = said(&[("LARDER_BIND", "0.0.0.0"), ("LARDER_SITE_URL", "http://192.168.1.5:8080")]);
    assert!(plain.contains("Larder is ready at http://192.168.1.5:8080 (listening on http://0.0.0.0:"), "{plain}");
    assert!(plain.contains("Without https") && plain.contains("camera"), "{plain}");
    assert!(plain.contains("can read tokens"), "{plain}");
    let secure = said(&[("LARDER_BIND", "0.0.0.0"), ("LARDER_SITE_URL", "https://larder.example.org")]);
    assert!(!secure.contains("Without https"), "{secure}");
    assert!(!said(&[]).contains("Without https"), "the loopback address is secure");
}

#[test]
fn keeps_existing_devices_when_sign_up_is_closed() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let (token, port) = (larder.sign_up(), larder.address.port());
    assert_eq!(larder.stop(), Some(0));
    let larder = Larder::start_with(folder.path(), port, &[("LARDER_SIGN_UP", "closed")]);
    let body = json!({"returnSecureToken": true});
    let refused = larder.expect(400, "POST", "/identity/v1/accounts:signUp", None, Some(&body));
    assert_eq!(refused["error"]["message"], "ADMIN_ONLY_OPERATION");
    larder.get("/api/items", &token);
}

/// Starts a Larder that can be joined by the set-up link only.
fn start_for_set_up(folder: &TempDir, port: u16) -> Larder {
    Larder::start_with(folder.path(), port, &[("LARDER_SIGN_UP", "link")])
}

/// Returns the secret of the link that a start prints.
fn read_set_up_link(larder: &mut Larder) -> String {
    let lines = [larder.next_line(), larder.next_line()];
    assert!(lines[0].contains("works until a larder is created"), "{lines:?}");
    let (site, secret) = lines[1].split_once("/#setup=").unwrap();
    assert_eq!(site, format!("http://{}", larder.address));
    secret.to_owned()
}

/// Joins by a set-up link, and signs in with its response.
fn set_up(larder: &Larder, secret: &str) -> (u16, Value) {
    let join = json!({"credential": secret, "device": {"name": "Phone", "platform": "test"}});
    let (status, response) = larder.call("POST", "/api/household/join", None, Some(&join)).unwrap();
    let response: Value = serde_json::from_str(&response).unwrap();
    if status != 200 {
        return (status, response);
    }
    let token = json!({"token": response["customToken"], "returnSecureToken": true});
    (status, larder.expect(200, "POST", "/identity/v1/accounts:signInWithCustomToken", None, Some(&token)))
}

/// Returns the larder's devices. The request also shows the server that this device has received its tokens.
fn devices(larder: &Larder, account: &Value) -> usize {
    let household = larder.get("/api/household", account["idToken"].as_str().unwrap());
    household["devices"].as_array().unwrap().len()
}

#[test]
fn creates_one_larder_by_a_set_up_link() {
    let folder = TempDir::new().unwrap();
    let mut larder = start_for_set_up(&folder, 0);
    let lost = read_set_up_link(&mut larder);
    assert_eq!(larder.stop(), Some(0));
    let mut larder = start_for_set_up(&folder, 0);
    let secret = read_set_up_link(&mut larder);
    let body = json!({"returnSecureToken": true});
    larder.expect(400, "POST", "/identity/v1/accounts:signUp", None, Some(&body));
    assert_eq!(set_up(&larder, &lost).0, 404, "a later start made a new one");
    let (status, account) = set_up(&larder, &secret);
    assert_eq!(status, 200, "{account}");
    assert_eq!(devices(&larder, &account), 1);
    assert_eq!(set_up(&larder, &secret).0, 404, "somebody is in");
    // The operator can create another link while the server runs.
    let another = |sign_up: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_larder"));
        let port = larder.address.port().to_string();
        command.arg("set-up-link").env("LARDER_DATA", folder.path()).env("LARDER_SIGN_UP", sign_up).env("PORT", port);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(another("open").0, Some(78));
    let (code, said) = another("link");
    let secret = said.trim().rsplit("#setup=").next().unwrap().to_owned();
    let (status, other) = set_up(&larder, &secret);
    assert_eq!((code, status), (Some(0), 200), "{said}");
    assert_eq!(devices(&larder, &other), 1, "a larder of its own");
    assert_eq!(larder.stop(), Some(0));
}

#[test]
fn accepts_a_set_up_link_again_if_its_answer_was_lost() {
    let folder = TempDir::new().unwrap();
    let mut larder = start_for_set_up(&folder, 0);
    let secret = read_set_up_link(&mut larder);
    let (_, without_response) = set_up(&larder, &secret);
    let (status, heard) = set_up(&larder, &secret);
    assert_eq!(status, 200, "nobody has come in yet: {heard}");
    assert_eq!([&without_response, &heard].map(|account| devices(&larder, account)), [1, 1], "it is the same device");
    assert_eq!(set_up(&larder, &secret).0, 404);
    assert_eq!(larder.stop(), Some(0));
}

#[test]
fn prints_the_set_up_link_until_it_is_used() {
    let folder = TempDir::new().unwrap();
    let mut larder = start_for_set_up(&folder, 0);
    let port = larder.address.port();
    let secret = read_set_up_link(&mut larder);
    set_up(&larder, &secret);
    larder.kill_9();
    let mut larder = start_for_set_up(&folder, port);
    let secret = read_set_up_link(&mut larder);
    let (_, heard) = set_up(&larder, &secret);
    assert_eq!(larder.stop(), Some(0));
    let mut larder = start_for_set_up(&folder, port);
    let secret = read_set_up_link(&mut larder);
    assert_eq!(devices(&larder, &heard), 2, "whoever came in before the start is in");
    assert_eq!(set_up(&larder, &secret).0, 404, "and the newest link is spent");
    assert_eq!(larder.stop(), Some(0));
    let (code, said) = start_for_set_up(&folder, port).stop_and_read_output();
    assert_eq!(code, Some(0));
    assert!(!said.contains("http://"), "no link: {said}");
}
