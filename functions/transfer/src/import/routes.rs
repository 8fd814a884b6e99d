//! `/api/user/import` and `/api/user/import-preview`

use super::FileKind;
use super::file::{ImportFile, MAX_FILE_BYTES, read_file, too_large};
use super::job::{FileStore, Remaining, begin, begin_undo, remaining, run, run_job, under_way, undo};
use super::plan::{Column, DayReading, OmittedCount, Plan, Problem, Target};
use crate::{MAX_BODY_BYTES, TransferState};
use api::view::{ItemView, ListItemView, Message};
use api::{Admission, Admitted, ApiError, Caller, ClientAddress, Idempotency, JsonBody, RateLimit, Reply, rate_limit};
use application::deps::Deps;
use application::erase::Eraser;
use application::jobs::JobError;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::calendar_day::LocalTime;
use domain::id::UserId;
use domain::timestamp;
use serde::{Deserialize, Serialize};
use store::receipts::Receipts;
use store::{CommitError, Job, JobKind};

/// The maximum number of previewed rows.
const MAX_SHOWN_ROWS: usize = 5;
/// An upload has at most 32 MB.
const UPLOADS_PER_USER: RateLimit = RateLimit { scope: "import-upload", max: 20, seconds: 3_600 };
/// Accounts are free, so that many at one address share a limit: 1 GB a day.
const UPLOADS_PER_ADDRESS: RateLimit = RateLimit { scope: "import-upload-address", max: 30, seconds: 86_400 };

/// Limits previews and imports, which read the whole larder. Each option on the screen requests a preview.
pub struct Files;

impl Admission for Files {
    const PER_USER: Option<RateLimit> = Some(RateLimit { scope: "import", max: 240, seconds: 3_600 });
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
    pub left_out: Vec<OmittedCount>,
    /// The names of the lists in a file that has several, of which `list` chooses one.
    pub lists: Vec<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFile {
    pub message: String,
    pub item_count: usize,
    pub list_item_count: usize,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"length": 9_000_000}))]
pub struct ImportUploadDraft {
    /// The exact size of the file in bytes, at most 32 MB. No other size can be uploaded.
    #[schema(minimum = 1, maximum = 33_554_432)]
    pub length: Option<u64>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportUpload {
    pub file_key: String,
    /// PUT the file here within ten minutes, in UTF-8. It is kept for a day.
    pub upload_url: String,
}

/// The last import, for a week.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastImport {
    #[serde(with = "timestamp::wire")]
    pub made_at: DateTime<Utc>,
    pub item_count: usize,
    pub list_item_count: usize,
    /// False while its rows are being written or, with `undoing`, removed.
    pub finished: bool,
    pub undoing: bool,
    /// The number of the file's rows that are written or exist already; with `undoing`, of those that are removed.
    pub done_rows: usize,
    /// The number of the file's rows.
    pub total_rows: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LastImportAnswer)]
pub struct LastImportResult {
    pub last: Option<LastImport>,
}

/// Refuses ambiguous days: a wrong day is worse than a question.
fn require_certain_days(plan: Plan) -> Result<Plan, ApiError> {
    match &plan.days {
        Some(days) if !days.is_certain => {
            let message = format!("Say in “dayOrder” whether the day or the month is first in {}.", days.example);
            Err(ApiError::invalid("dayOrder", message))
        }
        _ => Ok(plan),
    }
}

/// Returns an address to which the client uploads a file that is too large for a request.
#[utoipa::path(post, path = "/api/user/import-upload", tag = "user",
    security(("bearer" = [])), request_body = ImportUploadDraft,
    responses((status = 201, body = ImportUpload)))]
pub async fn create_import_upload(
    caller: Caller,
    State(deps): State<Deps>,
    State(eraser): State<Eraser>,
    address: ClientAddress,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<ImportUploadDraft>,
) -> Result<Reply, ApiError> {
    let length = match draft.length {
        None | Some(0) => return Err(ApiError::invalid("length", "The size of the file in bytes is missing.")),
        Some(length) if length > MAX_FILE_BYTES as u64 => return Err(too_large()),
        Some(length) => length,
    };
    rate_limit(&deps, UPLOADS_PER_USER, caller.user.as_str()).await?;
    rate_limit(&deps, UPLOADS_PER_ADDRESS, &address.0).await?;
    let (now, id) = (deps.now(), idempotency.id(&deps, 0));
    let receipts = &eraser.receipts;
    let upload_url = receipts.sign_upload(&Receipts::upload_key(&caller.user, id), length, &address.0, now).await?;
    let reply = Reply::created(&ImportUpload { file_key: id.to_string(), upload_url });
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}

/// Previews a file. Writes nothing.
#[utoipa::path(post, path = "/api/user/import-preview", tag = "user",
    security(("bearer" = [])), request_body = ImportFile,
    responses((status = 200, body = ImportPreview), (status = 409)))]
pub async fn preview_import(
    caller: Caller,
    State(state): State<TransferState>,
    _admitted: Admitted<Files>,
    _idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_BODY_BYTES>,
) -> Result<Json<ImportPreview>, ApiError> {
    let local = state.deps.local_time(&caller.user).await?;
    let plan = read_file(&state, &caller.user, &file, local.at).await?;
    Ok(Json(Box::pin(ImportPreview::of(&state.deps, &caller.user, plan, local)).await?))
}

impl ImportPreview {
    pub async fn of(deps: &Deps, user: &UserId, plan: Plan, local: LocalTime) -> Result<Self, ApiError> {
        let Remaining { plan, existing } = remaining(deps, user, plan, local.at).await?;
        Ok(Self {
            kind: plan.kind,
            columns: plan.columns,
            has_header: plan.has_header,
            target: plan.target,
            days: plan.days,
            item_count: plan.items.len(),
            list_item_count: plan.list.len(),
            session_count: plan.sessions.len(),
            correction_count: plan.corrections.len(),
            known_count: existing,
            items: plan.items.iter().take(MAX_SHOWN_ROWS).map(|item| ItemView::at(item, local)).collect(),
            list_items: plan.list.iter().take(MAX_SHOWN_ROWS).map(ListItemView::from).collect(),
            problem_count: plan.problems.count,
            problems: plan.problems.listed,
            left_out: plan.omitted,
            lists: plan.lists,
        })
    }
}

/// Imports a file, all or nothing, except the rows that the preview lists as problems. A long one goes on after the
/// answer: `GET /api/user/import` says how far it is.
#[utoipa::path(post, path = "/api/user/import", tag = "user",
    security(("bearer" = [])), request_body = ImportFile,
    responses((status = 200, body = ImportedFile), (status = 409)))]
pub async fn import_data(
    caller: Caller,
    State(state): State<TransferState>,
    _admitted: Admitted<Files>,
    ClientAddress(address): ClientAddress,
    idempotency: Idempotency,
    JsonBody(file): JsonBody<ImportFile, MAX_BODY_BYTES>,
) -> Result<Reply, ApiError> {
    let (deps, user) = (&state.deps, caller.user);
    let files = FileStore { receipts: &state.eraser.receipts, address: &address };
    if last_job(&state, &user).await?.is_some_and(|job| !job.state.finished) {
        return Err(under_way());
    }
    let plan = require_certain_days(read_file(&state, &user, &file, deps.now()).await?)?;
    let reply = |item_count: usize, list_item_count: usize| {
        let message = match item_count + list_item_count {
            0 => "This file has nothing new.".to_owned(),
            1 => "1 item was imported.".to_owned(),
            n => format!("{n} items were imported."),
        };
        Reply::ok(&ImportedFile { message, item_count, list_item_count })
    };
    let (reply, begun) = Box::pin(begin(deps, Some(files), &user, &file, plan, reply, &idempotency)).await?;
    if let Some((job, plan)) = begun {
        let own = state.clone();
        let work = |until| async move { run(&own.deps, Some(&own.eraser.receipts), job, plan, until).await };
        check_outcome(state.background.run_job(&user, work).await)?;
    }
    Ok(reply)
}

/// Logs the error of a job's first part, because the job continues later; except for a deleted account, which has no
/// jobs.
fn check_outcome(outcome: Result<bool, JobError>) -> Result<(), ApiError> {
    match outcome {
        Ok(_) => Ok(()),
        Err(JobError::Commit(error @ CommitError::AccountDeleted)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "a job was interrupted and continues later");
            Ok(())
        }
    }
}

/// Returns the user's job, if it is an import. Continues an interrupted job first.
async fn last_job(state: &TransferState, user: &UserId) -> Result<Option<Job>, ApiError> {
    let now = state.deps.now();
    let is_import =
        |job: &Job| matches!(job.state.kind, JobKind::Import | JobKind::UndoImport) && !job.has_expired(now);
    let get = || state.deps.store.job_get(user);
    let job = get().await?;
    if !job.as_ref().is_some_and(|job| job.is_stalled(now)) {
        return Ok(job.filter(is_import));
    }
    let (own, whose) = (state.clone(), user.clone());
    let work = |until| async move { run_job(&own, &whose, now, until).await };
    check_outcome(state.background.run_job(user, work).await)?;
    Ok(get().await?.filter(is_import))
}

/// Returns the last import of a file, for a week.
#[utoipa::path(get, path = "/api/user/import", tag = "user",
    security(("bearer" = [])), responses((status = 200, body = LastImportResult)))]
pub async fn get_last_import(
    caller: Caller,
    State(state): State<TransferState>,
) -> Result<Json<LastImportResult>, ApiError> {
    let last = last_job(&state, &caller.user).await?.map(|job| LastImport {
        made_at: job.state.made_at,
        item_count: job.state.items,
        list_item_count: job.state.list_items,
        finished: job.state.finished,
        undoing: job.state.kind == JobKind::UndoImport,
        done_rows: job.state.done,
        total_rows: job.state.total,
    });
    Ok(Json(LastImportResult { last }))
}

/// Undoes the last import: deletes its rows, except those that were changed since.
#[utoipa::path(delete, path = "/api/user/import", tag = "user",
    security(("bearer" = [])),
    responses((status = 200, body = Message), (status = 404), (status = 409)))]
pub async fn undo_import(
    caller: Caller,
    State(state): State<TransferState>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    let user = caller.user;
    let import = last_job(&state, &user).await?.ok_or_else(ApiError::not_found)?;
    if !import.state.finished {
        return Err(under_way());
    }
    let reply = Reply::ok(&Message::new("The import was undone."));
    let job = begin_undo(&state.deps, &import, idempotency.record(&reply)).await?;
    let own = state.clone();
    let work = |until| async move { undo(&own.deps, job, until).await };
    check_outcome(state.background.run_job(&user, work).await)?;
    Ok(reply)
}
