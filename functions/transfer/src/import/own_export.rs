//! Reads our own export completely: items of any status, receipts with their duplicate features, corrections, the list,
//! preferences, statistics. Data of a server or device is not imported: shares, subscriptions, notifications, pictures.

use super::FileKind;
use super::plan::{OmittedKind, Plan, Problem, ProblemCode, Problems, Unreadable};
use super::reading::Reading;
use crate::csv::unguard;
use crate::export::CorrectionView;
use api::view::EndingView;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{Tz, day_ending_at};
use domain::correction::{CorrectedFields, Correction};
use domain::ending::{ItemEnding, MAX_PAST_ENDINGS};
use domain::food_state::{ExpiryReason, FoodState, FractionLeft};
use domain::freshness::GRACE;
use domain::id::{ItemId, ListItemId, PlaceId, SessionId, UserId};
use domain::invalid::Invalid;
use domain::item::{self, Item, ItemStatus, Outcome, StorageAndDate};
use domain::own_place;
use domain::preferences::UncheckedPreferences;
use domain::price::Price;
use domain::product_code::{MAX_CODES, UncheckedCode};
use domain::scan::{PurchaseDate, ScanSession};
use domain::shelf_life::{self, Storage};
use domain::shopping::{ListItem, UncheckedListItem};
use domain::timestamp;
use domain::unchecked_item::UncheckedItem;
use domain::usage::{self, Usage};
use domain::{freshness, text};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use uuid::Uuid;

/// The maximum length of a store's name, a receipt's line and an action's name, in characters.
const MAX_TEXT_LENGTH: usize = 300;
/// ISO 4217 has three letters.
const MAX_CURRENCY_LENGTH: usize = 3;
/// No receipt has as many lines.
const MAX_SESSION_ITEMS: usize = 500;
/// The details of an action are a few numbers and words.
const MAX_METADATA_BYTES: usize = 4_000;
/// The maximum length of a receipt's features for duplicate detection, in bytes.
const MAX_LIKENESS_LENGTH: usize = 20_000;
/// The hexadecimal digits of the longest usual hash, SHA-512; Larder's have 64.
const MAX_HASH_LENGTH: usize = 128;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct File {
    items: Vec<Value>,
    scan_sessions: Vec<Value>,
    corrections: Vec<Value>,
    codes: Vec<Value>,
    shopping_list: Vec<Value>,
    usage: Vec<Value>,
    shares: Vec<Value>,
    preferences: Option<UncheckedPreferences>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnItem {
    id: ItemId,
    scan_session_id: Option<SessionId>,
    #[serde(flatten)]
    draft: UncheckedItem,
    #[serde(with = "timestamp::wire")]
    created_at: DateTime<Utc>,
    #[serde(default, deserialize_with = "timestamp::deserialize_day")]
    expires_on: Option<NaiveDate>,
    #[serde(default, deserialize_with = "timestamp::deserialize_day")]
    purchased_on: Option<NaiveDate>,
    item_status: ItemStatus,
    #[serde(with = "timestamp::wire")]
    changed_at: DateTime<Utc>,
    #[serde(default)]
    swept: bool,
    outcome: Option<Outcome>,
    raw_text: Option<String>,
    confidence: Option<f32>,
    kind: Option<String>,
    expiry_reason: Option<ExpiryReason>,
    #[serde(default)]
    past: Vec<EndingView>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnSession {
    id: SessionId,
    #[serde(with = "timestamp::wire")]
    scanned_at: DateTime<Utc>,
    text_hash: String,
    #[serde(default, deserialize_with = "timestamp::deserialize_day")]
    printed_on: Option<NaiveDate>,
    #[serde(default, deserialize_with = "timestamp::deserialize_day")]
    purchased_on: Option<NaiveDate>,
    #[serde(default)]
    image_hash: String,
    #[serde(default)]
    likeness: String,
    store: Option<String>,
    total: Option<f64>,
    currency: Option<String>,
    #[serde(default)]
    item_ids: Vec<ItemId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnListItem {
    id: ListItemId,
    #[serde(flatten)]
    draft: UncheckedListItem,
    #[serde(with = "timestamp::wire")]
    added_at: DateTime<Utc>,
    #[serde(default, with = "timestamp::wire_option")]
    completed_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
struct OwnUsage {
    id: Uuid,
    action: String,
    metadata: Value,
    #[serde(with = "timestamp::wire")]
    timestamp: DateTime<Utc>,
}

#[derive(Deserialize)]
struct OwnCode {
    #[serde(flatten)]
    draft: UncheckedCode,
    #[serde(rename = "learntAt", with = "timestamp::wire")]
    learnt_at: DateTime<Utc>,
}

/// Returns true for our own export: no other program uses these names.
pub fn is_ours(value: &Value) -> bool {
    value.get("items").is_some() && value.get("exportedAt").is_some() && value.get("userId").is_some()
}

pub fn read(value: Value, reading: &Reading) -> Result<Plan, Unreadable> {
    let (user, now) = (reading.user, reading.now);
    let file: File = serde_json::from_value(value)
        .map_err(|error| Unreadable::new("damaged", format!("This export cannot be read: {error}.")))?;
    let mut plan = Plan::of(FileKind::Larder);
    plan.count_omitted(OmittedKind::Shares, file.shares.len());
    let problems = &mut plan.problems;
    plan.items = each(problems, "items", file.items, |one| item(&one, reading));
    plan.list = each(problems, "shoppingList", file.shopping_list, |one| list_item(one, user));
    plan.sessions = each(problems, "scanSessions", file.scan_sessions, |one| session(one, user));
    plan.corrections = each(problems, "corrections", file.corrections, correction);
    plan.codes = each(problems, "codes", file.codes, |one: OwnCode| {
        require(&[("category", one.draft.category.is_some()), ("unit", one.draft.unit.is_some())])?;
        one.draft.checked(one.learnt_at)
    });
    plan.codes.truncate(MAX_CODES);
    plan.usage = each(problems, "usage", file.usage, |one: OwnUsage| {
        let action = text::required("action", &one.action, MAX_TEXT_LENGTH, "An action needs a name.")?;
        if one.metadata.to_string().len() > MAX_METADATA_BYTES {
            return Err(Invalid::new("metadata", "These details are too long."));
        }
        Ok(Usage::new(one.id, user, &action, one.metadata, one.timestamp))
    });
    plan.usage.retain(|usage| now < usage.timestamp + usage::USAGE_TTL);
    if let Some(own) = file.preferences {
        match (UncheckedPreferences { fcm_token: None, ..own }).checked() {
            Ok(change) => plan.preferences = Some(change),
            Err(invalid) => plan.problems.add(Problem::of(0, invalid)),
        }
    }
    Ok(plan)
}

/// Only our own table has all of these columns.
const OWN_COLUMNS: [&str; 5] = ["id", "shelfLifeDays", "createdAt", "expiresAt", "itemStatus"];

pub fn is_our_table(headers: &[String]) -> bool {
    OWN_COLUMNS.iter().all(|name| headers.iter().any(|header| header.trim() == *name))
}

/// The columns whose cells are JSON; all others are text, so that a name "7" stays one.
const NOT_TEXT: [&str; 7] = ["quantity", "shelfLifeDays", "price", "left", "confidence", "expiryReason", "past"];

/// Reads our own table of items: its rows are the items of the JSON export, with every value as text.
pub fn read_table<'a>(headers: &[String], rows: impl Iterator<Item = (u64, &'a [String])>, reading: &Reading) -> Plan {
    let mut plan = Plan::of(FileKind::Larder);
    for (line, cells) in rows {
        let mut entry = Map::new();
        for (header, cell) in headers.iter().zip(cells) {
            let (header, cell) = (header.trim(), unguard(cell.trim()));
            let cell = cell.as_str();
            let own_place = (header == "location").then(|| own_place::named(reading.places, cell)).flatten();
            match own_place {
                _ if cell.is_empty() => {}
                Some(place) => {
                    entry.insert("place".into(), json!(place.id));
                    entry.insert("storage".into(), json!(place.storage));
                }
                None if header == "location" => {
                    entry.insert("storage".into(), json!(Storage::named(cell)));
                }
                None => {
                    let value = serde_json::from_str(cell).ok().filter(|_| NOT_TEXT.contains(&header));
                    entry.insert(header.into(), value.unwrap_or_else(|| cell.into()));
                }
            }
        }
        // Tables of earlier versions do not have it.
        let created = entry.get("createdAt").cloned().unwrap_or_default();
        entry.entry("changedAt").or_insert(created);
        match read_entry(Value::Object(entry), line, |one| item(&one, reading)) {
            Ok(item) => plan.items.push(item),
            Err(problem) => plan.problems.add(problem),
        }
    }
    plan
}

/// Returns the valid entries of a list, and adds a problem for each of the others.
fn each<T: for<'de> Deserialize<'de>, D>(
    problems: &mut Problems,
    list: &str,
    entries: Vec<Value>,
    check: impl Fn(T) -> Result<D, Invalid>,
) -> Vec<D> {
    let mut valid = vec![];
    for (line, entry) in (1..).zip(entries) {
        match read_entry(entry, line, &check) {
            Ok(one) => valid.push(one),
            Err(problem) => problems.add(Problem { message: format!("{list}: {}", problem.message), ..problem }),
        }
    }
    valid
}

fn read_entry<T: for<'de> Deserialize<'de>, D>(
    entry: Value,
    line: u64,
    check: impl Fn(T) -> Result<D, Invalid>,
) -> Result<D, Problem> {
    let one = serde_json::from_value(entry);
    let one = one.map_err(|error| Problem::new(line, ProblemCode::Other, error.to_string()))?;
    check(one).map_err(|invalid| Problem::of(line, invalid))
}

/// Refuses an entry without one of its fields, which would otherwise get its default.
fn require(fields: &[(&str, bool)]) -> Result<(), Invalid> {
    match fields.iter().find(|(_, is_present)| !is_present) {
        Some((field, _)) => Err(Invalid::new("entry", format!("The field `{field}` is missing."))),
        None => Ok(()),
    }
}

fn item(one: &OwnItem, reading: &Reading) -> Result<Item, Invalid> {
    let (user, now) = (reading.user, reading.now);
    let UncheckedItem { category, quantity, unit, shelf_life_days, expires_at, .. } = &one.draft;
    require(&[
        ("category", category.is_some()),
        ("quantity", quantity.is_some()),
        ("unit", unit.is_some()),
        ("shelfLifeDays", shelf_life_days.is_some()),
        ("expiresAt", expires_at.is_some()),
    ])?;
    let details = one.draft.clone().for_new(now, Tz::UTC)?;
    let raw_text = text::optional("rawText", one.raw_text.as_deref(), MAX_TEXT_LENGTH)?;
    let confidence = one.confidence.filter(|confidence| (0.0..=1.0).contains(confidence)).unwrap_or(0.0);
    // An item that is active after its sweep time was restored, which starts a grace period.
    let swept_at = freshness::sweep_at(details.expires_at, None);
    let restored = one.item_status == ItemStatus::Active && one.changed_at + GRACE > swept_at;
    let past = one.past.iter().rev().take(MAX_PAST_ENDINGS).map(ending).collect::<Result<Vec<_>, _>>()?;
    let new = Item::new(one.id, user.clone(), one.scan_session_id, details, one.created_at);
    let kind = one.kind.as_deref().map_or(new.kind, shelf_life::kind);
    let item = Item {
        kind,
        purchased_on: one.purchased_on,
        price: price(one.draft.price, one.draft.currency.as_deref())?,
        past: past.into_iter().rev().collect(),
        stored_status: one.item_status,
        changed_at: one.changed_at,
        // What was removed on its own ended then, also after a grace period.
        grace_until: restored.then(|| one.changed_at + GRACE).or(one.swept.then_some(one.changed_at)),
        outcome: one.outcome,
        receipt_line: raw_text.map(|raw_text| item::ReceiptLine { raw_text, confidence }),
        ..new
    };
    // A receipt's estimate, whose day an export has without a kind, follows the day of purchase.
    let is_estimate = |day: NaiveDate| {
        let is_of_receipt = one.scan_session_id.is_some() && one.draft.date_kind.is_none();
        is_of_receipt && day_ending_at(item.details.expires_at, reading.zone) == Some(day)
    };
    let stated = StorageAndDate {
        // The default place of its kind was not set by the user.
        storage: one.draft.storage.filter(|storage| one.draft.place.is_some() || *storage != item.storage()),
        own_place: one.draft.place.map(PlaceId),
        date_kind: one.draft.date_kind,
        expires_on: one.expires_on.filter(|day| !is_estimate(*day)),
    };
    let state = FoodState { reason: one.expiry_reason, ..one.draft.state(stated, now)? };
    Ok(Item { state, ..item })
}

fn price(units: Option<f64>, currency: Option<&str>) -> Result<Option<Price>, Invalid> {
    let currency = text::optional("currency", currency, MAX_CURRENCY_LENGTH)?;
    Ok(units.and_then(|units| Price::of_units(units, currency)))
}

fn ending(one: &EndingView) -> Result<ItemEnding, Invalid> {
    let price = price(one.price, one.currency.as_deref())?;
    Ok(ItemEnding { at: one.at, end: one.end, price, left: one.left.and_then(FractionLeft::of_share) })
}

fn list_item(one: OwnListItem, user: &UserId) -> Result<ListItem, Invalid> {
    let UncheckedListItem { category, quantity, unit, .. } = &one.draft;
    require(&[("category", category.is_some()), ("quantity", quantity.is_some()), ("unit", unit.is_some())])?;
    let row = ListItem::new(one.id, user.clone(), one.draft.checked()?, None, one.added_at);
    Ok(ListItem { completed_at: one.completed_at, ..row })
}

fn session(one: OwnSession, user: &UserId) -> Result<ScanSession, Invalid> {
    let hash = |name: &str, text: &str| {
        let plain = text.len() <= MAX_HASH_LENGTH
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if plain { Ok(text.to_owned()) } else { Err(Invalid::new(name, "This is not a hash.")) }
    };
    if one.likeness.len() > MAX_LIKENESS_LENGTH {
        return Err(Invalid::new("likeness", "This text is too long."));
    }
    Ok(ScanSession {
        id: one.id,
        user: user.clone(),
        scanned_at: one.scanned_at,
        text_hash: hash("textHash", &one.text_hash)?,
        image_hash: hash("imageHash", &one.image_hash)?,
        fingerprint: one.likeness,
        store: text::optional("store", one.store.as_deref(), MAX_TEXT_LENGTH)?,
        added: vec![],
        purchase: PurchaseDate { printed_on: one.printed_on, purchased_on: one.purchased_on },
        total: price(one.total, one.currency.as_deref())?,
        item_ids: distinct(one.item_ids, MAX_SESSION_ITEMS),
        // An export has no pictures.
        photos: 0,
    })
}

/// Returns each id once, at most `max` of them.
fn distinct(ids: Vec<ItemId>, max: usize) -> Vec<ItemId> {
    let mut seen = HashSet::new();
    ids.into_iter().filter(|id| seen.insert(*id)).take(max).collect()
}

fn correction(one: CorrectionView) -> Result<Correction, Invalid> {
    let CorrectionView { line, name, category, unit, shelf_life_days, corrected_at } = one;
    let limited = |name: &str, text: Option<String>, max: usize| text::optional(name, text.as_deref(), max);
    Ok(Correction {
        line: text::required("line", &line, MAX_TEXT_LENGTH, "A correction needs a line.")?,
        amended: CorrectedFields {
            name: limited("name", name, text::MAX_NAME)?,
            category: limited("category", category, text::MAX_CATEGORY)?,
            unit: limited("unit", unit, text::MAX_UNIT)?,
            shelf_life_days: shelf_life_days.map(|days| days.clamp(1, item::MAX_SHELF_LIFE_DAYS)),
        },
        corrected_at,
    })
}
