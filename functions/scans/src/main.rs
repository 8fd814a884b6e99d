use shared::config::{Config, ProcessEnvironment};
use shared::lambda::{serve, start_logging, starting};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    start_logging();
    let engine = starting(async {
        let config = Config::from_environment(&ProcessEnvironment, "https://localhost")?;
        Ok(scans::engine::chosen(&config))
    });
    serve(scans::router(engine.await?), scans::LARGEST_BODY, |start| Ok(start.with_receipts())).await
}
