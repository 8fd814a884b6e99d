//! A test server that records requests and sends scripted responses.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
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
    /// Starts a server. `response` returns status and body for the number of a request; `None` closes the connection.
    pub fn start(response: impl Fn(usize, &Received) -> Option<(u16, String)> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let noted = received.clone();
        std::thread::spawn(move || {
            for (n, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
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
                let request = Received { path, headers, body: String::from_utf8(body).unwrap() };
                let response = response(n, &request);
                noted.lock().unwrap().push(request);
                let Some((status, body)) = response else { continue };
                let head = format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n");
                // A client that closes early has read enough.
                let _ = write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len());
            }
        });
        Self { address, received }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}
