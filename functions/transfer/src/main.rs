use lambda::{Start, serve_with_jobs, start_logging};
use transfer::TransferState;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let state = async |start: Start| {
        let (eraser, background) = (start.eraser(), start.background()?);
        Ok(TransferState { eraser, background, deps: start.deps })
    };
    let work = async |state: TransferState, user, until| Ok(transfer::run_job(&state, &user, until).await?);
    serve_with_jobs(transfer::router(), state, work).await
}
