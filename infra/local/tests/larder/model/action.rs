//! The requests of a device, and their form on the wire.

use crate::api::sharing::UNKNOWN;
use crate::house::subscription;
use crate::random::Random;
use crate::server::{picture, picture_body};
use chrono::{DateTime, TimeDelta, Utc};
use domain::digest::hash;
use domain::timestamp::iso;
use http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// A few names, so that actions collide: a scan finds an archived item, a list has the row already.
pub const NAMES: [&str; 5] = ["Milk", "Bread", "Eggs", "Apples", "Butter"];
/// Two pictures of each receipt, one without food, one that is no picture.
pub const PICTURES: u8 = 8;
pub const NOTHING_TO_EAT: u8 = 8;
pub const NO_PICTURE: u8 = 9;
/// The title of the shares of a whole list.
pub const FULL_SHARE_TITLE: &str = "Saturday";

/// An item or a list row as a client sends it.
#[derive(Clone, Debug)]
pub struct Draft {
    pub id: Option<Uuid>,
    pub name: Option<&'static str>,
    pub category: Option<&'static str>,
    /// Thousandths.
    pub quantity: Option<u32>,
    pub unit: Option<&'static str>,
    pub days: Option<i64>,
    pub expires: Option<DateTime<Utc>>,
    pub notes: Option<&'static str>,
    pub completed: Option<bool>,
    pub added: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub enum Action {
    CreateItem(Draft),
    UpdateItem(Uuid, Draft),
    Archive(Uuid, Option<&'static str>),
    Delete(Uuid, Option<&'static str>),
    Restore(Uuid),
    DeleteAll(&'static str),
    CreateRow(Draft),
    Toggle(Uuid, Option<bool>),
    RemoveRow(Uuid),
    ClearCompleted,
    ClearRows,
    Share { owner: &'static str, selected: Option<Vec<Uuid>> },
    ReadShare(String),
    Revoke { token: String, by_id: bool },
    Import(Vec<Draft>),
    SetPreferences { enabled: Option<bool>, hour: Option<&'static str>, zone: Option<&'static str> },
    Check,
    Subscribe(u8),
    Unsubscribe(u8),
    Extract(u8),
    UploadTicket,
    ReAdd(Uuid),
    SessionToList(Uuid),
    SessionItems(Uuid),
    ClearData,
    Statistics,
    Export,
}

/// The ids that an action can name. The last ones are the newest of the user who acts.
#[derive(Default)]
pub struct Known {
    pub items: Vec<Uuid>,
    pub rows: Vec<Uuid>,
    pub sessions: Vec<Uuid>,
    pub tokens: Vec<String>,
}

pub fn endpoint(device: u8) -> String {
    format!("https://web.push.apple.com/{device}")
}

pub fn fresh_id(random: &Random) -> Uuid {
    Uuid::from_u64_pair(random.next(), random.next())
}

fn draft(random: &Random, now: DateTime<Utc>) -> Draft {
    let offset = random.choose(&[-3 * 24, -25, -1, 0, 1, 71, 72, 73, 24 * 6, 24 * 90]);
    let name = if random.once_in(12) {
        random.choose(&[None, Some(""), Some(" \u{200B}")])
    } else {
        Some(random.choose(&NAMES))
    };
    Draft {
        id: None,
        name,
        category: if random.once_in(5) {
            None
        } else {
            Some(random.choose(&["Dairy", "Bakery", "Fruits", "Oma's Keller"]))
        },
        quantity: random.choose(&[
            None,
            Some(1_000),
            Some(1),
            Some(2_500),
            Some(100_000_000),
            Some(0),
            Some(100_000_001),
        ]),
        unit: random.choose(&[None, Some("lb"), Some("bag")]),
        days: random.choose(&[None, None, Some(1), Some(5), Some(3_650), Some(0)]),
        expires: random.choose(&[None, Some(now + TimeDelta::hours(offset))]),
        notes: random.choose(&[None, Some(""), Some("the big one")]),
        completed: random.choose(&[None, None, Some(true), Some(false)]),
        added: random.choose(&[None, None, Some(now - TimeDelta::hours(5)), Some(now + TimeDelta::hours(5))]),
    }
}

/// Draws a draft with a new id, the id of one that exists, or mostly none.
fn draft_with_id(random: &Random, known: &[Uuid], now: DateTime<Utc>) -> Draft {
    let id = match random.below(6) {
        0 => Some(fresh_id(random)),
        1 => Some(pick(random, known)),
        _ => None,
    };
    Draft { id, ..draft(random, now) }
}

impl Action {
    /// Draws one of all actions; those that create rows are more frequent than those that delete everything.
    pub fn draw(random: &Random, known: &Known, now: DateTime<Utc>) -> Self {
        let item = |random: &Random| pick(random, &known.items);
        let row = |random: &Random| pick(random, &known.rows);
        let session = |random: &Random| pick(random, &known.sessions);
        let token = |random: &Random| {
            if known.tokens.is_empty() || random.once_in(8) { UNKNOWN.into() } else { random.choose(&known.tokens) }
        };
        let outcome = |random: &Random| random.choose(&[None, Some("used"), Some("tossed")]);
        match random.below(100) {
            0..=13 => Self::CreateItem(draft_with_id(random, &known.items, now)),
            14..=20 => Self::UpdateItem(item(random), draft(random, now)),
            21..=26 => Self::Archive(item(random), outcome(random)),
            27..=31 => Self::Delete(item(random), outcome(random)),
            32..=37 => Self::Restore(item(random)),
            38 => Self::DeleteAll(random.choose(&["all", "fresh", "soon", "expired", "rotten"])),
            39..=50 => Self::CreateRow(draft_with_id(random, &known.rows, now)),
            51..=60 => Self::Toggle(row(random), random.choose(&[None, Some(true), Some(false)])),
            61..=64 => Self::RemoveRow(row(random)),
            65..=66 => Self::ClearCompleted,
            96 if random.once_in(3) => Self::ClearData,
            67 | 96 => Self::ClearRows,
            68..=70 => {
                let selected = (0..random.below(4)).map(|_| row(random)).collect();
                Self::Share { owner: random.choose(&["Ada", "Ada", "Bo", ""]), selected: random.some_or_none(selected) }
            }
            71..=73 => Self::ReadShare(token(random)),
            74..=75 => Self::Revoke { token: token(random), by_id: random.once_in(2) },
            76..=77 => Self::Import((0..random.below(4)).map(|_| draft(random, now)).collect()),
            78..=80 => Self::SetPreferences {
                enabled: random.choose(&[None, Some(true), Some(false)]),
                hour: random.choose(&[None, Some("06:00"), Some("21:00"), Some("05:00")]),
                zone: random.choose(&[None, Some("Europe/Berlin"), Some("Pacific/Auckland"), Some("Mars/Olympus")]),
            },
            81..=82 => Self::Check,
            83..=84 => Self::Subscribe(u8::try_from(random.below(15)).unwrap()),
            85 => Self::Unsubscribe(u8::try_from(random.below(12)).unwrap()),
            86..=89 => Self::Extract(u8::try_from(random.below(usize::from(PICTURES) + 2)).unwrap()),
            90 => Self::UploadTicket,
            91..=92 => Self::ReAdd(session(random)),
            93..=94 => Self::SessionToList(session(random)),
            95 => Self::SessionItems(session(random)),
            97..=98 => Self::Statistics,
            _ => Self::Export,
        }
    }

    /// Draws two actions for two devices at the same moment, on the user's newest item or list row.
    pub fn draw_for_a_race(random: &Random, known: &Known, now: DateTime<Utc>) -> [Self; 2] {
        loop {
            let both = [Self::draw(random, known, now), Self::draw(random, known, now)];
            let fits = |action: &Self| match action {
                Self::CreateItem(draft) | Self::CreateRow(draft) => draft.id.is_some(),
                Self::UpdateItem(..)
                | Self::Archive(..)
                | Self::Delete(..)
                | Self::Restore(_)
                | Self::Toggle(..)
                | Self::RemoveRow(_) => true,
                _ => false,
            };
            if both.iter().all(fits) {
                return both.map(|action| action.on_newest(known));
            }
        }
    }

    /// Returns the action on the newest item or list row, so that two actions collide.
    fn on_newest(self, known: &Known) -> Self {
        let item = known.items.last().copied();
        let row = known.rows.last().copied();
        match self {
            Self::UpdateItem(id, draft) => Self::UpdateItem(item.unwrap_or(id), draft),
            Self::Archive(id, outcome) => Self::Archive(item.unwrap_or(id), outcome),
            Self::Delete(id, outcome) => Self::Delete(item.unwrap_or(id), outcome),
            Self::Restore(id) => Self::Restore(item.unwrap_or(id)),
            Self::Toggle(id, wanted) => Self::Toggle(row.unwrap_or(id), wanted),
            Self::RemoveRow(id) => Self::RemoveRow(row.unwrap_or(id)),
            other => other,
        }
    }

    /// Returns the request: method, path, body.
    pub fn request(&self) -> (Method, String, Option<Value>) {
        let get = |path: String| (Method::GET, path, None);
        let delete = |path: String| (Method::DELETE, path, None);
        let post = |path: &str, body: Value| (Method::POST, path.to_owned(), Some(body));
        let end_item = |id: &Uuid, how: &str, outcome: Option<&str>| {
            (Method::PATCH, format!("/api/items/{id}/{how}"), outcome.map(|outcome| json!({"outcome": outcome})))
        };
        match self {
            Self::CreateItem(draft) => post("/api/items", draft.item()),
            Self::UpdateItem(id, draft) => (Method::PUT, format!("/api/items/{id}"), Some(draft.item())),
            Self::Archive(id, outcome) => end_item(id, "archive", *outcome),
            Self::Delete(id, outcome) => end_item(id, "delete", *outcome),
            Self::Restore(id) => (Method::PATCH, format!("/api/items/{id}/restore"), None),
            Self::DeleteAll(status) => {
                (Method::DELETE, "/api/items/delete-all-by-status".into(), Some(json!({"status": status})))
            }
            Self::CreateRow(draft) => post("/api/shopping-list", draft.row()),
            Self::Toggle(id, wanted) => {
                let body = wanted.map(|wanted| json!({"isCompleted": wanted}));
                (Method::PATCH, format!("/api/shopping-list/{id}/toggle"), body)
            }
            Self::RemoveRow(id) => delete(format!("/api/shopping-list/{id}")),
            Self::ClearCompleted => delete("/api/shopping-list/completed".into()),
            Self::ClearRows => delete("/api/shopping-list/all".into()),
            Self::Share { owner, selected } => {
                let body = match selected {
                    Some(ids) => json!({"shareType": "selected", "ownerName": owner, "selectedItemIds": ids}),
                    None => json!({"ownerName": owner, "title": FULL_SHARE_TITLE}),
                };
                post("/api/shopping-list/share", body)
            }
            Self::ReadShare(token) => get(format!("/api/shared-list/{token}")),
            Self::Revoke { token, by_id: false } => delete(format!("/api/shopping-list/share/{token}")),
            Self::Revoke { token, by_id: true } => delete(format!("/api/shopping-list/shares/{}", hash(token))),
            Self::Import(rows) => {
                let rows: Vec<Value> = rows.iter().map(Draft::row).collect();
                let body = json!({"items": rows, "sharedBy": "Ada", "sharedAt": "11/21/2026"});
                post("/api/shopping-list/import-shared", body)
            }
            Self::SetPreferences { enabled, hour, zone } => {
                let body = json!({"pushNotificationsEnabled": enabled, "notificationTime": hour, "timeZone": zone});
                (Method::PUT, "/api/preferences".into(), Some(body))
            }
            Self::Check => post("/api/check-notifications", json!({})),
            Self::Subscribe(device) => post("/api/push-subscriptions", subscription(&endpoint(*device))),
            Self::Unsubscribe(device) => {
                (Method::DELETE, "/api/push-subscriptions".into(), Some(json!({"endpoint": endpoint(*device)})))
            }
            Self::Extract(nth) => post("/api/extract", picture_body(&picture(*nth))),
            Self::UploadTicket => post("/api/receipts", json!({"length": 1_000})),
            Self::ReAdd(session) => post("/api/re-add-items", json!({"sessionId": session})),
            Self::SessionToList(session) => {
                (Method::POST, format!("/api/scan-sessions/{session}/add-to-shopping-list"), None)
            }
            Self::SessionItems(session) => get(format!("/api/scan-sessions/{session}/all-items")),
            Self::ClearData => delete("/api/user/clear-all-data".into()),
            Self::Statistics => get("/api/user/statistics".into()),
            Self::Export => get("/api/user/export".into()),
        }
    }

    /// Returns true if the ids it creates derive from its key only.
    pub fn needs_a_key(&self) -> bool {
        matches!(self, Self::Import(_) | Self::SessionToList(_))
    }

    pub fn is_a_mutation(&self) -> bool {
        self.request().0 != Method::GET
    }
}

fn pick(random: &Random, known: &[Uuid]) -> Uuid {
    if known.is_empty() || random.once_in(12) {
        return fresh_id(random);
    }
    // Mostly the newest ones, which are still in some state that allows something.
    let from = if random.once_in(3) { 0 } else { known.len().saturating_sub(12) };
    known[from + random.below(known.len() - from)]
}

impl Draft {
    fn shared(&self) -> Value {
        let mut body = json!({"name": self.name, "category": self.category, "unit": self.unit, "notes": self.notes});
        if let Some(id) = self.id {
            body["id"] = json!(id);
        }
        if let Some(millis) = self.quantity {
            body["quantity"] = json!(f64::from(millis) / 1_000.0);
        }
        body
    }

    fn item(&self) -> Value {
        let mut body = self.shared();
        body["shelfLifeDays"] = json!(self.days);
        body["expiresAt"] = json!(self.expires.map(iso));
        body
    }

    fn row(&self) -> Value {
        let mut body = self.shared();
        body["isCompleted"] = json!(self.completed);
        body["addedAt"] = json!(self.added.map(iso));
        body
    }
}
