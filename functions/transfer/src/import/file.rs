//! The file of a request or of its upload, with the choices that the user made.

use super::columns::Field;
use super::entries;
use super::format;
use super::plan::{Plan, Target, Unreadable};
use super::reading::Reading;
use super::records::MAX_COLUMNS;
use super::values::DayOrder;
use crate::TransferState;
use api::ApiError;
use application::deps::Deps;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::invalid::Invalid;
use domain::text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use store::receipts::Receipts;
use uuid::Uuid;

/// The maximum size of a file: the export of a household after ten years.
pub const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;
/// The number of characters that RFC 5646 (4.4.1) recommends to take.
const MAX_LANGUAGE_LENGTH: usize = 35;

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
    #[schema(max_items = 60)]
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
    #[schema(max_length = 200)]
    pub list: Option<String>,
    /// How days are read that could be two; needed where `days.isCertain` of the preview is false.
    pub day_order: Option<DayOrder>,
}

impl ImportFile {
    /// Refuses choices that no file needs: the job of an import stores them in its row.
    fn check_choices(&self) -> Result<(), Invalid> {
        text::optional("language", self.language.as_deref(), MAX_LANGUAGE_LENGTH)?;
        entries::check_list(self.list.as_deref())?;
        if self.columns.as_ref().is_some_and(|columns| columns.len() > MAX_COLUMNS) {
            return Err(Invalid::new("columns", format!("A table can have {MAX_COLUMNS} columns.")));
        }
        Ok(())
    }
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
    file.check_choices()?;
    let _slot = if file.file_key.is_some() { uploads.acquire().await.ok() } else { None };
    let text = text_of(&eraser.receipts, user, file).await?;
    plan_of(deps, user, file, text.into_owned(), now).await
}

/// Reads a file's text with its choices and the user's preferences.
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
        format::read(&text, &reading)
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
