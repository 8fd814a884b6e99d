//! Shared data of the tests.

use crate::calendar_day::Tz;
use crate::category::Category;
use crate::id::{ItemId, UserId};
use crate::item::Item;
use crate::timestamp::iso;
use crate::unchecked_item::UncheckedItem;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_800_000_000_000).unwrap()
}

pub fn zone(name: &str) -> Tz {
    name.parse().unwrap()
}

/// A row of the specification's default shelf lives (§3).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShelfLifeRow {
    pub keyword: &'static str,
    pub category: Category,
    pub days: u16,
    pub unit: &'static str,
}

pub fn shelf_life_rows() -> Vec<ShelfLifeRow> {
    serde_json::from_str(include_str!("../../data/shelf_life.json")).unwrap()
}

pub fn item(name: &str, expires_at: DateTime<Utc>, created_at: DateTime<Utc>) -> Item {
    let draft =
        UncheckedItem { name: Some(name.into()), expires_at: Some(iso(expires_at)), ..UncheckedItem::default() };
    let details = draft.for_new(created_at, Tz::UTC).unwrap();
    let id = ItemId(Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()));
    Item::new(id, UserId::parse("u").unwrap(), None, details, created_at)
}
