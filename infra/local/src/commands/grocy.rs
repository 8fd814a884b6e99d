//! `larder import grocy URL`: reads the stock of a Grocy server and imports it into a larder of this machine, or saves
//! it to a file.

use crate::commands::admin::AdminContext;
use crate::commands::command_line::GrocyImport;
use crate::commands::result::{CommandError, CommandResult, confirm, exit_code};
use application::config::Environment;
use domain::id::UserId;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;
use system::outbound::{Limits, Outbound, OutboundResponse};
use transfer::{GROCY_LISTS, ImportPreview, import_file, preview_file};

const KEY: &str = "GROCY_API_KEY";
/// A list of thousands of products has some megabytes, and a small server sends it slowly.
const LIMITS: Limits = Limits { timeout: Duration::from_secs(30), max_body_bytes: 32 * 1024 * 1024 };
const MAX_SHOWN_PROBLEMS: usize = 10;

/// Fetches all lists that are imported from Grocy, as one JSON text.
pub async fn fetch(url: &str, env: &impl Environment) -> CommandResult {
    let wrong_key = |message: &str| CommandError::new(exit_code::CONFIG, format!("{KEY} is {message}."));
    let key = env.get(KEY).filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| wrong_key("not set. Create a key in Grocy's settings under \"Manage API keys\""))?;
    let mut key = HeaderValue::from_str(key.trim()).map_err(|_| wrong_key("not a valid Grocy key"))?;
    key.set_sensitive(true);
    let base = url.trim_end_matches('/').trim_end_matches("/api");
    let is_web = |uri: Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
    if !base.parse::<Uri>().is_ok_and(is_web) {
        let text = format!("{url:?} is not a web address such as https://grocy.example.org.");
        return Err(CommandError::new(exit_code::USAGE, text));
    }
    let outbound = Outbound::default();
    let mut lists = Map::new();
    for list in GROCY_LISTS {
        let address = format!("{base}/api/objects/{list}");
        let headers = HeaderMap::from_iter([(HeaderName::from_static("grocy-api-key"), key.clone())]);
        let response = outbound.get_with(&address, headers, LIMITS).await;
        let response = response.map_err(|error| unavailable(format!("{address} cannot be reached: {error}.")))?;
        lists.insert(list.to_owned(), read_list(&address, &response)?);
    }
    Ok(json!({ "grocy": lists }).to_string())
}

fn unavailable(message: String) -> CommandError {
    CommandError::new(exit_code::UNAVAILABLE, message)
}

fn data_error(message: String) -> CommandError {
    CommandError::new(exit_code::DATA_ERROR, message)
}

fn read_list(address: &str, OutboundResponse { status, body }: &OutboundResponse) -> Result<Value, CommandError> {
    Err(match *status {
        StatusCode::OK => match serde_json::from_slice(body) {
            Ok(list @ Value::Array(_)) => return Ok(list),
            _ => data_error(format!(
                "{address} did not return a list. Check that this is the address of a Grocy server."
            )),
        },
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => unavailable(format!("Grocy rejected the key in {KEY}.")),
        status if status.is_redirection() => {
            unavailable(format!("{address} redirects ({status}). Use the address that it redirects to."))
        }
        status => unavailable(format!("{address} answered {status}.")),
    })
}

pub fn save(file: &Path, text: &str) -> CommandResult {
    let failed = |reason: String| CommandError::new(exit_code::CANNOT_CREATE, format!("{} {reason}.", file.display()));
    let created = File::create_new(file).and_then(|mut out| out.write_all(text.as_bytes()));
    created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => failed("already exists".into()),
        _ => failed(format!("cannot be written: {error}")),
    })?;
    Ok(format!("Saved {}. It can be imported in the settings of any Larder.", file.display()))
}

/// Shows a preview, asks for confirmation, and imports.
pub async fn import(
    context: AdminContext,
    import: &GrocyImport,
    text: &str,
    input: &mut impl BufRead,
) -> CommandResult {
    let user = target_larder(&context, import.larder.as_deref())?;
    let preview = preview_file(context.deps(), &user, text).await.map_err(data_error)?;
    // A closed pipe is no error.
    let _ = writeln!(std::io::stdout(), "{}", summarize(&preview, &user));
    if preview.item_count + preview.list_item_count == 0 {
        return Ok("Nothing to import.".into());
    }
    if !import.yes && !confirm("Import this?", input) {
        return Ok("Nothing was imported.".into());
    }
    import_file(context.deps(), &user, text).await.map_err(data_error)?;
    Ok("Imported. You can undo this for a week under Settings, Your data, Import a file.".into())
}

fn summarize(preview: &ImportPreview, user: &UserId) -> String {
    let ImportPreview { item_count, list_item_count, known_count, problems, problem_count, .. } = preview;
    let mut lines = vec![format!(
        "Into the larder {user}: {item_count} items and {list_item_count} list rows; {known_count} exist already."
    )];
    let shown = problems.iter().take(MAX_SHOWN_PROBLEMS);
    lines.extend(shown.map(|problem| format!("  skipped: {}: {}", problem.line, problem.message)));
    if *problem_count > MAX_SHOWN_PROBLEMS {
        lines.push(format!("  and {} more", problem_count - MAX_SHOWN_PROBLEMS));
    }
    lines.join("\n")
}

/// Returns the named larder, or the only one.
fn target_larder(context: &AdminContext, name: Option<&str>) -> Result<UserId, CommandError> {
    if let Some(name) = name {
        return context.find_larder(name);
    }
    match context.users()?.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(CommandError::new(exit_code::NO_INPUT, "no larder exists yet. Open the site on a phone first.")),
        users => {
            let text = format!("there are {} larders. Name one from `larder devices`.", users.len());
            Err(CommandError::new(exit_code::USAGE, text))
        }
    }
}
