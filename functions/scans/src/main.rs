use lambda::{Start, serve, start_logging};
use scans::ScansState;
use scans::engine::{Embedded, chosen};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let state = async |start: Start| {
        let engine = chosen(&start.deps.config, Arc::new(Embedded::default()))?;
        Ok(ScansState::new(start.deps.clone(), start.receipts()?, engine))
    };
    serve(scans::router(), scans::MAX_BODY_BYTES, state).await
}
