//! `larder import grocy URL`: imports a Grocy's stock through its API into a larder of this machine, or saves it to a
//! file.

use crate::commands::admin::AdminContext;
use crate::commands::command_line::GrocyImport;
use crate::commands::result::{CommandResult, confirm};
use application::config::Environment;
use domain::id::UserId;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use serde_json::{Map, Value, json};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;
use system::outbound::{Limits, Outbound, OutboundResponse};
use transfer::{GROCY_LISTS, Previewed, import_file, preview_file};

const KEY: &str = "GROCY_API_KEY";
/// A list of a Grocy with thousands of products has some megabytes, and comes from a small machine.
const LIMITS: Limits = Limits { timeout: Duration::from_secs(30), largest: 32 * 1024 * 1024 };
const USAGE: u8 = 64;
const BAD_DATA: u8 = 65;
const NO_INPUT: u8 = 66;
const NOT_AVAILABLE: u8 = 69;
const UNWRITABLE: u8 = 73;
const WRONG_SETTING: u8 = 78;
/// The maximum number of listed problems.
const SHOWN: usize = 10;

/// Everything that is imported, as one text; nothing is written to Grocy.
pub async fn fetch(url: &str, env: &impl Environment) -> Result<String, CommandResult> {
    let Some(key) = env.get(KEY).filter(|key| !key.is_empty()) else {
        let text = format!("{KEY} is not set. Create a key in Grocy's settings under \"Manage API keys\".");
        return Err(CommandResult::failure(WRONG_SETTING, text));
    };
    let key = HeaderValue::from_str(key.trim());
    let mut key = key.map_err(|_| CommandResult::failure(WRONG_SETTING, format!("{KEY} is not a valid Grocy key.")))?;
    key.set_sensitive(true);
    let base = url.trim_end_matches('/').trim_end_matches("/api");
    let web = |uri: Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
    if !base.parse::<Uri>().is_ok_and(web) {
        return Err(CommandResult::failure(
            USAGE,
            format!("{url:?} is not a web address such as https://grocy.example.org."),
        ));
    }
    let outbound = Outbound::default();
    let mut lists = Map::new();
    for list in GROCY_LISTS {
        let address = format!("{base}/api/objects/{list}");
        let headers = HeaderMap::from_iter([(HeaderName::from_static("grocy-api-key"), key.clone())]);
        let got = outbound.get_with(&address, headers, LIMITS).await;
        let got = got
            .map_err(|error| CommandResult::failure(NOT_AVAILABLE, format!("{address} cannot be reached: {error}.")))?;
        lists.insert(list.to_owned(), entries(&address, &got)?);
    }
    Ok(json!({ "grocy": lists }).to_string())
}

fn entries(address: &str, OutboundResponse { status, body }: &OutboundResponse) -> Result<Value, CommandResult> {
    match *status {
        StatusCode::OK => match serde_json::from_slice(body) {
            Ok(list @ Value::Array(_)) => Ok(list),
            _ => Err(CommandResult::failure(
                BAD_DATA,
                format!("{address} did not return a list. Check that this is the address of a Grocy server."),
            )),
        },
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            Err(CommandResult::failure(NOT_AVAILABLE, format!("Grocy rejected the key in {KEY}.")))
        }
        status if status.is_redirection() => Err(CommandResult::failure(
            NOT_AVAILABLE,
            format!("{address} redirects ({status}). Use the address that it redirects to."),
        )),
        status => Err(CommandResult::failure(NOT_AVAILABLE, format!("{address} answered {status}."))),
    }
}

pub fn save(file: &Path, text: &str) -> CommandResult {
    if file.exists() {
        return CommandResult::failure(UNWRITABLE, format!("{} already exists.", file.display()));
    }
    match std::fs::write(file, text) {
        Ok(()) => CommandResult::success(format!(
            "Saved {}. It can be imported in the settings of any Larder.",
            file.display()
        )),
        Err(error) => CommandResult::failure(UNWRITABLE, format!("{} cannot be written: {error}.", file.display())),
    }
}

/// Show what would come, ask, and take it over.
pub async fn import(context: AdminContext, asked: &GrocyImport, text: &str, input: &mut impl BufRead) -> CommandResult {
    let user = match target_larder(&context, asked.larder.as_deref()) {
        Ok(user) => user,
        Err(outcome) => return outcome,
    };
    let refused = |sentence: String| CommandResult::failure(BAD_DATA, sentence);
    let previewed = match preview_file(context.deps(), &user, text).await {
        Ok(previewed) => previewed,
        Err(sentence) => return refused(sentence),
    };
    // A closed pipe is no error.
    let _ = writeln!(std::io::stdout(), "{}", summary(&previewed, &user));
    if previewed.items + previewed.list_items == 0 {
        return CommandResult::success("Nothing to import.");
    }
    if !asked.yes && !confirm("Import this?", input) {
        return CommandResult::success("Nothing was imported.");
    }
    match import_file(context.deps(), &user, text).await {
        Ok(()) => {
            CommandResult::success("Imported. You can undo this for a week under Settings, Your Data, Import a File.")
        }
        Err(sentence) => refused(sentence),
    }
}

fn summary(previewed: &Previewed, user: &UserId) -> String {
    let Previewed { items, list_items, known, problems } = previewed;
    let mut lines =
        vec![format!("Into the larder {user}: {items} items and {list_items} list rows; {known} exist already.")];
    lines.extend(problems.iter().take(SHOWN).map(|problem| format!("  skipped: {problem}")));
    if problems.len() > SHOWN {
        lines.push(format!("  and {} more", problems.len() - SHOWN));
    }
    lines.join("\n")
}

/// The larder of this name, or the only one.
fn target_larder(context: &AdminContext, named: Option<&str>) -> Result<UserId, CommandResult> {
    let users = context
        .users()
        .map_err(|error| CommandResult::failure(BAD_DATA, format!("the database cannot be read: {error}.")))?;
    match (named, users.as_slice()) {
        (Some(name), users) => users.iter().find(|user| user.as_str() == name).cloned().ok_or_else(|| {
            CommandResult::failure(NO_INPUT, format!("no larder {name:?}; list the larders with `larder devices`."))
        }),
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err(CommandResult::failure(NO_INPUT, "no larder exists yet. Open the site on a phone first.")),
        (None, users) => {
            let text = format!("there are {} larders. Name one from `larder devices`.", users.len());
            Err(CommandResult::failure(USAGE, text))
        }
    }
}
