//! Finds out the format of a file, and reads it.

use super::plan::{Plan, Unreadable};
use super::reading::Reading;
use super::{FileKind, JSON_READERS, calendar, entries, own_export, table};
use serde_json::Value;

/// The maximum number of values of a JSON file, each of which needs at least 32 bytes in memory. An export of the
/// largest size has half as many.
const MAX_VALUES: usize = 3_000_000;
/// States by which tasks are recognised.
const TASK_STATES: [&str; 4] = ["needsAction", "notStarted", "inProgress", "waitingOnOthers"];

pub fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(other) = other_format(text) {
        return Err(other);
    }
    if text.trim_start().starts_with("BEGIN:VCALENDAR") {
        return calendar::read(text, reading);
    }
    if is_json_of_too_many_values(text) {
        return Err(Unreadable::new("unknownJson", "This JSON file has too many values."));
    }
    match serde_json::from_str(text) {
        Ok(value) => read_json(value, reading),
        // A written list may begin like JSON: "[x] Milk".
        Err(_) if !begins_json(text) => table::read_text(text, reading),
        Err(error) => {
            let line = u64::try_from(error.line()).ok();
            let message =
                format!("This is not a complete JSON file: line {}, column {}.", error.line(), error.column());
            Err(Unreadable { line, ..Unreadable::new("brokenJson", message) })
        }
    }
}

/// Returns true for what may be JSON of more than `MAX_VALUES` values; a table may have as many commas.
fn is_json_of_too_many_values(text: &str) -> bool {
    let can_be_json = text.trim_start().starts_with(['[', '{']);
    can_be_json && text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MAX_VALUES
}

fn read_json(value: Value, reading: &Reading) -> Result<Plan, Unreadable> {
    // The largest files are our own: nothing of them is copied.
    if own_export::is_ours(&value) {
        return own_export::read(value, reading);
    }
    if let Some(read) = JSON_READERS.iter().find_map(|read| read(&value, reading)) {
        return read;
    }
    if is_recipe(&value) {
        return Err(Unreadable::new("recipe", "This is a recipe. Larder takes stocks and shopping lists."));
    }
    let lists = entries::lists_in(&value);
    let is_task = |entry: &&Value| entry["status"].as_str().is_some_and(|state| TASK_STATES.contains(&state));
    let is_tasks = lists.iter().flat_map(|(_, entries)| entries).any(is_task);
    let kind = if is_tasks { FileKind::Tasks } else { FileKind::Table };
    entries::read(&lists, kind, reading).unwrap_or_else(|| {
        let message = "This JSON file is not an export of a known program, and has no list of entries.";
        Err(Unreadable::new("unknownJson", message))
    })
}

fn begins_json(text: &str) -> bool {
    let text = text.trim_start();
    let entry = text.strip_prefix('[').map(str::trim_start);
    text.starts_with('{') || entry.is_some_and(|entry| entry.starts_with(['{', '[', '"']))
}

/// Returns the error for a file of another format, by its beginning.
fn other_format(text: &str) -> Option<Unreadable> {
    let begins = |beginning: &str| text.trim_start().starts_with(beginning);
    let formats = [
        (
            begins("PK\u{3}\u{4}"),
            "workbook",
            "This is a workbook or an archive. Save the table as CSV, or unpack it first.",
        ),
        // The first bytes of an OLE file, which are no UTF-8.
        (begins("\u{fffd}\u{fffd}\u{11}\u{fffd}"), "workbook", "This is an old workbook. Save the table as CSV."),
        (begins("%PDF"), "pdf", "This is a PDF. Export the table as CSV."),
        (begins("<"), "webPage", "This is a web page or XML. Export the table as CSV or JSON."),
        (begins("{\\rtf"), "richText", "This is a formatted text. Save it as plain text or CSV."),
        (begins("BEGIN:VCARD"), "contacts", "These are contacts. Choose a file with food or a shopping list."),
        (begins("%YAML") || is_yaml(text), "yaml", "This is a YAML file. Export CSV or JSON."),
        (is_toml(text), "toml", "This is a TOML file. Export CSV or JSON."),
    ];
    let (_, reason, message) = formats.into_iter().find(|(is_format, ..)| *is_format)?;
    Some(Unreadable::new(reason, message))
}

fn is_recipe(value: &Value) -> bool {
    let one = value.as_array().and_then(|all| all.first()).unwrap_or(value);
    let has = |field: &str| one.get(field).is_some_and(Value::is_array);
    one["@type"] == "Recipe"
        || has("recipeIngredient")
        || (has("ingredients") || has("steps")) && one.get("name").is_some()
}

/// Returns true for entries with named fields, unlike "- milk", which is a written list.
fn is_yaml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let is_field = |line: &str| {
        let (name, value) = line.split_once(':').unwrap_or(("-", ""));
        (value.is_empty() || value.starts_with(' ')) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let is_entry = |line: &str| line.strip_prefix("- ").is_some_and(|line| is_field(line) && !line.ends_with(':'));
    match first {
        "---" => lines.next().is_some_and(|line| is_entry(line) || is_field(line)),
        _ => is_entry(first) || is_field(first) && lines.next().is_some_and(is_entry),
    }
}

/// Returns true for a heading such as `[freezer]` with a field below it.
fn is_toml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_. \"".contains(c));
    let is_field = |line: &str| line.split_once(" = ").is_some_and(|(name, _)| is_name(name.trim()));
    let heading = lines.next().and_then(|line| line.strip_prefix('[')?.strip_suffix(']'));
    heading.is_some_and(|name| is_name(name.trim_matches(['[', ']']))) && lines.next().is_some_and(is_field)
}

#[cfg(test)]
mod tests;
