//! A test server that records requests and sends scripted responses.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A received request: its path, its headers by lower-case name, its body.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

pub struct Listener {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Listener {
    /// Starts a server. `response` returns status and JSON for the number of a request; `None` closes the connection.
    pub fn start(response: impl Fn(usize, &Received) -> Option<(u16, String)> + Send + 'static) -> Self {
        Self::serve(move |n, request, stream| {
            if let Some((status, body)) = response(n, request) {
                respond(stream, status, "application/json", &body);
            }
        })
    }

    /// Starts a server that handles one request after the other.
    pub fn serve(handle: impl Fn(usize, &Received, &mut TcpStream) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let requests = received.clone();
        std::thread::spawn(move || {
            for (n, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                let request = read(&stream);
                requests.lock().unwrap().push(request.clone());
                handle(n, &request, &mut stream);
            }
        });
        Self { address, received }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Received {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        line.trim().to_owned()
    };
    let path = line().split(' ').nth(1).unwrap().to_owned();
    let lines = std::iter::from_fn(|| Some(line()).filter(|line| !line.is_empty()));
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.into())))
        .collect();
    let mut body = vec![0; headers.get("content-length").map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).unwrap();
    Received { path, headers, body: String::from_utf8(body).unwrap() }
}

/// Sends a response. The location matters only to a redirect.
pub fn respond(stream: &mut TcpStream, status: u16, kind: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\nconnection: close\r\nlocation: http://127.0.0.1:9/\r\n"
    );
    // A client that closes early has read enough.
    let _ = write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len());
}
