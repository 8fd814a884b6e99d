//! `/api/user/import` and `/api/user/import-preview`

use super::columns::Field;
use super::plan::{Column, FileKind, Plan, Problem, Target, Unreadable};
use super::table::{self, Reading};
use super::write::{Remaining, carry_out, remaining, take_back, under_way};
use super::{grocy, kitchenowl, larder};
use crate::MAX_IMPORT_BYTES;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::deps::Deps;
use service::http::view::{ItemView, ListItemView, Message};
use service::http::{ApiError, Caller, Idempotency, JsonBody, Refusals, Reply};

/// The maximum number of previewed rows.
const SHOWN: usize = 20;
/// The maximum number of listed problems.
const PROBLEMS_SHOWN: usize = 50;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"text": "Name,Quantity,Expiry Date\nMilk,1,2026-12-01\n", "target": "items",
    "language": "en"}))]
pub struct ImportFile {
    /// The whole file: our own export, `KitchenOwl`'s, or a table.
    #[schema(max_length = 4_000_000)]
    pub text: Option<String>,
    /// The meaning of each column; by default from the headers.
    pub columns: Option<Vec<Option<Field>>>,
    /// The destination of a table's rows; `items` by default.
    pub target: Option<Target>,
    /// In which language a day such as 3/4 is read, where nothing else tells: `en` has the month first.
    #[schema(example = "en")]
    pub language: Option<String>,
}

/// The preview of an import.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    pub kind: FileKind,
    /// Of a table, in its order.
    pub columns: Vec<Column>,
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
        english: file.language.as_deref().is_none_or(|language| language.starts_with("en")),
        target: file.target.unwrap_or_default(),
        fields: file.columns.as_deref(),
    };
    read(file.text.as_deref().unwrap_or_default(), &reading)
        .map_err(|Unreadable(sentence)| ApiError::invalid("text", sentence))
}

fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) {
        return table::plan(text, reading);
    }
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        Unreadable(format!("This is not a complete JSON file: line {}, column {}.", error.line(), error.column()))
    })?;
    if larder::is_ours(&value) {
        larder::plan(value, reading.user, reading.now)
    } else if grocy::is_its(&value) {
        grocy::plan(&value, reading)
    } else if kitchenowl::is_its(&value) {
        kitchenowl::plan(&value, reading.user, reading.now)
    } else {
        Err(Unreadable("This JSON file is not an export of Larder, KitchenOwl or Grocy.".into()))
    }
}

/// Previews a file. Writes nothing.
#[utoipa::path(post, path = "/api/user/import-preview", tag = "user", request_body = ImportFile,
    responses((status = 200, body = ImportPreview), Refusals))]
pub async fn preview_import(
    caller: Caller,
    State(deps): State<Deps>,
    _idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_IMPORT_BYTES>,
) -> Result<Json<ImportPreview>, ApiError> {
    let now = deps.now();
    let plan = plan_of(&deps, &caller.user, &file, now).await?;
    let Remaining { plan, known } = Box::pin(remaining(&deps, &caller.user, plan, now)).await?;
    let problem_count = plan.problems.len();
    Ok(Json(ImportPreview {
        kind: plan.kind,
        columns: plan.columns,
        item_count: plan.items.len(),
        list_item_count: plan.list.len(),
        session_count: plan.sessions.len(),
        correction_count: plan.corrections.len(),
        known_count: known,
        items: plan.items.iter().take(SHOWN).map(|item| ItemView::at(item, now)).collect(),
        list_items: plan.list.iter().take(SHOWN).map(ListItemView::from).collect(),
        problem_count,
        problems: plan.problems.into_iter().take(PROBLEMS_SHOWN).collect(),
    }))
}

/// Imports a file, all or nothing, except the rows that the preview lists as problems.
#[utoipa::path(post, path = "/api/user/import", tag = "user", request_body = ImportFile,
    responses((status = 200, body = ImportedFile), Refusals))]
pub async fn import_data(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_IMPORT_BYTES>,
) -> Result<Reply, ApiError> {
    let (now, user) = (deps.now(), caller.user);
    let plan = plan_of(&deps, &user, &file, now).await?;
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

/// The last import of a file, for a week.
#[utoipa::path(get, path = "/api/user/import", tag = "user", responses((status = 200, body = LastImportAnswer),
    Refusals))]
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
#[utoipa::path(delete, path = "/api/user/import", tag = "user", responses((status = 200, body = Message), Refusals))]
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
