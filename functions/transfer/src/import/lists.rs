//! Shopping lists of other programs as JSON: Mealie's and Tandoor's APIs, Bring!, a note of Google Keep.

use super::lines::{self, Line};
use super::plan::{FileKind, LeftOut, Plan, Problem, RowIds, Target};
use chrono::{DateTime, Utc};
use domain::amount::{self, Amount, DecimalSign};
use domain::id::{ListItemId, UserId};
use domain::shopping::{ListItem, UncheckedListItem};
use serde_json::Value;

/// Which of these programs wrote a file, and its rows.
pub struct List<'a> {
    kind: FileKind,
    rows: Vec<&'a Value>,
    /// What is on no list: Bring! keeps what was bought lately.
    known: usize,
    /// Rows of notes that are in the trash or the archive.
    gone: usize,
}

/// Recognises a list; `None` for any other file.
pub fn read(value: &Value) -> Option<List<'_>> {
    let several = value.as_array().filter(|all| !all.is_empty() && all.iter().all(is_list));
    match several {
        Some(lists) => {
            let lists: Vec<List> = lists.iter().filter_map(read_one).collect();
            let kind = lists.first()?.kind;
            let known = lists.iter().map(|list| list.known).sum();
            let gone = lists.iter().map(|list| list.gone).sum();
            Some(List { kind, rows: lists.into_iter().flat_map(|list| list.rows).collect(), known, gone })
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
        .or_else(|| list(FileKind::Mealie, &value["items"]).filter(|(_, rows)| are(rows, is_row_of_mealie)))
        .or_else(|| list(FileKind::Mealie, value).filter(|(_, rows)| are(rows, is_row_of_mealie)))
        .or_else(|| list(FileKind::Tandoor, &value["results"]).filter(|(_, rows)| are(rows, is_row_of_tandoor)))
        .or_else(|| list(FileKind::Tandoor, value).filter(|(_, rows)| are(rows, is_row_of_tandoor)))
        .or_else(|| list(FileKind::Bring, &value["purchase"]))
        .or_else(|| list(FileKind::Bring, &value["items"]["purchase"]))
        .or_else(|| list(FileKind::Keep, &value["listContent"]))
        .or_else(|| value["textContent"].as_str().map(|_| (FileKind::Keep, vec![&value["textContent"]])))?;
    let recently = [&value["recently"], &value["items"]["recently"]];
    let known = recently.into_iter().filter_map(Value::as_array).map(Vec::len).sum();
    let is_gone = ["isTrashed", "isArchived"].iter().any(|field| value[*field] == true);
    let (rows, gone) = if is_gone { (vec![], rows.len()) } else { (rows, 0) };
    Some(List { kind, rows, known, gone })
}

fn list(kind: FileKind, rows: &Value) -> Option<(FileKind, Vec<&Value>)> {
    Some((kind, rows.as_array()?.iter().collect()))
}

/// Some rows of other programs are odd.
fn are(rows: &[&Value], is_one: fn(&Value) -> bool) -> bool {
    rows.iter().any(|row| is_one(row))
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

/// A name that is a text or stands in an object.
fn name_of(value: &Value) -> Option<&str> {
    text(value).or_else(|| text(&value["name"]))
}

fn is_ticked(row: &Value) -> bool {
    ["checked", "isChecked"].iter().any(|field| row[*field].as_bool() == Some(true))
}

/// A row with an amount, a unit, a food and a note of its own.
fn recipe_row(row: &Value) -> UncheckedListItem {
    let note = text(&row["note"]);
    let food = name_of(&row["food"]);
    let quantity = row["quantity"].as_f64().or_else(|| row["amount"].as_f64()).filter(|quantity| *quantity > 0.0);
    let category = [&row["label"], &row["food"]["label"], &row["food"]["supermarket_category"]];
    UncheckedListItem {
        name: food.or(note).or_else(|| text(&row["display"])).map(str::to_owned),
        category: category.into_iter().find_map(name_of).map(str::to_owned),
        quantity: quantity.map(|quantity| (quantity * 1_000.0).round() / 1_000.0),
        unit: name_of(&row["unit"]).map(str::to_owned),
        notes: food.and(note).map(str::to_owned),
    }
}

/// A line of a note.
fn line_row(line: Line) -> Option<UncheckedListItem> {
    let Line::Entry(text) = line else { return None };
    let (amount, name) = amount::split(text, DecimalSign::UNKNOWN);
    let name = Some(name.to_owned());
    let Some(Amount { quantity, unit, note, .. }) = amount else {
        return Some(UncheckedListItem { name, ..UncheckedListItem::default() });
    };
    let unit = Some(unit).filter(|unit| !unit.is_empty());
    Some(UncheckedListItem { name, quantity: Some(quantity), unit, notes: note, category: None })
}

/// Bring! has a name and words beside it, which are often an amount.
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

pub fn plan(list: &List, user: &UserId, now: DateTime<Utc>) -> Plan {
    let mut plan = Plan::of(list.kind);
    plan.target = Target::ShoppingList;
    plan.leave_out(LeftOut::KnownItems, list.known);
    plan.leave_out(LeftOut::Archived, list.gone);
    let mut ids = RowIds::of(user);
    for (line, row) in (1..).zip(&list.rows) {
        if is_ticked(row) {
            plan.leave_out(LeftOut::Completed, 1);
            continue;
        }
        let drafts = match list.kind {
            FileKind::Bring => vec![bring_row(row)],
            FileKind::Keep => {
                let lines = text(row).or_else(|| text(&row["text"])).unwrap_or_default().lines();
                let (done, open): (Vec<Line>, Vec<Line>) = lines.map(lines::read).partition(|line| *line == Line::Done);
                plan.leave_out(LeftOut::Completed, done.len());
                open.into_iter().filter_map(line_row).collect()
            }
            _ => vec![recipe_row(row)],
        };
        for draft in drafts {
            let id = ListItemId(ids.next(&format!("{:?}#{:?}", list.kind, draft)));
            match draft.checked() {
                Ok(details) => plan.list.push(ListItem::new(id, user.clone(), details, now)),
                Err(invalid) => plan.problems.push(Problem::of(line, invalid)),
            }
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(value: &Value) -> (FileKind, Vec<String>, usize) {
        let user = UserId::parse("anna").unwrap();
        let plan = plan(&read(value).expect("it is recognised"), &user, DateTime::UNIX_EPOCH);
        assert_eq!(plan.problems, []);
        let row = |row: &ListItem| {
            let details = &row.details;
            let notes = details.notes.as_deref().unwrap_or_default();
            format!("{} {} {} {notes}", details.quantity.as_number(), details.unit, details.name).trim().to_owned()
        };
        let left_out = plan.left_out.iter().map(|one| one.count).sum();
        (plan.kind, plan.list.iter().map(row).collect(), left_out)
    }

    #[test]
    fn imports_a_list_of_mealie() {
        let row = |food: Value, note: &str, checked: bool| {
            json!({"shoppingListId": "a", "quantity": 2.0, "unit": {"name": "litre"}, "food": food, "note": note,
                "display": "as shown", "checked": checked, "label": {"name": "Dairy"}})
        };
        let items = json!([
            row(json!({"name": "milk"}), "fresh", false),
            row(Value::Null, "candles", false),
            row(json!({"name": "eggs"}), "", true)
        ]);
        let expected = vec!["2 litre milk fresh".to_owned(), "2 litre candles".into()];
        for file in [json!({"name": "Weekend", "listItems": items}), json!({"page": 1, "items": items}), items.clone()]
        {
            assert_eq!(rows(&file), (FileKind::Mealie, expected.clone(), 1));
        }
    }

    #[test]
    fn imports_the_list_of_tandoor() {
        let entry = json!({"id": 1, "food": {"name": "flour", "supermarket_category": {"name": "Baking"}},
            "unit": {"name": "g"}, "amount": 500.0, "checked": false});
        for file in [json!([entry]), json!({"count": 1, "results": [entry]})] {
            assert_eq!(rows(&file), (FileKind::Tandoor, vec!["500 g flour".to_owned()], 0));
        }
    }

    #[test]
    fn imports_a_list_of_bring() {
        let old = json!({"uuid": "x", "purchase": [{"name": "Milch", "specification": "1,5 l"}, {"name": "Brot", "specification": "vom Bäcker"}],
            "recently": [{"name": "Salz"}]});
        let expected = vec!["1.5 l Milch".to_owned(), "1 item Brot vom Bäcker".into()];
        assert_eq!(rows(&old), (FileKind::Bring, expected.clone(), 1));
        let new = json!({"uuid": "x", "items": {"purchase": [{"itemId": "Milch", "specification": "1,5 l"},
            {"itemId": "Brot", "specification": "vom Bäcker"}], "recently": [{"itemId": "Salz"}]}});
        assert_eq!(rows(&new), (FileKind::Bring, expected.clone(), 1));
        assert_eq!(rows(&json!([old])), (FileKind::Bring, expected, 1));
    }

    #[test]
    fn imports_a_note_of_keep() {
        let checklist = json!({"title": "Shop", "isTrashed": false,
            "listContent": [{"text": "Milk", "isChecked": false}, {"text": "Eggs", "isChecked": true}]});
        assert_eq!(rows(&checklist), (FileKind::Keep, vec!["1 item Milk".to_owned()], 1));
        let note = json!({"title": "Shop", "textContent": "Milk\n\n[x] Eggs\n- 2 x Bread\n"});
        assert_eq!(rows(&note), (FileKind::Keep, vec!["1 item Milk".to_owned(), "2 item Bread".into()], 1));
        let trashed = json!({"title": "Old", "isTrashed": true, "listContent": [{"text": "Milk", "isChecked": false}]});
        assert_eq!(rows(&json!([trashed, note])).2, 2);
    }

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
