//! Applies actions on the shopping list and its shares to the model.

use super::action::{Draft, FULL_SHARE_TITLE};
use super::expected::{Call, Expected, Refusal, missing, refused};
use super::state::{Details, Row, Share, User};
use domain::timestamp::iso;
use serde_json::json;
use uuid::Uuid;

impl User {
    pub fn create_row(&mut self, call: &Call<'_>, draft: &Draft) -> Result<Expected, Refusal> {
        let id = call.created_id(draft);
        let row = Row::of(draft, call.now)?;
        let status = match self.rows.get(&id) {
            Some(there) if there.details == row.details => 200,
            Some(_) => return Err(refused(409, "id_taken")),
            None => {
                self.rows.insert(id, row);
                201
            }
        };
        Ok(Expected(status, self.rows[&id].view(self.name, id)))
    }

    pub fn toggle_row(&mut self, call: &Call<'_>, id: Uuid, wanted: Option<bool>) -> Result<Expected, Refusal> {
        let row = self.rows.get_mut(&id).ok_or_else(missing)?;
        let wanted = wanted.unwrap_or(row.completed.is_none());
        if wanted != row.completed.is_some() {
            row.completed = wanted.then_some(call.now);
        }
        Ok(Expected(200, row.view(self.name, id)))
    }

    /// Removing a missing row succeeds.
    pub fn remove_row(&mut self, id: Uuid) -> Expected {
        let removed: Vec<_> = self.rows.remove(&id).map(|_| id).into_iter().collect();
        let message = "Item has been removed from your shopping list.";
        Expected(200, json!({"message": message, "count": removed.len(), "ids": removed}))
    }

    pub fn clear_completed(&mut self) -> Expected {
        let mut ids = self.list();
        ids.retain(|id| self.rows[id].completed.is_some());
        self.rows.retain(|_, row| row.completed.is_none());
        let message = "All completed items have been removed.";
        Expected(200, json!({"message": message, "count": ids.len(), "ids": ids}))
    }

    pub fn clear_rows(&mut self) -> Expected {
        let ids = self.list();
        self.rows.clear();
        let message = "All items have been removed from your shopping list.";
        Expected(200, json!({"message": message, "count": ids.len(), "ids": ids}))
    }

    pub fn share(&mut self, call: &Call<'_>, owner: &str, selected: Option<&Vec<Uuid>>) -> Result<Expected, Refusal> {
        // The token derives from the key, so a retry finds the share by it, however late.
        if let Some(share) = self.shares.iter().find(|share| call.key.is_some() && share.key == call.key) {
            let share = json!({"token": share.token, "expiresAt": iso(share.ends()), "itemCount": share.rows.len()});
            return Ok(Expected(201, share));
        }
        if owner.is_empty() {
            return Err("ownerName".into());
        }
        let list = self.list().into_iter();
        let chosen = list.filter(|id| selected.is_none_or(|selected| selected.contains(id))).map(|id| &self.rows[&id]);
        let open = chosen.filter(|row| row.completed.is_none());
        let rows: Vec<Details> = open.map(|row| row.details.clone()).collect();
        if selected.is_some() && rows.is_empty() {
            return Err("selectedItemIds".into());
        }
        let token = call.response["token"].as_str().unwrap_or_default().to_owned();
        let is_token = token.len() == 22 && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_token || self.shares.iter().any(|share| share.token == token) {
            // Not equal to any response, so that the difference is shown.
            let wanted = json!({"token": "22 letters and digits that were never returned before"});
            return Ok(Expected(201, wanted));
        }
        let url = call.response["url"].as_str().unwrap_or_default();
        let site = url.split("/shared/").next().unwrap_or_default();
        let (title, kind) =
            if selected.is_some() { ("My Shopping List", "selected") } else { (FULL_SHARE_TITLE, "full") };
        let (owner_name, created, key) = (owner.into(), call.now, call.key);
        let share = Share { token, owner_name, title, kind, created, is_active: true, rows, key };
        let wanted = json!({"url": format!("{site}/shared/{}", share.token), "expiresAt": iso(share.ends()),
            "itemCount": share.rows.len()});
        self.shares.push(share);
        Ok(Expected(201, wanted))
    }

    pub fn revoke_share(&mut self, call: &Call<'_>, token: &str) -> Result<Expected, Refusal> {
        let mut open = self.shares.iter_mut().filter(|share| share.is_open(call.now));
        open.find(|share| share.token == *token).ok_or_else(missing)?.is_active = false;
        Ok(Expected(200, json!({"message": "The list is no longer shared."})))
    }

    pub fn import(&mut self, call: &Call<'_>, drafts: &[Draft]) -> Result<Expected, Refusal> {
        if drafts.is_empty() {
            return Err("items".into());
        }
        let mut rows = vec![];
        for (n, draft) in drafts.iter().enumerate() {
            let row = Row::of(&Draft { completed: None, added: None, ..draft.clone() }, call.now);
            rows.push((n, row.map_err(|field| Refusal::from(&*format!("items[{n}].{field}")))?));
        }
        let count = rows.len();
        self.add_rows(call, rows)?;
        Ok(Expected(200, json!({"imported": count})))
    }

    /// Adds rows whose ids derive from the key and their number.
    pub fn add_rows(&mut self, call: &Call<'_>, rows: Vec<(usize, Row)>) -> Result<(), Refusal> {
        let id = |n: usize| call.derived_id(n).expect("it is sent with a key");
        if rows.iter().any(|(n, _)| self.rows.contains_key(&id(*n))) {
            return Err(refused(409, "conflict"));
        }
        self.rows.extend(rows.into_iter().map(|(n, row)| (id(n), row)));
        Ok(())
    }
}
