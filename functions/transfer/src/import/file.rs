//! A file that is imported, and which program's it is.

use super::columns::Field;
use super::plan::{Plan, Target, Unreadable};
use super::table::{self, Reading};
use super::values::DayOrder;
use super::{grocy, kitchenowl, larder, lists};
use api::ApiError;
use application::deps::Deps;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use store::receipts::Receipts;
use uuid::Uuid;

/// The largest file that is imported: the export of a household of ten years.
pub const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;

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
    /// Where the rows of a table go; left out, tasks go on the shopping list and all else is items.
    pub target: Option<Target>,
    /// The reader's language as a BCP 47 tag. Its country decides how a day such as 3/4 is read and which sign begins
    /// decimals, where the file leaves that open.
    #[schema(example = "en-GB", max_length = 35)]
    pub language: Option<String>,
    /// True if the first line of a table is headers; left out, the line itself says.
    pub has_header: Option<bool>,
    /// How days are read that could be two; needed where `days.isCertain` of the preview is false.
    pub day_order: Option<DayOrder>,
}

/// Returns a file's text, from the request or from its upload.
pub async fn text_of<'a>(receipts: &Receipts, user: &UserId, file: &'a ImportFile) -> Result<Cow<'a, str>, ApiError> {
    let Some(key) = &file.file_key else { return Ok(file.text.as_deref().unwrap_or_default().into()) };
    let missing = || ApiError::invalid("fileKey", "This upload does not exist or has expired.");
    if file.text.is_some() {
        return Err(ApiError::invalid("fileKey", "Send the file in one form only."));
    }
    let upload = Receipts::upload_key(user, Uuid::try_parse(key).map_err(|_| missing())?);
    match receipts.get(&upload, MAX_FILE_BYTES).await? {
        Some(Ok(bytes)) => {
            // Its bytes are UTF-8 nearly always: then nothing is copied.
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

pub async fn plan_of(
    deps: &Deps,
    user: &UserId,
    file: &ImportFile,
    text: &str,
    now: DateTime<Utc>,
) -> Result<Plan, ApiError> {
    let preferences = deps.store.preferences_get(user).await?;
    let reading = Reading {
        user,
        zone: preferences.zone(),
        now,
        language: file.language.as_deref().unwrap_or_default(),
        target: file.target,
        fields: file.columns.as_deref(),
        has_header: file.has_header,
        day_order: file.day_order,
        places: &preferences.places,
    };
    read(text, &reading).map_err(|Unreadable { reason, message, line }| {
        let error = ApiError::invalid("text", message).with("reason", reason);
        line.map_or(error.clone(), |line| error.with("line", line))
    })
}

fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(other) = other_format(text) {
        return Err(other);
    }
    if !text.trim_start().starts_with(['{', '[']) || text.trim_start().starts_with("[ ]") {
        return table::plan(text, reading);
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        // "[x] Milk" begins as JSON does.
        Err(_) if text.trim_start().starts_with("[x]") || text.trim_start().starts_with("[X]") => {
            return table::plan(text, reading);
        }
        Err(error) => {
            let line = u64::try_from(error.line()).ok();
            let message =
                format!("This is not a complete JSON file: line {}, column {}.", error.line(), error.column());
            return Err(Unreadable { line, ..Unreadable::new("brokenJson", message) });
        }
    };
    if larder::is_ours(&value) {
        larder::plan(value, reading.user, reading.now)
    } else if grocy::is_its(&value) {
        grocy::plan(&value, reading)
    } else if let Some(list) = lists::read(&value) {
        Ok(lists::plan(&list, reading.user, reading.now))
    } else if kitchenowl::is_its(&value) {
        Ok(kitchenowl::plan(&value, reading.user, reading.now))
    } else if is_recipe(&value) {
        Err(Unreadable::new("recipe", "This is a recipe. Larder takes stocks and shopping lists."))
    } else {
        entries(&value).and_then(|entries| table::plan_entries(entries, reading)).unwrap_or_else(|| {
            let message = "This JSON file is not an export of Larder, Grocy, KitchenOwl, Mealie, Tandoor, Bring! or Google \
                Keep, and has no list of things.";
            Err(Unreadable::new("unknownJson", message))
        })
    }
}

/// Files of programs that are no text, by how they begin.
fn other_format(text: &str) -> Option<Unreadable> {
    const BEGINNINGS: [(&str, &str, &str); 5] = [
        ("PK\u{3}\u{4}", "workbook", "This is a workbook or an archive. Save the table as CSV, or unpack it first."),
        ("\u{fffd}\u{fffd}\u{11}\u{fffd}", "workbook", "This is an old workbook. Save the table as CSV."),
        ("%PDF", "pdf", "This is a PDF. Export the table as CSV."),
        ("<", "webPage", "This is a web page or XML. Export the table as CSV or JSON."),
        ("{\\rtf", "richText", "This is a formatted text. Save it as plain text or CSV."),
    ];
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

/// The list of entries of a JSON file: the file itself, or the only list in it.
fn entries(value: &Value) -> Option<&[Value]> {
    if let Some(entries) = value.as_array() {
        return Some(entries);
    }
    let of_objects = |list: &&Vec<Value>| list.first().is_some_and(Value::is_object);
    let mut lists = value.as_object()?.values().filter_map(Value::as_array).filter(of_objects);
    let only = lists.next()?;
    lists.next().is_none().then_some(only)
}
