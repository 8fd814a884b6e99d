//! The import for operators: `larder import`. A refusal is the sentence that the settings show for it.

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
    pub known: usize,
    /// Why rows cannot be taken, each with its place.
    pub problems: Vec<String>,
}

fn sentence(error: &ApiError) -> String {
    error.message().to_owned()
}

/// Returns what a file would add. Nothing is written.
pub async fn preview_file(deps: &Deps, user: &UserId, text: &str) -> Result<Previewed, String> {
    let now = deps.now();
    let plan = plan_of(deps, user, &ImportFile::default(), text, now).await.map_err(|error| sentence(&error))?;
    let Remaining { plan, known } =
        Box::pin(remaining(deps, user, plan, now)).await.map_err(|error| sentence(&error))?;
    let problem = |problem: &super::plan::Problem| format!("{}: {}", problem.line, problem.message);
    Ok(Previewed {
        items: plan.items.len(),
        list_items: plan.list.len(),
        known,
        problems: plan.problems.iter().map(problem).collect(),
    })
}

/// All of it or nothing; for a week it can be taken back in the settings. The file is not stored: what an interruption
/// leaves is undone by the server.
pub async fn import_file(deps: &Deps, user: &UserId, text: &str) -> Result<(), String> {
    let file = ImportFile::default();
    let plan = plan_of(deps, user, &file, text, deps.now()).await.map_err(|error| sentence(&error))?;
    let (nothing, idempotency) = (|_, _| Reply::ok(&()), Idempotency::default());
    let begun = Box::pin(begin(deps, None, user, &file, plan, nothing, &idempotency)).await;
    let Some((job, plan)) = begun.map_err(|error| sentence(&error))?.1 else { return Ok(()) };
    Box::pin(run(deps, None, job, plan, None)).await.map(|_| ()).map_err(|error| error.to_string())
}
