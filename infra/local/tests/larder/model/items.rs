//! Applies item actions to the model.

use super::action::Draft;
use super::expected::{Call, Expected, Refusal, missing, refused};
use super::state::{Details, Item, SWEEP_DELAY, User, non_empty, quantity};
use serde_json::json;
use uuid::Uuid;

fn valid_days(days: i64) -> Result<i64, &'static str> {
    (days > 0).then_some(days).ok_or("shelfLifeDays")
}

impl User {
    pub fn create_item(&mut self, call: &Call<'_>, draft: &Draft) -> Result<Expected, Refusal> {
        let id = call.created_id(draft);
        let details = Details::of(draft, "Other")?;
        let days = valid_days(draft.days.unwrap_or(7))?;
        let expires = draft.expires.unwrap_or_else(|| self.local(call.now).end_after(days));
        let item = Item::new(details, days, expires, call.now);
        let status = match self.items.get(&id) {
            Some(there) if (&there.details, there.days, there.expires) == (&item.details, days, expires) => 200,
            Some(_) => return Err(refused(409, "id_taken")),
            None => {
                self.items.insert(id, item);
                201
            }
        };
        Ok(Expected(status, self.item_view(id, call.now)))
    }

    pub fn update_item(&mut self, call: &Call<'_>, id: Uuid, draft: &Draft) -> Result<Expected, Refusal> {
        let item = self.items.get_mut(&id).ok_or_else(missing)?;
        let before = item.details.clone();
        let after = Details {
            name: non_empty(draft.name).ok_or("name")?,
            category: non_empty(draft.category).ok_or("category")?,
            quantity: quantity(draft, before.quantity)?,
            unit: non_empty(draft.unit).unwrap_or_else(|| before.unit.clone()),
            notes: if draft.notes.is_some() { non_empty(draft.notes) } else { before.notes.clone() },
        };
        let days = valid_days(draft.days.unwrap_or(item.days))?;
        if !item.is_active(call.now) {
            return Err(refused(409, "item_not_active"));
        }
        let changed = |before: &String, after: &String| (before != after).then(|| after.clone());
        let (name, category) = (changed(&before.name, &after.name), changed(&before.category, &after.category));
        let (unit, changed_days) = (changed(&before.unit, &after.unit), (item.days != days).then_some(days));
        let is_correction = name.is_some() || category.is_some() || unit.is_some() || changed_days.is_some();
        if let Some(line) = item.raw_text.as_ref().filter(|_| is_correction) {
            let learnt = self.learnt.entry(line.clone()).or_default();
            learnt.name = name.or(learnt.name.take());
            learnt.category = category.or(learnt.category.take());
            learnt.unit = unit.or(learnt.unit.take());
            learnt.days = changed_days.or(learnt.days);
            learnt.at = call.now;
        }
        (item.details, item.days, item.is_edited) = (after, days, true);
        item.expires = draft.expires.unwrap_or(item.expires);
        Ok(Expected(200, self.item_view(id, call.now)))
    }

    pub fn archive_item(
        &mut self,
        call: &Call<'_>,
        id: Uuid,
        outcome: Option<&'static str>,
    ) -> Result<Expected, Refusal> {
        let is_active = self.items.get(&id).ok_or_else(missing)?.is_active(call.now);
        if is_active { self.end_item(call, id, "archived", outcome) } else { Err(refused(409, "item_not_active")) }
    }

    /// Deleting an inactive item succeeds.
    pub fn delete_item(
        &mut self,
        call: &Call<'_>,
        id: Uuid,
        outcome: Option<&'static str>,
    ) -> Result<Expected, Refusal> {
        self.end_item(call, id, "deleted", outcome)
    }

    fn end_item(
        &mut self,
        call: &Call<'_>,
        id: Uuid,
        status: &'static str,
        outcome: Option<&'static str>,
    ) -> Result<Expected, Refusal> {
        let item = self.items.get_mut(&id).ok_or_else(missing)?;
        if item.is_active(call.now) {
            (item.status, item.outcome, item.changed) = (status, outcome, call.now);
        }
        Ok(Expected(200, self.item_view(id, call.now)))
    }

    pub fn restore_item(&mut self, call: &Call<'_>, id: Uuid) -> Result<Expected, Refusal> {
        let item = self.items.get_mut(&id).ok_or_else(missing)?;
        if item.is_active(call.now) {
            return Err(refused(409, "item_already_active"));
        }
        item.grace = (call.now >= item.expires + SWEEP_DELAY).then(|| call.now + SWEEP_DELAY);
        (item.status, item.outcome, item.changed) = ("active", None, call.now);
        Ok(Expected(200, self.item_view(id, call.now)))
    }

    pub fn delete_items(&mut self, call: &Call<'_>, freshness: &str) -> Result<Expected, Refusal> {
        let ids = match freshness {
            "all" => self.active(call.now),
            "fresh" | "soon" | "expired" => self.active_of(freshness, call.now),
            _ => return Err("status".into()),
        };
        for id in &ids {
            self.end_item(call, *id, "deleted", None)?;
        }
        Ok(Expected(200, json!({"count": ids.len()})))
    }
}
