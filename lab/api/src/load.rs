//! Sends requests over some connections at a time, and measures what they cost.

use crate::http::{Connection, Request};
use crate::process::Server;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Times of one request, in milliseconds.
pub struct Figures {
    /// The server's processor time, on average.
    pub cpu: f64,
    pub median: f64,
    pub p99: f64,
}

pub struct Outcome {
    pub figures: Figures,
    /// The bodies of the responses, in no particular order.
    pub responses: Vec<String>,
}

/// Sends all requests, and waits for their responses.
pub fn send_all(server: &Server, requests: Vec<Request>, connections: usize) -> Outcome {
    let count = requests.len();
    let waiting = Mutex::new(requests);
    let done = Mutex::new((Vec::with_capacity(count), Vec::with_capacity(count)));
    let before = server.cpu_time();
    std::thread::scope(|scope| {
        for _ in 0..connections {
            scope.spawn(|| {
                let mut connection = Connection::open(server.address);
                loop {
                    let Some(request) = waiting.lock().unwrap().pop() else { return };
                    let began = Instant::now();
                    let response = connection.send(&request);
                    let took = began.elapsed();
                    let mut done = done.lock().unwrap();
                    done.0.push(took);
                    done.1.push(response);
                }
            });
        }
    });
    let cpu = milliseconds(server.cpu_time().saturating_sub(before)) / f64::from(u32::try_from(count).unwrap());
    let (mut times, responses) = done.into_inner().unwrap();
    times.sort();
    let (median, p99) = (milliseconds(times[count / 2]), milliseconds(times[count * 99 / 100]));
    Outcome { figures: Figures { cpu, median, p99 }, responses }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
