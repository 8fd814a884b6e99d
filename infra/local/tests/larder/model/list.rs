//! Applies actions on the shopping list and its shares to the model.

use super::action::{Action, Draft};
use super::expected::{Call, parse_id};
use super::state::*;
use chrono::TimeDelta;
use domain::timestamp::iso;
use serde_json::json;
use uuid::Uuid;

impl Model {
    /// `None` where the action is of another kind.
    #[expect(clippy::too_many_lines, reason = "one arm for each thing that can be asked")]
    pub(super) fn expected_of_list(&mut self, action: &Action, call: &Call<'_>) -> Option<Expected> {
        let Call { name, now, key, response } = *call;
        let made = |nth: usize| call.made(nth);
        let user = self.users.get_mut(name).unwrap();
        Some(match action {
            Action::CreateRow(draft) => {
                let id = draft.id.or(made(0)).unwrap_or_else(|| parse_id(&response["id"]));
                let row = match Row::of(draft, now) {
                    Ok(row) => row,
                    Err(field) => return Some(invalid(field)),
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
                let Some(row) = user.rows.get_mut(id) else { return Some(missing()) };
                let wanted = wanted.unwrap_or(row.completed.is_none());
                if wanted != row.completed.is_some() {
                    row.completed = wanted.then_some(now);
                }
                Expected(200, row.view(name, *id))
            }
            Action::RemoveRow(id) => {
                // Removing a missing row succeeds.
                let removed: Vec<_> = user.rows.remove(id).map(|_| *id).into_iter().collect();
                let message = "Item has been removed from your shopping list.";
                Expected(200, json!({"message": message, "count": removed.len(), "ids": removed}))
            }
            Action::ClearCompleted => {
                let before = user.rows.len();
                user.rows.retain(|_, row| row.completed.is_none());
                let message = "All completed items have been removed.";
                Expected(200, json!({"message": message, "count": before - user.rows.len()}))
            }
            Action::ClearRows => {
                let ids = user.list();
                user.rows.clear();
                let message = "All items have been removed from your shopping list.";
                Expected(200, json!({"message": message, "count": ids.len(), "ids": ids}))
            }
            Action::Share { owner, selected } => {
                // The token is the key's, so a retry finds the share by it, however late.
                if let Some(share) = user.shares.iter().find(|share| key.is_some() && share.key == key) {
                    let ends = iso(share.created + TimeDelta::days(30));
                    return Some(Expected(
                        201,
                        json!({"token": share.token, "expiresAt": ends, "itemCount": share.rows.len()}),
                    ));
                }
                if owner.is_empty() {
                    return Some(invalid("ownerName"));
                }
                let ids = user.list();
                let wanted = |id: &&Uuid| {
                    user.rows[*id].completed.is_none() && selected.as_ref().is_none_or(|selected| selected.contains(id))
                };
                let rows: Vec<Row> = ids.iter().filter(wanted).map(|id| user.rows[id].clone()).collect();
                if selected.is_some() && rows.is_empty() {
                    return Some(invalid("selectedItemIds"));
                }
                let token = response["token"].as_str().unwrap_or_default().to_owned();
                let wanted = json!({"url": format!("{}/shared/{token}",
                    response["url"].as_str().unwrap_or_default().split("/shared/").next().unwrap_or_default()),
                    "expiresAt": iso(now + TimeDelta::days(30)), "itemCount": rows.len()});
                if token.len() != 22 || user.shares.iter().any(|share| share.token == token) {
                    return Some(Expected(
                        201,
                        json!({"token": "22 letters and digits that were never returned before"}),
                    ));
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
                    return Some(missing());
                };
                share.active = false;
                Expected(200, json!({"message": "The list is no longer shared."}))
            }
            Action::Import(drafts) => {
                if drafts.is_empty() {
                    return Some(invalid("items"));
                }
                let mut rows = vec![];
                for (n, draft) in drafts.iter().enumerate() {
                    match Row::of(&Draft { completed: None, added: None, ..draft.clone() }, now) {
                        Ok(row) => rows.push((made(n).expect("it is sent with a key"), row)),
                        Err(field) => return Some(invalid(&format!("items[{n}].{field}"))),
                    }
                }
                if rows.iter().any(|(id, _)| user.rows.contains_key(id)) {
                    return Some(refused(409, "conflict"));
                }
                let count = rows.len();
                user.rows.extend(rows);
                Expected(200, json!({"imported": count}))
            }
            _ => return None,
        })
    }
}
