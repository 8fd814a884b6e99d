//! The operator's commands: backups, restoring, maintenance.

pub mod admin;
pub mod command_line;
mod grocy;
pub mod read;
pub mod result;

use self::admin::AdminContext;
use crate::commands::command_line::{GrocyImport, Operation};
use crate::commands::result::{CommandError, CommandResult, confirm, exit_code};
use crate::data::backup::archive::{self, BackupHeader};
use crate::data::backup::{BackupError, replacement, restore};
use crate::data::folder::has_data;
use crate::data::format;
use crate::data::ownership;
use crate::data::start_error::StartError;
use crate::schedule::receivers::{self, Choice};
use crate::settings::Settings;
use crate::web::set_up_link;
use crate::web::sign_up::SignUp;
use application::config::Environment;
use chrono::{DateTime, Utc};
use domain::language::Language;
use domain::preferences::Preferences;
use push::Receivers;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;
use store::StoreError;
use system::clock::Clock;

pub fn run(operation: Operation, env: &impl Environment) -> CommandResult {
    let settings = Settings::from_environment(env)?;
    let now = settings.clock().now();
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    match operation {
        Operation::Backup { file } => backup(&settings, &file, now),
        Operation::Restore { file, yes } => restore(&settings, &file, yes, now),
        Operation::Health => health(&settings),
        Operation::SetUpLink => create_set_up_link(&settings, env),
        Operation::TestDigest => test_digest(&settings, env),
        Operation::ImportGrocy(import) => import_grocy(&settings, &import, env),
        Operation::Check => with_context(&settings, env, |context| admin::check_data(context, &settings.backups)),
        Operation::Devices => with_context(&settings, env, admin::list_devices),
        Operation::EndDevice { device } => {
            with_context(&settings, env, async |context| admin::end_device(context, &device).await)
        }
        Operation::AdmitDevice { larder } => {
            with_context(&settings, env, async |context| admin::admit_device(context, &larder).await)
        }
        Operation::Export { larder } => {
            with_context(&settings, env, async |context| admin::export_larder(context, &larder).await)
        }
    }
}

fn block_on<T>(future: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| CommandError::new(exit_code::SOFTWARE, error.to_string()))?.block_on(future)
}

fn backup(settings: &Settings, file: &Path, now: DateTime<Utc>) -> CommandResult {
    let file = if file.is_dir() {
        file.join(format!("larder-{}.tar.gz", now.format("%Y-%m-%dT%H-%M-%SZ")))
    } else {
        file.into()
    };
    ownership::check(&settings.data)?;
    archive::write(&settings.data, &file, now)?;
    let bytes = std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
    Ok(format!("Backup written to {} ({} kB).", file.display(), bytes.div_ceil(1_000)))
}

fn restore(settings: &Settings, file: &Path, yes: bool, now: DateTime<Utc>) -> CommandResult {
    std::fs::create_dir_all(&settings.data).map_err(|error| {
        CommandError::new(exit_code::CANNOT_CREATE, format!("Cannot create {}: {error}.", settings.data.display()))
    })?;
    let is_confirmed = |header: &BackupHeader| {
        let (folder, made_at) = (settings.data.display(), made_at(header));
        let question = format!("Replace all data in {folder} by the backup of {made_at}? The old data is saved first.");
        yes || confirm(&question, &mut std::io::stdin().lock())
    };
    let restored = restore::restore(&settings.data, &settings.backups, file, now, is_confirmed)?;
    let saved = restored.saved.map(|path| format!(" The previous data was saved to {}.", path.display()));
    Ok(format!(
        "Restored the backup of {}. What was ended since works again, such as removed devices and links: see Settings, Together.{}",
        made_at(&restored.header),
        saved.unwrap_or_default()
    ))
}

fn made_at(header: &BackupHeader) -> impl std::fmt::Display + use<> {
    header.made_at.format("%Y-%m-%d %H:%M UTC")
}

/// More than the response of the health check has, with its head.
const MAX_HEALTH_BYTES: u64 = 4 << 10;

/// Checks whether the server on this machine answers, for container health checks, and reports problems to fix.
fn health(settings: &Settings) -> CommandResult {
    let address = settings.own_address();
    let request = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(3))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n\r\n", address.port())?;
        let mut answer = Vec::new();
        stream.take(MAX_HEALTH_BYTES).read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = request()
        .map_err(|error| CommandError::new(exit_code::UNAVAILABLE, format!("no answer from {address}: {error}.")))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    if !head.starts_with("HTTP/1.1 200") {
        let status = head.lines().next().unwrap_or("nothing");
        let message = body["message"].as_str().unwrap_or_default();
        let text = format!("Larder is running, but answered {status:?}. {message}");
        return Err(CommandError::new(exit_code::UNAVAILABLE, text.trim_end()));
    }
    let problems = body["problems"].as_array().into_iter().flatten();
    let problems: Vec<&str> = problems.filter_map(|problem| problem["message"].as_str()).collect();
    if problems.is_empty() {
        return Ok("Larder is healthy.".into());
    }
    Err(CommandError::new(exit_code::DEGRADED, format!("Larder answers, but is degraded. {}", problems.join(" "))))
}

fn import_grocy(settings: &Settings, import: &GrocyImport, env: &impl Environment) -> CommandResult {
    let text = block_on(grocy::fetch(&import.url, env))?;
    match &import.save {
        Some(file) => grocy::save(file, &text),
        None => with_context(settings, env, async |context| {
            grocy::import(context, import, &text, &mut std::io::stdin().lock()).await
        }),
    }
}

/// Sends a test message to ntfy and Gotify, and says whose reminders go there.
fn test_digest(settings: &Settings, env: &impl Environment) -> CommandResult {
    if settings.receivers.all.is_empty() {
        let text = "Neither LARDER_NTFY_URL nor LARDER_GOTIFY_URL is set.";
        return Err(CommandError::new(exit_code::CONFIG, text));
    }
    with_context(settings, env, async |context| {
        let failed = |error: StoreError| CommandError::new(exit_code::DATA_ERROR, error.to_string());
        let choice =
            receivers::choose_larder(context.deps(), &settings.data, &settings.receivers).await.map_err(failed)?;
        let site = settings.site_address(settings.port);
        let receivers = Receivers::new(settings.receivers.all.clone(), site.as_str());
        let preferences = match &choice {
            Choice::Larder(user) => context.deps().store.preferences_get(user).await.map_err(failed)?,
            _ => Preferences::default(),
        };
        let posted = post_test_message(&receivers, preferences.language()).await;
        let is_unusable = matches!(choice, Choice::Several | Choice::Missing);
        let whose = choice.problem().unwrap_or_else(|| {
            let (hour, zone) = (preferences.notification_time, preferences.zone().name());
            let (name, language) = (choice.larder().map(|user| user.to_string()), preferences.language().code());
            let name = name.unwrap_or_default();
            format!("The reminders of larder {name} go there, at {hour} ({zone}), in the language {language}.")
        });
        match posted {
            Err(lines) => Err(CommandError::new(exit_code::UNAVAILABLE, format!("{lines}\n{whose}"))),
            Ok(lines) if is_unusable => Err(CommandError::new(exit_code::CONFIG, format!("{lines}\n{whose}"))),
            Ok(lines) => Ok(format!("{lines}\n{whose}")),
        }
    })
}

/// Sends a message to all receivers. Returns a line for each; fails if one did not take it.
async fn post_test_message(receivers: &Receivers, language: Language) -> Result<String, String> {
    let (mut lines, mut is_taken) = (vec![], true);
    for receiver in &receivers.all {
        let posted = receivers.post(receiver, "Larder", &language.texts().arrives).await;
        is_taken &= posted.is_ok();
        lines.push(match posted {
            Ok(()) => format!("{} took the message.", receiver.name()),
            Err(error) => format!("{} did not take the message: {error}.", receiver.name()),
        });
    }
    let text = lines.join("\n");
    if is_taken { Ok(text) } else { Err(text) }
}

/// Creates another set-up link, for example if the first one's answer was lost. The running server accepts it at once.
fn create_set_up_link(settings: &Settings, env: &impl Environment) -> CommandResult {
    if settings.sign_up != SignUp::Link {
        let text = "LARDER_SIGN_UP is not `link`, so a set-up link would not work.";
        return Err(CommandError::new(exit_code::CONFIG, text));
    }
    let site = settings.site_address(settings.port);
    with_context(settings, env, async |context| {
        let link = set_up_link::create(context.deps(), &settings.data, &site).await;
        let link = link.map_err(|error| CommandError::new(exit_code::CANNOT_CREATE, error))?;
        Ok(format!("Open this link on the first device. It works until a larder is created with it:\n{link}"))
    })
}

fn require_database(settings: &Settings) -> Result<(), BackupError> {
    replacement::check_completed(&settings.data)?;
    if has_data(&settings.data) { Ok(()) } else { Err(BackupError::NoData { folder: settings.data.clone() }) }
}

/// Runs a command on the data of a folder, which a running server may use at the same time.
fn with_context<F: Future<Output = CommandResult>>(
    settings: &Settings,
    env: &impl Environment,
    work: impl FnOnce(AdminContext) -> F,
) -> CommandResult {
    ownership::check(&settings.data)?;
    require_database(settings)?;
    let (theirs, ours) = (format::read(&settings.data), format::CURRENT);
    if theirs > ours {
        return Err(StartError::Newer { folder: settings.data.clone(), theirs, ours }.into());
    }
    admin::check_integrity(&settings.data)?;
    block_on(async { work(AdminContext::open(settings, env).await?).await })
}
