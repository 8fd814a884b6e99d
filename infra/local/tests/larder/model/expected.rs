//! A reference model of Larder: a few maps in memory, written from the specification and not from the code.

use super::action::{Action, Known, NO_PICTURE, NOTHING_TO_EAT, endpoint};
use super::state::*;
use crate::server::TestResponse;
use chrono::{DateTime, TimeDelta, Utc};
use domain::category::aisle;
use domain::timestamp::iso;
use serde_json::{Value, json};
use uuid::Uuid;

pub const MONTHLY_UPLOADS: u32 = 3;
/// Returns the lines that the scripted reader finds on a picture. Two pictures show one receipt.
pub fn bought(picture: u8) -> Vec<(&'static str, i64)> {
    match picture / 2 {
        0 => vec![("Milk", 5)],
        1 => vec![("Bread", 3), ("Milk", 5)],
        2 => vec![("Eggs", 21), ("Apples", 14), ("Apples", 14)],
        _ => vec![("Butter", 30)],
    }
}

/// An action of a user, with its key and its response.
pub(super) struct Call<'a> {
    pub(super) name: &'static str,
    pub(super) now: DateTime<Utc>,
    pub(super) key: Option<Uuid>,
    pub(super) response: &'a Value,
}

impl Call<'_> {
    /// Returns the id that derives from the key; without a key the response has it.
    pub(super) fn made(&self, nth: usize) -> Option<Uuid> {
        self.key.map(|key| Uuid::new_v5(&key, format!("{}#{nth}", self.name).as_bytes()))
    }
}

pub(super) fn parse_id(value: &Value) -> Uuid {
    value.as_str().and_then(|id| Uuid::try_parse(id).ok()).unwrap_or_default()
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

    /// Returns the path and body of everything a user can see.
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
                json!({"remainingUploads": MONTHLY_UPLOADS - used, "monthlyLimit": MONTHLY_UPLOADS,
                    "allowed": used < MONTHLY_UPLOADS})
            }),
        ]
    }

    pub fn check(path: &str, response: &TestResponse, wanted: &Value) -> Result<(), String> {
        if response.status.as_u16() == 200 && holds(&response.json(), wanted) {
            return Ok(());
        }
        Err(format!("{path}\n is   {}\n not  {wanted}", String::from_utf8_lossy(&response.bytes)))
    }

    /// Returns true if another request of this user has used the key.
    pub fn key_is_taken(&self, name: &str, key: Uuid) -> bool {
        self.users[name].records.get(&key).is_some_and(|record| record.ends > self.now.timestamp())
    }

    /// Applies the action, and returns whether the response was right. `key` is its Idempotency-Key.
    pub fn apply(
        &mut self,
        name: &'static str,
        action: &Action,
        key: Option<Uuid>,
        response: &TestResponse,
    ) -> Result<(), String> {
        let ends = (self.now + TimeDelta::days(30)).timestamp();
        let status = response.status.as_u16();
        if let Some(key) = key
            && self.key_is_taken(name, key)
        {
            let record = &self.users[name].records[&key];
            if (record.status, &record.bytes) == (status, &response.bytes)
                && response.headers.contains_key("idempotency-replayed")
            {
                return Ok(());
            }
            return Err(format!("a retry answered {status} {}", String::from_utf8_lossy(&response.bytes)));
        }
        let body = if response.bytes.is_empty() { Value::Null } else { response.json() };
        let Expected(wanted_status, wanted) = self.expected(name, action, key, &body);
        if wanted_status != status || !holds(&body, &wanted) {
            return Err(format!("is   {status} {body}\n not  {wanted_status} {wanted}"));
        }
        // A share's response contains its secret, and a response for an existing row changed nothing: neither is recorded.
        let repeated = matches!(action, Action::CreateItem(_) | Action::CreateRow(_)) && status == 200;
        if let Some(key) = key
            && status < 300
            && action.is_a_mutation()
            && !matches!(action, Action::Share { .. })
            && !repeated
        {
            let record = Record { status, bytes: response.bytes.clone(), ends };
            self.users.get_mut(name).unwrap().records.insert(key, record);
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each thing that can be asked")]
    fn expected(&mut self, name: &'static str, action: &Action, key: Option<Uuid>, response: &Value) -> Expected {
        let now = self.now;
        if let Action::ReadShare(token) = action {
            // Anybody's.
            let shares = self.users.values().flat_map(|user| &user.shares);
            let open = shares.into_iter().find(|share| share.token == *token && share.is_open(now));
            return open.map_or_else(missing, |share| {
                let row = |row: &Row| {
                    json!({"name": row.name, "category": row.category,
                    "quantity": number(row.quantity), "unit": row.unit, "notes": row.notes})
                };
                let items: Value = share.rows.iter().map(row).collect();
                Expected(
                    200,
                    json!({"list": {"title": share.title, "ownerName": share.owner_name,
                    "createdAt": iso(share.created)}, "items": items}),
                )
            });
        }
        let call = Call { name, now, key, response };
        if let Some(expected) = self.expected_of_items(action, &call).or_else(|| self.expected_of_list(action, &call)) {
            return expected;
        }
        let made = |nth: usize| call.made(nth);
        let user = self.users.get_mut(name).unwrap();
        match action {
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
                due.retain(|id| user.items[id].freshness(local(user.zone, now)) != "fresh");
                Expected(200, json!({"due": user.items_view(name, &due, now), "sent": 0}))
            }
            Action::Subscribe(device) => {
                let address = endpoint(*device);
                user.devices.retain(|(other, _)| *other != address);
                user.devices.push((address.clone(), now));
                if user.devices.len() > 12 {
                    user.devices.remove(0);
                }
                Expected(201, json!({"endpoint": address, "createdAt": iso(now)}))
            }
            Action::Unsubscribe(device) => {
                let before = user.devices.len();
                user.devices.retain(|(other, _)| *other != endpoint(*device));
                if user.devices.len() == before { missing() } else { Expected(200, json!({})) }
            }
            Action::Extract(picture) => self.extract(name, *picture, key, response),
            Action::UploadTicket => Expected(201, json!({})),
            Action::ReAdd(id) => {
                let Some(session) = user.sessions.iter().find(|session| session.id == *id).cloned() else {
                    return missing();
                };
                let mut renewed = vec![];
                let zone = user.zone;
                for id in session.items {
                    let Some(item) = user.items.get_mut(&id).filter(|item| !item.is_active(now)) else { continue };
                    (item.status, item.outcome, item.grace, item.changed) = ("active", None, None, now);
                    (item.session, item.expires) = (Some(session.id), keeps_until(zone, now, item.days));
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
                let items = session.items.iter().enumerate();
                for (nth, item) in items.filter_map(|(nth, id)| Some((nth, user.items.get(id)?))) {
                    if names.contains(&item.name.to_lowercase()) {
                        continue;
                    }
                    names.push(item.name.to_lowercase());
                    let Item { name, category, quantity, unit, .. } = item.clone();
                    let category = aisle(&category).into();
                    let row = Row { name, category, quantity, unit, notes: None, added: now, completed: None };
                    rows.push((made(nth).expect("it is sent with a key"), row));
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
                *user = User { uploads: std::mem::take(&mut user.uploads), ..User::default() };
                Expected(200, json!({"message": "Data cleared successfully"}))
            }
            Action::Statistics => {
                let active = user.active(now);
                let count = |status| {
                    active.iter().filter(|id| user.items[id].freshness(local(user.zone, now)) == status).count()
                };
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
            _ => unreachable!("answered above"),
        }
    }

    fn extract(&mut self, name: &'static str, picture: u8, key: Option<Uuid>, response: &Value) -> Expected {
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
        let session = parse_id(&response["sessionId"]);
        // Each line restores the item of its name that left last, or creates a new one.
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
                .unwrap_or_else(|| parse_id(&response["items"][n]["id"]));
            let item = Item {
                name: title,
                category: learnt.category.unwrap_or("Dairy".into()),
                quantity: 1_000,
                unit: learnt.unit.unwrap_or("item".into()),
                days,
                expires: keeps_until(user.zone, now, days),
                notes: None,
                created: back.map_or(now, |id| user.items[&id].created),
                status: "active",
                changed: now,
                grace: None,
                outcome: None,
                session: Some(session),
                raw_text: Some(line),
                is_edited: false,
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
