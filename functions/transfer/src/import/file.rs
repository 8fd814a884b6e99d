//! Reads an imported file, and finds out which program wrote it.

use super::columns::Field;
use super::folding::fold;
use super::plan::{FileKind, Plan, Target, Unreadable};
use super::reading::Reading;
use super::table;
use super::values::DayOrder;
use super::{grocy, kitchenowl, lists, own_export};
use crate::TransferState;
use api::ApiError;
use application::deps::Deps;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use icalendar::Component;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use store::receipts::Receipts;
use uuid::Uuid;

/// The maximum size of a file: the export of a household after ten years.
pub const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;

/// The maximum number of values of a JSON file, each of which needs at least 32 bytes in memory. An export of the largest
/// size has half as many.
const MAX_VALUES: usize = 3_000_000;

#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"text": "Name,Quantity,Expiry Date\nMilk,1,2026-12-01\n", "target": "items",
    "language": "en"}))]
pub struct ImportFile {
    /// The whole file: our own export, another program's, or a table.
    #[schema(max_length = 4_000_000)]
    pub text: Option<String>,
    /// In its place the key that `POST /api/user/import-upload` returned, once the file is uploaded.
    pub file_key: Option<String>,
    /// The meaning of each column; by default from the headers.
    pub columns: Option<Vec<Option<Field>>>,
    /// Where the rows of a table go; left out, tasks and what is ticked when bought go on the list, all else is items.
    pub target: Option<Target>,
    /// The reader's language as a BCP 47 tag. Its country decides how a day such as 3/4 is read and which sign begins
    /// decimals, where the file leaves that open.
    #[schema(example = "en-GB", max_length = 35)]
    pub language: Option<String>,
    /// True if the first line of a table is headers; left out, the line itself says.
    pub has_header: Option<bool>,
    /// One list of a file with several, by its name in the preview's `lists`; left out, all of them.
    pub list: Option<String>,
    /// How days are read that could be two; needed where `days.isCertain` of the preview is false.
    pub day_order: Option<DayOrder>,
}

/// Returns a file's text, from the request or from its upload.
async fn text_of<'a>(receipts: &Receipts, user: &UserId, file: &'a ImportFile) -> Result<Cow<'a, str>, ApiError> {
    let Some(key) = &file.file_key else { return Ok(file.text.as_deref().unwrap_or_default().into()) };
    let missing = || ApiError::invalid("fileKey", "This upload does not exist or has expired.");
    if file.text.is_some() {
        return Err(ApiError::invalid("fileKey", "Send the file in one form only."));
    }
    let upload = Receipts::upload_key(user, Uuid::try_parse(key).map_err(|_| missing())?);
    match receipts.get(&upload, MAX_FILE_BYTES).await? {
        Some(Ok(bytes)) => {
            // Copies nothing if the bytes are valid UTF-8.
            let text = String::from_utf8(bytes);
            Ok(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into())
        }
        Some(Err(_)) => Err(too_large()),
        None => Err(missing()),
    }
}

pub fn too_large() -> ApiError {
    ApiError::too_large("The file is too large: up to 32 MB can be imported.")
}

/// Reads a file from a request or its upload. Uploads, which may be large, are read one at a time: memory is for one.
pub async fn read_file(
    TransferState { deps, eraser, uploads, .. }: &TransferState,
    user: &UserId,
    file: &ImportFile,
    now: DateTime<Utc>,
) -> Result<Plan, ApiError> {
    let _slot = if file.file_key.is_some() { uploads.acquire().await.ok() } else { None };
    let text = text_of(&eraser.receipts, user, file).await?;
    plan_of(deps, user, file, text.into_owned(), now).await
}

pub async fn plan_of(
    deps: &Deps,
    user: &UserId,
    file: &ImportFile,
    text: String,
    now: DateTime<Utc>,
) -> Result<Plan, ApiError> {
    let preferences = deps.store.preferences_get(user).await?;
    let (user, options) = (user.clone(), ImportFile { text: None, ..file.clone() });
    let read = move || {
        let reading = Reading {
            user: &user,
            zone: preferences.zone(),
            now,
            language: options.language.as_deref().unwrap_or_default(),
            target: options.target,
            fields: options.columns.as_deref(),
            has_header: options.has_header,
            day_order: options.day_order,
            list: options.list.as_deref(),
            places: &preferences.places,
        };
        read(&text, &reading)
    };
    // A file of 32 MB takes a second, in which a worker of the runtime would answer no other request.
    let read = tokio::task::spawn_blocking(read).await.map_err(|error| {
        tracing::error!(%error, "the reading of a file ended");
        ApiError::internal()
    })?;
    read.map_err(|Unreadable { reason, message, line }| {
        let error = ApiError::invalid("text", message).with("reason", reason);
        line.map_or(error.clone(), |line| error.with("line", line))
    })
}

fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(other) = other_format(text) {
        return Err(other);
    }
    if text.trim_start().starts_with("BEGIN:VCALENDAR") {
        return calendar(text, reading);
    }
    let can_be_json = text.trim_start().starts_with(['[', '{']);
    if can_be_json && text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MAX_VALUES {
        return Err(Unreadable::new("unknownJson", "This JSON file has too many values."));
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        // A written list may begin like JSON: "[x] Milk".
        Err(_) if !begins_json(text) => return table::read_text(text, reading),
        Err(error) => {
            let line = u64::try_from(error.line()).ok();
            let message =
                format!("This is not a complete JSON file: line {}, column {}.", error.line(), error.column());
            return Err(Unreadable { line, ..Unreadable::new("brokenJson", message) });
        }
    };
    if own_export::is_ours(&value) {
        own_export::read(value, reading.user, reading.now)
    } else if grocy::is_grocy(&value) {
        grocy::read_stock(&value, reading)
    } else if let Some(list) = lists::read(&value) {
        Ok(lists::read_rows(&list, reading))
    } else if kitchenowl::is_kitchenowl(&value) {
        Ok(kitchenowl::read_lists(&value, reading))
    } else if is_recipe(&value) {
        Err(Unreadable::new("recipe", "This is a recipe. Larder takes stocks and shopping lists."))
    } else {
        table::read_lists(&lists_in(&value), kind_of(&value), reading).unwrap_or_else(|| {
            let message = "This JSON file is not an export of a known program, and has no list of things.";
            Err(Unreadable::new("unknownJson", message))
        })
    }
}

fn begins_json(text: &str) -> bool {
    let text = text.trim_start();
    let entry = text.strip_prefix('[').map(str::trim_start);
    text.starts_with('{') || entry.is_some_and(|entry| entry.starts_with(['{', '[', '"']))
}

/// Returns the error for a file of another format, by its beginning.
fn other_format(text: &str) -> Option<Unreadable> {
    const BEGINNINGS: [(&str, &str, &str); 7] = [
        ("PK\u{3}\u{4}", "workbook", "This is a workbook or an archive. Save the table as CSV, or unpack it first."),
        ("\u{fffd}\u{fffd}\u{11}\u{fffd}", "workbook", "This is an old workbook. Save the table as CSV."),
        ("%PDF", "pdf", "This is a PDF. Export the table as CSV."),
        ("<", "webPage", "This is a web page or XML. Export the table as CSV or JSON."),
        ("{\\rtf", "richText", "This is a formatted text. Save it as plain text or CSV."),
        ("BEGIN:VCARD", "contacts", "These are contacts. Choose a file with food or a shopping list."),
        ("%YAML", "yaml", YAML),
    ];
    const TOML: &str = "This is a TOML file. Export CSV or JSON.";
    const YAML: &str = "This is a YAML file. Export CSV or JSON.";
    if is_yaml(text) {
        return Some(Unreadable::new("yaml", YAML));
    }
    if is_toml(text) {
        return Some(Unreadable::new("toml", TOML));
    }
    let begins = BEGINNINGS.iter().find(|(begins, ..)| text.trim_start().starts_with(begins));
    begins.map(|(_, reason, message)| Unreadable::new(reason, *message))
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
    let entry = |line: &str| line.strip_prefix("- ").is_some_and(|line| is_field(line) && !line.ends_with(':'));
    match first {
        "---" => lines.next().is_some_and(|line| entry(line) || is_field(line)),
        _ => entry(first) || is_field(first) && lines.next().is_some_and(entry),
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

/// The tasks of an iCalendar file.
fn calendar(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let damaged = |error: String| Unreadable::new("damaged", format!("This calendar cannot be read: {error}."));
    let calendar: icalendar::Calendar = text.parse().map_err(damaged)?;
    let tasks: Vec<Value> = calendar
        .components
        .iter()
        .filter_map(icalendar::CalendarComponent::as_todo)
        .map(|task| {
            let property = |name: &str| task.property_value(name).unwrap_or_default();
            let is_whole = property("PERCENT-COMPLETE") == "100";
            let status = if is_whole { "COMPLETED" } else { property("STATUS") };
            json!({"title": property("SUMMARY"), "notes": property("DESCRIPTION"), "status": status,
                "completed": property("COMPLETED"), "due": property("DUE")})
        })
        .collect();
    let none = || Err(Unreadable::new("calendar", "This calendar has no tasks. Larder takes to-do lists, not events."));
    table::read_lists(&[("", tasks.iter().collect())], FileKind::Tasks, reading).unwrap_or_else(none)
}

/// States by which tasks are recognised.
const TASK_STATES: [&str; 4] = ["needsAction", "notStarted", "inProgress", "waitingOnOthers"];

fn kind_of(value: &Value) -> FileKind {
    let is_task = |entry: &&Value| entry["status"].as_str().is_some_and(|state| TASK_STATES.contains(&state));
    let is_tasks = lists_in(value).iter().flat_map(|(_, entries)| entries).any(is_task);
    if is_tasks { FileKind::Tasks } else { FileKind::Table }
}

/// Returns the lists of a JSON file with their names: the file itself, the lists in it, or the lists of its entries, such
/// as "Shop" with its tasks.
fn lists_in(value: &Value) -> Vec<(&str, Vec<&Value>)> {
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

#[cfg(test)]
mod tests;
