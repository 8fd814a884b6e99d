use scans::engine::Embedded;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    let routes = scans::router(Arc::new(Embedded::default()));
    shared::lambda::serve(routes, scans::LARGEST_BODY, |start| Ok(start.with_receipts())).await
}
