//! Applies actions on receipts and their scan sessions to the model.

use super::action::{NO_PICTURE, NOTHING_TO_EAT};
use super::expected::{Call, Expected, Refusal, missing, parse_id, refused};
use super::state::{CORRECTION_TTL, Details, Item, Row, Session, User, month};
use domain::category::aisle;
use serde_json::json;
use uuid::Uuid;

pub const MONTHLY_UPLOADS: u32 = 3;

/// The category of all receipt lines.
pub const CATEGORY: &str = "Dairy";

/// Returns the number of the receipt that a picture shows: each is on two pictures.
fn receipt_of(picture: u8) -> u8 {
    picture / 2
}

/// Returns the names and shelf lives of the lines that the scripted reader finds on a picture.
pub fn receipt_lines(picture: u8) -> Vec<(&'static str, i64)> {
    match receipt_of(picture) {
        0 => vec![("Milk", 5)],
        1 => vec![("Bread", 3), ("Milk", 5)],
        2 => vec![("Eggs", 21), ("Apples", 14), ("Apples", 14)],
        _ => vec![("Butter", 30)],
    }
}

impl User {
    pub fn extract(&mut self, call: &Call<'_>, picture: u8) -> Result<Expected, Refusal> {
        self.refuse_duplicate(call, |other| other == picture)?;
        if self.upload_count(call.now) >= MONTHLY_UPLOADS {
            return Err(refused(429, "Monthly upload limit reached"));
        }
        if picture == NO_PICTURE {
            return Err(refused(415, "unsupported_image"));
        }
        if picture == NOTHING_TO_EAT {
            return Err(refused(422, "no_items_found"));
        }
        // Another photo of the same receipt.
        self.refuse_duplicate(call, |other| receipt_of(other) == receipt_of(picture))?;
        let id = parse_id(&call.response["sessionId"]);
        let mut restorable = self.inactive(call.now);
        let lines = receipt_lines(picture).into_iter().enumerate();
        let items: Vec<Uuid> = lines.map(|(n, line)| self.add_line(call, id, n, line, &mut restorable)).collect();
        *self.uploads.entry(month(call.now)).or_default() += 1;
        let wanted = json!({"itemCount": items.len(), "items": self.items_view(&items, call.now)});
        self.sessions.push(Session { id, scanned: call.now, items, picture });
        Ok(Expected(200, wanted))
    }

    /// Fails if a scanned picture is a duplicate by `is_same`.
    fn refuse_duplicate(&self, call: &Call<'_>, is_same: impl Fn(u8) -> bool) -> Result<(), Refusal> {
        let session = self.sessions.iter().find(|session| is_same(session.picture));
        session.map_or(Ok(()), |session| {
            let items = self.items_view(&session.items, call.now);
            let body = json!({"error": "duplicate_receipt", "existingSessionId": session.id, "existingItems": items});
            Err(Refusal(Expected(409, body)))
        })
    }

    /// Restores the item of a line's name that left last, or creates a new one.
    fn add_line(
        &mut self,
        call: &Call<'_>,
        session: Uuid,
        n: usize,
        (name, days): (&str, i64),
        restorable: &mut Vec<Uuid>,
    ) -> Uuid {
        let raw_text = name.to_uppercase();
        let learnt = self.learnt.get(&raw_text).filter(|learnt| call.now < learnt.at + CORRECTION_TTL);
        let learnt = learnt.cloned().unwrap_or_default();
        let details = Details {
            name: learnt.name.unwrap_or(name.into()),
            category: learnt.category.unwrap_or(CATEGORY.into()),
            // One, in thousandths.
            quantity: 1_000,
            unit: learnt.unit.unwrap_or("item".into()),
            notes: None,
        };
        let days = learnt.days.unwrap_or(days);
        let restored = restorable.iter().position(|id| self.items[id].details.name == details.name);
        let restored = restored.map(|index| restorable.remove(index));
        let id = restored.unwrap_or_else(|| parse_id(&call.response["items"][n]["id"]));
        let new = Item::new(details, days, self.local(call.now).end_after(days), call.now);
        let created = restored.map_or(call.now, |id| self.items[&id].created);
        self.items.insert(id, Item { created, session: Some(session), raw_text: Some(raw_text), ..new });
        id
    }

    fn session(&self, id: Uuid) -> Result<&Session, Refusal> {
        self.sessions.iter().find(|session| session.id == id).ok_or_else(missing)
    }

    pub fn read_session(&self, call: &Call<'_>, id: Uuid) -> Result<Expected, Refusal> {
        Ok(Expected(200, self.items_view(&self.session(id)?.items, call.now)))
    }

    /// Makes the inactive items of a session active again, with new dates.
    pub fn re_add(&mut self, call: &Call<'_>, session: Uuid) -> Result<Expected, Refusal> {
        let (mut renewed, local) = (self.session(session)?.items.clone(), self.local(call.now));
        renewed.retain(|id| {
            let item = self.items.get_mut(id).filter(|item| !item.is_active(call.now));
            let Some(item) = item else { return false };
            item.status = "active";
            item.outcome = None;
            item.grace = None;
            item.changed = call.now;
            item.session = Some(session);
            item.expires = local.end_after(item.days);
            true
        });
        Ok(Expected(200, json!({"items": self.items_view(&renewed, call.now)})))
    }

    pub fn add_session_to_list(&mut self, call: &Call<'_>, session: Uuid) -> Result<Expected, Refusal> {
        let open = self.rows.values().filter(|row| row.completed.is_none());
        let mut names: Vec<String> = open.map(|row| row.details.name.to_lowercase()).collect();
        let mut rows = vec![];
        for (n, id) in self.session(session)?.items.iter().enumerate() {
            let Some(Item { details, .. }) = self.items.get(id) else { continue };
            let name = details.name.to_lowercase();
            if !names.contains(&name) {
                names.push(name);
                let category = aisle(&details.category).into();
                let details = Details { category, notes: None, ..details.clone() };
                rows.push((n, Row { details, added: call.now, completed: None }));
            }
        }
        let added: Vec<_> = rows.iter().map(|(n, _)| call.derived_id(*n)).collect();
        self.add_rows(call, rows)?;
        Ok(Expected(200, json!({"added": added})))
    }
}
