//! `larder serve`, `larder read`, `larder mcp`, and what looks after the data.

use application::config::{Environment, ProcessEnvironment};
use larder::commands::command_line::{self, Command};
use larder::settings::names;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use tracing_subscriber::filter::{FilterExt, LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args_os().skip(1).eq([scans::engine::process::ARGUMENT]) {
        // For `larder serve`: the reader's child process.
        return scans::engine::process::main();
    }
    let command = match command_line::parse(std::env::args_os().skip(1)) {
        Ok(command) => command,
        Err(error) => return refuse(64, &error),
    };
    match command {
        Command::Help(text) => return say(&mut std::io::stdout(), &text, 0),
        Command::Version => return say(&mut std::io::stdout(), concat!("larder ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Command::Read { json, files } => return larder::commands::read::main(json, &files),
        _ => {}
    }
    let variables: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    let variables = variables.iter().filter_map(|(name, value)| Some((name.to_str()?, value.to_str().unwrap_or(""))));
    if let Err(sentence) = names::check(variables) {
        return refuse(78, &sentence);
    }
    match command {
        Command::Serve => serve(),
        Command::Mcp => mcp(),
        Command::Operate(operation) => larder::commands::run(operation, &ProcessEnvironment).say(),
        Command::Help(_) | Command::Version | Command::Read { .. } => unreachable!("these read no settings"),
    }
}

fn say(out: &mut impl Write, text: &str, code: u8) -> ExitCode {
    // A closed pipe is no error.
    let _ = out.write_all(text.as_bytes());
    code.into()
}

fn refuse(code: u8, sentence: &dyn std::fmt::Display) -> ExitCode {
    say(&mut std::io::stderr(), &format!("larder: {sentence}\n"), code)
}

/// Starts logging to the standard error.
fn start_logging(default: &str) -> Result<(), ExitCode> {
    let filter = ProcessEnvironment.text("LARDER_LOG", default);
    // A word alone is a level here; as a filter it would be the name of a module of which everything is logged.
    let is_valid = filter.split(',').all(|part| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok());
    let Some(targets) = filter.parse::<Targets>().ok().filter(|_| is_valid) else {
        let expected = "it must be a level (off, error, warn, info, debug, trace) or a filter such as info,store=debug";
        return Err(refuse(78, &format_args!("LARDER_LOG is {filter:?}: {expected}")));
    };
    let is_coloured = std::io::stderr().is_terminal() && ProcessEnvironment.text("NO_COLOR", "").is_empty();
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_coloured).with_writer(std::io::stderr);
    let lines = lines.with_filter(targets.and(larder::log_limit::LogLimit::new(std::time::Instant::now)));
    tracing_subscriber::registry().with(lines).init();
    Ok(())
}

fn mcp() -> ExitCode {
    if let Err(code) = start_logging("warn") {
        return code;
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return refuse(70, &e),
    };
    let failure = runtime.block_on(larder::mcp::stdio::serve(&ProcessEnvironment));
    // A read of the standard input cannot be cancelled.
    runtime.shutdown_background();
    failure.map_or(ExitCode::SUCCESS, larder::commands::result::CommandResult::say)
}

fn serve() -> ExitCode {
    if let Err(code) = start_logging("info,request=off") {
        return code;
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return refuse(70, &e),
    };
    let outcome = runtime.block_on(larder::serve::serve(&ProcessEnvironment, |greeting| {
        let _ = writeln!(std::io::stdout(), "{greeting}");
    }));
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(error.exit_code(), &error),
    }
}
