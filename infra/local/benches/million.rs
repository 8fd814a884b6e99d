//! Measures a run of the reminders job over a table with a million users, a tenth of whom are due: `cargo bench --workspace --bench
//! million`.
//!
//! The table (embedded, on a file) and the push service are another process, so that CPU and memory are the job's own:
//! reading the due index, deciding, encrypting, signing, sending, writing. `USERS` and `DUE` set other sizes.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a measurement, not a product"
)]

#[path = "../tests/support/table_server.rs"]
mod table_server;

use application::config::{Config, Environment};
use application::deps::Deps;
use application::identity::Verifier;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use axum::routing::post;
use axum::{Json, Router};
use chrono::{TimeDelta, Utc};
use domain::id::{ItemId, UserId};
use domain::item::Item;
use domain::timestamp::iso;
use domain::unchecked_item::UncheckedItem;
use dynoxide::actions::query::QueryRequest;
use dynoxide::types::AttributeValue;
use dynoxide::{Database, ImportOptions};
use push::{Push, Pusher, VapidKeys, WebPush};
use reminders::{Budget, Report, run};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{CapacityUnits, Store, Write, keys};
use system::clock::{Clock, FixedClock, SystemClock};
use system::ids::{IdSource, SeededIds};
use tokio::net::TcpListener;

/// The ports of the other process.
#[derive(Serialize, Deserialize)]
struct Ports {
    table: u16,
    push: u16,
}

/// The order to copy a user.
#[derive(Serialize, Deserialize)]
struct Copies {
    model: UserId,
    users: usize,
    due: usize,
    due_at: String,
    later: String,
}

fn env_number(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

fn main() {
    use tokio::runtime::Builder;
    match std::env::var("MILLION_TABLE") {
        Ok(file) => Builder::new_multi_thread().enable_all().build().unwrap().block_on(serve(&file)),
        // One thread, as the function has it.
        Err(_) => Builder::new_current_thread().enable_all().build().unwrap().block_on(measure()),
    }
}

/// The other process: the table, and a push service that accepts and counts everything.
async fn serve(file: &str) {
    static TAKEN: AtomicU64 = AtomicU64::new(0);
    let db = Database::new(file).unwrap();
    let table = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let push = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let ports = Ports { table: table.local_addr().unwrap().port(), push: push.local_addr().unwrap().port() };
    tokio::spawn(table_server::serve(table, db.clone()));
    println!("{}", serde_json::to_string(&ports).unwrap());
    let take = |body: axum::body::Bytes| async move {
        TAKEN.fetch_add(u64::from(!body.is_empty()), Ordering::Relaxed);
        http::StatusCode::CREATED
    };
    let sent = || async { Json(TAKEN.load(Ordering::Relaxed)) };
    // An order is a line of JSON on the standard input.
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            copy_user(&db, &serde_json::from_str(&line.unwrap()).unwrap());
            println!("filled");
        }
    });
    axum::serve(push, Router::new().route("/{to}", post(take).get(sent))).await.unwrap();
}

struct NoSettings;

impl Environment for NoSettings {
    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

async fn measure() {
    let (users, due) = (env_number("USERS", 1_000_000), env_number("DUE", 100_000));
    let folder = std::env::temp_dir().join(format!("larder-million-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut other = Command::new(std::env::current_exe().unwrap())
        .env("MILLION_TABLE", folder.join("table.db"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut orders = other.stdin.take().unwrap();
    let mut answers = BufReader::new(other.stdout.take().unwrap()).lines();
    let ports: Ports = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();

    let client = client(ports.table);
    let now = SystemClock::default().now();
    let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(1));
    let deps = deps(&client, &ids, FixedClock::at(now));
    deps.store.table_create().await.unwrap();
    let began = Instant::now();
    let model = create_user(&deps, ports.push).await;
    let copies =
        Copies { model, users, due, due_at: iso(now - TimeDelta::minutes(5)), later: iso(now + TimeDelta::days(5)) };
    writeln!(orders, "{}", serde_json::to_string(&copies).unwrap()).unwrap();
    assert_eq!(answers.next().unwrap().unwrap(), "filled");
    println!("{users} users, {due} of them due, written in {:.0} s", began.elapsed().as_secs_f64());

    let vapid = VapidKeys::generate([7; 32], "mailto:bench@larder.example").unwrap();
    let web = WebPush::new(vapid, vec![format!("127.0.0.1:{}", ports.push)], Arc::new(FixedClock::at(now)));
    let pusher: Arc<dyn Pusher> = Arc::new(Push { web, mobile: None, receivers: Arc::default() });
    let budget = Budget { time: Duration::from_hours(1), ..Budget::default() };
    for name in ["the run that sends", "the run after it"] {
        let (spent, cpu, began) = (deps.store.meter.spent(), cpu_seconds(), Instant::now());
        let report = run(&deps, &pusher, budget).await.unwrap();
        print_costs(name, &report, deps.store.meter.spent() - spent);
        let (cpu, elapsed) = (cpu_seconds() - cpu, began.elapsed().as_secs_f64());
        println!("  {cpu:.1} s of CPU in this process, {elapsed:.1} s in all");
    }
    println!("at most resident: {} MB before and while it ran", max_resident_kb() / 1024);
    other.kill().unwrap();
    other.wait().unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

fn print_costs(name: &str, report: &Report, spent: CapacityUnits) {
    let Report { checked, sent, failed, .. } = report;
    let CapacityUnits { calls, read_units, write_units } = spent;
    println!(
        "{name}: {checked} checked, {sent} sent, {failed} failed; {calls} calls to the table, {read_units:.0} read units, {write_units:.0} write units"
    );
    if *sent > 0 {
        let each = *sent as f64;
        println!("  a due user: {:.3} read units, {:.3} write units", read_units / each, write_units / each);
    }
}

fn client(port: u16) -> Client {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(format!("http://127.0.0.1:{port}"))
        .http_client(system::aws::http_client(""))
        .credentials_provider(Credentials::new("bench", "bench", None, None, "bench"));
    store::table_client(config, system::aws::timeouts())
}

fn deps(client: &Client, ids: &Arc<dyn IdSource>, clock: FixedClock) -> Deps {
    let config = Config::from_environment(&NoSettings, "http://127.0.0.1:8080").unwrap();
    let identity = &config.identity;
    let verifier = Arc::new(Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url));
    Deps {
        store: Store::new(client.clone(), "larder", ids.clone()),
        verifier,
        clock: Arc::new(clock),
        ids: ids.clone(),
        config: Arc::new(config),
    }
}

/// Creates one user as the API does. The others are copies of it under other names.
async fn create_user(deps: &Deps, push: u16) -> UserId {
    let now = deps.now();
    let model = UserId::parse("model").unwrap();
    let endpoint = format!("http://127.0.0.1:{push}/browser");
    // The example of RFC 8291: a key that can be encrypted for.
    let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    let subscription =
        push::parse_subscription(&endpoint, key, "BTBZMqHH6r4Tts7J_aSIgg", &[format!("127.0.0.1:{push}")], now)
            .unwrap();
    deps.store.due_resume_checks(&model, now).await.unwrap();
    deps.store.commit(vec![Write::subscription_put(&model, &subscription)], None).await.unwrap();
    let draft = domain::preferences::UncheckedPreferences {
        // Whenever this runs, it is past six in the morning and not yet night.
        time_zone: Some(noon_zone(now)),
        notification_time: Some("06:00".into()),
        ..domain::preferences::UncheckedPreferences::default()
    };
    deps.store.commit(vec![Write::preferences_change(&model, &draft.checked().unwrap(), now)], None).await.unwrap();
    for thing in ["Milk", "Spinach", "Chicken"] {
        let draft = UncheckedItem {
            name: Some(thing.into()),
            expires_at: Some(iso(now + TimeDelta::days(1))),
            ..UncheckedItem::default()
        };
        let added = now - TimeDelta::days(1);
        let item = Item::new(
            ItemId(deps.ids.uuid(added)),
            model.clone(),
            None,
            draft.for_new(added, domain::calendar_day::Tz::UTC).unwrap(),
            added,
        );
        deps.store.commit(vec![Write::item_create(&item)], None).await.unwrap();
    }
    model
}

/// Puts one user's rows under a million other names straight into the file: over HTTP it would take an hour.
fn copy_user(db: &Database, copies: &Copies) {
    let values = HashMap::from([(":pk".to_owned(), AttributeValue::S(keys::user_pk(&copies.model)))]);
    let request = QueryRequest {
        table_name: "larder".into(),
        key_condition_expression: Some("PK = :pk".into()),
        expression_attribute_values: Some(values),
        scan_index_forward: true,
        ..QueryRequest::default()
    };
    let rows = db.query(request).unwrap().items.unwrap();
    assert!(rows.len() >= 5, "preferences, a subscription and three items");
    db.enable_bulk_loading().unwrap();
    let mut batch = Vec::new();
    for n in 0..copies.users {
        let user = UserId::parse(&format!("user-{n:07}")).unwrap();
        let is_due = n < copies.due;
        for row in &rows {
            let is_meta = row[keys::SK] == AttributeValue::S(keys::META.into());
            // Users who are not due are in the index for a later day, and nothing reads their other rows.
            if !is_meta && !is_due {
                continue;
            }
            let mut row = row.clone();
            row.insert(keys::PK.into(), AttributeValue::S(keys::user_pk(&user)));
            if is_meta {
                let at = if is_due { &copies.due_at } else { &copies.later };
                row.insert(keys::GSI1PK.into(), AttributeValue::S(keys::due_shard(&user)));
                row.insert(keys::GSI1SK.into(), AttributeValue::S(at.clone()));
            }
            batch.push(row);
        }
        if batch.len() >= 20_000 || n + 1 == copies.users {
            db.import_items("larder", std::mem::take(&mut batch), ImportOptions::default()).unwrap();
        }
    }
    db.disable_bulk_loading().unwrap();
}

/// Returns a time zone in which it is noon.
fn noon_zone(now: chrono::DateTime<Utc>) -> String {
    use chrono::Timelike;
    // POSIX writes them the wrong way round: Etc/GMT+3 is three hours behind.
    let ahead = 12 - i64::from(now.hour());
    match ahead {
        0 => "Etc/UTC".into(),
        ahead if ahead > 0 => format!("Etc/GMT-{ahead}"),
        behind => format!("Etc/GMT+{}", -behind),
    }
}

/// Linux counts CPU time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

/// Returns this process's CPU time, in user and kernel mode, in seconds.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let after_name = stat.rsplit(')').next().unwrap();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
    ticks / TICKS_PER_SECOND
}

/// Returns the largest resident memory of this process so far.
fn max_resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
