use lambda::{FunctionContext, serve, start_logging};
use scans::ScansState;
use scans::engine::{ReaderProcess, process, select_engine};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> Result<ExitCode, lambda::Error> {
    if std::env::args().nth(1).as_deref() == Some(process::ARGUMENT) {
        return Ok(process::main());
    }
    start_logging();
    let state = async |context: FunctionContext| {
        let embedded = Arc::new(ReaderProcess::default());
        let engine = select_engine(&context.deps.config, embedded.clone())?;
        Ok(ScansState::new(context.deps.clone(), context.receipts(), engine, embedded))
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(scans::router(), state))?;
    Ok(ExitCode::SUCCESS)
}
