//! `larder serve`, `larder read`, `larder mcp`, and what looks after the data.

use application::config::ProcessEnvironment;
use std::io::Write;
use std::process::ExitCode;
use tracing_subscriber::filter::{FilterExt, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "\
Larder keeps track of food, so that it is eaten before it spoils.

  larder serve                    serve the whole product on http://127.0.0.1:${PORT:-8080}
  larder read [--json] IMAGE...   print the items of a receipt, without a server
  larder mcp                      tools for an assistant (MCP) on the standard streams; calls the Larder at
                                  LARDER_URL with the token in LARDER_TOKEN

  larder backup FILE              write all data to one file; works while Larder runs
  larder restore FILE             replace all data with a backup; Larder must be stopped
  larder check                    check the data and its backups for damage
  larder devices                  list all signed-in devices
  larder devices end DEVICE       sign a device out
  larder export LARDER            print all data of a larder as JSON
  larder import grocy URL         import from a Grocy server (GROCY_API_KEY); --save FILE only saves its data
  larder set-up-link              print a link that allows one new larder (LARDER_SIGN_UP=link)
  larder health                   check that the server on this machine answers

Settings are environment variables; docs/CONFIGURATION.md lists them.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve") if arguments.len() == 1 => serve(),
        // For `larder serve`: the reader's child process.
        Some(scans::engine::process::ARGUMENT) if arguments.len() == 1 => scans::engine::process::main(),
        Some("mcp") if arguments.len() == 1 => mcp(),
        Some("read") => larder::read::main(&arguments[1..]),
        Some("help" | "--help" | "-h") => say(&mut std::io::stdout(), USAGE, 0),
        Some("--version" | "-V") => say(&mut std::io::stdout(), concat!("larder ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        Some(name) => match larder::commands::run(name, &arguments[1..], &ProcessEnvironment) {
            Some(outcome) => outcome.say(),
            None => say(&mut std::io::stderr(), USAGE, 64),
        },
        None => say(&mut std::io::stderr(), USAGE, 64),
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
