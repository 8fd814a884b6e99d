//! A running `larder serve`, and a plain HTTP/1.1 client to talk to it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

pub struct Larder {
    child: Child,
    said: BufReader<ChildStdout>,
    pub address: SocketAddr,
    /// The line with its address.
    pub first_line: String,
}

pub fn command(data: &Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larder"));
    command.arg("serve").env("PORT", port.to_string()).env("LARDER_DATA", data).env("LARDER_LOG", "warn");
    command
}

/// Expects that a command refuses to start, with this exit code and an error text that contains all of these. Returns
/// the error text.
#[track_caller]
pub fn expect_refusal(mut command: Command, code: i32, texts: &[&str]) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{command:?}: {said}");
    assert!(texts.iter().all(|text| said.contains(text)), "{command:?}: {said}");
    said
}

/// Creates another command of the program on a data folder.
pub fn other_command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larder"));
    command.args(arguments).env("LARDER_DATA", data);
    command
}

/// Runs another command of the program on a data folder; returns exit code and output.
pub fn run(data: &Path, arguments: &[&str]) -> (i32, String) {
    run_with_input(other_command(data, arguments), "")
}

/// Runs a command with this input; returns exit code and output.
pub fn run_with_input(mut command: Command, input: &str) -> (i32, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // If it refuses before it reads, the input is closed.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

impl Larder {
    pub fn start(data: &Path) -> Self {
        Self::start_at(data, 0)
    }

    pub fn start_at(data: &Path, port: u16) -> Self {
        Self::start_with(data, port, &[])
    }

    pub fn start_with(data: &Path, port: u16, settings: &[(&str, &str)]) -> Self {
        let mut command = command(data, port);
        command.envs(settings.iter().copied());
        Self::from_command(command)
    }

    pub fn from_command(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches(')').rsplit("http://").next().unwrap_or_default().parse();
        let address = address.unwrap_or_else(|_| panic!("larder did not say its address but {line:?}"));
        Self { child, said, address, first_line: line }
    }

    /// Returns the next line after the one with its address.
    pub fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn kill_9(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM; returns the exit code.
    pub fn stop(self) -> Option<i32> {
        self.stop_and_hear().0
    }

    /// Sends SIGTERM; returns exit code and remaining output.
    pub fn stop_and_hear(mut self) -> (Option<i32>, String) {
        rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), rustix::process::Signal::TERM)
            .unwrap();
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }

    /// Sends SIGTERM; returns exit code and the log of a process whose standard error is piped.
    pub fn stop_and_read_log(mut self) -> (Option<i32>, String) {
        let mut log = self.child.stderr.take().unwrap();
        let (code, _) = self.stop_and_hear();
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        (code, text)
    }

    pub fn call(&self, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> Option<(u16, String)> {
        call(self.address, method, path, token, body)
    }

    /// Sends a call and returns the body of a response with this status.
    #[track_caller]
    pub fn expect(&self, status: u16, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> Value {
        let (answered, body) = self.call(method, path, token, body).unwrap();
        assert_eq!(answered, status, "{path}: {body}");
        serde_json::from_str(&body).unwrap_or(Value::Null)
    }

    #[track_caller]
    pub fn get(&self, path: &str, token: &str) -> Value {
        self.expect(200, "GET", path, Some(token), None)
    }

    /// Creates an account; returns its id and tokens.
    pub fn create_account(&self) -> Value {
        let body = serde_json::json!({"returnSecureToken": true});
        self.expect(200, "POST", "/identity/v1/accounts:signUp", None, Some(&body))
    }

    pub fn sign_up(&self) -> String {
        self.create_account()["idToken"].as_str().unwrap().to_owned()
    }
}

impl Drop for Larder {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request; `None` if the server ended before it answered.
pub fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Option<(u16, String)> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let authorization = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    let length = body.len();
    let response = exchange(
        address,
        &format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n{authorization}content-length: {length}\r\n\r\n{body}"
        ),
    )
    .ok()?;
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Some((status, if chunked { unchunk(body)? } else { body.to_owned() }))
}

fn exchange(address: SocketAddr, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    stream.write_all(request.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

/// Sends a request as text; returns the whole response.
pub fn raw(address: SocketAddr, request: &str) -> String {
    exchange(address, request).unwrap()
}

/// Returns the head of a response to a client that accepts this encoding.
pub fn head(address: SocketAddr, path: &str, encoding: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\naccept-encoding: {encoding}\r\n\r\n");
    raw(address, &request).split_once("\r\n\r\n").unwrap().0.to_ascii_lowercase()
}

fn unchunk(mut rest: &str) -> Option<String> {
    let mut whole = String::new();
    loop {
        let (size, after) = rest.split_once("\r\n")?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(whole);
        }
        whole.push_str(after.get(..size)?);
        rest = after.get(size + 2..)?;
    }
}
