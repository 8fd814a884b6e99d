//! The entries of a JSON file of no known program: lists of names, or of objects with named fields, which are read as a
//! table.

use super::FileKind;
use super::columns;
use super::places;
use super::plan::{Plan, Unreadable};
use super::reading::Reading;
use super::records::{MAX_COLUMNS, MAX_ROWS, Row, too_many_rows};
use super::table;
use domain::invalid::Invalid;
use domain::text::{self, fold};
use serde_json::{Map, Value};

/// The maximum depth of the objects of an entry.
const MAX_DEPTH: usize = 3;
/// The maximum length of the name of a list that can be chosen, in characters.
const MAX_LIST_LENGTH: usize = 200;

/// Refuses the name of a list that no preview has.
pub fn check_list(name: Option<&str>) -> Result<(), Invalid> {
    text::optional("list", name, MAX_LIST_LENGTH).map(drop)
}

/// Returns the lists of a JSON file with their names: the file itself, the lists in it, or the lists of its entries,
/// such as "Shop" with its tasks.
pub fn lists_in(value: &Value) -> Vec<(&str, Vec<&Value>)> {
    let outer: Vec<(&str, &Vec<Value>)> = match value {
        Value::Array(entries) => vec![("", entries)],
        Value::Object(fields) => {
            let all = fields.iter().filter_map(|(name, list)| Some((name.as_str(), list.as_array()?)));
            let (objects, texts): (Vec<_>, Vec<_>) =
                all.filter(|(_, list)| !list.is_empty()).partition(|(_, list)| list[0].is_object());
            if objects.is_empty() { texts } else { objects }
        }
        _ => vec![],
    };
    let lists = outer.into_iter().flat_map(|(name, entries)| {
        let inner: Vec<_> = entries.iter().filter_map(list_of).collect();
        if inner.is_empty() { vec![(name, entries.iter().collect())] } else { inner }
    });
    lists.collect()
}

/// Returns the name and the entries of an entry that is a list.
fn list_of(entry: &Value) -> Option<(&str, Vec<&Value>)> {
    const ENTRIES: [&str; 7] = ["items", "tasks", "entries", "rows", "products", "listitems", "children"];
    const NAMES: [&str; 5] = ["title", "name", "displayName", "listName", "aisle"];
    let name = NAMES.iter().find_map(|name| entry[*name].as_str())?;
    let mut lists = entry.as_object()?.iter().filter(|(name, _)| ENTRIES.contains(&fold(name).as_str()));
    let entries = lists.find_map(|(_, list)| list.as_array()).filter(|all| all.iter().all(Value::is_object))?;
    Some((name, entries.iter().collect()))
}

/// Reads the lists of a JSON file as a table. Entries are names or have named fields; `None` if there are neither.
pub fn read(lists: &[(&str, Vec<&Value>)], kind: FileKind, reading: &Reading) -> Option<Result<Plan, Unreadable>> {
    if lists.len() > MAX_ROWS {
        return Some(Err(too_many_rows()));
    }
    let is_chosen = |name: &str| reading.list.is_none_or(|list| list == name);
    let mut entries: Vec<Map<String, Value>> = Vec::new();
    for (name, list) in lists.iter().filter(|(name, _)| is_chosen(name)) {
        for entry in list {
            // Before each entry becomes a row, of as many cells as there are headers.
            if entries.len() > MAX_ROWS {
                return Some(Err(too_many_rows()));
            }
            let mut fields = match entry {
                Value::Object(entry) => flat(entry),
                Value::String(name) => Map::from_iter([("name".to_owned(), Value::from(name.as_str()))]),
                _ => continue,
            };
            // Lists may be called "pantry" or "freezer".
            if places::storage_named(name).is_some() {
                fields.entry(columns::LIST_NAME).or_insert_with(|| Value::from(*name));
            }
            entries.push(fields);
        }
    }
    let mut headers: Vec<&String> = Vec::new();
    for name in entries.iter().flat_map(Map::keys) {
        if !headers.contains(&name) && headers.len() <= MAX_COLUMNS {
            headers.push(name);
        }
    }
    if headers.is_empty() {
        return None;
    }
    let header = Row { line: 0, cells: headers.iter().map(|name| (*name).clone()).collect() };
    let rows = (1..).zip(&entries).map(|(line, entry)| {
        let cells = headers.iter().map(|name| entry.get(*name).map(cell_of).unwrap_or_default()).collect();
        Row { line, cells }
    });
    let rows: Vec<Row> = std::iter::once(header).chain(rows).collect();
    let plan = table::read_rows(rows, kind, &Reading { has_header: Some(true), ..*reading });
    let names = lists.iter().map(|(name, _)| *name).filter(|name| lists.len() > 1 && check_list(Some(name)).is_ok());
    Some(plan.map(|plan| Plan { lists: names.map(str::to_owned).collect(), ..plan }))
}

/// Returns the fields of an entry; those of nested objects are called `outer.inner`.
fn flat(entry: &Map<String, Value>) -> Map<String, Value> {
    fn add(fields: &mut Map<String, Value>, before: &str, entry: &Map<String, Value>, depth: usize) {
        for (name, value) in entry {
            let name = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
            match value {
                Value::Object(inner) if depth < MAX_DEPTH => add(fields, &name, inner, depth + 1),
                Value::Object(_) | Value::Array(_) => {}
                plain => {
                    fields.insert(name, plain.clone());
                }
            }
        }
    }
    let mut fields = Map::new();
    add(&mut fields, "", entry, 0);
    fields
}

fn cell_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
