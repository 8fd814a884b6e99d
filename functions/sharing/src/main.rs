#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    shared::lambda::serve(sharing::router(), sharing::LARGEST_BODY, Ok).await
}
