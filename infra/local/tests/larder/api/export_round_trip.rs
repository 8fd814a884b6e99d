//! Tests that an import restores everything of an export, with larders of random rows.

use super::file_imports::{CELLAR, EXPORT, IMPORT, PREVIEW, choices_in, file};
use crate::random::Random;
use crate::server::{TestServer, assert_fields};
use chrono::{DateTime, TimeDelta, Utc};
use domain::correction::{CorrectedFields, Correction};
use domain::ending::{Ending, ItemEnding};
use domain::food_state::{Because, DateKind, ExpiryReason, FoodState, FractionLeft};
use domain::id::{ItemId, ListItemId, SessionId, UserId};
use domain::item::{Details, Item, Outcome, ReceiptLine};
use domain::price::Price;
use domain::product_code::UncheckedCode;
use domain::quantity::Quantity;
use domain::scan::{PurchaseDate, ScanSession};
use domain::shelf_life::Storage;
use domain::shopping::{self, ListItem};
use domain::storage_guide::Source;
use domain::usage::Usage;
use serde_json::{Value, json};
use store::Write;
use uuid::Uuid;

/// The number of larders in every run; `LARDER_IMPORT_LARDERS=1000` takes some minutes.
const LARDERS: usize = 25;

fn text(random: &Random, longest: usize) -> String {
    const LETTERS: [&str; 12] = ["a", "Milch", "é", "=1+1", "\"", ",", ";", "👩‍🍳", "حليب", "'", "0", "x y"];
    (0..=random.below(longest)).map(|_| random.choose(&LETTERS)).collect::<Vec<_>>().join("-")
}

/// Returns a time of at least `from` days, and of less than `span` days more.
fn days(random: &Random, from: i64, span: i64) -> TimeDelta {
    TimeDelta::days(from) + TimeDelta::milliseconds(random.below(span * 86_400_000))
}

/// An item in one of the states that an item can have.
fn random_item(user: &UserId, session: Option<SessionId>, now: DateTime<Utc>, random: &Random) -> Item {
    let details = Details {
        name: text(random, 3),
        category: random.choose(&["Dairy", "Other", "my own"]).into(),
        quantity: Quantity::from_millis(u32::try_from(1 + random.below(5_000)).unwrap()).unwrap(),
        unit: random.choose(&["item", "kg"]).into(),
        shelf_life_days: u32::try_from(1 + random.below(3_650)).unwrap(),
        expires_at: now + days(random, -10, 30),
        notes: if random.once_in(2) { Some(text(random, 6)) } else { None },
    };
    let made = now + days(random, -20, 12);
    let id = ItemId(Uuid::from_u128(u128::from(random.next())));
    let mut item = Item::new(id, user.clone(), session, details, made);
    if random.once_in(2) {
        item.receipt_line = Some(ReceiptLine { raw_text: text(random, 3), confidence: 0.75 });
    }
    if random.once_in(3) {
        item.price = Some(Price { cents: 249, currency: random.some_or_none("EUR".into()) });
        item.purchased_on = random.some_or_none(made.date_naive());
        let price = item.price.clone();
        item.past = vec![ItemEnding { at: made, end: Ending::Used, price, left: FractionLeft::of_quarters(3) }];
    }
    if random.once_in(3) {
        let storage = random.choose(&[Storage::Freezer, Storage::Pantry, Storage::Fridge]);
        let before = random.some_or_none(made + TimeDelta::days(3));
        item.state = FoodState {
            storage: Some(storage),
            own_place: random.some_or_none(CELLAR),
            date_kind: random.choose(&[DateKind::Estimate, DateKind::UseBy]),
            expires_on: random.some_or_none(item.details.expires_at.date_naive()),
            opened_at: random.some_or_none(made),
            frozen_at: before.map(|_| made),
            thawed_at: random.some_or_none(made),
            left: if random.once_in(2) { FractionLeft::of_quarters(1) } else { None },
            expires_before_freezing: before,
            reason: random.some_or_none(ExpiryReason {
                because: Because::Thawed,
                days: 3,
                storage,
                source: Source::FoodKeeper,
            }),
            // An export has no changes to undo.
            changed_at: None,
            before: None,
        };
    }
    let outcome = random.choose(&[None, Some(Outcome::Used), Some(Outcome::Tossed)]);
    let later = made + days(random, 0, 5);
    let moved = match random.below(4) {
        0 => item.archive(outcome, later),
        1 => item.delete(outcome, later),
        2 => item.delete(outcome, later).and_then(|item| item.restore(now - days(random, 0, 3))),
        _ => Ok(item.clone()),
    };
    moved.unwrap_or(item)
}

/// Creates rows of every kind of an export, in all their states.
async fn random_larder(server: &TestServer, user: &UserId, random: &Random) {
    let now = server.deps.now();
    let mut writes = vec![];
    let sessions: Vec<SessionId> =
        (0..random.below(3)).map(|_| SessionId(Uuid::from_u128(u128::from(random.next())))).collect();
    for _ in 0..random.below(12) {
        let session = if sessions.is_empty() { None } else { Some(random.choose(&sessions)) };
        writes.push(Write::item_create(&random_item(user, session, now, random)));
    }
    for (n, id) in sessions.iter().enumerate() {
        let session = ScanSession {
            id: *id,
            user: user.clone(),
            scanned_at: now + days(random, -30, 30),
            text_hash: format!("text{n}{}", random.below(1_000)),
            image_hash: format!("image{n}"),
            fingerprint: text(random, 9),
            store: if random.once_in(2) { Some(text(random, 2)) } else { None },
            item_ids: (0..random.below(4)).map(|_| ItemId(Uuid::from_u128(u128::from(random.next())))).collect(),
            added: vec![],
            purchase: PurchaseDate {
                printed_on: random.some_or_none(now.date_naive()),
                purchased_on: random.some_or_none(now.date_naive()),
            },
            total: random.some_or_none(Price { cents: 917, currency: random.some_or_none("EUR".into()) }),
            photos: 0,
        };
        writes.extend([Write::session_create(&session), Write::text_claim(&session), Write::image_claim(&session)]);
    }
    for _ in 0..random.below(8) {
        let details = shopping::Details {
            name: text(random, 3),
            category: "Pantry Staples".into(),
            quantity: Quantity::ONE,
            unit: "bag".into(),
            notes: if random.once_in(2) { Some(text(random, 6)) } else { None },
        };
        let row = ListItem::new(
            ListItemId(Uuid::from_u128(u128::from(random.next()))),
            user.clone(),
            details,
            None,
            now - days(random, 0, 9),
        );
        let row = if random.once_in(3) { row.toggle(Some(true), now).unwrap() } else { row };
        writes.push(Write::list_item_create(&row));
    }
    for n in 0..random.below(4) {
        let amended = CorrectedFields {
            name: Some(text(random, 2)),
            category: random.some_or_none("Dairy".into()),
            unit: random.some_or_none("bottle".into()),
            shelf_life_days: random.some_or_none(9),
        };
        let correction = Correction { line: format!("line {n}"), amended, corrected_at: now - days(random, 0, 100) };
        writes.push(Write::correction_learn(user, &correction));
    }
    for code in ["4006381333931", "96385074"].into_iter().take(random.below(3)) {
        let draft = UncheckedCode {
            code: Some(code.into()),
            name: Some(text(random, 2)),
            category: random.some_or_none("Dairy".into()),
            quantity: random.some_or_none(0.75),
            unit: random.some_or_none("bottle".into()),
        };
        writes.push(Write::code_learn(user, &draft.checked(now - days(random, 0, 100)).unwrap()));
    }
    for _ in 0..random.below(3) {
        let id = Uuid::from_u128(u128::from(random.next()));
        writes.push(Write::usage(&Usage::new(
            id,
            user,
            "check",
            json!({"due": random.below(9)}),
            now - days(random, 0, 100),
        )));
    }
    server.deps.store.commit(writes, None).await.unwrap();
    if random.once_in(2) {
        let hour = random.choose(&["06:00", "21:00"]);
        let change = json!({"aisles": ["Snacks", "Fruits"], "language": "de", "listUsedUp": random.once_in(2), "productLookup": random.once_in(2),
            "places": [{"id": CELLAR, "name": "Cellar", "storage": "pantry"}],
            "notificationTime": hour, "timeZone": "Europe/Berlin", "pushNotificationsEnabled": random.once_in(2)});
        server.put("/api/preferences").by(user.as_str()).json(&change).expect(200).await;
    }
}

/// The lists of an export that are imported.
const RESTORED_LISTS: [&str; 6] = ["items", "scanSessions", "corrections", "codes", "shoppingList", "usage"];

/// Returns an export without values bound to account, time and server.
fn essence(export: &Value) -> Value {
    let mut export = export.clone();
    let by_id = |list: &mut Value| {
        let rows = list.as_array_mut().unwrap();
        for row in rows.iter_mut() {
            // Ignores the owner, version and device.
            row.as_object_mut().unwrap().retain(|name, _| !["userId", "version", "changedBy"].contains(&name.as_str()));
        }
        rows.sort_by_key(|row| row["id"].as_str().or(row["line"].as_str()).or(row["code"].as_str()).map(str::to_owned));
    };
    let is_of_this_test = |row: &Value| matches!(row["action"].as_str(), Some("export" | "import-file"));
    export["usage"].as_array_mut().unwrap().retain(|row| !is_of_this_test(row));
    for name in RESTORED_LISTS {
        by_id(&mut export[name]);
    }
    json!([RESTORED_LISTS.map(|name| export[name].clone()), choices_in(&export["preferences"])])
}

#[tokio::test]
async fn imports_its_own_export_completely() {
    let larders = std::env::var("LARDER_IMPORT_LARDERS").ok().and_then(|n| n.parse().ok()).unwrap_or(LARDERS);
    let server = TestServer::start().await;
    let mut rows = 0;
    for seed in 0..larders {
        let random = Random::new(u64::try_from(seed).unwrap());
        let (from, to) = (format!("from{seed}"), format!("to{seed}"));
        random_larder(&server, &UserId::parse(&from).unwrap(), &random).await;
        let export = server.get(EXPORT).by(&from).expect(200).await;
        let table = server.get(&format!("{EXPORT}?format=csv")).by(&from).send().await;
        let table = file(String::from_utf8(table.bytes).unwrap());
        let preview = server.post(PREVIEW).by(&to).json(&table).expect(200).await;
        let items = export["items"].as_array().unwrap().len();
        assert_fields(&preview, &json!({"kind": "larder", "itemCount": items, "problemCount": 0}));
        let empty = server.get(EXPORT).by(&to).expect(200).await;
        let preview = server.post(PREVIEW).by(&to).json(&file(export.to_string())).expect(200).await;
        assert_eq!(
            (preview["kind"].as_str(), preview["problemCount"].as_u64()),
            (Some("larder"), Some(0)),
            "seed {seed}: {preview}"
        );
        server.post(IMPORT).by(&to).json(&file(export.to_string())).expect(200).await;
        let back = server.get(EXPORT).by(&to).expect(200).await;
        assert_eq!(essence(&back), essence(&export), "seed {seed}");
        rows += items + export["shoppingList"].as_array().unwrap().len();
        // A second import adds nothing; the undo removes all.
        let known = server.post(PREVIEW).by(&to).json(&file(export.to_string())).expect(200).await;
        assert_eq!((known["itemCount"].as_u64(), known["sessionCount"].as_u64()), (Some(0), Some(0)), "seed {seed}");
        server.delete(IMPORT).by(&to).expect(200).await;
        let undone = server.get(EXPORT).by(&to).expect(200).await;
        assert_eq!(essence(&undone), essence(&empty), "seed {seed}");
    }
    assert!(rows > larders, "the larders had something in them: {rows}");
}
