//! The golden table: every kind of food through the same stories, one a line. The site has the same rules, and its
//! tests read the same table.

use super::super::calendar_day::{Tz, day_of};
use super::super::shelf_life::{self, Storage};
use super::super::storage_guide::StorageGuide;
use super::{DateKind, Dated, Event, FoodState, Left};
use chrono::{DateTime, TimeDelta};
use serde_json::json;

const HALF: Option<Left> = Some(Left(2));
const FREEZER: Event = Event::Moved { storage: Storage::Freezer, own_place: None };

const SEQUENCES: [(&str, DateKind, &[Event]); 10] = [
    ("opened", DateKind::Estimate, &[Event::Opened]),
    ("frozen thawed", DateKind::Estimate, &[Event::Frozen, Event::Thawed]),
    ("opened frozen thawed", DateKind::UseBy, &[Event::Opened, Event::Frozen, Event::Thawed]),
    ("frozen thawed frozen", DateKind::BestBefore, &[Event::Frozen, Event::Thawed, Event::Frozen]),
    ("fridge", DateKind::Estimate, &[Event::Moved { storage: Storage::Fridge, own_place: None }]),
    ("pantry", DateKind::BestBefore, &[Event::Moved { storage: Storage::Pantry, own_place: None }]),
    ("freezer counter", DateKind::Estimate, &[FREEZER, Event::Moved { storage: Storage::Counter, own_place: None }]),
    ("half", DateKind::Estimate, &[Event::Used { left: HALF, opens: true }]),
    (
        "half-of-several full",
        DateKind::UseBy,
        &[Event::Used { left: HALF, opens: false }, Event::Used { left: None, opens: false }],
    ),
    (
        "half frozen thawed",
        DateKind::BestBefore,
        &[Event::Used { left: HALF, opens: true }, Event::Frozen, Event::Thawed],
    ),
];

#[test]
fn golden_table_matches_the_rules() {
    let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let mut lines = vec![];
    for kind in shelf_life::kinds().iter().filter(|kind| kind.food) {
        let keeps = StorageGuide::of(Some(kind), kind.category.as_str());
        for (name, date_kind, events) in SEQUENCES {
            let until = now + TimeDelta::days(i64::from(kind.days));
            let mut dated = Dated { state: FoodState { date_kind, ..FoodState::default() }, expires_at: until };
            let mut steps = vec![];
            for (n, event) in (1..).zip(events) {
                let at = now + TimeDelta::days(n);
                if let Ok(next) = dated.state.after(*event, dated.expires_at, &keeps, at, Tz::UTC) {
                    dated = next;
                }
                let days = (day_of(dated.expires_at, Tz::UTC) - day_of(now, Tz::UTC)).num_days();
                let (state, reason) = (&dated.state, dated.state.reason);
                let why = reason.map(|reason| json!([reason.because, reason.days, reason.source]));
                steps.push(json!([days, state.place(&keeps), why, state.left.map(Left::quarters)]));
            }
            lines.push(json!([kind.id, kind.category, kind.days, name, date_kind, steps]).to_string());
        }
    }
    let table = format!("[\n{}\n]\n", lines.join(",\n"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/food-states.golden.json");
    if std::env::var_os("LARDER_WRITE").is_some() {
        std::fs::write(file, &table).unwrap();
    }
    assert!(std::fs::read_to_string(file).unwrap_or_default() == table, "stale: LARDER_WRITE=1 writes it anew");
}
