//! `/api/user/import` and `/api/user/import-preview`

use super::columns::Field;
use super::plan::{Column, DayReading, FileKind, LeftOutCount, Plan, Problem, Target, Unreadable};
use super::table::{self, Reading};
use super::values::DayOrder;
use super::write::{Remaining, carry_out, remaining, take_back, under_way};
use super::{grocy, kitchenowl, larder, lists};
use crate::MAX_BODY_BYTES;
use api::view::{ItemView, ListItemView, Message};
use api::{Admission, Admitted, ApiError, Caller, Idempotency, JsonBody, RateLimit, Reply};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The maximum number of previewed rows.
const SHOWN: usize = 20;
/// The maximum number of listed problems.
const PROBLEMS_SHOWN: usize = 50;
/// Previews and imports read the whole larder. Each switch on the screen asks for a preview.
pub struct Files;

impl Admission for Files {
    const PER_USER: Option<RateLimit> = Some(RateLimit { scope: "import", most: 240, seconds: 3_600 });
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"text": "Name,Quantity,Expiry Date\nMilk,1,2026-12-01\n", "target": "items",
    "language": "en"}))]
pub struct ImportFile {
    /// The whole file: our own export, another program's, or a table.
    #[schema(max_length = 4_000_000)]
    pub text: Option<String>,
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

/// The preview of an import.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    pub kind: FileKind,
    /// Of a table, in its order.
    pub columns: Vec<Column>,
    /// True if the first line of a table is headers.
    pub has_header: bool,
    /// Where the rows of a table go.
    pub target: Target,
    /// How days were read that could be two; null where there are none.
    pub days: Option<DayReading>,
    /// The number of new items.
    pub item_count: usize,
    pub list_item_count: usize,
    /// Receipts, with what makes a second scan of them a duplicate.
    pub session_count: usize,
    pub correction_count: usize,
    /// The number of rows that already exist and stay unchanged.
    pub known_count: usize,
    /// The first of the items that would come.
    pub items: Vec<ItemView>,
    /// The first rows that would come on the list.
    pub list_items: Vec<ListItemView>,
    /// The number of rows that cannot be imported.
    pub problem_count: usize,
    /// The first of them.
    pub problems: Vec<Problem>,
    /// What the file has that no import takes.
    pub left_out: Vec<LeftOutCount>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFile {
    pub message: String,
    pub item_count: usize,
    pub list_item_count: usize,
}

/// The last import, as long as it can be taken back.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastImport {
    #[serde(with = "timestamp::wire")]
    pub made_at: DateTime<Utc>,
    pub item_count: usize,
    pub list_item_count: usize,
    /// False if it was interrupted: the next import, or undo, removes its rows.
    pub finished: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LastImportAnswer {
    pub last: Option<LastImport>,
}

pub(super) async fn plan_of(
    deps: &Deps,
    user: &UserId,
    file: &ImportFile,
    now: DateTime<Utc>,
) -> Result<Plan, ApiError> {
    let preferences = deps.store.preferences_get(user).await?;
    let reading = Reading {
        user,
        zone: preferences.time_zone.unwrap_or(chrono_tz::UTC),
        now,
        language: file.language.as_deref().unwrap_or_default(),
        target: file.target,
        fields: file.columns.as_deref(),
        has_header: file.has_header,
        day_order: file.day_order,
        places: &preferences.places,
    };
    read(file.text.as_deref().unwrap_or_default(), &reading).map_err(|Unreadable { reason, message, line }| {
        let error = ApiError::invalid("text", message).with("reason", reason);
        line.map_or(error.clone(), |line| error.with("line", line))
    })
}

/// Refuses days that could be two: a wrong day is worse than a question.
fn certain(plan: Plan) -> Result<Plan, ApiError> {
    match &plan.days {
        Some(days) if !days.is_certain => {
            let message = format!("Say in “dayOrder” whether the day or the month is first in {}.", days.example);
            Err(ApiError::invalid("dayOrder", message))
        }
        _ => Ok(plan),
    }
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

/// Previews a file. Writes nothing.
#[utoipa::path(post, path = "/api/user/import-preview", tag = "user", request_body = ImportFile,
    responses((status = 200, body = ImportPreview), (status = 409)))]
pub async fn preview_import(
    caller: Caller,
    State(deps): State<Deps>,
    _admitted: Admitted<Files>,
    _idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_BODY_BYTES>,
) -> Result<Json<ImportPreview>, ApiError> {
    let now = deps.now();
    let plan = plan_of(&deps, &caller.user, &file, now).await?;
    let Remaining { plan, known } = Box::pin(remaining(&deps, &caller.user, plan, now)).await?;
    let problem_count = plan.problems.len();
    Ok(Json(ImportPreview {
        kind: plan.kind,
        columns: plan.columns,
        has_header: plan.has_header,
        target: plan.target,
        days: plan.days,
        item_count: plan.items.len(),
        list_item_count: plan.list.len(),
        session_count: plan.sessions.len(),
        correction_count: plan.corrections.len(),
        known_count: known,
        items: plan.items.iter().take(SHOWN).map(|item| ItemView::at(item, now)).collect(),
        list_items: plan.list.iter().take(SHOWN).map(ListItemView::from).collect(),
        problem_count,
        problems: plan.problems.into_iter().take(PROBLEMS_SHOWN).collect(),
        left_out: plan.left_out,
    }))
}

/// Imports a file, all or nothing, except the rows that the preview lists as problems.
#[utoipa::path(post, path = "/api/user/import", tag = "user", request_body = ImportFile,
    responses((status = 200, body = ImportedFile), (status = 409)))]
pub async fn import_data(
    caller: Caller,
    State(deps): State<Deps>,
    _admitted: Admitted<Files>,
    idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_BODY_BYTES>,
) -> Result<Reply, ApiError> {
    let (now, user) = (deps.now(), caller.user);
    let plan = certain(plan_of(&deps, &user, &file, now).await?)?;
    let reply = |item_count: usize, list_item_count: usize| {
        let message = match item_count + list_item_count {
            0 => "This file has nothing new.".to_owned(),
            1 => "1 item was imported.".to_owned(),
            n => format!("{n} items were imported."),
        };
        Reply::ok(&ImportedFile { message, item_count, list_item_count })
    };
    Box::pin(carry_out(&deps, &user, plan, reply, &idempotency, now)).await
}

/// Returns the last import of a file, for a week.
#[utoipa::path(get, path = "/api/user/import", tag = "user", responses((status = 200, body = LastImportAnswer)))]
pub async fn get_last_import(caller: Caller, State(deps): State<Deps>) -> Result<Json<LastImportAnswer>, ApiError> {
    let last = deps.store.import_get(&caller.user, deps.now()).await?.map(|journal| LastImport {
        made_at: journal.made_at,
        item_count: journal.items,
        list_item_count: journal.list_items,
        finished: journal.finished,
    });
    Ok(Json(LastImportAnswer { last }))
}

/// Undoes the last import: deletes its rows, even if they changed since.
#[utoipa::path(delete, path = "/api/user/import", tag = "user",
    responses((status = 200, body = Message), (status = 404), (status = 409)))]
pub async fn undo_import(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let journal = deps.store.import_get(&caller.user, now).await?.ok_or_else(ApiError::not_found)?;
    if !journal.finished && journal.lease_until > now {
        return Err(under_way());
    }
    let reply = Reply::ok(&Message::new("The import was undone."));
    // The journal and the record are written together, so that a retry does not report a missing import.
    take_back(&deps, &caller.user, &journal, now, idempotency.record(&reply)).await?;
    Ok(reply)
}
