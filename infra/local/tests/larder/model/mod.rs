//! Compares the API with a simple model in memory: random sequences of everything that two devices of one user and a
//! second user can do.
//!
//! `LARDER_MODEL_OPERATIONS` sets the number of operations (5,000; `make test-all` runs 20,000), `LARDER_MODEL_FIRST`
//! the first sequence (to divide a long run), `LARDER_MODEL_SEED` one sequence to replay. A divergence is printed with
//! its seed and the shortest failing sequence.

mod action;
mod expected;
mod items;
mod list;
mod scans;
mod state;

use crate::random::Random;
use crate::server::{TestResponse, TestServer, line, picture, receipt};
use action::{Action, NOTHING_TO_EAT, PICTURES, fresh_id};
use chrono::TimeDelta;
use expected::{Model, contains};
use scans::{CATEGORY, MONTHLY_UPLOADS, receipt_lines};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::Instant;
use uuid::Uuid;

/// Steps of one sequence.
const STEPS: usize = 250;
const USERS: [&str; 2] = ["anna", "ben"];
const HOUR_MS: i64 = 3_600_000;

fn number_from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} must be a whole number")))
}

async fn start() -> TestServer {
    let limit = MONTHLY_UPLOADS.to_string();
    let settings = [("LARDER_MONTHLY_UPLOADS", limit.as_str()), ("LARDER_READINGS_PER_ADDRESS", "1000000")];
    let server = TestServer::start_with(&settings).await;
    for n in 0..PICTURES {
        let lines = receipt_lines(n)
            .into_iter()
            .map(|(name, days)| line(&name.to_uppercase(), name, CATEGORY, u32::try_from(days).unwrap()));
        let text = format!("{:?}", receipt_lines(n));
        server.reader.script(&picture(n), Ok(receipt(lines.collect(), &[text.as_str()])));
    }
    let bags = vec![line("BAGS", "Trash bags", "Household", 365)];
    server.reader.script(&picture(NOTHING_TO_EAT), Ok(receipt(bags, &["bags"])));
    server
}

/// A sequence of random steps of two devices of the first user and one of the second.
struct Sequence {
    server: TestServer,
    model: Model,
    /// The last request of each device that had a key.
    last_keyed: [Option<(Uuid, Action)>; 3],
    /// The steps so far, in words.
    log: Vec<String>,
}

impl Sequence {
    async fn new() -> Self {
        let model = Model::new(&USERS, crate::server::start());
        Self { server: start().await, model, last_keyed: [None, None, None], log: vec![] }
    }

    /// Runs one step, drawn from a seed of its own, so that a sequence without some steps still works.
    async fn step(&mut self, seed: u64) -> Result<(), String> {
        let random = Random::new(seed);
        let device = random.below(3);
        let user = USERS[device / 2];
        let kind = random.below(20);
        match (kind, self.last_keyed[device].clone()) {
            (0, _) => self.wait(&random),
            (1..=2, None) => {}
            // The response was lost, so the device sends the same again.
            (1..=2, Some((key, action))) => self.request(user, &action, Some(key)).await?,
            (3, Some((key, _))) if self.model.key_is_taken(user, key) => self.reuse_key(&random, user, key).await?,
            (4..=5, _) => self.race(&random, user).await?,
            _ => {
                let action = Action::draw(&random, &self.model.known(user), self.model.now);
                let has_key = action.needs_a_key() || (action.is_a_mutation() && random.once_in(2));
                let key = has_key.then(|| fresh_id(&random));
                if let Some(key) = key {
                    self.last_keyed[device] = Some((key, action.clone()));
                }
                self.request(user, &action, key).await?;
            }
        }
        if kind == 0 || random.once_in(6) { self.compare(&self.model, user).await } else { Ok(()) }
    }

    fn wait(&mut self, random: &Random) {
        let hours = [1, 23, 25, 48, 72, 240].map(|hours| hours * HOUR_MS);
        let by = TimeDelta::milliseconds(random.choose(&[&[1, 1_000], &hours[..]].concat()));
        self.log.push(format!("{by} later"));
        self.server.advance(by);
        self.model.now += by;
    }

    async fn send(&self, user: &str, action: &Action, key: Option<Uuid>) -> TestResponse {
        let (method, path, body) = action.request();
        let mut call = self.server.call(method, &path).keyed(key);
        // Reading a shared list needs no user.
        if !matches!(action, Action::ReadShare(_)) {
            call = call.by(user);
        }
        if let Some(body) = body {
            call = call.json(&body);
        }
        call.send().await
    }

    async fn request(&mut self, user: &'static str, action: &Action, key: Option<Uuid>) -> Result<(), String> {
        self.log.push(format!("{user} {action:?} {key:?}"));
        let response = self.send(user, action, key).await;
        self.model.apply(user, action, key, &response)
    }

    /// Sends another request with the key of an earlier one.
    async fn reuse_key(&mut self, random: &Random, user: &'static str, key: Uuid) -> Result<(), String> {
        let action = Action::RemoveRow(fresh_id(random));
        self.log.push(format!("{user} with a key that is taken {action:?} {key}"));
        let response = self.send(user, &action, Some(key)).await;
        let is_refused = response.status == 422 && response.json()["field"] == "Idempotency-Key";
        if is_refused { Ok(()) } else { Err(response.text()) }
    }

    /// Runs two devices of one user concurrently: the result must equal one of the two orders, or one must get a
    /// conflict.
    async fn race(&mut self, random: &Random, user: &'static str) -> Result<(), String> {
        let both = Action::draw_for_a_race(random, &self.model.known(user), self.model.now);
        self.log.push(format!("{user} at once {both:?}"));
        let [a, b] = &both;
        let (answer_a, answer_b) = tokio::join!(self.send(user, a, None), self.send(user, b, None));
        let is_conflict = |response: &TestResponse| response.status == 409 && response.code() == "conflict";
        if is_conflict(&answer_a) && is_conflict(&answer_b) {
            return Err("both lost".to_owned());
        }
        let mut errors = String::new();
        for order in [[(a, &answer_a), (b, &answer_b)], [(b, &answer_b), (a, &answer_a)]] {
            let mut candidate = self.model.clone();
            let mut successes = order.iter().filter(|(_, response)| !is_conflict(response));
            let applied = successes.try_for_each(|(action, response)| candidate.apply(user, action, None, response));
            let outcome = match applied {
                Ok(()) => self.compare(&candidate, user).await,
                error => error,
            };
            match outcome {
                Ok(()) => {
                    self.model = candidate;
                    return Ok(());
                }
                Err(error) => errors = format!("{errors}\n{error}"),
            }
        }
        Err(format!("neither order of the two explains the responses:{errors}"))
    }

    /// Compares everything that a user sees with a model.
    async fn compare(&self, model: &Model, user: &'static str) -> Result<(), String> {
        for (path, wanted) in model.visible(user) {
            let response = self.server.get(path).by(user).send().await;
            if response.status != 200 || !contains(&response.json(), &wanted) {
                let text = response.text();
                return Err(format!("{path}\n is   {text}\n not  {wanted}"));
            }
        }
        Ok(())
    }
}

/// Runs the steps. Fails with the number of the step that went wrong, and the log.
async fn run(steps: &[u64]) -> Result<(), (usize, String)> {
    let mut sequence = Sequence::new().await;
    for (n, seed) in steps.iter().enumerate() {
        if let Err(error) = sequence.step(*seed).await {
            return Err((n, format!("{}\n {error}", sequence.log.join("\n"))));
        }
    }
    for user in USERS {
        if let Err(error) = sequence.compare(&sequence.model, user).await {
            return Err((steps.len(), format!("{}\n {error}", sequence.log.join("\n"))));
        }
    }
    Ok(())
}

/// Removes steps that are not needed for the failure: halves first, then quarters, down to single steps.
async fn shortest(mut steps: Vec<u64>, mut log: String) -> String {
    let mut size = steps.len() / 2;
    while size > 0 {
        let mut from = 0;
        while from < steps.len() {
            let mut fewer = steps.clone();
            fewer.drain(from..(from + size).min(fewer.len()));
            match run(&fewer).await {
                Err((last, shorter)) => {
                    fewer.truncate(last + 1);
                    (steps, log) = (fewer, shorter);
                }
                Ok(()) => from += size,
            }
        }
        size /= 2;
    }
    log
}

fn steps_of(seed: u64) -> Vec<u64> {
    let random = Random::new(seed);
    (0..STEPS).map(|_| random.next()).collect()
}

#[test]
fn matches_the_model_under_random_operations() {
    let only = number_from_environment("LARDER_MODEL_SEED");
    let operations = number_from_environment("LARDER_MODEL_OPERATIONS").unwrap_or(5_000);
    let first = number_from_environment("LARDER_MODEL_FIRST").unwrap_or(0);
    let sequences = if only.is_some() { first + 1 } else { first + operations.div_ceil(STEPS as u64) };
    let next = AtomicU64::new(first);
    let done = AtomicUsize::new(0);
    let began = Instant::now();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, SeqCst);
                    if nth >= sequences {
                        return;
                    }
                    // A runtime per sequence, so that its server is dropped with it.
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    let seed = only.unwrap_or(nth);
                    let mut steps = steps_of(seed);
                    if let Err((last, log)) = runtime.block_on(run(&steps)) {
                        next.store(sequences, SeqCst);
                        steps.truncate(last + 1);
                        let log = runtime.block_on(shortest(steps, log));
                        panic!("LARDER_MODEL_SEED={seed} shows a divergence:\n{log}");
                    }
                    let done = done.fetch_add(STEPS, SeqCst) + STEPS;
                    if done.is_multiple_of(50_000) {
                        eprintln!("{done} operations without a divergence");
                    }
                }
            });
        }
    });
    eprintln!("{} operations in {} s without a divergence", done.load(SeqCst), began.elapsed().as_secs());
}
