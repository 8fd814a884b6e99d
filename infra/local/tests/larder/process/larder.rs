//! A running `larder serve`, and a plain HTTP/1.1 client to talk to it.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// No command, start or end takes this long, so that a test fails instead of waiting for ever.
const PROCESS_TIMEOUT: Duration = Duration::from_mins(2);
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);

/// Returns how often a test kills a process: this number, or that of `LARDER_KILLS` (`make test-all`: 20).
pub fn kills(default: u64) -> u64 {
    std::env::var("LARDER_KILLS").map_or(default, |text| text.parse().expect("LARDER_KILLS is a whole number"))
}

pub struct Larder {
    child: Child,
    /// The lines of its output that no test has read.
    lines: Receiver<String>,
    /// Reads its standard error, if that is piped.
    log: Option<JoinHandle<String>>,
    pub address: SocketAddr,
    /// The line with its address.
    pub first_line: String,
}

pub fn command(data: &Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larder"));
    command.arg("serve").env("PORT", port.to_string()).env("LARDER_DATA", data).env("LARDER_LOG", "warn");
    command
}

/// Expects that a command refuses to start, with this exit code of `larder::data::exit_code` and an error text that
/// contains all of these. Returns the error text.
#[track_caller]
pub fn expect_refusal(mut command: Command, code: u8, texts: &[&str]) -> String {
    let output =
        wait_for_end(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code.into()), "{command:?}: {error}");
    assert!(texts.iter().all(|text| error.contains(text)), "{command:?}: {error}");
    error
}

/// Waits until a process has ended; returns its output. Kills it and panics if it does not end.
#[track_caller]
fn wait_for_end(child: Child) -> Output {
    let process = Pid::from_child(&child);
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(PROCESS_TIMEOUT).map_or_else(
        |_| {
            kill_process(process, Signal::KILL).unwrap();
            panic!("the process does not end")
        },
        Result::unwrap,
    )
}

/// Creates another command of the program on a data folder.
pub fn other_command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_larder"));
    command.args(arguments).env("LARDER_DATA", data);
    command
}

/// Runs another command of the program on a data folder; returns exit code and output.
pub fn run(data: &Path, arguments: &[&str]) -> (u8, String) {
    run_with_input(other_command(data, arguments), "")
}

/// Runs a command with this input; returns exit code and output.
pub fn run_with_input(mut command: Command, input: &str) -> (u8, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // If it refuses before it reads, the input is closed.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = wait_for_end(child);
    let code = output.status.code().and_then(|code| u8::try_from(code).ok()).expect("no signal ended it");
    (code, String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
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
        let (sender, lines) = channel();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            let mut line = String::new();
            while output.read_line(&mut line).unwrap() > 0 && sender.send(std::mem::take(&mut line)).is_ok() {}
        });
        let log = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut text = String::new();
                stderr.read_to_string(&mut text).unwrap();
                text
            })
        });
        let line = lines.recv_timeout(PROCESS_TIMEOUT).expect("larder prints its address");
        let address = line.trim().trim_end_matches(')').rsplit("http://").next().unwrap_or_default().parse();
        let address = address.unwrap_or_else(|_| panic!("larder did not print its address but {line:?}"));
        Self { child, lines, log, address, first_line: line }
    }

    /// Returns the next line after the one with its address.
    pub fn next_line(&mut self) -> String {
        self.lines.recv_timeout(PROCESS_TIMEOUT).expect("larder prints another line").trim().to_owned()
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn kill_9(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM; returns the exit code.
    pub fn stop(self) -> Option<i32> {
        self.stop_and_read_output().0
    }

    /// Sends SIGTERM; returns exit code and remaining output.
    pub fn stop_and_read_output(mut self) -> (Option<i32>, String) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        let mut rest = String::new();
        loop {
            match self.lines.recv_timeout(PROCESS_TIMEOUT) {
                Ok(line) => rest.push_str(&line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("larder does not stop"),
            }
        }
        (self.child.wait().unwrap().code(), rest)
    }

    /// Sends SIGTERM; returns exit code and the log of a process whose standard error is piped.
    pub fn stop_and_read_log(mut self) -> (Option<i32>, String) {
        let log = self.log.take().expect("its standard error is piped");
        let (code, _) = self.stop_and_read_output();
        (code, log.join().unwrap())
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

/// Sends a request; `None` if the server ended before it answered completely. Panics if a running server does not
/// answer, or not by the protocol.
#[track_caller]
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
    );
    let response = match response {
        Ok(response) => response,
        Err(error) if is_ended(error.kind()) => return None,
        Err(error) => panic!("{method} {path}: {error}"),
    };
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("{method} {path}: {head}"));
    let head = head.to_ascii_lowercase();
    if head.contains("transfer-encoding: chunked") {
        return Some((status, unchunk(body)?));
    }
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
    (body.len() >= length.unwrap_or(0)).then(|| (status, body.to_owned()))
}

/// Returns true for the error of a connection to a process that has ended, or ends.
fn is_ended(error: ErrorKind) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error, BrokenPipe | ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn exchange(address: SocketAddr, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
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

/// Returns a chunked body; `None` if its end is missing.
fn unchunk(mut rest: &str) -> Option<String> {
    let mut whole = String::new();
    loop {
        let (size, after) = rest.split_once("\r\n")?;
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or_else(|_| panic!("{size:?} is no size of a chunk"));
        if size == 0 {
            return Some(whole);
        }
        whole.push_str(after.get(..size)?);
        rest = after.get(size + 2..)?;
    }
}
