//! Compares the API with a simple model in memory: random sequences of everything that two devices of one user and a
//! second user can do.
//!
//! `LARDER_MODEL_OPERATIONS` sets the number of operations (20,000), `LARDER_MODEL_FIRST` the first sequence (to divide
//! a long run), `LARDER_MODEL_SEED` one sequence to replay. A divergence is printed with its seed and the shortest
//! failing sequence.

mod action;
mod expected;
mod items;
mod list;
mod state;

use crate::random::Random;
use crate::server::{TestResponse, TestServer, line, picture, receipt};
use action::{Action, NOTHING_TO_EAT, PICTURES};
use chrono::TimeDelta;
use expected::{MONTHLY_UPLOADS, bought};
use state::Model;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::Instant;
use uuid::Uuid;

/// Steps of one sequence.
const STEPS: usize = 250;
const USERS: [&str; 2] = ["anna", "ben"];

fn number_from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} must be a whole number")))
}

async fn start() -> TestServer {
    let limit = MONTHLY_UPLOADS.to_string();
    let settings = [("LARDER_MONTHLY_UPLOADS", limit.as_str()), ("LARDER_READINGS_PER_ADDRESS", "1000000")];
    let server = TestServer::start_with(&settings).await;
    for n in 0..PICTURES {
        let lines = bought(n)
            .into_iter()
            .map(|(name, days)| line(&name.to_uppercase(), name, "Dairy", u32::try_from(days).unwrap()));
        let text = format!("{:?}", bought(n));
        server.reader.script(&picture(n * 2 + 1), Ok(receipt(lines.collect(), &[text.as_str()])));
    }
    let bags = vec![line("BAGS", "Trash bags", "Household", 365)];
    server.reader.script(&picture(NOTHING_TO_EAT * 2 + 1), Ok(receipt(bags, &["bags"])));
    server
}

async fn send(server: &TestServer, user: &str, action: &Action, key: Option<Uuid>) -> TestResponse {
    let (method, path, body) = action.request();
    let mut call = server.call(method, &path).keyed(key);
    // Reading a shared list needs no user.
    if !matches!(action, Action::ReadShare(_)) {
        call = call.by(user);
    }
    if let Some(body) = body {
        call = call.json(&body);
    }
    call.send().await
}

/// Asserts that everything a user sees equals the model.
async fn compare(server: &TestServer, model: &Model, user: &'static str) -> Result<(), String> {
    for (path, wanted) in model.visible(user) {
        let response = server.get(path).by(user).send().await;
        Model::check(path, &response, &wanted)?;
    }
    Ok(())
}

/// Runs two devices of one user concurrently: the result must equal one of the two orders, or one must get a conflict.
async fn race(server: &TestServer, model: &Model, user: &'static str, both: &[Action; 2]) -> Result<Model, String> {
    let [a, b] = both;
    let (answer_a, answer_b) = tokio::join!(send(server, user, a, None), send(server, user, b, None));
    let is_conflict = |response: &TestResponse| response.status.as_u16() == 409 && response.code() == "conflict";
    let orders: [&[(&Action, &TestResponse)]; 2] =
        [&[(a, &answer_a), (b, &answer_b)], &[(b, &answer_b), (a, &answer_a)]];
    let mut why = String::new();
    for order in orders {
        let mut candidate = model.clone();
        let outcome = order
            .iter()
            .filter(|(_, response)| !is_conflict(response))
            .try_for_each(|(action, response)| candidate.apply(user, action, None, response));
        let outcome = match outcome {
            Ok(()) if is_conflict(&answer_a) && is_conflict(&answer_b) => Err("both lost".to_owned()),
            Ok(()) => compare(server, &candidate, user).await,
            Err(error) => Err(error),
        };
        match outcome {
            Ok(()) => return Ok(candidate),
            Err(error) => why = format!("{why}\n{error}"),
        }
    }
    Err(format!("no order of the two explains what came of them:{why}"))
}

/// Runs one step of a sequence. It is drawn from a seed of its own, so that a sequence without some steps still works.
async fn step(
    server: &TestServer,
    model: &mut Model,
    seed: u64,
    keys: &mut [Option<(Uuid, Action)>; 3],
) -> Result<String, String> {
    let random = Random::new(seed);
    // Two devices of the first user, one of the second.
    let device = random.below(3);
    let user = USERS[device / 2];
    let known = model.known();
    let mut said = String::new();
    let outcome = match random.below(20) {
        0 => {
            let by = random.choose(&[
                1,
                1_000,
                3_600_000,
                23 * 3_600_000,
                25 * 3_600_000,
                48 * 3_600_000,
                72 * 3_600_000,
                240 * 3_600_000,
            ]);
            said = format!("{by} ms later");
            server.advance(TimeDelta::milliseconds(by));
            model.now += TimeDelta::milliseconds(by);
            compare(server, model, user).await
        }
        1..=2 => match keys[device].clone() {
            // The response was lost, so the device sends the same again.
            Some((key, action)) => {
                said = format!("{user}'s device {device} again {action:?} {key}");
                let response = send(server, user, &action, Some(key)).await;
                model.apply(user, &action, Some(key), &response)
            }
            None => Ok(()),
        },
        3 if keys[device].as_ref().is_some_and(|(key, _)| model.key_is_taken(user, *key)) => {
            let (key, _) = keys[device].clone().expect("there is one");
            let action = Action::RemoveRow(Uuid::from_u64_pair(random.next(), random.next()));
            said = format!("{user} with a key that is taken {action:?}");
            let response = send(server, user, &action, Some(key)).await;
            let right = response.status.as_u16() == 422 && response.json()["field"] == "Idempotency-Key";
            if right { Ok(()) } else { Err(String::from_utf8_lossy(&response.bytes).into_owned()) }
        }
        4..=5 => {
            let both = Action::draw_for_a_race(&random, &known, model.now);
            said = format!("{user} at once {both:?}");
            match race(server, model, user, &both).await {
                Ok(after) => {
                    *model = after;
                    Ok(())
                }
                Err(error) => Err(error),
            }
        }
        _ => {
            let action = Action::draw(&random, &known, model.now);
            let keyed = action.needs_a_key() || (action.is_a_mutation() && random.once_in(2));
            let key = keyed.then(|| Uuid::from_u64_pair(random.next(), random.next()));
            if let Some(key) = key {
                keys[device] = Some((key, action.clone()));
            }
            said = format!("{user}'s device {device} {action:?} {key:?}");
            let response = send(server, user, &action, key).await;
            model.apply(user, &action, key, &response)
        }
    };
    let compared = match outcome {
        Ok(()) if random.once_in(6) => compare(server, model, user).await,
        outcome => outcome,
    };
    compared.map_err(|error| format!("{said}\n {error}")).map(|()| said)
}

/// Run the steps; `Err` has what went wrong, and where.
async fn run(steps: &[u64]) -> Result<(), (usize, String)> {
    let server = start().await;
    let mut model = Model::new(&USERS, crate::server::start());
    let mut keys = [None, None, None];
    let mut story = vec![];
    for (n, seed) in steps.iter().enumerate() {
        match step(&server, &mut model, *seed, &mut keys).await {
            Ok(said) => story.push(said),
            Err(error) => {
                story.push(error);
                return Err((n, story.join("\n")));
            }
        }
    }
    for user in USERS {
        if let Err(error) = compare(&server, &model, user).await {
            story.push(error);
            return Err((steps.len(), story.join("\n")));
        }
    }
    Ok(())
}

/// Removes steps that are not needed for the failure: halves first, then quarters, down to single steps.
async fn shortest(mut steps: Vec<u64>, mut story: String) -> String {
    let mut size = steps.len() / 2;
    while size > 0 {
        let mut from = 0;
        while from < steps.len() {
            let mut fewer = steps.clone();
            fewer.drain(from..(from + size).min(fewer.len()));
            match run(&fewer).await {
                Err((last, shorter)) => {
                    fewer.truncate(last + 1);
                    (steps, story) = (fewer, shorter);
                }
                Ok(()) => from += size,
            }
        }
        size /= 2;
    }
    story
}

fn steps_of(seed: u64) -> Vec<u64> {
    let random = Random::new(seed);
    (0..STEPS).map(|_| random.next()).collect()
}

#[test]
fn matches_the_model_under_random_operations() {
    let only = number_from_environment("LARDER_MODEL_SEED");
    let operations = number_from_environment("LARDER_MODEL_OPERATIONS").unwrap_or(20_000);
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
                    if let Err((last, story)) = runtime.block_on(run(&steps)) {
                        next.store(sequences, SeqCst);
                        steps.truncate(last + 1);
                        let story = runtime.block_on(shortest(steps, story));
                        panic!("LARDER_MODEL_SEED={seed} shows a divergence:\n{story}");
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
