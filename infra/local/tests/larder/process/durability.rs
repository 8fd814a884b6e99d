//! Tests that acknowledged changes survive any end of the process.

use crate::process::larder::{Larder, call, kills};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;

const WRITERS: usize = 4;
/// Below the limit of 1,000 active items per user: each round has its own users.
const MAX_WRITES: usize = 400;

#[test]
fn loses_no_acknowledged_write_when_killed() {
    let rounds = kills(5);
    let folder = TempDir::new().unwrap();
    let mut checked = 0;
    for round in 0..rounds {
        let larder = Larder::start(folder.path());
        let address = larder.address;
        let token = larder.sign_up();
        let acknowledged = Mutex::new(BTreeSet::new());
        let (over, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..WRITERS {
                scope.spawn(|| {
                    while !over.load(Ordering::SeqCst) {
                        let n = sent.fetch_add(1, Ordering::SeqCst);
                        if n >= MAX_WRITES {
                            return;
                        }
                        let response = call(
                            address,
                            "POST",
                            "/api/items",
                            Some(&token),
                            Some(&json!({"name": format!("item {n}")})),
                        );
                        if let Some((201, body)) = response {
                            let item: Value = serde_json::from_str(&body).unwrap();
                            acknowledged.lock().unwrap().insert(item["id"].as_str().unwrap().to_owned());
                        }
                    }
                });
            }
            // Somewhere in the middle, at another moment each round.
            let least = usize::try_from(1 + 100 * round / rounds).unwrap();
            let is_reached = || acknowledged.lock().unwrap().len() >= least;
            (0..30_000).take_while(|_| !is_reached()).for_each(|_| std::thread::sleep(Duration::from_millis(1)));
            larder.kill_9();
            over.store(true, Ordering::SeqCst);
        });
        let larder = Larder::start_at(folder.path(), address.port());
        let list = larder.get("/api/items", &token);
        let present: BTreeSet<String> =
            list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect();
        let acknowledged = acknowledged.into_inner().unwrap();
        let lost: Vec<_> = acknowledged.difference(&present).collect();
        assert!(lost.is_empty(), "round {round}: {} of {} acknowledged items are gone", lost.len(), acknowledged.len());
        checked += acknowledged.len();
        assert_eq!(larder.stop(), Some(0));
    }
    assert!(checked >= 5, "the rounds wrote something: {checked}");
    println!("{checked} acknowledged writes over {rounds} rounds of kill -9, none lost");
}
