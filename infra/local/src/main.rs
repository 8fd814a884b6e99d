//! `larder serve`, `larder read`, `larder mcp`, and the operator's commands.

use application::config::Environment;
use larder::commands::command_line::{self, Command};
use larder::commands::result::{CommandError, exit_code, print};
use larder::settings::file::SettingsEnvironment;
use larder::settings::names;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use tokio::runtime::Builder;
use tracing_subscriber::filter::{FilterExt, LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args_os().skip(1).eq([scans::engine::process::ARGUMENT]) {
        // The reader's child process, started by `larder serve`.
        return scans::engine::process::main();
    }
    run().unwrap_or_else(CommandError::print)
}

fn run() -> Result<ExitCode, CommandError> {
    match command_line::parse(std::env::args_os().skip(1))? {
        Command::Help(text) => Ok(print(text.trim_end())),
        Command::Version => Ok(print(concat!("larder ", env!("CARGO_PKG_VERSION")))),
        Command::Read { json, files } => Ok(larder::commands::read::main(json, &files)),
        Command::Serve => serve(&load_settings()?),
        Command::Mcp => serve_mcp(&load_settings()?),
        Command::Operate(operation) => Ok(print(&larder::commands::run(operation, &load_settings()?)?)),
    }
}

/// Loads the settings of the process and of the settings file. Fails for a name that is no setting.
fn load_settings() -> Result<SettingsEnvironment, CommandError> {
    let config = |message| CommandError::new(exit_code::CONFIG, message);
    let process = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    // A value that is no text counts as missing, as `std::env::var` has it.
    let process = process.map(|(name, value)| (name, value.into_string().unwrap_or_default()));
    let env = SettingsEnvironment::load(process).map_err(config)?;
    names::check(env.iter()).map_err(config)?;
    Ok(env)
}

/// Starts logging to the standard error, as `LARDER_LOG` says.
fn start_logging(env: &impl Environment, default: &str) -> Result<(), CommandError> {
    let filter = env.text("LARDER_LOG", default);
    // A single word must be a level; otherwise it would be a module of which everything is logged.
    let is_valid = filter.split(',').all(|part| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok());
    let Some(targets) = filter.parse::<Targets>().ok().filter(|_| is_valid) else {
        let expected = "it must be a level (off, error, warn, info, debug, trace) or a filter such as info,store=debug";
        return Err(CommandError::new(exit_code::CONFIG, format!("LARDER_LOG is {filter:?}: {expected}")));
    };
    let is_coloured = std::io::stderr().is_terminal() && env.text("NO_COLOR", "").is_empty();
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_coloured).with_writer(std::io::stderr);
    let lines = lines.with_filter(targets.and(larder::log_limit::LogLimit::new(std::time::Instant::now)));
    tracing_subscriber::registry().with(lines).init();
    Ok(())
}

fn internal(error: &std::io::Error) -> CommandError {
    CommandError::new(exit_code::SOFTWARE, error.to_string())
}

fn serve_mcp(env: &impl Environment) -> Result<ExitCode, CommandError> {
    start_logging(env, "warn")?;
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|e| internal(&e))?;
    let result = runtime.block_on(larder::mcp::stdio::serve(env));
    // A read of the standard input cannot be cancelled.
    runtime.shutdown_background();
    result.map(|()| ExitCode::SUCCESS)
}

fn serve(env: &impl Environment) -> Result<ExitCode, CommandError> {
    start_logging(env, "info,request=off")?;
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(|e| internal(&e))?;
    let result = runtime.block_on(larder::serve::serve(env, |greeting| {
        let _ = writeln!(std::io::stdout(), "{greeting}");
    }));
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    result?;
    Ok(ExitCode::SUCCESS)
}
