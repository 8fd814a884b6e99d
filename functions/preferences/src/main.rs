#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    shared::lambda::serve(preferences::router(), preferences::LARGEST_BODY, |start| start.with_receipts().with_push())
        .await
}
