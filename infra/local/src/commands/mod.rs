//! The operator's commands: backups, restoring, maintenance. Each prints one sentence and exits with a code of
//! `sysexits.h`.

pub mod admin;
pub mod command_line;
mod grocy;
pub mod read;
pub mod result;

use self::admin::AdminContext;
use crate::commands::command_line::{GrocyImport, Operation};
use crate::commands::result::{CommandResult, confirm};
use crate::data::backup::archive::{self, BackupHeader};
use crate::data::backup::{BackupError, restore};
use crate::data::folder::DATABASE;
use crate::data::ownership;
use crate::schedule::condition::{self, Problem};
use crate::settings::Settings;
use crate::web::sign_up::SignUp;
use application::config::Environment;
use chrono::{DateTime, Utc};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::clock::{Clock, SystemClock};
use system::ids::SystemIds;

const NOT_AVAILABLE: u8 = 69;

pub fn run(operation: Operation, env: &impl Environment) -> CommandResult {
    let settings = match Settings::from_environment(env) {
        Ok(settings) => settings,
        Err(error) => return CommandResult::failure(78, error.to_string()),
    };
    let now = SystemClock { offset: settings.clock_offset }.now();
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    match operation {
        Operation::Backup { file } => backup(&settings, &file, now),
        Operation::Restore { file, yes } => restore(&settings, &file, yes, now),
        Operation::Health => health(&settings, now),
        Operation::SetUpLink => set_up_link(&settings),
        Operation::TestDigest => test_digest(&settings),
        Operation::ImportGrocy(asked) => import_grocy(&settings, &asked, env, now),
        Operation::Check => with_context(&settings, now, |context| admin::check(context, &settings.backups)),
        Operation::Devices => with_context(&settings, now, admin::devices),
        Operation::EndDevice { device } => {
            with_context(&settings, now, async |context| admin::end_device(context, &device).await)
        }
        Operation::Export { larder } => {
            with_context(&settings, now, async |context| admin::export(context, &larder).await)
        }
    }
}

fn backup(settings: &Settings, file: &Path, now: DateTime<Utc>) -> CommandResult {
    // A folder is meant to hold it.
    let file = if file.is_dir() {
        file.join(format!("larder-{}.tar.gz", now.format("%Y-%m-%dT%H-%M-%SZ")))
    } else {
        file.into()
    };
    let written = ownership::check(&settings.data).map_err(BackupError::from);
    match written.and_then(|()| archive::write(&settings.data, &file, now)) {
        Ok(_) => {
            let bytes = std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
            CommandResult::success(format!("Backup written to {} ({} kB).", file.display(), bytes.div_ceil(1_000)))
        }
        Err(error) => CommandResult::failure(error.exit_code(), error.to_string()),
    }
}

fn restore(settings: &Settings, file: &Path, yes: bool, now: DateTime<Utc>) -> CommandResult {
    if let Err(error) = std::fs::create_dir_all(&settings.data) {
        return CommandResult::failure(73, format!("Cannot create {}: {error}.", settings.data.display()));
    }
    let is_confirmed = |heading: &BackupHeader| {
        let (folder, made_at) = (settings.data.display(), made_at(heading));
        let question = format!("Replace all data in {folder} by the backup of {made_at}? The old data is saved first.");
        yes || confirm(&question, &mut std::io::stdin().lock())
    };
    match restore::restore(&settings.data, &settings.backups, file, now, is_confirmed) {
        Ok(restored) => {
            let before =
                restored.before.map(|path: PathBuf| format!(" The previous data was saved to {}.", path.display()));
            let made_at = made_at(&restored.heading);
            CommandResult::success(format!("Restored the backup of {made_at}.{}", before.unwrap_or_default()))
        }
        Err(error) => CommandResult::failure(error.exit_code(), error.to_string()),
    }
}

fn made_at(heading: &BackupHeader) -> impl std::fmt::Display + use<> {
    heading.made_at.format("%Y-%m-%d %H:%M UTC")
}

/// Checks whether the server on this machine answers, for container health checks, and reports problems to fix.
fn health(settings: &Settings, now: DateTime<Utc>) -> CommandResult {
    let address = settings.own_address();
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(3))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n\r\n", address.port())?;
        let mut answer = Vec::new();
        stream.take(4_096).read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let problems = condition::of_folders(&settings.data, &settings.backups, now);
    let problems: Vec<&str> = problems.into_iter().map(Problem::sentence).collect();
    let with_problems = |text: String| format!("{text} {}", problems.join(" ")).trim_end().to_owned();
    match ask() {
        Ok(answer) if answer.starts_with("HTTP/1.1 200") => {
            CommandResult::success(with_problems("Larder is healthy.".into()))
        }
        Ok(answer) => {
            let status = answer.lines().next().unwrap_or("nothing").to_owned();
            CommandResult::failure(NOT_AVAILABLE, with_problems(format!("Larder is running, but answered {status:?}.")))
        }
        Err(error) => CommandResult::failure(NOT_AVAILABLE, format!("no answer from {address}: {error}.")),
    }
}

fn import_grocy(settings: &Settings, asked: &GrocyImport, env: &impl Environment, now: DateTime<Utc>) -> CommandResult {
    let fetched = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(grocy::fetch(&asked.url, env)),
        Err(error) => return CommandResult::failure(70, error.to_string()),
    };
    match (fetched, &asked.save) {
        (Err(outcome), _) => outcome,
        (Ok(text), Some(file)) => grocy::save(file, &text),
        (Ok(text), None) => with_context(settings, now, async |context| {
            grocy::import(context, asked, &text, &mut std::io::stdin().lock()).await
        }),
    }
}

fn test_digest(settings: &Settings) -> CommandResult {
    if settings.digests.is_empty() {
        return CommandResult::failure(78, "Neither LARDER_NTFY_URL nor LARDER_GOTIFY_URL is set.");
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return CommandResult::failure(70, error.to_string()),
    };
    match runtime.block_on(settings.digests.test(settings.site_address(settings.port).as_str())) {
        (sentences, true) => CommandResult::success(sentences),
        (sentences, false) => CommandResult::failure(NOT_AVAILABLE, sentences),
    }
}

/// Creates another set-up link, for example if the first one's answer was lost. The running server accepts it at once.
fn set_up_link(settings: &Settings) -> CommandResult {
    if settings.sign_up != SignUp::Link {
        return CommandResult::failure(78, "LARDER_SIGN_UP is not `link`, so a set-up link would not work.");
    }
    if !settings.data.join(DATABASE).exists() {
        return CommandResult::failure(66, BackupError::NoData { folder: settings.data.clone() }.to_string());
    }
    match crate::web::set_up_link::make(&settings.data, &settings.site_address(settings.port), &SystemIds, &[]) {
        Ok(link) => CommandResult::success(format!(
            "Open this link on the first device. It works until a larder is created with it:\n{link}"
        )),
        Err(error) => CommandResult::failure(73, format!("Cannot write to {}: {error}.", settings.data.display())),
    }
}

/// Work on the data of a folder, whether or not a Larder is serving it.
fn with_context<F: Future<Output = CommandResult>>(
    settings: &Settings,
    now: DateTime<Utc>,
    work: impl FnOnce(AdminContext) -> F,
) -> CommandResult {
    if let Err(denied) = ownership::check(&settings.data) {
        return CommandResult::failure(73, denied.to_string());
    }
    if !settings.data.join(DATABASE).exists() {
        return CommandResult::failure(66, BackupError::NoData { folder: settings.data.clone() }.to_string());
    }
    if let Some(damaged) = admin::damaged(&settings.data) {
        return CommandResult::failure(65, damaged);
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return CommandResult::failure(70, error.to_string()),
    };
    runtime.block_on(async {
        match AdminContext::at(&settings.data, now).await {
            Ok(context) => work(context).await,
            Err(error) => CommandResult::failure(65, error.to_string()),
        }
    })
}
