use lambda::{serve_prepared, start_logging};
use scans::engine::Embedded;
use service::config::{Config, ProcessEnvironment};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let routes = async |_: &_| {
        let config = Config::from_environment(&ProcessEnvironment, "https://localhost")?;
        Ok(scans::router(scans::engine::chosen(&config, Arc::new(Embedded::default()))?))
    };
    serve_prepared(routes, scans::MAX_BODY_BYTES, |start| Ok(start.with_receipts())).await
}
