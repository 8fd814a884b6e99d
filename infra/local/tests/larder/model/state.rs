//! The model's state of each user, and how the server shows it.

use crate::model::action::Draft;
use chrono::{DateTime, TimeDelta, Utc};
use domain::calendar_day::{LocalTime, Tz};
use domain::category::aisle;
use domain::digest::hash;
use domain::freshness::{Expiry, Freshness};
use domain::timestamp::iso;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) category: String,
    pub(super) quantity: u32,
    pub(super) unit: String,
    pub(super) days: i64,
    pub(super) expires: DateTime<Utc>,
    pub(super) notes: Option<String>,
    pub(super) created: DateTime<Utc>,
    pub(super) status: &'static str,
    pub(super) changed: DateTime<Utc>,
    pub(super) grace: Option<DateTime<Utc>>,
    pub(super) outcome: Option<&'static str>,
    pub(super) session: Option<Uuid>,
    pub(super) raw_text: Option<String>,
    pub(super) is_edited: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) category: String,
    pub(super) quantity: u32,
    pub(super) unit: String,
    pub(super) notes: Option<String>,
    pub(super) added: DateTime<Utc>,
    pub(super) completed: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub(super) struct Session {
    pub(super) id: Uuid,
    pub(super) scanned: DateTime<Utc>,
    pub(super) items: Vec<Uuid>,
    pub(super) picture: u8,
}

#[derive(Clone, Debug)]
pub(super) struct Share {
    pub(super) token: String,
    pub(super) owner_name: String,
    pub(super) title: String,
    pub(super) kind: &'static str,
    pub(super) created: DateTime<Utc>,
    pub(super) active: bool,
    pub(super) rows: Vec<Row>,
    pub(super) key: Option<Uuid>,
}

#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) status: u16,
    pub(super) bytes: Vec<u8>,
    pub(super) ends: i64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    pub(super) name: Option<String>,
    pub(super) category: Option<String>,
    pub(super) unit: Option<String>,
    pub(super) days: Option<i64>,
    pub(super) at: DateTime<Utc>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct User {
    pub(super) items: BTreeMap<Uuid, Item>,
    pub(super) rows: BTreeMap<Uuid, Row>,
    pub(super) sessions: Vec<Session>,
    pub(super) shares: Vec<Share>,
    /// Endpoint and when it was registered, the oldest first.
    pub(super) devices: Vec<(String, DateTime<Utc>)>,
    pub(super) uploads: BTreeMap<String, u32>,
    /// The learned corrections of each receipt line.
    pub(super) learnt: BTreeMap<String, Learnt>,
    pub(super) records: BTreeMap<Uuid, Record>,
    pub(super) enabled: Option<bool>,
    pub(super) hour: Option<&'static str>,
    pub(super) zone: Option<&'static str>,
    pub(super) checked: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub(super) users: BTreeMap<&'static str, User>,
    pub now: DateTime<Utc>,
}

/// An expected response: its status, and at least these fields of its body.
#[derive(Debug)]
pub(super) struct Expected(pub(super) u16, pub(super) Value);

pub(super) fn refused(status: u16, code: &str) -> Expected {
    Expected(status, json!({"error": code}))
}

pub(super) fn invalid(field: &str) -> Expected {
    Expected(422, json!({"error": "validation_failed", "field": field}))
}

pub(super) fn missing() -> Expected {
    refused(404, "not_found")
}

/// The end of the day that is so many days away, where the user is.
pub(super) fn keeps_until(zone: Option<&str>, now: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    local(zone, now).end_after(days)
}

pub(super) fn local(zone: Option<&str>, now: DateTime<Utc>) -> LocalTime {
    LocalTime { at: now, zone: zone.map_or(Tz::UTC, |zone| zone.parse().unwrap()) }
}

pub(super) fn number(millis: u32) -> Value {
    json!(f64::from(millis) / 1_000.0)
}

/// Returns the text unless it is empty.
pub(super) fn said(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty() && *text != "\u{200B}").map(str::to_owned)
}

pub(super) fn quantity(draft: &Draft, otherwise: u32) -> Option<u32> {
    let quantity = draft.quantity.unwrap_or(otherwise);
    (1..=100_000_000).contains(&quantity).then_some(quantity)
}

impl Item {
    pub(super) fn sweep(&self) -> DateTime<Utc> {
        let natural = self.expires + TimeDelta::days(2);
        self.grace.map_or(natural, |grace| grace.max(natural))
    }

    pub(super) fn is_active(&self, now: DateTime<Utc>) -> bool {
        self.status == "active" && now < self.sweep()
    }

    /// The rule has tests of its own.
    pub(super) fn freshness(&self, now: LocalTime) -> &'static str {
        match Expiry::new(None, self.expires, now.zone).freshness(now) {
            Freshness::Expired => "expired",
            Freshness::Soon => "soon",
            Freshness::Fresh => "fresh",
        }
    }

    pub(super) fn left(&self) -> DateTime<Utc> {
        if self.status == "active" { self.sweep() } else { self.changed }
    }

    pub(super) fn view(&self, user: &str, id: Uuid, now: LocalTime) -> Value {
        let status = if self.status == "active" && !self.is_active(now.at) { "deleted" } else { self.status };
        let mut view = json!({"id": id, "userId": user, "scanSessionId": self.session, "name": self.name,
            "category": self.category,
            "quantity": number(self.quantity), "unit": self.unit, "shelfLifeDays": self.days,
                "createdAt": iso(self.created),
            "expiresAt": iso(self.expires), "status": self.freshness(now), "itemStatus": status,
                "changedAt": iso(if self.status == status { self.changed } else { self.sweep() })});
        if let Some(notes) = &self.notes {
            view["notes"] = json!(notes);
        }
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
    pub(super) fn view(&self, user: &str, id: Uuid) -> Value {
        json!({"id": id, "userId": user, "name": self.name, "category": self.category,
            "quantity": number(self.quantity), "unit": self.unit,
            "isCompleted": self.completed.is_some(), "addedAt": iso(self.added),
                "completedAt": self.completed.map(iso), "notes": self.notes})
    }

    pub(super) fn of(draft: &Draft, now: DateTime<Utc>) -> Result<Self, &'static str> {
        Ok(Self {
            name: said(draft.name).ok_or("name")?,
            category: said(draft.category).map_or("Pantry Staples".into(), |name| aisle(&name).into()),
            quantity: quantity(draft, 1_000).ok_or("quantity")?,
            unit: said(draft.unit).unwrap_or_else(|| "item".into()),
            notes: said(draft.notes),
            added: draft.added.unwrap_or(now).min(now),
            completed: draft.completed.unwrap_or(false).then_some(now),
        })
    }

    pub(super) fn same_details(&self, other: &Self) -> bool {
        (&self.name, &self.category, self.quantity, &self.unit, &self.notes)
            == (&other.name, &other.category, other.quantity, &other.unit, &other.notes)
    }
}

impl User {
    pub(super) fn active(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.items.iter().filter(|(_, item)| item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| (self.items[id].expires, *id));
        ids
    }

    pub(super) fn inactive(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> =
            self.items.iter().filter(|(_, item)| !item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| std::cmp::Reverse((self.items[id].left(), *id)));
        ids
    }

    pub(super) fn list(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.rows.keys().copied().collect();
        ids.sort_by_key(|id| (self.rows[id].completed.is_some(), self.rows[id].added, *id));
        ids
    }

    pub(super) fn items_view(&self, user: &str, ids: &[Uuid], now: DateTime<Utc>) -> Value {
        ids.iter().filter_map(|id| Some(self.items.get(id)?.view(user, *id, local(self.zone, now)))).collect()
    }

    pub(super) fn sessions_view(&self, user: &str) -> Value {
        let mut sessions: Vec<&Session> = self.sessions.iter().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.id));
        let view = |session: &&Session| {
            json!({"id": session.id, "userId": user, "scannedAt": iso(session.scanned),
            "itemCount": session.items.len(), "store": "Corner Market"})
        };
        sessions.iter().map(view).collect()
    }

    pub(super) fn preferences_view(&self, user: &str) -> Value {
        json!({"userId": user, "pushNotificationsEnabled": self.enabled.unwrap_or(true),
            "notificationTime": self.hour.unwrap_or("09:00"),
            "timeZone": self.zone, "lastNotificationCheck": self.checked.map(iso), "lastDeliveredAt": null})
    }

    pub(super) fn shares_view(&self, now: DateTime<Utc>) -> Value {
        let mut open: Vec<(String, &Share)> =
            self.shares.iter().filter(|share| share.is_open(now)).map(|share| (hash(&share.token), share)).collect();
        open.sort_by_key(|(hash, share)| std::cmp::Reverse((share.created, hash.clone())));
        let view = |(hash, share): &(String, &Share)| {
            json!({"id": hash, "ownerName": share.owner_name, "title": share.title, "shareType": share.kind,
                "isActive": true,
                "createdAt": iso(share.created), "expiresAt": iso(share.created + TimeDelta::days(30)),
                    "itemCount": share.rows.len()})
        };
        open.iter().map(view).collect()
    }
}

impl Share {
    pub(super) fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.active && now < self.created + TimeDelta::days(30)
    }
}

/// Returns true if `response` contains everything of `wanted`: equal values, lists of equal length, objects with at least
/// these fields.
pub(super) fn holds(response: &Value, wanted: &Value) -> bool {
    match (response, wanted) {
        (Value::Object(response), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| holds(response.get(name).unwrap_or(&Value::Null), value))
        }
        (Value::Array(response), Value::Array(wanted)) => {
            response.len() == wanted.len()
                && response.iter().zip(wanted).all(|(response, wanted)| holds(response, wanted))
        }
        (response, wanted) => response == wanted,
    }
}
