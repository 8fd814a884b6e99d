//! Requests over some connections at a time, and what they cost.

use crate::http::{Connection, Request};
use crate::process::Server;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Milliseconds.
pub struct Figures {
    /// Processor time of the server for each request.
    pub cpu: f64,
    pub median: f64,
    pub p99: f64,
}

pub struct Outcome {
    pub figures: Figures,
    /// In no particular order.
    pub answers: Vec<String>,
}

pub fn run(server: &Server, requests: Vec<Request>, connections: usize) -> Outcome {
    let count = requests.len();
    let waiting = Mutex::new(requests);
    let done = Mutex::new((Vec::with_capacity(count), Vec::with_capacity(count)));
    let before = server.cpu();
    std::thread::scope(|scope| {
        for _ in 0..connections {
            scope.spawn(|| {
                let mut connection = Connection::open(server.address);
                loop {
                    let Some(request) = waiting.lock().unwrap().pop() else { return };
                    let began = Instant::now();
                    let answer = connection.send(&request);
                    let took = began.elapsed();
                    let mut done = done.lock().unwrap();
                    done.0.push(took);
                    done.1.push(answer);
                }
            });
        }
    });
    let cpu = milliseconds(server.cpu().saturating_sub(before)) / f64::from(u32::try_from(count).unwrap());
    let (mut times, answers) = done.into_inner().unwrap();
    times.sort();
    let figures = Figures { cpu, median: milliseconds(times[count / 2]), p99: milliseconds(times[count * 99 / 100]) };
    Outcome { figures, answers }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
