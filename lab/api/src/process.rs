//! Starts the measured server on a free port over an empty folder, and stops it at the end.

use axum::Router;
use axum::routing::get;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Linux counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts a program that prints its address.
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.html"), "<!doctype html><title>Larder</title>").unwrap();
        let mut child = Command::new(program)
            .args(arguments)
            .env("PORT", "0")
            .env("LARDER_DATA", folder.path().join("data"))
            .env("LARDER_SITE", folder.path())
            .env("LARDER_SIGN_UPS_PER_ADDRESS", "1000000")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("http://")?;
                rest.split(|c: char| c != ':' && c != '.' && !c.is_ascii_digit()).next()?.parse().ok()
            })
            .expect("the server prints its address");
        Self { child, address, _folder: folder }
    }

    /// Returns the user and system time of the process so far.
    pub fn cpu_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u32>().unwrap()).sum::<u32>();
        TICK * ticks
    }

    /// Returns the megabytes that a line of `/proc/<pid>/status` has.
    pub fn memory_mb(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1_024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves one route with a short answer, to measure axum itself.
#[tokio::main]
pub async fn serve_bare() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().route("/", get(async || "ok"));
    axum::serve(listener, routes).await.unwrap();
}
