//! Repeats earlier attacks on the running server, bounded, and against this machine only.

use crate::process::larder::{Larder, command, refused};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Sends bytes as they are, and gives the status line of the answer and its body.
fn raw(address: SocketAddr, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

/// The ports that a process listens on, from the kernel's own tables.
fn listening_ports(process: u32) -> Vec<u16> {
    let sockets: Vec<String> = std::fs::read_dir(format!("/proc/{process}/fd"))
        .unwrap()
        .filter_map(|entry| std::fs::read_link(entry.unwrap().path()).ok()?.into_os_string().into_string().ok())
        .filter_map(|target| Some(target.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    ["tcp", "tcp6"]
        .iter()
        .flat_map(|family| {
            std::fs::read_to_string(format!("/proc/{process}/net/{family}"))
                .unwrap_or_default()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .filter_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (local, state, inode) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
            let listens = *state == "0A" && sockets.iter().any(|socket| socket == inode);
            listens.then(|| u16::from_str_radix(local.rsplit(':').next()?, 16).ok())?
        })
        .collect()
}

#[test]
fn only_the_port_of_the_site_is_open() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    larder.sign_up();
    assert_eq!(listening_ports(larder.process()), [larder.address.port()], "the table is not on the network");
}

#[test]
fn a_request_for_another_host_is_refused() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let port = larder.address.port();
    let get = |host: &str| {
        raw(larder.address, &format!("GET /api/health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")).0
    };
    assert!(get("evil.example").contains(" 421 "), "a name that an attacker pointed at this machine");
    assert!(get(&format!("evil.example:{port}")).contains(" 421 "));
    assert!(get(&format!("localhost:{port}")).contains(" 200 "));
    assert!(get(&format!("127.0.0.1:{port}")).contains(" 200 "));
}

#[test]
fn only_the_owner_reads_the_data() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let larder = Larder::start(&data);
    larder.sign_up();
    assert_eq!(larder.stop(), Some(0));
    let mut open = Vec::new();
    walk(&data, &mut |path| {
        let mode = std::fs::metadata(path).unwrap().permissions().mode() & 0o077;
        if mode != 0 {
            open.push(path.to_owned());
        }
    });
    assert!(open.is_empty(), "{open:?}");
}

fn walk(path: &Path, see: &mut impl FnMut(&Path)) {
    see(path);
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            walk(&entry.unwrap().path(), see);
        }
    }
}

#[test]
fn deleted_accounts_data_is_overwritten_on_disk() {
    const WORDS: &str = "grandmother's plum jam of 1987";
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    for _ in 0..30 {
        let item = json!({"name": "Jam", "notes": WORDS});
        assert_eq!(larder.call("POST", "/api/items", Some(&token), Some(&item)).unwrap().0, 201);
    }
    let body = json!({"idToken": token});
    assert_eq!(larder.call("POST", "/identity/v1/accounts:delete", None, Some(&body)).unwrap().0, 200);
    assert_eq!(larder.stop(), Some(0));
    let mut copies = 0;
    walk(folder.path(), &mut |path| {
        if path.is_file() {
            let bytes = std::fs::read(path).unwrap();
            copies += bytes.windows(WORDS.len()).filter(|window| *window == WORDS.as_bytes()).count();
        }
    });
    assert_eq!(copies, 0);
}

#[test]
fn an_upload_cannot_be_made_a_copy_of_another_object() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let (victim, attacker) = (larder.sign_up(), larder.sign_up());
    let signed = |token: &str, length: usize| -> (String, String) {
        let draft = json!({"length": length});
        let (status, body) = larder.call("POST", "/api/receipts", Some(token), Some(&draft)).unwrap();
        assert!(status == 200 || status == 201, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        let url = body["uploadUrl"].as_str().unwrap();
        let path = url.split_once("://").unwrap().1.split_once('/').unwrap().1;
        (format!("/{path}"), body["receiptKey"].as_str().unwrap().to_owned())
    };
    let put = |path: &str, header: &str, body: &str| {
        let host = larder.address;
        let length = body.len();
        raw(host, &format!("PUT {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: image/jpeg\r\n{header}content-length: {length}\r\n\r\n{body}")).0
    };
    let (secret, _) = signed(&victim, 20);
    for (other, status) in [("a stranger's receipts", " 413 "), ("a stranger's receip", " 400 "), ("", " 400 ")] {
        assert!(put(&secret, "", other).contains(status), "another length than the signed one: {other:?}");
    }
    assert!(put(&secret, "", "a stranger's receipt").contains(" 200 "));
    let draft = Some(&json!({}));
    let unsized_upload = larder.call("POST", "/api/receipts", Some(&attacker), draft).unwrap();
    assert_eq!(unsized_upload.0, 422, "{}", unsized_upload.1);
    // Without a content length nothing is compared with the signature, so that the body itself is bounded.
    let host = larder.address;
    let longer = "15\r\na stranger's receipts\r\n";
    let head =
        format!("PUT {secret} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    let answer = raw(host, &format!("{head}{longer}0\r\n\r\n")).0;
    assert!(answer.contains(" 413 "), "{answer}");
    let (mine, _) = signed(&attacker, 4);
    let source = secret.split('?').next().unwrap();
    put(&mine, &format!("x-amz-copy-source: {source}\r\n"), "mine");
    let mut copies = 0;
    walk(folder.path(), &mut |path| {
        copies += usize::from(path.is_file() && std::fs::read(path).unwrap() == b"a stranger's receipt");
    });
    assert_eq!(copies, 1, "the victim's own");
}

#[test]
fn a_head_that_is_never_ended_is_not_waited_for() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let began = std::time::Instant::now();
    let mut stream = TcpStream::connect(larder.address).unwrap();
    stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: ").unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(2))).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(began.elapsed() < Duration::from_mins(1), "the server closed it");
}

#[test]
fn more_connections_than_files_do_not_stop_the_server() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let mut silent = Vec::new();
    for _ in 0..larder::http_server::MAX_CONNECTIONS - 1 {
        let mut stream = TcpStream::connect(larder.address).unwrap();
        stream.write_all(b"GET /api").unwrap();
        silent.push(stream);
    }
    assert_eq!(larder.call("GET", "/api/health", None, None).unwrap().0, 200);
}

#[test]
fn refuses_to_start_without_the_keys_database() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    for file in ["dynamodb.sqlite", "dynamodb.sqlite-wal", "dynamodb.sqlite-shm"] {
        let _ = std::fs::remove_file(folder.path().join(file));
    }
    let (output, said) = refused(command(folder.path(), 0));
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains("is missing or empty, although its key files exist"), "{said}");
}

#[test]
fn nonsense_in_an_address_is_answered_in_our_own_words() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    let head = |method: &str, path: &str| {
        let host = larder.address;
        raw(
            host,
            &format!(
                "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
            ),
        )
    };
    let long = head("GET", &format!("/{}", "a".repeat(300))).0;
    assert!(!long.contains(" 500 "), "no file has such a name: {long}");
    for (method, path, status) in [
        ("PUT", "/api/items/%ff%fe", " 404 "),
        ("GET", "/api/shared-list/%ff", " 404 "),
        ("GET", "/api/user/export?format=csv&format=json", " 422 "),
    ] {
        let (line, body) = head(method, path);
        assert!(line.contains(status), "{path}: {line}");
        assert!(serde_json::from_str::<Value>(&body).is_ok(), "{path}: {body}");
    }
}

#[test]
fn the_contract_and_the_uploads_have_the_headers_of_the_api() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    for path in ["/api/openapi.json", "/uploads/nothing", "/api/health"] {
        let head = crate::process::larder::head(larder.address, path, "identity").unwrap();
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{path}: {head}");
    }
}

#[test]
fn excess_photos_get_503_and_others_are_served() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let tokens: Vec<String> = (0..30).map(|_| larder.sign_up()).collect();
    let photo = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, receipt_printer::sample_jpeg(2).0);
    let address = larder.address;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let uploads: Vec<_> = tokens
            .iter()
            .map(|token| {
                let body = json!({"imageBase64": photo});
                scope.spawn(move || {
                    crate::process::larder::call(address, "POST", "/api/extract", Some(token), Some(&body)).unwrap().0
                })
            })
            .collect();
        // Another user gets an answer while they wait.
        assert_eq!(larder.call("GET", "/api/items", Some(&tokens[0]), None).unwrap().0, 200);
        uploads.into_iter().map(|upload| upload.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}
