//! A reference model of Larder: a few maps in memory, written from the specification. Computes the expected response to
//! each action. It takes freshness, aisles and the ends of days from the code: these rules have tests of their own.

use super::action::{Action, Draft, Known, endpoint};
use super::scans::MONTHLY_UPLOADS;
use super::state::{Details, Record, User};
use crate::server::TestResponse;
use chrono::{DateTime, TimeDelta, Utc};
use domain::timestamp::iso;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct Model {
    users: BTreeMap<&'static str, User>,
    pub now: DateTime<Utc>,
}

/// An expected response: its status, and at least these fields of its body.
#[derive(Debug)]
pub struct Expected(pub u16, pub Value);

/// An expected response that changes nothing.
#[derive(Debug)]
pub struct Refusal(pub Expected);

/// The refusal of an invalid field.
impl From<&str> for Refusal {
    fn from(field: &str) -> Self {
        Self(Expected(422, json!({"error": "validation_failed", "field": field})))
    }
}

pub fn refused(status: u16, code: &str) -> Refusal {
    Refusal(Expected(status, json!({"error": code})))
}

pub fn missing() -> Refusal {
    refused(404, "not_found")
}

/// A request of a user: its time, its key and its response.
pub struct Call<'a> {
    pub name: &'static str,
    pub now: DateTime<Utc>,
    pub key: Option<Uuid>,
    pub response: &'a Value,
}

impl Call<'_> {
    /// Returns the id that derives from the key.
    pub fn derived_id(&self, nth: usize) -> Option<Uuid> {
        self.key.map(|key| Uuid::new_v5(&key, format!("{}#{nth}", self.name).as_bytes()))
    }

    /// Returns the id of what a draft creates. Without the client's id and a key the response has it.
    pub fn created_id(&self, draft: &Draft) -> Uuid {
        draft.id.or(self.derived_id(0)).unwrap_or_else(|| parse_id(&self.response["id"]))
    }
}

pub fn parse_id(value: &Value) -> Uuid {
    value.as_str().and_then(|id| Uuid::try_parse(id).ok()).unwrap_or_default()
}

impl Model {
    pub fn new(users: &[&'static str], now: DateTime<Utc>) -> Self {
        let user = |name: &&'static str| (*name, User { name, ..User::default() });
        Self { users: users.iter().map(user).collect(), now }
    }

    /// Returns the ids of all users' rows, for an action of one of them.
    pub fn known(&self, name: &str) -> Known {
        let mut known = Known::default();
        let (own, others): (Vec<_>, Vec<_>) = self.users.values().partition(|user| user.name == name);
        for user in others.into_iter().chain(own) {
            known.items.extend(user.items_by_age());
            known.rows.extend(user.rows_by_age());
            known.sessions.extend(user.sessions.iter().map(|session| session.id));
            known.tokens.extend(user.shares.iter().map(|share| share.token.clone()));
        }
        known
    }

    /// Returns the path and body of everything a user can see.
    pub fn visible(&self, name: &'static str) -> Vec<(&'static str, Value)> {
        let (user, now) = (&self.users[name], self.now);
        let used = user.upload_count(now);
        let limit = json!({"remainingUploads": MONTHLY_UPLOADS - used, "monthlyLimit": MONTHLY_UPLOADS,
            "allowed": used < MONTHLY_UPLOADS});
        vec![
            ("/api/items", user.items_view(&user.active(now), now)),
            ("/api/items/archived", user.items_view(&user.inactive(now), now)),
            ("/api/shopping-list", user.list_view()),
            ("/api/preferences", user.preferences_view()),
            ("/api/scan-sessions", user.sessions_view()),
            ("/api/shopping-list/shares", user.shares_view(now)),
            ("/api/upload-limit", limit),
        ]
    }

    /// Returns true if another request of this user has used the key.
    pub fn key_is_taken(&self, name: &str, key: Uuid) -> bool {
        self.users[name].records.get(&key).is_some_and(|record| record.ends > self.now)
    }

    /// Applies an action with its `Idempotency-Key`. Fails if the response is not the expected one.
    pub fn apply(
        &mut self,
        name: &'static str,
        action: &Action,
        key: Option<Uuid>,
        response: &TestResponse,
    ) -> Result<(), String> {
        let status = response.status.as_u16();
        if let Some(key) = key.filter(|key| self.key_is_taken(name, *key)) {
            let record = &self.users[name].records[&key];
            let is_repeated = (record.status, &record.bytes) == (status, &response.bytes)
                && response.headers.contains_key("idempotency-replayed");
            let text = || format!("a retry answered {status} {}", response.text());
            return if is_repeated { Ok(()) } else { Err(text()) };
        }
        let body = response.json();
        let Expected(wanted_status, wanted) =
            self.expected(name, action, key, &body).unwrap_or_else(|Refusal(expected)| expected);
        if wanted_status != status || !contains(&body, &wanted) {
            return Err(format!("is   {status} {body}\n not  {wanted_status} {wanted}"));
        }
        if let Some(key) = key.filter(|_| is_recorded(action, status)) {
            let record = Record { status, bytes: response.bytes.clone(), ends: self.now + TimeDelta::days(30) };
            self.users.get_mut(name).unwrap().records.insert(key, record);
        }
        Ok(())
    }

    fn expected(
        &mut self,
        name: &'static str,
        action: &Action,
        key: Option<Uuid>,
        response: &Value,
    ) -> Result<Expected, Refusal> {
        let call = &Call { name, now: self.now, key, response };
        if let Action::ReadShare(token) = action {
            return self.read_share(token);
        }
        let user = self.users.get_mut(name).unwrap();
        match action {
            Action::CreateItem(draft) => user.create_item(call, draft),
            Action::UpdateItem(id, draft) => user.update_item(call, *id, draft),
            Action::Archive(id, outcome) => user.archive_item(call, *id, *outcome),
            Action::Delete(id, outcome) => user.delete_item(call, *id, *outcome),
            Action::Restore(id) => user.restore_item(call, *id),
            Action::DeleteAll(freshness) => user.delete_items(call, freshness),
            Action::CreateRow(draft) => user.create_row(call, draft),
            Action::Toggle(id, wanted) => user.toggle_row(call, *id, *wanted),
            Action::RemoveRow(id) => Ok(user.remove_row(*id)),
            Action::ClearCompleted => Ok(user.clear_completed()),
            Action::ClearRows => Ok(user.clear_rows()),
            Action::Share { owner, selected } => user.share(call, owner, selected.as_ref()),
            Action::ReadShare(_) => unreachable!("answered above"),
            Action::Revoke { token, .. } => user.revoke_share(call, token),
            Action::Import(drafts) => user.import(call, drafts),
            Action::SetPreferences { enabled, hour, zone } => user.set_preferences(*enabled, *hour, *zone),
            Action::Check => Ok(user.check(call)),
            Action::Subscribe(device) => Ok(user.subscribe(call, *device)),
            Action::Unsubscribe(device) => user.unsubscribe(*device),
            Action::Extract(picture) => user.extract(call, *picture),
            Action::UploadTicket => Ok(Expected(201, json!({}))),
            Action::ReAdd(session) => user.re_add(call, *session),
            Action::SessionToList(session) => user.add_session_to_list(call, *session),
            Action::SessionItems(session) => user.read_session(call, *session),
            Action::ClearData => Ok(user.clear_data()),
            Action::Statistics => Ok(user.statistics(call)),
            Action::Export => Ok(user.export(call)),
        }
    }

    /// Anybody can read a share by its token.
    fn read_share(&self, token: &str) -> Result<Expected, Refusal> {
        let mut open = self.users.values().flat_map(|user| &user.shares).filter(|share| share.is_open(self.now));
        let share = open.find(|share| share.token == token).ok_or_else(missing)?;
        let list = json!({"title": share.title, "ownerName": share.owner_name, "createdAt": iso(share.created)});
        let rows: Value = share.rows.iter().map(Details::view).collect();
        Ok(Expected(200, json!({"list": list, "items": rows})))
    }
}

/// A share's response contains its secret, and a response for an existing row changed nothing: neither is recorded.
fn is_recorded(action: &Action, status: u16) -> bool {
    let is_repeated = matches!(action, Action::CreateItem(_) | Action::CreateRow(_)) && status == 200;
    status < 300 && action.is_a_mutation() && !matches!(action, Action::Share { .. }) && !is_repeated
}

impl User {
    fn set_preferences(
        &mut self,
        is_enabled: Option<bool>,
        hour: Option<&'static str>,
        zone: Option<&'static str>,
    ) -> Result<Expected, Refusal> {
        if hour == Some("05:00") {
            return Err("notificationTime".into());
        }
        if zone == Some("Mars/Olympus") {
            return Err("timeZone".into());
        }
        self.is_push_enabled = is_enabled.or(self.is_push_enabled);
        (self.hour, self.zone) = (hour.or(self.hour), zone.or(self.zone));
        Ok(Expected(200, self.preferences_view()))
    }

    fn check(&mut self, call: &Call<'_>) -> Expected {
        self.checked = Some(call.now);
        let mut due = self.active(call.now);
        due.retain(|id| self.items[id].freshness(self.local(call.now)) != "fresh");
        Expected(200, json!({"due": self.items_view(&due, call.now), "sent": 0}))
    }

    fn subscribe(&mut self, call: &Call<'_>, device: u8) -> Expected {
        let address = endpoint(device);
        self.endpoints.retain(|other| *other != address);
        self.endpoints.push(address.clone());
        if self.endpoints.len() > 12 {
            self.endpoints.remove(0);
        }
        Expected(201, json!({"endpoint": address, "createdAt": iso(call.now)}))
    }

    fn unsubscribe(&mut self, device: u8) -> Result<Expected, Refusal> {
        let place = self.endpoints.iter().position(|other| *other == endpoint(device)).ok_or_else(missing)?;
        self.endpoints.remove(place);
        Ok(Expected(200, json!({})))
    }

    fn clear_data(&mut self) -> Expected {
        *self = Self { name: self.name, uploads: std::mem::take(&mut self.uploads), ..Self::default() };
        Expected(200, json!({"message": "Data cleared successfully"}))
    }

    fn statistics(&self, call: &Call<'_>) -> Expected {
        let [fresh, soon, expired] = ["fresh", "soon", "expired"].map(|one| self.active_of(one, call.now).len());
        let total = fresh + soon + expired;
        Expected(200, json!({"items": {"total": total, "fresh": fresh, "soon": soon, "expired": expired}}))
    }

    fn export(&self, call: &Call<'_>) -> Expected {
        let items = [self.active(call.now), self.inactive(call.now)].concat();
        Expected(
            200,
            json!({"items": self.items_view(&items, call.now), "shoppingList": self.list_view(),
                "scanSessions": self.sessions_view(), "preferences": self.preferences_view()}),
        )
    }
}

/// Returns true if `response` contains everything of `wanted`: equal values, lists of equal length, objects with at
/// least these fields.
pub fn contains(response: &Value, wanted: &Value) -> bool {
    match (response, wanted) {
        (Value::Object(response), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| contains(response.get(name).unwrap_or(&Value::Null), value))
        }
        (Value::Array(response), Value::Array(wanted)) => {
            response.len() == wanted.len()
                && response.iter().zip(wanted).all(|(response, wanted)| contains(response, wanted))
        }
        (response, wanted) => response == wanted,
    }
}
