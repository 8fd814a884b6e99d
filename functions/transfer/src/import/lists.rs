//! Shopping lists of other programs as JSON: Mealie's and Tandoor's APIs, Bring!, a note of Google Keep.

use super::FileKind;
use super::lines::{self, Line};
use super::plan::{OmittedKind, Plan, RowIds, Target, Unreadable};
use super::reading::Reading;
use super::values::thousandths;
use domain::amount::{self, DecimalSign};
use domain::shopping::UncheckedListItem;
use serde_json::Value;
use std::slice;

/// A program's shopping lists.
pub struct Program {
    kind: FileKind,
    /// Returns the rows of a list; `None` for a list of another program.
    rows: fn(&Value) -> Option<&[Value]>,
    /// Returns the entries of a row that is not ticked; `None` for one that is done.
    entries: fn(&Value) -> Vec<Option<UncheckedListItem>>,
}

pub const MEALIE: Program = Program {
    kind: FileKind::Mealie,
    // A list, or the rows that its API pages through.
    rows: |value| array_of(&value["listItems"]).or_else(|| rows_like(&[&value["items"], value], is_row_of_mealie)),
    entries: recipe_entry,
};

pub const TANDOOR: Program = Program {
    kind: FileKind::Tandoor,
    rows: |value| rows_like(&[&value["results"], value], is_row_of_tandoor),
    entries: recipe_entry,
};

pub const BRING: Program = Program {
    kind: FileKind::Bring,
    rows: |value| array_of(&value["purchase"]).or_else(|| array_of(&value["items"]["purchase"])),
    entries: bring_entry,
};

pub const KEEP: Program = Program {
    kind: FileKind::Keep,
    rows: |value| {
        let text = Some(&value["textContent"]).filter(|text| text.is_string());
        array_of(&value["listContent"]).or(text.map(slice::from_ref))
    },
    entries: note_entries,
};

fn is_row_of_mealie(row: &Value) -> bool {
    row.get("shoppingListId").is_some() || (row.get("display").is_some() && row.get("checked").is_some())
}

fn is_row_of_tandoor(row: &Value) -> bool {
    row.get("checked").is_some() && row.get("amount").is_some() && row["food"].is_object()
}

fn array_of(value: &Value) -> Option<&[Value]> {
    value.as_array().map(Vec::as_slice)
}

/// Returns the first list in which at least one row is of a kind: a few rows may lack its fields.
fn rows_like<'a>(lists: &[&'a Value], is_row: fn(&Value) -> bool) -> Option<&'a [Value]> {
    lists.iter().filter_map(|list| array_of(list)).find(|rows| rows.iter().any(is_row))
}

/// Reads a list of a program, or an array of several; `None` for any other file.
pub fn read(program: &Program, value: &Value, reading: &Reading) -> Option<Result<Plan, Unreadable>> {
    let is_list = |value: &Value| (program.rows)(value).is_some();
    let several = || array_of(value).filter(|all| !all.is_empty() && all.iter().all(is_list));
    let lists = if is_list(value) { slice::from_ref(value) } else { several()? };
    let mut plan = Plan::of(program.kind);
    plan.target = Target::ShoppingList;
    let mut ids = RowIds::of(reading.user);
    let mut line = 0;
    for list in lists {
        let rows = (program.rows)(list).unwrap_or_default();
        // Products that are on no list: Bring! names those that were bought lately.
        let recent = [&list["recently"], &list["items"]["recently"]].into_iter().filter_map(Value::as_array);
        plan.count_omitted(OmittedKind::KnownItems, recent.map(Vec::len).sum());
        if ["isTrashed", "isArchived"].iter().any(|field| list[*field] == true) {
            plan.count_omitted(OmittedKind::Archived, rows.len());
            continue;
        }
        for row in rows {
            line += 1;
            let is_ticked = ["checked", "isChecked"].iter().any(|field| row[*field] == true);
            let entries = if is_ticked { vec![None] } else { (program.entries)(row) };
            for entry in entries {
                match entry {
                    Some(draft) => {
                        let id = ids.next(&format!("{:?}#{draft:?}", program.kind));
                        reading.add_list_row(&mut plan, line, id, draft);
                    }
                    None => plan.count_omitted(OmittedKind::Completed, 1),
                }
            }
        }
    }
    Some(Ok(plan))
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a name that is a text or the `name` of an object.
fn name_of(value: &Value) -> Option<&str> {
    text(value).or_else(|| text(&value["name"]))
}

/// Reads a row of Mealie or Tandoor: amount, unit, food and note are fields of their own.
fn recipe_entry(row: &Value) -> Vec<Option<UncheckedListItem>> {
    let note = text(&row["note"]);
    let food = name_of(&row["food"]);
    let quantity = row["quantity"].as_f64().or_else(|| row["amount"].as_f64()).filter(|quantity| *quantity > 0.0);
    let category = [&row["label"], &row["food"]["label"], &row["food"]["supermarket_category"]];
    vec![Some(UncheckedListItem {
        name: food.or(note).or_else(|| text(&row["display"])).map(str::to_owned),
        category: category.into_iter().find_map(name_of).map(str::to_owned),
        quantity: quantity.map(thousandths),
        unit: name_of(&row["unit"]).map(str::to_owned),
        notes: food.and(note).map(str::to_owned),
    })]
}

/// Reads the lines of a note, or of one of its rows.
fn note_entries(row: &Value) -> Vec<Option<UncheckedListItem>> {
    let lines = text(row).or_else(|| text(&row["text"])).unwrap_or_default().lines();
    let entry = |text| {
        let amount::Entry { amount, name, note } = amount::split(text, DecimalSign::UNKNOWN);
        UncheckedListItem {
            name: Some(name.to_owned()),
            category: None,
            quantity: amount.as_ref().map(|amount| thousandths(amount.max)),
            unit: amount.map(|amount| amount.unit).filter(|unit| !unit.is_empty()),
            notes: note,
        }
    };
    let read = |line| match lines::read(line) {
        Line::Entry(text) => Some(Some(entry(text))),
        Line::Done => Some(None),
        Line::Heading => None,
    };
    lines.filter_map(read).collect()
}

/// Reads a row of Bring!: a name and a specification, which is often an amount.
fn bring_entry(row: &Value) -> Vec<Option<UncheckedListItem>> {
    let name = ["name", "itemId"].iter().find_map(|field| text(&row[*field])).map(str::to_owned);
    let words = ["specification", "spec"].iter().find_map(|field| text(&row[*field]));
    let amount = words.and_then(|words| amount::parse(words, DecimalSign::of_language("de")));
    let amount =
        amount.filter(|amount| !amount.unit.contains(' ') && amount.unit.chars().count() <= domain::text::MAX_UNIT);
    let draft = UncheckedListItem { name, ..UncheckedListItem::default() };
    vec![Some(match amount {
        Some(amount) => UncheckedListItem {
            quantity: Some(thousandths(amount.quantity)),
            unit: Some(amount.unit).filter(|unit| !unit.is_empty()),
            notes: amount.note,
            ..draft
        },
        None => UncheckedListItem { notes: words.map(str::to_owned), ..draft },
    })]
}
