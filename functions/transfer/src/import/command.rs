//! The import for operators: `larder import`. A refusal is the sentence that the settings show for it.

use super::routes::{ImportFile, plan_of};
use super::write::{Remaining, carry_out, remaining};
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

fn file(text: &str) -> ImportFile {
    ImportFile { text: Some(text.to_owned()), ..ImportFile::default() }
}

fn sentence(error: &ApiError) -> String {
    error.message().to_owned()
}

/// Returns what a file would add. Nothing is written.
pub async fn preview_file(deps: &Deps, user: &UserId, text: &str) -> Result<Previewed, String> {
    let now = deps.now();
    let plan = plan_of(deps, user, &file(text), now).await.map_err(|error| sentence(&error))?;
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

/// All of it or nothing; for a week it can be taken back in the settings.
pub async fn import_file(deps: &Deps, user: &UserId, text: &str) -> Result<(), String> {
    let now = deps.now();
    let plan = plan_of(deps, user, &file(text), now).await.map_err(|error| sentence(&error))?;
    let nothing = |_, _| Reply::ok(&());
    let carried_out = Box::pin(carry_out(deps, user, plan, nothing, &Idempotency::default(), now)).await;
    carried_out.map(|_| ()).map_err(|error| sentence(&error))
}
