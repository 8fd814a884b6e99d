//! Applies item actions to the model.

use super::action::Action;
use super::expected::{Call, parse_id};
use super::state::*;
use chrono::TimeDelta;
use serde_json::json;

impl Model {
    /// `None` where the action is of another kind.
    #[expect(clippy::too_many_lines, reason = "one arm for each thing that can be asked")]
    pub(super) fn expected_of_items(&mut self, action: &Action, call: &Call<'_>) -> Option<Expected> {
        let Call { name, now, response, .. } = *call;
        let made = |nth: usize| call.made(nth);
        let user = self.users.get_mut(name).unwrap();
        let zone = user.zone;
        Some(match action {
            Action::CreateItem(draft) => {
                let id = draft.id.or(made(0)).unwrap_or_else(|| parse_id(&response["id"]));
                let Some(title) = said(draft.name) else { return Some(invalid("name")) };
                let Some(quantity) = quantity(draft, 1_000) else { return Some(invalid("quantity")) };
                let days = draft.days.unwrap_or(7);
                if days < 1 {
                    return Some(invalid("shelfLifeDays"));
                }
                let item = Item {
                    name: title,
                    category: said(draft.category).unwrap_or_else(|| "Other".into()),
                    quantity,
                    unit: said(draft.unit).unwrap_or_else(|| "item".into()),
                    days,
                    expires: draft.expires.unwrap_or_else(|| keeps_until(user.zone, now, days)),
                    notes: said(draft.notes),
                    created: now,
                    status: "active",
                    changed: now,
                    grace: None,
                    outcome: None,
                    session: None,
                    raw_text: None,
                    is_edited: false,
                };
                if let Some(there) = user.items.get(&id) {
                    let details = |item: &Item| {
                        let Item { name, category, quantity, unit, days, expires, notes, .. } = item.clone();
                        (name, category, quantity, unit, days, expires, notes)
                    };
                    if details(there) == details(&item) {
                        Expected(200, there.view(name, id, local(zone, now)))
                    } else {
                        refused(409, "id_taken")
                    }
                } else {
                    let view = item.view(name, id, local(zone, now));
                    user.items.insert(id, item);
                    Expected(201, view)
                }
            }
            Action::UpdateItem(id, draft) => {
                let Some(item) = user.items.get_mut(id) else { return Some(missing()) };
                let Some(title) = said(draft.name) else { return Some(invalid("name")) };
                let Some(category) = said(draft.category) else { return Some(invalid("category")) };
                let Some(quantity) = quantity(draft, item.quantity) else { return Some(invalid("quantity")) };
                let days = draft.days.unwrap_or(item.days);
                if days < 1 {
                    return Some(invalid("shelfLifeDays"));
                }
                if !item.is_active(now) {
                    return Some(refused(409, "item_not_active"));
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
                item.is_edited = true;
                item.expires = draft.expires.unwrap_or(item.expires);
                if draft.notes.is_some() {
                    item.notes = said(draft.notes);
                }
                Expected(200, item.view(name, *id, local(zone, now)))
            }
            Action::Archive(id, outcome) | Action::Delete(id, outcome) => {
                let Some(item) = user.items.get_mut(id) else { return Some(missing()) };
                if !item.is_active(now) {
                    // Deleting an inactive item succeeds.
                    let done = matches!(action, Action::Delete(..));
                    return Some(if done {
                        Expected(200, item.view(name, *id, local(zone, now)))
                    } else {
                        refused(409, "item_not_active")
                    });
                }
                item.status = if matches!(action, Action::Archive(..)) { "archived" } else { "deleted" };
                (item.outcome, item.changed) = (*outcome, now);
                Expected(200, item.view(name, *id, local(zone, now)))
            }
            Action::Restore(id) => {
                let Some(item) = user.items.get_mut(id) else { return Some(missing()) };
                if item.is_active(now) {
                    return Some(refused(409, "item_already_active"));
                }
                let past = now >= item.expires + TimeDelta::days(2);
                item.grace = past.then(|| now + TimeDelta::days(2));
                (item.status, item.outcome, item.changed) = ("active", None, now);
                Expected(200, item.view(name, *id, local(zone, now)))
            }
            Action::DeleteAll(status) => {
                if !["all", "fresh", "soon", "expired"].contains(status) {
                    return Some(invalid("status"));
                }
                let mut ids = user.active(now);
                ids.retain(|id| *status == "all" || user.items[id].freshness(local(user.zone, now)) == *status);
                for id in &ids {
                    let item = user.items.get_mut(id).expect("it was just listed");
                    (item.status, item.outcome, item.changed) = ("deleted", None, now);
                }
                Expected(200, json!({"count": ids.len()}))
            }
            _ => return None,
        })
    }
}
