//! What Larder should be, without a table, a transaction or an index: a few maps in memory, written from the specification and not from the code.

use crate::model::action::{Action, Draft, Known, NO_PICTURE, NOTHING_TO_EAT, endpoint};
use crate::server::Answer;
use chrono::{DateTime, TimeDelta, Utc};
use domain::sharing::token_hash;
use domain::timestamp::iso;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

pub const MONTHLY_UPLOADS: u32 = 3;

#[derive(Clone, Debug)]
struct Item {
    name: String,
    category: String,
    quantity: u32,
    unit: String,
    days: i64,
    expires: DateTime<Utc>,
    notes: Option<String>,
    created: DateTime<Utc>,
    status: &'static str,
    changed: DateTime<Utc>,
    grace: Option<DateTime<Utc>>,
    outcome: Option<&'static str>,
    session: Option<Uuid>,
    raw_text: Option<String>,
}

#[derive(Clone, Debug)]
struct Row {
    name: String,
    category: String,
    quantity: u32,
    unit: String,
    notes: Option<String>,
    added: DateTime<Utc>,
    completed: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
struct Session {
    id: Uuid,
    scanned: DateTime<Utc>,
    items: Vec<Uuid>,
    picture: u8,
}

#[derive(Clone, Debug)]
struct Share {
    token: String,
    owner_name: String,
    title: String,
    kind: &'static str,
    created: DateTime<Utc>,
    active: bool,
    rows: Vec<Row>,
    key: Option<Uuid>,
}

#[derive(Clone, Debug)]
struct Record {
    status: u16,
    bytes: Vec<u8>,
    ends: i64,
}

#[derive(Clone, Debug, Default)]
struct Learnt {
    name: Option<String>,
    category: Option<String>,
    unit: Option<String>,
    days: Option<i64>,
    at: DateTime<Utc>,
}

#[derive(Clone, Debug, Default)]
struct User {
    items: BTreeMap<Uuid, Item>,
    rows: BTreeMap<Uuid, Row>,
    sessions: Vec<Session>,
    shares: Vec<Share>,
    /// Endpoint and when it was registered, the oldest first.
    devices: Vec<(String, DateTime<Utc>)>,
    uploads: BTreeMap<String, u32>,
    /// What was corrected of each receipt line.
    learnt: BTreeMap<String, Learnt>,
    records: BTreeMap<Uuid, Record>,
    enabled: Option<bool>,
    hour: Option<&'static str>,
    zone: Option<&'static str>,
    checked: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Model {
    users: BTreeMap<&'static str, User>,
    pub now: DateTime<Utc>,
}

/// What an answer must be: its status, and of its body at least this.
#[derive(Debug)]
struct Expected(u16, Value);

fn refused(status: u16, code: &str) -> Expected {
    Expected(status, json!({"error": code}))
}

fn invalid(field: &str) -> Expected {
    Expected(422, json!({"error": "validation_failed", "field": field}))
}

fn missing() -> Expected {
    refused(404, "not_found")
}

fn number(millis: u32) -> Value {
    json!(f64::from(millis) / 1_000.0)
}

/// A text that says something, or nothing.
fn said(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty() && *text != "\u{200B}").map(str::to_owned)
}

fn quantity(draft: &Draft, otherwise: u32) -> Option<u32> {
    let quantity = draft.quantity.unwrap_or(otherwise);
    (1..=100_000_000).contains(&quantity).then_some(quantity)
}

impl Item {
    fn sweep(&self) -> DateTime<Utc> {
        let natural = self.expires + TimeDelta::days(2);
        self.grace.map_or(natural, |grace| grace.max(natural))
    }

    fn is_active(&self, now: DateTime<Utc>) -> bool {
        self.status == "active" && now < self.sweep()
    }

    fn freshness(&self, now: DateTime<Utc>) -> &'static str {
        if now >= self.expires {
            "expired"
        } else if self.expires - now <= TimeDelta::days(3) {
            "soon"
        } else {
            "fresh"
        }
    }

    fn left(&self) -> DateTime<Utc> {
        if self.status == "active" { self.sweep() } else { self.changed }
    }

    fn view(&self, user: &str, id: Uuid, now: DateTime<Utc>) -> Value {
        let status = if self.status == "active" && !self.is_active(now) { "deleted" } else { self.status };
        let mut view = json!({"id": id, "userId": user, "scanSessionId": self.session, "name": self.name, "category": self.category,
            "quantity": number(self.quantity), "unit": self.unit, "shelfLifeDays": self.days, "createdAt": iso(self.created),
            "expiresAt": iso(self.expires), "status": self.freshness(now), "itemStatus": status, "changedAt": iso(self.changed)});
        if let Some(notes) = &self.notes {
            view["notes"] = json!(notes);
        }
        if let Some(outcome) = self.outcome {
            view["outcome"] = json!(outcome);
        }
        if let Some(raw_text) = &self.raw_text {
            view["rawText"] = json!(raw_text);
            view["confidence"] = json!(0.9);
        }
        view
    }
}

impl Row {
    fn view(&self, user: &str, id: Uuid) -> Value {
        json!({"id": id, "userId": user, "name": self.name, "category": self.category, "quantity": number(self.quantity), "unit": self.unit,
            "isCompleted": self.completed.is_some(), "addedAt": iso(self.added), "completedAt": self.completed.map(iso), "notes": self.notes})
    }

    fn of(draft: &Draft, now: DateTime<Utc>) -> Result<Self, &'static str> {
        Ok(Self {
            name: said(draft.name).ok_or("name")?,
            category: said(draft.category).unwrap_or_else(|| "Pantry Staples".into()),
            quantity: quantity(draft, 1_000).ok_or("quantity")?,
            unit: said(draft.unit).unwrap_or_else(|| "item".into()),
            notes: said(draft.notes),
            added: draft.added.unwrap_or(now).min(now),
            completed: draft.completed.unwrap_or(false).then_some(now),
        })
    }

    fn same_details(&self, other: &Self) -> bool {
        (&self.name, &self.category, self.quantity, &self.unit, &self.notes)
            == (&other.name, &other.category, other.quantity, &other.unit, &other.notes)
    }
}

impl User {
    fn active(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.items.iter().filter(|(_, item)| item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| (self.items[id].expires, *id));
        ids
    }

    fn inactive(&self, now: DateTime<Utc>) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> =
            self.items.iter().filter(|(_, item)| !item.is_active(now)).map(|(id, _)| *id).collect();
        ids.sort_by_key(|id| std::cmp::Reverse((self.items[id].left(), *id)));
        ids
    }

    fn list(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.rows.keys().copied().collect();
        ids.sort_by_key(|id| (self.rows[id].completed.is_some(), self.rows[id].added, *id));
        ids
    }

    fn items_view(&self, user: &str, ids: &[Uuid], now: DateTime<Utc>) -> Value {
        ids.iter().filter_map(|id| Some(self.items.get(id)?.view(user, *id, now))).collect()
    }

    fn sessions_view(&self, user: &str) -> Value {
        let mut sessions: Vec<&Session> = self.sessions.iter().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.id));
        let view = |session: &&Session| json!({"id": session.id, "userId": user, "scannedAt": iso(session.scanned), "itemCount": session.items.len(), "store": "Corner Market"});
        sessions.iter().map(view).collect()
    }

    fn preferences_view(&self, user: &str) -> Value {
        json!({"userId": user, "pushNotificationsEnabled": self.enabled.unwrap_or(true), "notificationTime": self.hour.unwrap_or("09:00"),
            "timeZone": self.zone, "lastNotificationCheck": self.checked.map(iso), "lastDeliveredAt": null})
    }

    fn shares_view(&self, now: DateTime<Utc>) -> Value {
        let mut open: Vec<(String, &Share)> = self
            .shares
            .iter()
            .filter(|share| share.is_open(now))
            .map(|share| (token_hash(&share.token), share))
            .collect();
        open.sort_by_key(|(hash, share)| std::cmp::Reverse((share.created, hash.clone())));
        let view = |(hash, share): &(String, &Share)| {
            json!({"id": hash, "ownerName": share.owner_name, "title": share.title, "shareType": share.kind, "isActive": true,
                "createdAt": iso(share.created), "expiresAt": iso(share.created + TimeDelta::days(30)), "itemCount": share.rows.len()})
        };
        open.iter().map(view).collect()
    }
}

impl Share {
    fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.active && now < self.created + TimeDelta::days(30)
    }
}

/// Whether `answer` has everything of `wanted`: the same values, lists of the same length, objects at least these fields.
fn holds(answer: &Value, wanted: &Value) -> bool {
    match (answer, wanted) {
        (Value::Object(answer), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| holds(answer.get(name).unwrap_or(&Value::Null), value))
        }
        (Value::Array(answer), Value::Array(wanted)) => {
            answer.len() == wanted.len() && answer.iter().zip(wanted).all(|(answer, wanted)| holds(answer, wanted))
        }
        (answer, wanted) => answer == wanted,
    }
}

/// A receipt's lines: what the reader of the tests finds on a picture. Two pictures show one receipt.
pub fn bought(picture: u8) -> Vec<(&'static str, i64)> {
    match picture / 2 {
        0 => vec![("Milk", 5)],
        1 => vec![("Bread", 3), ("Milk", 5)],
        2 => vec![("Eggs", 21), ("Apples", 14), ("Apples", 14)],
        _ => vec![("Butter", 30)],
    }
}

impl Model {
    pub fn new(users: &[&'static str], now: DateTime<Utc>) -> Self {
        Self { users: users.iter().map(|user| (*user, User::default())).collect(), now }
    }

    pub fn known(&self) -> Known {
        let mut known = Known::default();
        for user in self.users.values() {
            known.items.extend(user.items.keys());
            known.rows.extend(user.rows.keys());
            known.sessions.extend(user.sessions.iter().map(|session| session.id));
            known.tokens.extend(user.shares.iter().map(|share| share.token.clone()));
        }
        known
    }

    /// What everybody can see of a user's things: path and body.
    pub fn visible(&self, name: &'static str) -> Vec<(&'static str, Value)> {
        let (user, now) = (&self.users[name], self.now);
        vec![
            ("/api/items", user.items_view(name, &user.active(now), now)),
            ("/api/items/archived", user.items_view(name, &user.inactive(now), now)),
            ("/api/shopping-list", user.list().iter().map(|id| user.rows[id].view(name, *id)).collect()),
            ("/api/preferences", user.preferences_view(name)),
            ("/api/scan-sessions", user.sessions_view(name)),
            ("/api/shopping-list/shares", user.shares_view(now)),
            ("/api/upload-limit", {
                let used = user.uploads.get(&now.format("%Y-%m").to_string()).copied().unwrap_or(0);
                json!({"remainingUploads": MONTHLY_UPLOADS - used, "monthlyLimit": MONTHLY_UPLOADS, "allowed": used < MONTHLY_UPLOADS})
            }),
        ]
    }

    pub fn check(path: &str, answer: &Answer, wanted: &Value) -> Result<(), String> {
        if answer.status.as_u16() == 200 && holds(&answer.json(), wanted) {
            return Ok(());
        }
        Err(format!("{path}\n is   {}\n not  {wanted}", String::from_utf8_lossy(&answer.bytes)))
    }

    /// Whether a key is taken by a request of this user, so that another request with it is refused.
    pub fn key_is_taken(&self, name: &str, key: Uuid) -> bool {
        self.users[name].records.get(&key).is_some_and(|record| record.ends > self.now.timestamp())
    }

    /// What the action does, and whether the answer is what it should have been. `key` is the Idempotency-Key it was sent with.
    pub fn apply(
        &mut self,
        name: &'static str,
        action: &Action,
        key: Option<Uuid>,
        answer: &Answer,
    ) -> Result<(), String> {
        let ends = (self.now + TimeDelta::hours(24)).timestamp();
        let status = answer.status.as_u16();
        if let Some(key) = key
            && self.key_is_taken(name, key)
        {
            let record = &self.users[name].records[&key];
            if (record.status, &record.bytes) == (status, &answer.bytes)
                && answer.headers.contains_key("idempotency-replayed")
            {
                return Ok(());
            }
            return Err(format!("a retry answered {status} {}", String::from_utf8_lossy(&answer.bytes)));
        }
        let body = if answer.bytes.is_empty() { Value::Null } else { answer.json() };
        let Expected(wanted_status, wanted) = self.expected(name, action, key, &body);
        if wanted_status != status || !holds(&body, &wanted) {
            return Err(format!("is   {status} {body}\n not  {wanted_status} {wanted}"));
        }
        // A share's answer holds its secret, and one that says that something is there already has changed nothing: neither is recorded.
        let repeated = matches!(action, Action::CreateItem(_) | Action::CreateRow(_)) && status == 200;
        if let Some(key) = key
            && status < 300
            && action.is_a_mutation()
            && !matches!(action, Action::Share { .. })
            && !repeated
        {
            let record = Record { status, bytes: answer.bytes.clone(), ends };
            self.users.get_mut(name).unwrap().records.insert(key, record);
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each thing that can be asked")]
    fn expected(&mut self, name: &'static str, action: &Action, key: Option<Uuid>, answer: &Value) -> Expected {
        let now = self.now;
        if let Action::ReadShare(token) = action {
            // Anybody's.
            let shares = self.users.values().flat_map(|user| &user.shares);
            let open = shares.into_iter().find(|share| share.token == *token && share.is_open(now));
            return open.map_or_else(missing, |share| {
                let row = |row: &Row| json!({"name": row.name, "category": row.category, "quantity": number(row.quantity), "unit": row.unit, "notes": row.notes});
                let items: Value = share.rows.iter().map(row).collect();
                Expected(200, json!({"list": {"title": share.title, "ownerName": share.owner_name, "createdAt": iso(share.created)}, "items": items}))
            });
        }
        // The ids that a key makes again; without a key the answer tells them.
        let made = |nth: usize| key.map(|key| Uuid::new_v5(&key, format!("{name}#{nth}").as_bytes()));
        let told = |value: &Value| value.as_str().and_then(|id| Uuid::try_parse(id).ok()).unwrap_or_default();
        let user = self.users.get_mut(name).unwrap();
        match action {
            Action::ReadShare(_) => unreachable!("answered above"),
            Action::CreateItem(draft) => {
                let id = draft.id.or(made(0)).unwrap_or_else(|| told(&answer["id"]));
                let Some(title) = said(draft.name) else { return invalid("name") };
                let Some(quantity) = quantity(draft, 1_000) else { return invalid("quantity") };
                let days = draft.days.unwrap_or(7);
                if days < 1 {
                    return invalid("shelfLifeDays");
                }
                let item = Item {
                    name: title,
                    category: said(draft.category).unwrap_or_else(|| "Other".into()),
                    quantity,
                    unit: said(draft.unit).unwrap_or_else(|| "item".into()),
                    days,
                    expires: draft.expires.unwrap_or(now + TimeDelta::days(days)),
                    notes: said(draft.notes),
                    created: now,
                    status: "active",
                    changed: now,
                    grace: None,
                    outcome: None,
                    session: None,
                    raw_text: None,
                };
                if let Some(there) = user.items.get(&id) {
                    let details = |item: &Item| {
                        let Item { name, category, quantity, unit, days, expires, notes, .. } = item.clone();
                        (name, category, quantity, unit, days, expires, notes)
                    };
                    if details(there) == details(&item) {
                        Expected(200, there.view(name, id, now))
                    } else {
                        refused(409, "id_taken")
                    }
                } else {
                    let view = item.view(name, id, now);
                    user.items.insert(id, item);
                    Expected(201, view)
                }
            }
            Action::UpdateItem(id, draft) => {
                let Some(item) = user.items.get_mut(id) else { return missing() };
                let Some(title) = said(draft.name) else { return invalid("name") };
                let Some(category) = said(draft.category) else { return invalid("category") };
                let Some(quantity) = quantity(draft, item.quantity) else { return invalid("quantity") };
                let days = draft.days.unwrap_or(item.days);
                if days < 1 {
                    return invalid("shelfLifeDays");
                }
                if !item.is_active(now) {
                    return refused(409, "item_not_active");
                }
                let unit = said(draft.unit).unwrap_or_else(|| item.unit.clone());
                let changed = |before: &String, after: &String| (before != after).then(|| after.clone());
                let of_days = (item.days != days).then_some(days);
                let learnt = (
                    changed(&item.name, &title),
                    changed(&item.category, &category),
                    changed(&item.unit, &unit),
                    of_days,
                );
                if let Some(line) = &item.raw_text
                    && learnt != (None, None, None, None)
                {
                    let known = user.learnt.entry(line.clone()).or_default();
                    known.name = learnt.0.or(known.name.take());
                    known.category = learnt.1.or(known.category.take());
                    known.unit = learnt.2.or(known.unit.take());
                    known.days = learnt.3.or(known.days);
                    known.at = now;
                }
                (item.name, item.category, item.quantity, item.days) = (title, category, quantity, days);
                item.unit = unit;
                item.expires = draft.expires.unwrap_or(item.expires);
                if draft.notes.is_some() {
                    item.notes = said(draft.notes);
                }
                Expected(200, item.view(name, *id, now))
            }
            Action::Archive(id, outcome) | Action::Delete(id, outcome) => {
                let Some(item) = user.items.get_mut(id) else { return missing() };
                if !item.is_active(now) {
                    return refused(409, "item_not_active");
                }
                item.status = if matches!(action, Action::Archive(..)) { "archived" } else { "deleted" };
                (item.outcome, item.changed) = (*outcome, now);
                Expected(200, item.view(name, *id, now))
            }
            Action::Restore(id) => {
                let Some(item) = user.items.get_mut(id) else { return missing() };
                if item.is_active(now) {
                    return refused(409, "item_already_active");
                }
                let past = now >= item.expires + TimeDelta::days(2);
                item.grace = past.then(|| now + TimeDelta::days(2));
                (item.status, item.outcome, item.changed) = ("active", None, now);
                Expected(200, item.view(name, *id, now))
            }
            Action::DeleteAll(status) => {
                if !["all", "fresh", "soon", "expired"].contains(status) {
                    return invalid("status");
                }
                let mut ids = user.active(now);
                ids.retain(|id| *status == "all" || user.items[id].freshness(now) == *status);
                for id in &ids {
                    let item = user.items.get_mut(id).expect("it was just listed");
                    (item.status, item.outcome, item.changed) = ("deleted", None, now);
                }
                Expected(200, json!({"count": ids.len()}))
            }
            Action::CreateRow(draft) => {
                let id = draft.id.or(made(0)).unwrap_or_else(|| told(&answer["id"]));
                let row = match Row::of(draft, now) {
                    Ok(row) => row,
                    Err(field) => return invalid(field),
                };
                match user.rows.get(&id) {
                    Some(there) if there.same_details(&row) => Expected(200, there.view(name, id)),
                    Some(_) => refused(409, "id_taken"),
                    None => {
                        let view = row.view(name, id);
                        user.rows.insert(id, row);
                        Expected(201, view)
                    }
                }
            }
            Action::Toggle(id, wanted) => {
                let Some(row) = user.rows.get_mut(id) else { return missing() };
                let wanted = wanted.unwrap_or(row.completed.is_none());
                if wanted != row.completed.is_some() {
                    row.completed = wanted.then_some(now);
                }
                Expected(200, row.view(name, *id))
            }
            Action::RemoveRow(id) => {
                if user.rows.remove(id).is_none() {
                    return missing();
                }
                Expected(200, json!({"count": 1, "ids": [id]}))
            }
            Action::ClearCompleted => {
                let before = user.rows.len();
                user.rows.retain(|_, row| row.completed.is_none());
                Expected(200, json!({"count": before - user.rows.len()}))
            }
            Action::ClearRows => {
                let ids = user.list();
                user.rows.clear();
                Expected(200, json!({"count": ids.len(), "ids": ids}))
            }
            Action::Share { owner, selected } => {
                // The token is the key's, so a retry finds the share by it, however late.
                if let Some(share) = user.shares.iter().find(|share| key.is_some() && share.key == key) {
                    let ends = iso(share.created + TimeDelta::days(30));
                    return Expected(
                        201,
                        json!({"token": share.token, "expiresAt": ends, "itemCount": share.rows.len()}),
                    );
                }
                if owner.is_empty() {
                    return invalid("ownerName");
                }
                let ids = user.list();
                let wanted = |id: &&Uuid| {
                    user.rows[*id].completed.is_none() && selected.as_ref().is_none_or(|selected| selected.contains(id))
                };
                let rows: Vec<Row> = ids.iter().filter(wanted).map(|id| user.rows[id].clone()).collect();
                if selected.is_some() && rows.is_empty() {
                    return invalid("selectedItemIds");
                }
                let token = answer["token"].as_str().unwrap_or_default().to_owned();
                let wanted = json!({"url": format!("{}/shared/{token}", answer["url"].as_str().unwrap_or_default().split("/shared/").next().unwrap_or_default()),
                    "expiresAt": iso(now + TimeDelta::days(30)), "itemCount": rows.len()});
                if token.len() != 22 || user.shares.iter().any(|share| share.token == token) {
                    return Expected(201, json!({"token": "22 letters and digits that were never told before"}));
                }
                let (title, kind) =
                    if selected.is_some() { ("My Shopping List", "selected") } else { ("Saturday", "full") };
                let share = Share {
                    token,
                    owner_name: (*owner).into(),
                    title: title.into(),
                    kind,
                    created: now,
                    active: true,
                    rows,
                    key,
                };
                user.shares.push(share);
                Expected(201, wanted)
            }
            Action::Revoke { token, .. } => {
                let Some(share) = user.shares.iter_mut().find(|share| share.token == *token && share.is_open(now))
                else {
                    return missing();
                };
                share.active = false;
                Expected(200, json!({"message": "The list is no longer shared."}))
            }
            Action::Import(drafts) => {
                if drafts.is_empty() {
                    return invalid("items");
                }
                let mut rows = vec![];
                for (n, draft) in drafts.iter().enumerate() {
                    match Row::of(&Draft { completed: None, added: None, ..draft.clone() }, now) {
                        Ok(row) => rows.push((made(n).expect("it is sent with a key"), row)),
                        Err(field) => return invalid(&format!("items[{n}].{field}")),
                    }
                }
                if rows.iter().any(|(id, _)| user.rows.contains_key(id)) {
                    return refused(409, "conflict");
                }
                let count = rows.len();
                user.rows.extend(rows);
                Expected(200, json!({"imported": count}))
            }
            Action::SetPreferences { enabled, hour, zone } => {
                if *hour == Some("05:00") {
                    return invalid("notificationTime");
                }
                if *zone == Some("Mars/Olympus") {
                    return invalid("timeZone");
                }
                (user.enabled, user.hour, user.zone) =
                    (enabled.or(user.enabled), hour.or(user.hour), zone.or(user.zone));
                Expected(200, user.preferences_view(name))
            }
            Action::Check => {
                user.checked = Some(now);
                let mut due = user.active(now);
                due.retain(|id| user.items[id].freshness(now) != "fresh");
                Expected(200, json!({"due": user.items_view(name, &due, now), "sent": 0}))
            }
            Action::Subscribe(device) => {
                let address = endpoint(*device);
                user.devices.retain(|(other, _)| *other != address);
                user.devices.push((address.clone(), now));
                if user.devices.len() > 10 {
                    user.devices.remove(0);
                }
                Expected(201, json!({"endpoint": address, "createdAt": iso(now)}))
            }
            Action::Unsubscribe(device) => {
                let before = user.devices.len();
                user.devices.retain(|(other, _)| *other != endpoint(*device));
                if user.devices.len() == before { missing() } else { Expected(200, json!({})) }
            }
            Action::Extract(picture) => self.extract(name, *picture, key, answer),
            Action::UploadTicket => Expected(201, json!({})),
            Action::ReAdd(id) => {
                let Some(session) = user.sessions.iter().find(|session| session.id == *id).cloned() else {
                    return missing();
                };
                let mut renewed = vec![];
                for id in session.items {
                    let Some(item) = user.items.get_mut(&id).filter(|item| !item.is_active(now)) else { continue };
                    (item.status, item.outcome, item.grace, item.changed) = ("active", None, None, now);
                    (item.session, item.expires) = (Some(session.id), now + TimeDelta::days(item.days));
                    renewed.push(id);
                }
                Expected(200, json!({"items": user.items_view(name, &renewed, now)}))
            }
            Action::SessionToList(id) => {
                let Some(session) = user.sessions.iter().find(|session| session.id == *id) else { return missing() };
                let mut names: Vec<String> = user
                    .rows
                    .values()
                    .filter(|row| row.completed.is_none())
                    .map(|row| row.name.to_lowercase())
                    .collect();
                let mut rows = vec![];
                for item in session.items.iter().filter_map(|id| user.items.get(id)) {
                    if names.contains(&item.name.to_lowercase()) {
                        continue;
                    }
                    names.push(item.name.to_lowercase());
                    let Item { name, category, quantity, unit, .. } = item.clone();
                    let row = Row { name, category, quantity, unit, notes: None, added: now, completed: None };
                    rows.push((made(rows.len()).expect("it is sent with a key"), row));
                }
                if rows.iter().any(|(id, _)| user.rows.contains_key(id)) {
                    return refused(409, "conflict");
                }
                user.rows.extend(rows);
                Expected(200, json!({}))
            }
            Action::SessionItems(id) => {
                let Some(session) = user.sessions.iter().find(|session| session.id == *id) else { return missing() };
                Expected(200, user.items_view(name, &session.items, now))
            }
            Action::ClearData => {
                *user = User::default();
                Expected(200, json!({"message": "Data cleared successfully"}))
            }
            Action::Statistics => {
                let active = user.active(now);
                let count = |status| active.iter().filter(|id| user.items[id].freshness(now) == status).count();
                let (fresh, soon, expired) = (count("fresh"), count("soon"), count("expired"));
                Expected(
                    200,
                    json!({"items": {"total": active.len(), "fresh": fresh, "soon": soon, "expired": expired}}),
                )
            }
            Action::Export => {
                let everything: Vec<Uuid> = user.active(now).into_iter().chain(user.inactive(now)).collect();
                let list: Value = user.list().iter().map(|id| user.rows[id].view(name, *id)).collect();
                Expected(
                    200,
                    json!({"items": user.items_view(name, &everything, now), "shoppingList": list,
                    "scanSessions": user.sessions_view(name), "preferences": user.preferences_view(name)}),
                )
            }
        }
    }

    fn extract(&mut self, name: &'static str, picture: u8, key: Option<Uuid>, answer: &Value) -> Expected {
        let now = self.now;
        let user = self.users.get_mut(name).unwrap();
        let duplicate = |user: &User, session: &Session| {
            let items = user.items_view(name, &session.items, now);
            Expected(
                409,
                json!({"error": "duplicate_receipt", "existingSessionId": session.id, "existingItems": items}),
            )
        };
        if let Some(session) = user.sessions.iter().find(|session| session.picture == picture) {
            return duplicate(user, session);
        }
        let month = now.format("%Y-%m").to_string();
        if user.uploads.get(&month).is_some_and(|used| *used >= MONTHLY_UPLOADS) {
            return refused(429, "Monthly upload limit reached");
        }
        if picture == NO_PICTURE {
            return refused(415, "unsupported_image");
        }
        if picture == NOTHING_TO_EAT {
            return refused(422, "no_items_found");
        }
        // Another photo of the same receipt.
        if let Some(session) = user.sessions.iter().find(|session| session.picture / 2 == picture / 2) {
            return duplicate(user, session);
        }
        let told = |value: &Value| value.as_str().and_then(|id| Uuid::try_parse(id).ok()).unwrap_or_default();
        let session = told(&answer["sessionId"]);
        // Each line takes back what left last under its name, and otherwise makes a new item.
        let mut gone = user.inactive(now);
        let mut ids = vec![];
        for (n, (title, days)) in bought(picture).into_iter().enumerate() {
            let line = title.to_uppercase();
            let learnt = user.learnt.get(&line).filter(|learnt| now < learnt.at + TimeDelta::days(730));
            let learnt = learnt.cloned().unwrap_or_default();
            let title = learnt.name.unwrap_or(title.into());
            let days = learnt.days.unwrap_or(days);
            let back = gone.iter().position(|id| user.items[id].name == title).map(|place| gone.remove(place));
            let id = back
                .or(key.map(|key| Uuid::new_v5(&key, format!("{name}#{}", n + 1).as_bytes())))
                .unwrap_or_else(|| told(&answer["items"][n]["id"]));
            let item = Item {
                name: title,
                category: learnt.category.unwrap_or("Dairy".into()),
                quantity: 1_000,
                unit: learnt.unit.unwrap_or("item".into()),
                days,
                expires: now + TimeDelta::days(days),
                notes: None,
                created: back.map_or(now, |id| user.items[&id].created),
                status: "active",
                changed: now,
                grace: None,
                outcome: None,
                session: Some(session),
                raw_text: Some(line),
            };
            user.items.insert(id, item);
            ids.push(id);
        }
        *user.uploads.entry(month).or_default() += 1;
        let wanted = json!({"itemCount": ids.len(), "items": user.items_view(name, &ids, now)});
        user.sessions.push(Session { id: session, scanned: now, items: ids, picture });
        Expected(200, wanted)
    }
}
