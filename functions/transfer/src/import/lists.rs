//! Shopping lists of other programs as JSON: Mealie's and Tandoor's APIs, Bring!, a note of Google Keep.

use super::lines::{self, Line};
use super::plan::{FileKind, OmittedKind, Plan, RowIds, Target};
use super::reading::Reading;
use super::values::thousandths;
use domain::amount::{self, DecimalSign, Entry};
use domain::shopping::UncheckedListItem;
use serde_json::Value;

/// The rows of a file, and the program that wrote it.
pub struct List<'a> {
    kind: FileKind,
    rows: Vec<&'a Value>,
    /// The number of products that are on no list: Bring! keeps those that were bought lately.
    known: usize,
    /// The number of rows in notes that are in the trash or the archive.
    archived: usize,
}

/// Recognises a list; `None` for any other file.
pub fn read(value: &Value) -> Option<List<'_>> {
    let several = value.as_array().filter(|all| !all.is_empty() && all.iter().all(is_list));
    match several {
        Some(lists) => {
            let lists: Vec<List> = lists.iter().filter_map(read_one).collect();
            let kind = lists.first()?.kind;
            let known = lists.iter().map(|list| list.known).sum();
            let archived = lists.iter().map(|list| list.archived).sum();
            Some(List { kind, rows: lists.into_iter().flat_map(|list| list.rows).collect(), known, archived })
        }
        None => read_one(value),
    }
}

fn is_list(value: &Value) -> bool {
    value.is_object() && read_one(value).is_some()
}

fn read_one(value: &Value) -> Option<List<'_>> {
    // A list of Mealie, or the rows that its API pages through.
    let (kind, rows) = list(FileKind::Mealie, &value["listItems"])
        .or_else(|| list_of(FileKind::Mealie, &value["items"], is_row_of_mealie))
        .or_else(|| list_of(FileKind::Mealie, value, is_row_of_mealie))
        .or_else(|| list_of(FileKind::Tandoor, &value["results"], is_row_of_tandoor))
        .or_else(|| list_of(FileKind::Tandoor, value, is_row_of_tandoor))
        .or_else(|| list(FileKind::Bring, &value["purchase"]))
        .or_else(|| list(FileKind::Bring, &value["items"]["purchase"]))
        .or_else(|| list(FileKind::Keep, &value["listContent"]))
        .or_else(|| value["textContent"].as_str().map(|_| (FileKind::Keep, vec![&value["textContent"]])))?;
    let recently = [&value["recently"], &value["items"]["recently"]];
    let known = recently.into_iter().filter_map(Value::as_array).map(Vec::len).sum();
    let is_archived = ["isTrashed", "isArchived"].iter().any(|field| value[*field] == true);
    let (rows, archived) = if is_archived { (vec![], rows.len()) } else { (rows, 0) };
    Some(List { kind, rows, known, archived })
}

fn list(kind: FileKind, rows: &Value) -> Option<(FileKind, Vec<&Value>)> {
    Some((kind, rows.as_array()?.iter().collect()))
}

/// Returns a list in which at least one row is of a kind: a few rows may lack its fields.
fn list_of(kind: FileKind, rows: &Value, is_row: fn(&Value) -> bool) -> Option<(FileKind, Vec<&Value>)> {
    list(kind, rows).filter(|(_, rows)| rows.iter().any(|row| is_row(row)))
}

fn is_row_of_mealie(row: &Value) -> bool {
    row.get("shoppingListId").is_some() || (row.get("display").is_some() && row.get("checked").is_some())
}

fn is_row_of_tandoor(row: &Value) -> bool {
    row.get("checked").is_some() && row.get("amount").is_some() && row["food"].is_object()
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a name that is a text or the `name` of an object.
fn name_of(value: &Value) -> Option<&str> {
    text(value).or_else(|| text(&value["name"]))
}

fn is_ticked(row: &Value) -> bool {
    ["checked", "isChecked"].iter().any(|field| row[*field].as_bool() == Some(true))
}

/// Reads a row of Mealie or Tandoor: amount, unit, food and note are fields of their own.
fn recipe_row(row: &Value) -> UncheckedListItem {
    let note = text(&row["note"]);
    let food = name_of(&row["food"]);
    let quantity = row["quantity"].as_f64().or_else(|| row["amount"].as_f64()).filter(|quantity| *quantity > 0.0);
    let category = [&row["label"], &row["food"]["label"], &row["food"]["supermarket_category"]];
    UncheckedListItem {
        name: food.or(note).or_else(|| text(&row["display"])).map(str::to_owned),
        category: category.into_iter().find_map(name_of).map(str::to_owned),
        quantity: quantity.map(thousandths),
        unit: name_of(&row["unit"]).map(str::to_owned),
        notes: food.and(note).map(str::to_owned),
    }
}

/// Reads a line of a note.
fn line_row(line: Line) -> Option<UncheckedListItem> {
    let Line::Entry(text) = line else { return None };
    Some(entry_row(&amount::split(text, DecimalSign::UNKNOWN)))
}

/// Returns the list row of a line.
fn entry_row(Entry { amount, name, note }: &Entry) -> UncheckedListItem {
    let unit = amount.as_ref().map(|amount| amount.unit.clone()).filter(|unit| !unit.is_empty());
    let quantity = amount.as_ref().map(|amount| thousandths(amount.max));
    UncheckedListItem { name: Some((*name).to_owned()), quantity, unit, notes: note.clone(), category: None }
}

/// Reads a row of Bring!: a name and a specification, which is often an amount.
fn bring_row(row: &Value) -> UncheckedListItem {
    let name = ["name", "itemId"].iter().find_map(|field| text(&row[*field])).map(str::to_owned);
    let words = ["specification", "spec"].iter().find_map(|field| text(&row[*field]));
    let amount = words.and_then(|words| amount::read(words, DecimalSign::of_language("de")));
    match amount.filter(|amount| !amount.unit.contains(' ') && amount.unit.chars().count() <= domain::text::MAX_UNIT) {
        Some(amount) => UncheckedListItem {
            name,
            quantity: Some(amount.quantity),
            unit: Some(amount.unit).filter(|unit| !unit.is_empty()),
            notes: amount.note,
            ..UncheckedListItem::default()
        },
        None => UncheckedListItem { name, notes: words.map(str::to_owned), ..UncheckedListItem::default() },
    }
}

pub fn read_rows(list: &List, reading: &Reading) -> Plan {
    let mut plan = Plan::of(list.kind);
    plan.target = Target::ShoppingList;
    plan.count_omitted(OmittedKind::KnownItems, list.known);
    plan.count_omitted(OmittedKind::Archived, list.archived);
    let mut ids = RowIds::of(reading.user);
    for (line, row) in (1..).zip(&list.rows) {
        if is_ticked(row) {
            plan.count_omitted(OmittedKind::Completed, 1);
            continue;
        }
        let drafts = match list.kind {
            FileKind::Bring => vec![bring_row(row)],
            FileKind::Keep => {
                let lines = text(row).or_else(|| text(&row["text"])).unwrap_or_default().lines();
                let (done, open): (Vec<Line>, Vec<Line>) = lines.map(lines::read).partition(|line| *line == Line::Done);
                plan.count_omitted(OmittedKind::Completed, done.len());
                open.into_iter().filter_map(line_row).collect()
            }
            _ => vec![recipe_row(row)],
        };
        for draft in drafts {
            reading.add_list_row(&mut plan, line, ids.next(&format!("{:?}#{:?}", list.kind, draft)), draft);
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn recognises_no_other_file_as_one_of_these() {
        for other in [
            json!({"items": [{"name": "Milk"}]}),
            json!([]),
            json!(null),
            json!([[]]),
            json!([{"name": "x"}]),
            json!({}),
        ] {
            assert!(read(&other).is_none(), "{other}");
        }
    }
}
