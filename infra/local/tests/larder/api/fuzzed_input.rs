//! Tests mutated input: everything is read or refused, without internal errors.
//!
//! Every run tries the same inputs. `LARDER_MUTATIONS` sets the number of each kind; `lab/long-tests.sh fuzz` runs ten
//! minutes each.
//! The reader's own tests mutate photos and receipt lines (`receipt-reader/src/tests/hostile.rs`).

use crate::api::sample_call::USER;
use crate::api::world::World;
use crate::house::subscription;
use crate::random::Random;
use crate::server::{TestResponse, TestServer, line, receipt};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const MUTATIONS: usize = 1_500;

/// Inputs that confuse parsers: limits of ranges, invalid characters, beginnings of other values.
const PIECES: [&str; 24] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\u0000",
    "null",
    "true",
    "-1",
    "1e400",
    "99999999999999999999",
    "\u{feff}",
    "\u{202e}",
    "\r\n",
    ";",
    "\t",
    "..",
    "==",
    "0000-00-00",
    "10000-01-01T00:00:00Z",
    "٣",
    "👩‍👩‍👧",
];

/// Returns a seed with one to eight changes, or a part of it followed by a part of another.
fn mutate(seeds: &[String], random: &Random) -> String {
    let mut bytes = random.choose(seeds).into_bytes();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 | 3 => drop(bytes.splice(at..at, random.choose(&PIECES).bytes())),
            4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8_u8),
            5 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256_u64)).unwrap(),
            _ => {
                let other = random.choose(seeds);
                bytes.truncate(at);
                bytes.extend_from_slice(&other.as_bytes()[random.below(other.len().max(1))..]);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The smallest picture.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==";

/// Sends `LARDER_MUTATIONS` inputs, or as many as ten minutes allow.
#[expect(clippy::print_stdout, reason = "how far a long run came")]
async fn send_mutations(kind: &str, seeds: Vec<String>, mut send: impl AsyncFnMut(&str) -> TestResponse) {
    let count = std::env::var("LARDER_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(MUTATIONS);
    let until = Instant::now() + Duration::from_mins(10);
    let random = Random::new(20_261_124);
    let (mut accepted, mut all) = (0_usize, 0_usize);
    while all < count && Instant::now() < until {
        let text = mutate(&seeds, &random);
        let response = send(&text).await;
        let status = response.status.as_u16();
        assert!(status < 500, "{kind}: {status} for {text:?}: {}", response.text());
        if status >= 400 {
            assert!(!response.code().is_empty(), "{kind}: {text:?}");
        }
        accepted += usize::from(status < 300);
        all += 1;
    }
    println!("{kind}: {all} sent, {accepted} accepted");
    assert!((1..all).contains(&accepted), "{kind}: of {all}, {accepted} were accepted");
}

#[tokio::test]
async fn reads_or_rejects_mutated_files() {
    let world = World::new().await;
    let export = world.server.get("/api/user/export").by(USER).expect(200).await.to_string();
    let owl = json!({"items": [{"name": "Milk", "icon": "milk", "category": "Dairy"}, {"name": "Oats"}],
        "recipes": [{"name": "Porridge", "items": [{"name": "Oats", "amount": "200 g", "optional": false}]}],
        "shoppinglists": [{"name": "Default", "items": [{"name": "Milk", "description": "2 l"}]}], "expenses": []});
    let tables = [
        "Name,Quantity,Unit,Expiry Date,Category\nMilk,1,l,2026-12-01,Dairy\n\"Oats, rolled\",2.5,bag,03/04/2027,Pantry\n",
        "Artikel;Menge;MHD\nMilch;1,5;1.12.2026\nBrot;1;24.12.2026\n",
        "\u{feff}Product\tAmount\nMilk\t3 x 1 l\n",
    ];
    let mut seeds = vec![export, owl.to_string()];
    seeds.extend(tables.map(str::to_owned));
    let columns = json!(["name", "quantity", "unit", null, "category"]);
    let mut turn = 0;
    send_mutations("import files", seeds, async |text: &str| {
        turn += 1;
        if turn % 200 == 0 {
            // Past the rate limit.
            world.server.advance(TimeDelta::hours(1));
        }
        let mut body = json!({"text": text, "language": if turn % 2 == 0 { "en" } else { "de" }});
        if turn % 5 == 0 {
            body["columns"] = columns.clone();
        }
        world.server.post("/api/user/import-preview").by(USER).json(&body).send().await
    })
    .await;
}

#[tokio::test]
async fn rejects_mutated_tokens() {
    let server = TestServer::start().await;
    let good = server.token(USER);
    let [head, claims, signature] = good.split('.').collect::<Vec<_>>().try_into().unwrap();
    let other = server.token("ben");
    let none = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
    let seeds = vec![good.clone(), other, none, format!("{head}.{claims}"), format!("{claims}.{head}.{signature}")];
    send_mutations("tokens", seeds, async |text: &str| {
        // Header values contain no control characters, and a mutated token has no valid signature.
        let text: String = text.chars().filter(|c| !c.is_control() && c.is_ascii()).collect();
        let response = server.get("/api/upload-limit").bearer(&text).send().await;
        let same = text.trim() == good || response.status != 200;
        assert!(same || server.token("ben") == text.trim(), "{text:?} was accepted");
        response
    })
    .await;
}

#[tokio::test]
async fn reads_or_rejects_mutated_bodies() {
    let world = World::new().await;
    let subscription = subscription("https://web.push.apple.com/y");
    let item = json!({"name": "Milk", "category": "Dairy", "quantity": 1.5, "unit": "l", "shelfLifeDays": 5,
        "expiresAt": "2026-12-01T00:00:00Z"});
    world
        .server
        .reader
        .script(&STANDARD.decode(PNG).unwrap(), Ok(receipt(vec![line("MILK", "Milk", "Dairy", 5)], &["milk 1.99"])));
    let pictures = json!({"imageBase64": format!("data:image/png;base64,{PNG}")});
    for (kind, path, seed) in [
        ("push subscriptions", "/api/push-subscriptions", subscription),
        ("items", "/api/items", item),
        ("pictures", "/api/extract", pictures),
    ] {
        let (seeds, mut turn) = (vec![seed.to_string()], 0);
        send_mutations(kind, seeds, async |text: &str| {
            turn += 1;
            // Some inputs are still valid: each comes from another user, so that no rate limit refuses it.
            world.server.post(path).by(&format!("user{}", turn / 20)).json(&Value::Null).raw(text).send().await
        })
        .await;
    }
}
