//! `KitchenOwl`'s export of a household. Its `items` are all things that the household ever had on a list, so that none
//! of them is a row of a list; of its lists it has the names. Rows come only from lists that have some.

use super::plan::{FileKind, LeftOut, Plan, Problem, RowIds, Target};
use chrono::{DateTime, Utc};
use domain::id::{ListItemId, UserId};
use domain::shopping::{ListItem, UncheckedListItem};
use serde_json::Value;

/// The parts of the export besides its items, any of which tells it from other files with `items`.
const PARTS: [&str; 5] = ["recipes", "shoppinglists", "expenses", "member", "expense_categories"];
/// The fields of its items.
const FIELDS: [&str; 7] = ["name", "category", "icon", "default_key", "default", "support", "ordering"];

pub fn is_its(value: &Value) -> bool {
    let Some(items) = value["items"].as_array() else { return PARTS[..2].iter().all(|part| value[*part].is_array()) };
    let has_its_fields =
        |item: &Value| item.as_object().is_some_and(|item| item.keys().all(|field| FIELDS.contains(&field.as_str())));
    PARTS.iter().any(|part| value.get(*part).is_some()) || (!items.is_empty() && items.iter().all(has_its_fields))
}

pub fn plan(value: &Value, user: &UserId, now: DateTime<Utc>) -> Plan {
    let mut plan = Plan::of(FileKind::Kitchenowl);
    plan.target = Target::ShoppingList;
    let entries = |part: &str| value[part].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut ids = RowIds::of(user);
    let mut line = 0;
    for list in entries("shoppinglists") {
        let Some(rows) = list["items"].as_array() else {
            plan.leave_out(LeftOut::ListNames, 1);
            continue;
        };
        for row in rows {
            line += 1;
            let category = row["category"]["name"].as_str().or(row["category"].as_str());
            let draft = UncheckedListItem {
                name: row["name"].as_str().map(str::to_owned),
                category: category.map(str::to_owned),
                notes: row["description"].as_str().map(str::to_owned),
                ..UncheckedListItem::default()
            };
            let id = ListItemId(ids.next(&row.to_string()));
            match draft.checked() {
                Ok(details) => plan.list.push(ListItem::new(id, user.clone(), details, now)),
                Err(invalid) => plan.problems.push(Problem::of(line, invalid)),
            }
        }
    }
    plan.leave_out(LeftOut::KnownItems, entries("items").len());
    plan.leave_out(LeftOut::Recipes, entries("recipes").len());
    plan.leave_out(LeftOut::Expenses, entries("expenses").len());
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn left_out(plan: &Plan) -> Vec<(LeftOut, usize)> {
        plan.left_out.iter().map(|one| (one.kind, one.count)).collect()
    }

    #[test]
    fn known_items_are_no_rows_and_what_is_left_out_is_said() {
        let items: Vec<_> = (0..700).map(|n| json!({"name": format!("Thing {n}"), "icon": "milk"})).collect();
        let export = json!({"name": "Home", "items": items, "recipes": [{"name": "Waffeln", "items": [{"name": "Milch"}]}],
            "shoppinglists": ["Default", "Drugstore"], "expenses": [{}], "member": ["ada"]});
        assert!(is_its(&export));
        let user = UserId::parse("anna").unwrap();
        let plan = plan(&export, &user, DateTime::UNIX_EPOCH);
        assert!(plan.list.is_empty() && plan.problems.is_empty());
        let expected =
            [(LeftOut::ListNames, 2), (LeftOut::KnownItems, 700), (LeftOut::Recipes, 1), (LeftOut::Expenses, 1)];
        assert_eq!(left_out(&plan), expected);
    }

    #[test]
    fn rows_of_its_lists_come_in() {
        let export = json!({"items": [], "shoppinglists": [{"name": "Default", "items": [
            {"name": "Milch", "description": "2 l", "category": {"name": "🥛 Milchprodukte"}}, {"name": " "}]}]});
        let user = UserId::parse("anna").unwrap();
        let plan = plan(&export, &user, DateTime::UNIX_EPOCH);
        let details = &plan.list[0].details;
        assert_eq!((details.category.as_str(), details.notes.as_deref()), ("🥛 Milchprodukte", Some("2 l")));
        assert_eq!((plan.list.len(), plan.problems[0].line), (1, 2));
    }

    #[test]
    fn recognises_no_other_file_with_items() {
        assert!(is_its(&json!({"items": [{"name": "Milch", "category": "Dairy"}]})));
        for other in [
            json!({"items": [{"name": "Milk", "quantity": 1}]}),
            json!({"items": []}),
            json!([]),
            json!({"items": [1]}),
        ] {
            assert!(!is_its(&other), "{other}");
        }
    }
}
