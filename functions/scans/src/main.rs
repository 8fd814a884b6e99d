use lambda::{Start, serve, start_logging};
use scans::ScansState;
use scans::engine::{ReaderProcess, chosen, process};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> Result<ExitCode, lambda::Error> {
    if std::env::args().nth(1).as_deref() == Some(process::ARGUMENT) {
        return Ok(process::main());
    }
    start_logging();
    let state = async |start: Start| {
        let engine = chosen(&start.deps.config, Arc::new(ReaderProcess::default()))?;
        Ok(ScansState::new(start.deps.clone(), start.receipts(), engine))
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(scans::router(), state))?;
    Ok(ExitCode::SUCCESS)
}
