#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::serve(preferences::router(), preferences::LARGEST_BODY).await
}
