use lambda::{FunctionContext, serve_with_jobs, start_logging};
use transfer::TransferState;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let state = async |context: FunctionContext| {
        let (eraser, background) = (context.eraser(), context.background()?);
        Ok(TransferState::new(context.deps, eraser, background))
    };
    let work = async |state: TransferState, user, until| {
        let now = state.deps.now();
        transfer::run_job(&state, &user, now, until).await
    };
    serve_with_jobs(transfer::router(), state, work).await
}
