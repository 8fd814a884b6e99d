//! As much of HTTP/1.1 as a measurement needs: one connection that stays open, responses with a length or in chunks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

pub struct Request {
    method: &'static str,
    path: String,
    token: Option<String>,
    body: String,
}

impl Request {
    pub fn new(method: &'static str, path: &str, body: &str) -> Self {
        Self { method, path: path.to_owned(), token: None, body: body.to_owned() }
    }

    pub fn with_token(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }
}

pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    /// Sends a request and returns the body of the response. Panics if that is no success.
    pub fn send(&mut self, request: &Request) -> String {
        let Request { method, path, token, body } = request;
        let token = token.as_ref().map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
        let length = body.len();
        let host = self.stream.get_ref().peer_addr().unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\n{token}content-type: application/json\r\n");
        let message = format!("{head}content-length: {length}\r\n\r\n{body}");
        self.stream.get_mut().write_all(message.as_bytes()).unwrap();
        self.read_response(method, path)
    }

    fn read_response(&mut self, method: &str, path: &str) -> String {
        let status = self.read_line();
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.read_line().to_lowercase();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap();
            match name {
                "content-length" => length = value.trim().parse().unwrap(),
                "transfer-encoding" => is_chunked = value.trim() == "chunked",
                _ => {}
            }
        }
        let mut body = vec![];
        if is_chunked {
            loop {
                let size = usize::from_str_radix(&self.read_line(), 16).unwrap();
                body.extend(self.read_bytes(size));
                self.read_line();
                if size == 0 {
                    break;
                }
            }
        } else {
            body = self.read_bytes(length);
        }
        let body = String::from_utf8(body).unwrap();
        assert!(status.contains(" 200 ") || status.contains(" 201 "), "{method} {path}: {status}: {body}");
        body
    }

    fn read_line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn read_bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }
}
