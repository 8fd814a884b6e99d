//! The import for operators, `larder import`. Errors are the messages of the API.

use super::file::{ImportFile, plan_of};
use super::job::{begin, run};
use super::routes::ImportPreview;
use api::{ApiError, Idempotency, Reply};
use application::deps::Deps;
use domain::id::UserId;

/// Returns what a file would add. Writes nothing.
pub async fn preview_file(deps: &Deps, user: &UserId, text: &str) -> Result<ImportPreview, String> {
    let preview = async {
        let local = deps.local_time(user).await?;
        let plan = plan_of(deps, user, &ImportFile::default(), text.to_owned(), local.at).await?;
        ImportPreview::of(deps, user, plan, local).await
    };
    Box::pin(preview).await.map_err(|error: ApiError| error.message().to_owned())
}

/// Imports all of a file or nothing. For a week the user can undo it in the settings. The file is not stored, so that
/// the server undoes an interrupted import.
pub async fn import_file(deps: &Deps, user: &UserId, text: &str) -> Result<(), String> {
    let begun = async {
        let file = ImportFile::default();
        let plan = plan_of(deps, user, &file, text.to_owned(), deps.now()).await?;
        let nothing = |_, _| Reply::ok(&());
        begin(deps, None, user, &file, plan, nothing, &Idempotency::default()).await
    };
    let (_, begun) = Box::pin(begun).await.map_err(|error: ApiError| error.message().to_owned())?;
    let Some((job, plan)) = begun else { return Ok(()) };
    run(deps, None, job, plan, None).await.map_err(|error| error.to_string())
}
