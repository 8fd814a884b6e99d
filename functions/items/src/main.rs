#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    shared::lambda::serve(items::router(), items::LARGEST_BODY, Ok).await
}
