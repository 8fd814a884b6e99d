//! The model's state of each user, and how the server shows it.

use super::action::Draft;
use chrono::{DateTime, TimeDelta, Utc};
use domain::calendar_day::{LocalTime, Tz};
use domain::category::aisle;
use domain::digest::hash;
use domain::freshness::{Expiry, Freshness};
use domain::timestamp::iso;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

// The limits are written again here, because the model must not take them from the code that it tests.
/// 100,000, as in the API contract.
const MAX_MILLIS: u32 = 100_000_000;
/// The time that an expired item stays active.
pub const SWEEP_DELAY: TimeDelta = TimeDelta::days(2);
const SHARE_TTL: TimeDelta = TimeDelta::days(30);
/// The time for which a correction applies to later receipts.
pub const CORRECTION_TTL: TimeDelta = TimeDelta::days(730);

/// What an item and a list row have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    pub name: String,
    pub category: String,
    /// Thousandths.
    pub quantity: u32,
    pub unit: String,
    pub notes: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub details: Details,
    pub days: i64,
    pub expires: DateTime<Utc>,
    pub created: DateTime<Utc>,
    pub status: &'static str,
    pub changed: DateTime<Utc>,
    /// Until when an item stays active that was restored after its time to be swept.
    pub grace: Option<DateTime<Utc>>,
    pub outcome: Option<&'static str>,
    pub session: Option<Uuid>,
    pub raw_text: Option<String>,
    pub is_edited: bool,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub details: Details,
    pub added: DateTime<Utc>,
    pub completed: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Session {
    pub id: Uuid,
    pub scanned: DateTime<Utc>,
    pub items: Vec<Uuid>,
    pub picture: u8,
}

#[derive(Clone, Debug)]
pub struct Share {
    pub token: String,
    pub owner_name: String,
    pub title: &'static str,
    pub kind: &'static str,
    pub created: DateTime<Utc>,
    pub is_active: bool,
    pub rows: Vec<Details>,
    pub key: Option<Uuid>,
}

/// The recorded response to a request with an `Idempotency-Key`.
#[derive(Clone, Debug)]
pub struct Record {
    pub status: u16,
    pub bytes: Vec<u8>,
    pub ends: DateTime<Utc>,
}

/// The corrections of a receipt line.
#[derive(Clone, Debug, Default)]
pub struct Learnt {
    pub name: Option<String>,
    pub category: Option<String>,
    pub unit: Option<String>,
    pub days: Option<i64>,
    pub at: DateTime<Utc>,
}

#[derive(Clone, Debug, Default)]
pub struct User {
    pub name: &'static str,
    pub items: BTreeMap<Uuid, Item>,
    pub rows: BTreeMap<Uuid, Row>,
    pub sessions: Vec<Session>,
    pub shares: Vec<Share>,
    /// The endpoints of push subscriptions, the oldest first.
    pub endpoints: Vec<String>,
    /// The uploads of each month.
    pub uploads: BTreeMap<String, u32>,
    pub learnt: BTreeMap<String, Learnt>,
    pub records: BTreeMap<Uuid, Record>,
    pub is_push_enabled: Option<bool>,
    pub hour: Option<&'static str>,
    pub zone: Option<&'static str>,
    pub checked: Option<DateTime<Utc>>,
}

pub fn number(millis: u32) -> Value {
    json!(f64::from(millis) / 1_000.0)
}

pub fn month(now: DateTime<Utc>) -> String {
    now.format("%Y-%m").to_string()
}

/// Returns the trimmed text unless it is empty or a zero-width space.
pub fn non_empty(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty() && *text != "\u{200B}").map(str::to_owned)
}

/// Returns the quantity of a draft, if it is within the limits.
pub fn quantity(draft: &Draft, default: u32) -> Result<u32, &'static str> {
    let quantity = draft.quantity.unwrap_or(default);
    (1..=MAX_MILLIS).contains(&quantity).then_some(quantity).ok_or("quantity")
}

impl Details {
    /// Fails with the name of an invalid field.
    pub fn of(draft: &Draft, category: &str) -> Result<Self, &'static str> {
        Ok(Self {
            name: non_empty(draft.name).ok_or("name")?,
            category: non_empty(draft.category).unwrap_or_else(|| category.into()),
            quantity: quantity(draft, 1_000)?,
            unit: non_empty(draft.unit).unwrap_or_else(|| "item".into()),
            notes: non_empty(draft.notes),
        })
    }

    pub fn view(&self) -> Value {
        json!({"name": self.name, "category": self.category, "quantity": number(self.quantity), "unit": self.unit,
            "notes": self.notes})
    }

    fn view_with(&self, mut fields: Value) -> Value {
        let Value::Object(details) = self.view() else { unreachable!("it is an object") };
        fields.as_object_mut().unwrap().extend(details);
        fields
    }
}

impl Item {
    pub fn new(details: Details, days: i64, expires: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        Self {
            details,
            days,
            expires,
            created: now,
            status: "active",
            changed: now,
            grace: None,
            outcome: None,
            session: None,
            raw_text: None,
            is_edited: false,
        }
    }

    /// Returns the time from which the item counts as deleted.
    fn swept_at(&self) -> DateTime<Utc> {
        let natural = self.expires + SWEEP_DELAY;
        self.grace.map_or(natural, |grace| grace.max(natural))
    }

    pub fn is_active(&self, now: DateTime<Utc>) -> bool {
        self.status == "active" && now < self.swept_at()
    }

    /// Returns the freshness by the server's own rule, which has tests of its own.
    pub fn freshness(&self, now: LocalTime) -> &'static str {
        match Expiry::new(None, self.expires, now.zone).freshness(now) {
            Freshness::Expired => "expired",
            Freshness::Soon => "soon",
            Freshness::Fresh => "fresh",
        }
    }

    /// Returns when it became inactive, or will.
    fn left_at(&self) -> DateTime<Utc> {
        if self.status == "active" { self.swept_at() } else { self.changed }
    }

    fn view(&self, user: &str, id: Uuid, now: LocalTime) -> Value {
        let status = if self.status == "active" && !self.is_active(now.at) { "deleted" } else { self.status };
        let mut view = self.details.view_with(json!({"id": id, "userId": user, "scanSessionId": self.session,
            "shelfLifeDays": self.days, "createdAt": iso(self.created), "expiresAt": iso(self.expires),
            "status": self.freshness(now), "itemStatus": status,
            "changedAt": iso(if self.status == status { self.changed } else { self.swept_at() })}));
        if let Some(outcome) = self.outcome {
            view["outcome"] = json!(outcome);
        }
        if let Some(raw_text) = &self.raw_text {
            view["rawText"] = json!(raw_text);
            view["confidence"] = json!(if self.is_edited { 1.0 } else { 0.9 });
        }
        view
    }
}

impl Row {
    /// Fails with the name of an invalid field.
    pub fn of(draft: &Draft, now: DateTime<Utc>) -> Result<Self, &'static str> {
        let details = Details::of(draft, "Pantry Staples")?;
        Ok(Self {
            details: Details { category: aisle(&details.category).into(), ..details },
            added: draft.added.unwrap_or(now).min(now),
            completed: draft.completed.unwrap_or(false).then_some(now),
        })
    }

    pub fn view(&self, user: &str, id: Uuid) -> Value {
        self.details.view_with(json!({"id": id, "userId": user, "isCompleted": self.completed.is_some(),
            "addedAt": iso(self.added), "completedAt": self.completed.map(iso)}))
    }
}

impl Share {
    pub fn ends(&self) -> DateTime<Utc> {
        self.created + SHARE_TTL
    }

    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.is_active && now < self.ends()
    }
}

impl User {
    /// Returns the time where the user is.
    pub fn local(&self, now: DateTime<Utc>) -> LocalTime {
        LocalTime { at: now, zone: self.zone.map_or(Tz::UTC, |zone| zone.parse().unwrap()) }
    }

    /// Returns all items, the oldest first.
    pub fn items_by_age(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.items.keys().copied().collect();
        ids.sort_by_key(|id| (self.items[id].created, *id));
        ids
    }

    /// Returns all rows of the list, the oldest first.
    pub fn rows_by_age(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.rows.keys().copied().collect();
        ids.sort_by_key(|id| (self.rows[id].added, *id));
        ids
    }

    /// Returns the user's active items, the next to expire first.
    pub fn active(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.items.iter().filter(|(_, item)| item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| (self.items[id].expires, *id));
        ids
    }

    /// Returns the active items of one freshness.
    pub fn active_of(&self, freshness: &str, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids = self.active(now);
        ids.retain(|id| self.items[id].freshness(self.local(now)) == freshness);
        ids
    }

    /// Returns the user's other items, the last to leave first.
    pub fn inactive(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> =
            self.items.iter().filter(|(_, item)| !item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| std::cmp::Reverse((self.items[id].left_at(), *id)));
        ids
    }

    pub fn list(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.rows.keys().copied().collect();
        ids.sort_by_key(|id| (self.rows[id].completed.is_some(), self.rows[id].added, *id));
        ids
    }

    /// Returns the number of uploads of this month.
    pub fn upload_count(&self, now: DateTime<Utc>) -> u32 {
        self.uploads.get(&month(now)).copied().unwrap_or(0)
    }

    pub fn item_view(&self, id: Uuid, now: DateTime<Utc>) -> Value {
        self.items[&id].view(self.name, id, self.local(now))
    }

    pub fn items_view(&self, ids: &[Uuid], now: DateTime<Utc>) -> Value {
        ids.iter().filter(|id| self.items.contains_key(id)).map(|id| self.item_view(*id, now)).collect()
    }

    pub fn list_view(&self) -> Value {
        self.list().iter().map(|id| self.rows[id].view(self.name, *id)).collect()
    }

    pub fn sessions_view(&self) -> Value {
        let mut sessions: Vec<&Session> = self.sessions.iter().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.id));
        let view = |session: &&Session| {
            json!({"id": session.id, "userId": self.name, "scannedAt": iso(session.scanned),
                "itemCount": session.items.len(), "store": "Corner Market"})
        };
        sessions.iter().map(view).collect()
    }

    pub fn preferences_view(&self) -> Value {
        json!({"userId": self.name, "pushNotificationsEnabled": self.is_push_enabled.unwrap_or(true),
            "notificationTime": self.hour.unwrap_or("09:00"), "timeZone": self.zone,
            "lastNotificationCheck": self.checked.map(iso), "lastDeliveredAt": null})
    }

    pub fn shares_view(&self, now: DateTime<Utc>) -> Value {
        let open = self.shares.iter().filter(|share| share.is_open(now));
        let mut open: Vec<(String, &Share)> = open.map(|share| (hash(&share.token), share)).collect();
        open.sort_by_key(|(hash, share)| std::cmp::Reverse((share.created, hash.clone())));
        let view = |(hash, share): &(String, &Share)| {
            json!({"id": hash, "ownerName": share.owner_name, "title": share.title, "shareType": share.kind,
                "isActive": true, "createdAt": iso(share.created), "expiresAt": iso(share.ends()),
                "itemCount": share.rows.len()})
        };
        open.iter().map(view).collect()
    }
}
