//! The import for operators, `larder import`. Errors are the messages of the API.

use super::file::{ImportFile, plan_of};
use super::job::{Remaining, begin, remaining, run};
use api::{ApiError, Idempotency, Reply};
use application::deps::Deps;
use domain::id::UserId;

/// The preview of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Previewed {
    pub items: usize,
    pub list_items: usize,
    /// The number of rows that already exist and stay unchanged.
    pub existing: usize,
    /// The line and the message of the first invalid rows.
    pub problems: Vec<String>,
    /// The number of all invalid rows.
    pub problem_count: usize,
}

fn message_of(error: &ApiError) -> String {
    error.message().to_owned()
}

/// Returns what a file would add. Nothing is written.
pub async fn preview_file(deps: &Deps, user: &UserId, text: &str) -> Result<Previewed, String> {
    let now = deps.now();
    let plan =
        plan_of(deps, user, &ImportFile::default(), text.to_owned(), now).await.map_err(|error| message_of(&error))?;
    let Remaining { plan, existing } =
        Box::pin(remaining(deps, user, plan, now)).await.map_err(|error| message_of(&error))?;
    let problem = |problem: &super::plan::Problem| format!("{}: {}", problem.line, problem.message);
    Ok(Previewed {
        items: plan.items.len(),
        list_items: plan.list.len(),
        existing,
        problems: plan.problems.listed.iter().map(problem).collect(),
        problem_count: plan.problems.count,
    })
}

/// Imports all of a file or nothing. For a week the user can undo it in the settings. The file is not stored, so that
/// the server undoes an interrupted import.
pub async fn import_file(deps: &Deps, user: &UserId, text: &str) -> Result<(), String> {
    let file = ImportFile::default();
    let plan = plan_of(deps, user, &file, text.to_owned(), deps.now()).await.map_err(|error| message_of(&error))?;
    let (nothing, idempotency) = (|_, _| Reply::ok(&()), Idempotency::default());
    let begun = Box::pin(begin(deps, None, user, &file, plan, nothing, &idempotency)).await;
    let Some((job, plan)) = begun.map_err(|error| message_of(&error))?.1 else { return Ok(()) };
    run(deps, None, job, plan, None).await.map_err(|error| error.to_string())
}
