use shared::lambda::Start;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    shared::lambda::serve(preferences::router(), preferences::LARGEST_BODY, Start::with_push).await
}
