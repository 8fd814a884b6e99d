//! `KitchenOwl`'s export of a household. Its `items` are all products that were ever on a list, so that none of them is
//! a row now. Most exports have only the names of the lists.

use super::FileKind;
use super::plan::{OmittedKind, Plan, RowIds, Target, Unreadable};
use super::reading::Reading;
use domain::shopping::UncheckedListItem;
use serde_json::Value;

/// The other parts of the export. Any of them tells it from another file with `items`.
const PARTS: [&str; 5] = ["recipes", "shoppinglists", "expenses", "member", "expense_categories"];
/// The fields of its items.
const FIELDS: [&str; 7] = ["name", "category", "icon", "default_key", "default", "support", "ordering"];

fn is_kitchenowl(value: &Value) -> bool {
    let Some(items) = value["items"].as_array() else { return PARTS[..2].iter().all(|part| value[*part].is_array()) };
    let has_its_fields =
        |item: &Value| item.as_object().is_some_and(|item| item.keys().all(|field| FIELDS.contains(&field.as_str())));
    PARTS.iter().any(|part| value.get(*part).is_some()) || (!items.is_empty() && items.iter().all(has_its_fields))
}

pub fn read(value: &Value, reading: &Reading) -> Option<Result<Plan, Unreadable>> {
    if !is_kitchenowl(value) {
        return None;
    }
    let mut plan = Plan::of(FileKind::Kitchenowl);
    plan.target = Target::ShoppingList;
    let entries = |part: &str| value[part].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut ids = RowIds::of(reading.user);
    let mut line = 0;
    for list in entries("shoppinglists") {
        let Some(rows) = list["items"].as_array() else {
            plan.count_omitted(OmittedKind::ListNames, 1);
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
            reading.add_list_row(&mut plan, line, ids.next(&row.to_string()), draft);
        }
    }
    plan.count_omitted(OmittedKind::KnownItems, entries("items").len());
    plan.count_omitted(OmittedKind::Recipes, entries("recipes").len());
    plan.count_omitted(OmittedKind::Expenses, entries("expenses").len());
    Some(Ok(plan))
}
