//! Reads `KitchenOwl`'s export of a household: its items go on the shopping list. Recipes and expenses are ignored.

use super::plan::{FileKind, Plan, RowIds, Unreadable};
use chrono::{DateTime, Utc};
use domain::id::{ListItemId, UserId};
use domain::shopping::{Draft, ListItem};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Thing {
    name: String,
    category: Option<String>,
}

/// Its items have a name and hardly more, and no other list of ours looks so.
pub fn is_its(value: &Value) -> bool {
    value.get("items").is_some_and(Value::is_array) && value.get("exportedAt").is_none()
}

pub fn plan(value: &Value, user: &UserId, now: DateTime<Utc>) -> Result<Plan, Unreadable> {
    let things = value["items"].as_array().ok_or_else(|| Unreadable("This file has no list of items.".into()))?;
    let mut plan = Plan::of(FileKind::Kitchenowl);
    let mut ids = RowIds::of(user);
    for (nth, thing) in (1..).zip(things) {
        let Ok(Thing { name, category }) = Thing::deserialize(thing) else {
            plan.problem(nth, "This entry has no name.");
            continue;
        };
        let id = ListItemId(ids.next(&name));
        match (Draft { name: Some(name), category, ..Draft::default() }).checked() {
            Ok(details) => plan.list.push(ListItem::new(id, user.clone(), details, now)),
            Err(invalid) => plan.problem(nth, invalid.message),
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn imports_items_to_the_list() {
        let export = json!({"items": [{"name": "Milch", "category": "🥛 Milchprodukte", "icon": "milk"}, {"name": " "},
            {"icon": "x"}],
            "recipes": [{"name": "Waffeln", "items": [{"name": "Milch"}]}], "shoppinglists": ["Default"],
                "member": ["ada"]});
        assert!(is_its(&export));
        let user = UserId::parse("anna").unwrap();
        let plan = plan(&export, &user, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(plan.list.len(), 1);
        assert_eq!(plan.list[0].details.category, "🥛 Milchprodukte");
        assert_eq!(plan.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2, 3]);
    }
}
