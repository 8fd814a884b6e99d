//! Repeats earlier attacks on the running server, bounded, and against this machine only.

use crate::process::larder::{Larder, command, expect_refusal};
use larder::web::http_server::{self, Limits};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Sends bytes unchanged. Returns the status line of the response and its body.
fn send_raw(address: SocketAddr, request: &str) -> (String, String) {
    let response = crate::process::larder::raw(address, request);
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or((&response, ""));
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

/// Returns the ports that a process listens on, by the kernel's tables.
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
fn opens_only_the_port_of_the_site() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    larder.sign_up();
    assert_eq!(listening_ports(larder.process_id()), [larder.address.port()], "the table is not on the network");
}

#[test]
fn rejects_a_request_for_another_host() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let port = larder.address.port();
    let get = |host: &str| {
        send_raw(larder.address, &format!("GET /api/health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")).0
    };
    assert!(get("evil.example").contains(" 421 "), "a name that an attacker pointed at this machine");
    assert!(get(&format!("evil.example:{port}")).contains(" 421 "));
    assert!(get(&format!("localhost:{port}")).contains(" 200 "));
    assert!(get(&format!("127.0.0.1:{port}")).contains(" 200 "));
}

#[test]
fn lets_only_the_owner_read_the_data() {
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
fn overwrites_data_of_deleted_accounts_on_disk() {
    const WORDS: &str = "grandmother's plum jam of 1987";
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    for _ in 0..30 {
        let item = json!({"name": "Jam", "notes": WORDS});
        larder.expect(201, "POST", "/api/items", Some(&token), Some(&item));
    }
    let body = json!({"idToken": token});
    larder.expect(200, "POST", "/identity/v1/accounts:delete", None, Some(&body));
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
fn limits_a_signed_upload_to_its_length_and_its_own_object() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let (victim, attacker) = (larder.sign_up(), larder.sign_up());
    let sign = |token: &str, length: usize| -> String {
        let draft = json!({"length": length});
        let body = larder.expect(201, "POST", "/api/receipts", Some(token), Some(&draft));
        let url = body["uploadUrl"].as_str().unwrap();
        let path = url.split_once("://").unwrap().1.split_once('/').unwrap().1;
        format!("/{path}")
    };
    let put = |path: &str, header: &str, body: &str| {
        let host = larder.address;
        let length = body.len();
        send_raw(host, &format!("PUT {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: image/jpeg\r\n{header}content-length: {length}\r\n\r\n{body}")).0
    };
    let secret = sign(&victim, 20);
    for (other, status) in [("a stranger's receipts", " 413 "), ("a stranger's receip", " 400 "), ("", " 400 ")] {
        assert!(put(&secret, "", other).contains(status), "another length than the signed one: {other:?}");
    }
    assert!(put(&secret, "", "a stranger's receipt").contains(" 200 "));
    // Without a content length nothing is compared with the signature, so that the body itself is bounded.
    let host = larder.address;
    let longer = "15\r\na stranger's receipts\r\n";
    let head =
        format!("PUT {secret} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    let response = send_raw(host, &format!("{head}{longer}0\r\n\r\n")).0;
    assert!(response.contains(" 413 "), "{response}");
    let mine = sign(&attacker, 4);
    let source = secret.split('?').next().unwrap();
    put(&mine, &format!("x-amz-copy-source: {source}\r\n"), "mine");
    let mut copies = 0;
    walk(folder.path(), &mut |path| {
        copies += usize::from(path.is_file() && std::fs::read(path).unwrap() == b"a stranger's receipt");
    });
    assert_eq!(copies, 1, "the victim's own");
}

/// Serves a response of 8 MB, which no socket takes at once, within these limits.
fn start_server(limits: Limits) -> (SocketAddr, tokio::runtime::Runtime) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let router = axum::Router::new()
        .route("/large", axum::routing::get(|| async { vec![0_u8; 8 << 20] }))
        .route("/small", axum::routing::get(|| async { "small" }))
        .route("/body", axum::routing::post(|body: axum::body::Bytes| async { body }));
    let serving = http_server::serve(
        listener,
        router,
        "127.0.0.2".parse().unwrap(),
        limits,
        std::future::pending::<()>(),
        Duration::ZERO,
    );
    runtime.spawn(serving);
    (address, runtime)
}

/// Connects from one of this machine's addresses, and sends a piece of a request.
fn send_piece(runtime: &tokio::runtime::Runtime, from: &str, to: SocketAddr, piece: &str) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    let stream = runtime.block_on(socket.connect(to)).unwrap().into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let _ = (&stream).write_all(piece.as_bytes());
    stream
}

fn has_response(mut stream: TcpStream) -> bool {
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    response.starts_with(b"HTTP/1.1 200")
}

const SMALL: &str = "GET /small HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
const SHORT: Duration = Duration::from_millis(50);

#[test]
fn closes_connections_that_read_nothing() {
    let (address, runtime) = start_server(Limits { write_timeout: SHORT, max_connections: 2, ..Limits::default() });
    let large = "GET /large HTTP/1.1\r\nhost: x\r\n\r\n";
    let _silent = [(); 2].map(|()| send_piece(&runtime, "127.0.0.1", address, large));
    assert!(has_response(send_piece(&runtime, "127.0.0.1", address, SMALL)), "it waits until one of them is closed");
}

#[test]
fn closes_connections_that_send_nothing() {
    let (address, runtime) = start_server(Limits { head_timeout: SHORT, max_connections: 2, ..Limits::default() });
    let _silent = ["", "GET /small HTTP/1.1\r\nhost: "].map(|piece| send_piece(&runtime, "127.0.0.1", address, piece));
    assert!(has_response(send_piece(&runtime, "127.0.0.1", address, SMALL)), "it waits until one of them is closed");
}

#[test]
fn limits_connections_of_an_address_but_not_of_a_trusted_proxy() {
    let (address, runtime) =
        start_server(Limits { max_connections_per_address: 2, max_connections: 8, ..Limits::default() });
    let held = [(); 2].map(|()| send_piece(&runtime, "127.0.0.1", address, "GET /small"));
    assert!(!has_response(send_piece(&runtime, "127.0.0.1", address, SMALL)), "a third one is closed");
    assert!(has_response(send_piece(&runtime, "127.0.0.3", address, SMALL)), "another client's is served");
    let _proxied = [(); 3].map(|()| send_piece(&runtime, "127.0.0.2", address, "GET /small"));
    assert!(has_response(send_piece(&runtime, "127.0.0.2", address, SMALL)));
    for stream in held {
        let _ = (&stream).write_all(&SMALL.as_bytes()["GET /small".len()..]);
        assert!(has_response(stream));
    }
}

#[test]
fn ends_requests_whose_body_stops() {
    let (address, runtime) = start_server(Limits { body_timeout: SHORT, ..Limits::default() });
    let part = "POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\npart";
    let mut response = Vec::new();
    let _ = send_piece(&runtime, "127.0.0.1", address, part).read_to_end(&mut response);
    assert!(!response.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&response));
}

#[test]
fn serves_128_connections_of_an_address_and_512_in_all() {
    // Both ends of a connection are files of this process, beside those of other tests.
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let raised = rustix::process::Rlimit { current: files.maximum, ..files };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, raised).unwrap();
    let (address, runtime) = start_server(Limits::default());
    let mut held: Vec<_> = (0..128).map(|_| send_piece(&runtime, "127.0.0.11", address, "GET /small")).collect();
    assert!(!has_response(send_piece(&runtime, "127.0.0.11", address, SMALL)), "the 129th of an address is closed");
    for client in ["127.0.0.12", "127.0.0.13", "127.0.0.14"] {
        held.extend((0..127).map(|_| send_piece(&runtime, client, address, "GET /small")));
    }
    held.extend((0..2).map(|_| send_piece(&runtime, "127.0.0.15", address, "GET /small")));
    assert!(has_response(send_piece(&runtime, "127.0.0.16", address, SMALL)), "the 512th is served");
    held.push(send_piece(&runtime, "127.0.0.15", address, "GET /small"));
    let waiting = send_piece(&runtime, "127.0.0.16", address, SMALL);
    waiting.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(!has_response(waiting.try_clone().unwrap()), "the 513th waits");
    held.pop();
    waiting.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    assert!(has_response(waiting), "until another one ends");
}

#[test]
fn requires_the_database_of_existing_keys() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    for file in ["dynamodb.sqlite", "dynamodb.sqlite-wal", "dynamodb.sqlite-shm"] {
        let _ = std::fs::remove_file(folder.path().join(file));
    }
    expect_refusal(command(folder.path(), 0), 65, &["is missing or empty, although its key files exist"]);
}

#[test]
fn returns_own_errors_for_invalid_urls() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let token = larder.sign_up();
    let head = |method: &str, path: &str| {
        let host = larder.address;
        send_raw(
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
fn sends_api_headers_with_the_contract_and_uploads() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    for path in ["/api/openapi.json", "/uploads/nothing", "/api/health"] {
        let head = crate::process::larder::head(larder.address, path, "identity");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{path}: {head}");
    }
}

#[test]
fn returns_503_for_excess_photos_and_reads_the_others() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let tokens: Vec<String> = (0..30).map(|_| larder.sign_up()).collect();
    let photo = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, super::reading::RECEIPT);
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
        // Another user gets a response while they wait.
        larder.expect(200, "GET", "/api/items", Some(&tokens[0]), None);
        uploads.into_iter().map(|upload| upload.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}

/// A PDF of some kilobytes whose page draws a form of four megabytes a thousand times.
fn costly_pdf() -> Vec<u8> {
    let mut form = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    form.write_all(&b"q Q ".repeat(1_000_000)).unwrap();
    let form = form.finish().unwrap();
    let content = "/F Do ".repeat(1_000);
    let head = format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
        2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
        3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 260 600] /Contents 4 0 R \
        /Resources << /XObject << /F 5 0 R >> >> >>\nendobj\n\
        4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
        5 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Filter /FlateDecode /Length {} >>\nstream\n",
        content.len(),
        form.len()
    );
    [head.as_bytes(), &form, b"\nendstream\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF"].concat()
}

#[test]
fn rejects_an_expensive_pdf_and_reads_the_next_photo() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let extract = |picture: &[u8]| {
        let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, picture);
        let body = json!({"imageBase64": encoded});
        larder.call("POST", "/api/extract", Some(&larder.sign_up()), Some(&body)).unwrap()
    };
    let (status, response) = extract(&costly_pdf());
    assert_eq!(status, 422, "{response}");
    assert!(response.contains("takes too long"), "{response}");
    let (status, response) = extract(super::reading::RECEIPT);
    assert_eq!(status, 200, "{response}");
}
