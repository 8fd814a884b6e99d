use lambda::Start;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(preferences::router(), preferences::MAX_BODY_BYTES, Start::with_push).await
}
