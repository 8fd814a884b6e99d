//! `larder serve`, `larder read`, `larder mcp`, and what looks after the data.

use application::config::ProcessEnvironment;
use larder::command_line::{self, Command};
use std::io::Write;
use std::process::ExitCode;
use tracing_subscriber::filter::{FilterExt, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args_os().skip(1).eq([scans::engine::process::ARGUMENT]) {
        // For `larder serve`: the reader's child process.
        return scans::engine::process::main();
    }
    match command_line::parse(std::env::args_os().skip(1)) {
        Ok(Command::Serve) => serve(),
        Ok(Command::Mcp) => mcp(),
        Ok(Command::Read { json, files }) => larder::read::main(json, &files),
        Ok(Command::Help(text)) => say(&mut std::io::stdout(), &text, 0),
        Ok(Command::Version) => say(&mut std::io::stdout(), concat!("larder ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Ok(Command::Operate(operation)) => larder::commands::run(operation, &ProcessEnvironment).say(),
        Err(error) => say(&mut std::io::stderr(), &format!("larder: {error}\n"), 64),
    }
}

fn say(out: &mut impl Write, text: &str, code: u8) -> ExitCode {
    // A closed pipe is no error.
    let _ = out.write_all(text.as_bytes());
    code.into()
}

/// Starts logging to the standard error.
fn start_logging(default: &str) -> Result<(), ExitCode> {
    let filter = std::env::var("LARDER_LOG").unwrap_or_else(|_| default.into());
    let Ok(filter) = filter.parse::<Targets>() else {
        return Err(say(
            &mut std::io::stderr(),
            &format!(
                "larder: LARDER_LOG is {filter:?}: it must be a level (error, warn, info, debug, trace) or a filter such as info,store=debug\n"
            ),
            78,
        ));
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = lines.with_filter(filter.and(larder::log_limit::LogLimit::new(std::time::Instant::now)));
    tracing_subscriber::registry().with(lines).init();
    Ok(())
}

fn mcp() -> ExitCode {
    if let Err(code) = start_logging("warn") {
        return code;
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return say(&mut std::io::stderr(), &format!("larder: {e}\n"), 70),
    };
    let failure = runtime.block_on(larder::mcp::stdio::serve(&ProcessEnvironment));
    // A read of the standard input cannot be cancelled.
    runtime.shutdown_background();
    failure.map_or(ExitCode::SUCCESS, larder::command_result::CommandResult::say)
}

fn serve() -> ExitCode {
    if let Err(code) = start_logging("info,request=off") {
        return code;
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return say(&mut std::io::stderr(), &format!("larder: {e}\n"), 70),
    };
    let outcome = runtime.block_on(larder::serve::serve(&ProcessEnvironment, |greeting| {
        let _ = writeln!(std::io::stdout(), "{greeting}");
    }));
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => say(&mut std::io::stderr(), &format!("larder: {error}\n"), error.exit_code()),
    }
}
