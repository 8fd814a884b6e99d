//! Simulates a household after three years, an extreme one: every product is a row of its own, bought for six people.
//!
//! `LARDER_HOUSEHOLDS` sets their number (1; `make test-all` simulates 2); each has other products, stores and habits.

#![expect(clippy::print_stdout, reason = "a long run says what it has measured")]

use super::scans::{extract, list};
use crate::random::Random;
use crate::server::{TestServer, assert_fields, eventually, line, picture, receipt};
use chrono::{DateTime, TimeDelta, Utc};
use domain::correction::{CorrectedFields, Correction};
use domain::id::{ItemId, ListItemId, SessionId, UserId};
use domain::item::{Details, Item, Outcome, ReceiptLine};
use domain::price::Price;
use domain::quantity::Quantity;
use domain::scan::ScanSession;
use domain::shopping::{self, ListItem};
use domain::usage::Usage;
use flate2::Compression;
use flate2::write::GzEncoder;
use receipt_reader::Receipt;
use serde_json::json;
use std::io::Write as _;
use std::time::Instant;
use store::Write;
use store::receipts::Receipts;

const WEEKS: i64 = 156;
const NAMES: [&str; 12] = [
    "Whole milk",
    "Sourdough",
    "Tomatoes",
    "Chicken thighs",
    "Olive oil",
    "Yoghurt",
    "Rolled oats",
    "Bananas",
    "Ground coffee",
    "Cheddar",
    "Spinach",
    "Lentils",
];

/// The largest acceptable response on a slow phone connection.
const MAX_RESPONSE_BYTES: usize = 1_000_000;
/// Lambda's limit is six megabytes, and compressed responses grow by a third in base64. The export is one file anyway.
const MAX_EXPORT_BYTES: usize = 4_000_000;

/// Read units: 4 for corrections, 22 for the last sixty receipts, 53 for the last three hundred removed items, 7 for the
/// item count. A row per restorable name would be cheaper to read and cost a write per removal.
const MAX_UNITS_OF_A_SCAN: f64 = 95.0;

struct Household {
    user: UserId,
    random: Random,
    began: DateTime<Utc>,
    writes: Vec<Write>,
}

impl Household {
    fn name(&self) -> String {
        format!("{} {}", self.random.choose(&NAMES), self.random.below(10_000_u64))
    }

    fn create_item(&mut self, session: SessionId, bought: DateTime<Utc>, now: DateTime<Utc>) -> Item {
        let shelf_life_days = 2 + self.random.below(40_u32);
        let notes = self.random.once_in(6).then(|| "for the soup on Saturday, the large pack".to_owned());
        let details = Details {
            category: "Dairy & Eggs".into(),
            unit: "bottle".into(),
            shelf_life_days,
            notes,
            ..Details::new(self.name(), bought + TimeDelta::days(shelf_life_days.into()))
        };
        let receipt_line = ReceiptLine {
            raw_text: format!("ORG {} 0,5L {}", details.name.to_uppercase(), self.random.below(99_u64)),
            confidence: 0.93,
        };
        let item = Item::new(ItemId(self.random.uuid(bought)), self.user.clone(), Some(session), details, bought);
        let price = Price { cents: 99 + self.random.below(900), currency: Some("EUR".into()) };
        let item = Item { receipt_line: Some(receipt_line), price: Some(price), ..item };
        let left = bought + TimeDelta::days(1 + self.random.below(20));
        // Before it is swept.
        let ended = left.min(item.reminders_end_at() - TimeDelta::hours(1));
        match (left < now, self.random.below(4)) {
            // Some are forgotten, and read as deleted by their age.
            (false, _) | (true, 0) => item,
            (true, 1) => item.delete(Some(Outcome::Tossed), ended).unwrap(),
            (true, _) => item.archive(Some(Outcome::Used), ended).unwrap(),
        }
    }

    fn scan(&mut self, at: DateTime<Utc>, now: DateTime<Utc>) {
        let id = SessionId(self.random.uuid(at));
        let count = 12 + self.random.below(30);
        let items: Vec<Item> = (0..count).map(|_| self.create_item(id, at, now)).collect();
        let lines = items
            .iter()
            .map(|item| line(&item.receipt_line.as_ref().unwrap().raw_text, &item.details.name, "Dairy", 5))
            .collect();
        let texts: Vec<String> =
            items.iter().map(|item| format!("{} {}.99", item.details.name, self.random.below(9_u64))).collect();
        let read: Receipt = receipt(lines, &texts.iter().map(String::as_str).collect::<Vec<_>>());
        let hash = |n: u64| {
            domain::digest::hex(&[n.to_le_bytes(), self.random.below(u64::MAX).to_le_bytes()].concat().repeat(2))
        };
        let session = ScanSession {
            id,
            user: self.user.clone(),
            scanned_at: at,
            text_hash: hash(1),
            image_hash: hash(2),
            fingerprint: scans::duplicates::Fingerprint::of(&read).encode(),
            store: Some(format!("Market {}", self.random.below(9_u64))),
            item_ids: items.iter().map(|item| item.id).collect(),
            added: vec![],
            purchase: domain::scan::PurchaseDate::default(),
            total: None,
            photos: 1,
        };
        let usage = Usage::new(self.random.uuid(at), &self.user, "scan", json!({"items": count}), at);
        self.writes.extend([
            Write::session_create(&session),
            Write::image_claim(&session),
            Write::text_claim(&session),
        ]);
        self.writes.extend((now - at < TimeDelta::days(400)).then(|| Write::usage(&usage)));
        self.writes.extend(items.iter().map(Write::item_put));
    }

    fn write_three_years(&mut self, now: DateTime<Utc>) {
        for week in 0..WEEKS {
            let monday = self.began + TimeDelta::weeks(week);
            // One to seven a week, four on average.
            for scan in 0..=self.random.below(7) {
                self.scan(monday + TimeDelta::hours(9 + 24 * scan), now);
            }
        }
        for n in 0..300_u64 {
            let amended = CorrectedFields {
                name: Some(format!("{} as we call it", self.name())),
                shelf_life_days: Some(9),
                ..CorrectedFields::default()
            };
            let correction = Correction {
                line: format!("org thing {n} x{}", self.random.below(99_u64)),
                amended,
                corrected_at: now - TimeDelta::days(3),
            };
            self.writes.push(Write::correction_create(&self.user, &correction));
        }
        for _ in 0..120 {
            let details = shopping::Details {
                name: self.name(),
                category: "Pantry Staples".into(),
                quantity: Quantity::ONE,
                unit: "bag".into(),
                notes: Some("the one with the blue label".into()),
            };
            let row = ListItem::new(ListItemId(self.random.uuid(now)), self.user.clone(), details, None, now);
            self.writes.push(Write::list_item_create(&row));
        }
    }
}

/// Returns the size of a response as Lambda sends it (`lambda::MIN_COMPRESSED_BYTES`).
fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap().len()
}

/// Starts a server with a larder that has the rows of three years.
async fn start_filled_server(seed: u64) -> TestServer {
    let server = TestServer::start_with(&[("LARDER_MONTHLY_UPLOADS", "1000")]).await;
    let now = server.deps.now();
    let user = UserId::parse("anna").unwrap();
    let mut household =
        Household { user, random: Random::new(seed), began: now - TimeDelta::weeks(WEEKS), writes: vec![] };
    household.write_three_years(now);
    let mut writes = household.writes.into_iter().peekable();
    while writes.peek().is_some() {
        server.deps.store.commit(writes.by_ref().take(store::MAX_WRITES).collect(), None).await.unwrap();
    }
    server
}

async fn check_size_of_responses(server: &TestServer) {
    for path in [
        "/api/items",
        "/api/items/archived",
        "/api/shopping-list",
        "/api/scan-sessions",
        "/api/user/statistics",
        "/api/preferences",
        "/api/user/export",
        "/api/user/export?format=csv",
    ] {
        let before = server.deps.store.meter.spent();
        let response = server.get(path).by("anna").send().await;
        let spent = server.deps.store.meter.spent() - before;
        response.assert_status(200, path);
        let (size, max) = if path.contains("export") {
            (compressed(&response.bytes), MAX_EXPORT_BYTES)
        } else {
            (response.bytes.len(), MAX_RESPONSE_BYTES)
        };
        println!("{path}: {} kB for {} units", size / 1_000, spent.read_units);
        assert!(size <= max, "{path} answers {size} bytes");
    }
}

async fn check_cost_of_a_scan(server: &TestServer) {
    let goods = (0..25).map(|n| line(&format!("NEW {n}"), &format!("New thing {n}"), "Dairy", 5)).collect();
    let lines: Vec<String> = (0..25).map(|n| format!("new thing {n} {n}.49")).collect();
    server.reader.script(&picture(9), Ok(receipt(goods, &lines.iter().map(String::as_str).collect::<Vec<_>>())));
    // These rows were written without the counter of active items: the first change counts them.
    server.create("/api/items", "anna", &json!({"name": "Milk"})).await;
    let before = server.deps.store.meter.spent();
    extract(server, "anna", &picture(9)).await.expect(200);
    let spent = server.deps.store.meter.spent() - before;
    println!("a scan reads {} units in {} calls", spent.read_units, spent.calls);
    assert!(spent.read_units <= MAX_UNITS_OF_A_SCAN, "{spent:?}");
}

/// Imports the export of the household into another larder, and undoes it.
async fn check_import(server: &TestServer) {
    let export = server.get("/api/user/export").by("anna").send().await;
    let (to, key) = (UserId::parse("ben").unwrap(), server.deps.ids.uuid(server.deps.now()));
    server.receipts.put(&Receipts::upload_key(&to, key), export.bytes.clone()).await.unwrap();
    let file = json!({"fileKey": key});
    let export = export.expect(200);
    let count = |name: &str| export[name].as_array().unwrap().len();
    let preview = server.post("/api/user/import-preview").by("ben").json(&file).expect(200).await;
    assert_fields(&preview, &json!({"itemCount": count("items") as u64, "problemCount": 0}));
    let began = Instant::now();
    server.post("/api/user/import").by("ben").json(&file).expect(200).await;
    let last = async || server.get("/api/user/import").by("ben").expect(200).await["last"].clone();
    eventually("the import ends", async || (last().await["finished"] != json!(false)).then_some(())).await;
    println!("its {} items are imported in {:?}", count("items"), began.elapsed());
    let imported = server.get("/api/user/export").by("ben").expect(200).await;
    for name in ["items", "scanSessions", "corrections", "codes", "shoppingList"] {
        assert_eq!(imported[name].as_array().unwrap().len(), count(name), "{name}");
    }
    let began = Instant::now();
    server.delete("/api/user/import").by("ben").expect(200).await;
    eventually("its undo ends", async || last().await.is_null().then_some(())).await;
    println!("the import is undone in {:?}", began.elapsed());
    let left = server.get("/api/user/export").by("ben").expect(200).await;
    assert_eq!(left["items"], json!([]));
}

#[tokio::test]
async fn reads_scans_imports_and_clears_three_years_within_limits() {
    let households = std::env::var("LARDER_HOUSEHOLDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    for seed in 1..=households {
        println!("household {seed}");
        let server = start_filled_server(seed).await;
        check_size_of_responses(&server).await;
        if seed == 1 {
            check_import(&server).await;
        }
        check_cost_of_a_scan(&server).await;
        server.delete("/api/user/clear-all-data").by("anna").expect(200).await;
        assert!(list(&server, "anna", "/api/items/archived").await.is_empty());
    }
}
