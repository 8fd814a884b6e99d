#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(items::router(), items::MAX_BODY_BYTES, async |start| Ok(start.deps)).await
}
