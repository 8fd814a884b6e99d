#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::serve(sharing::router(), sharing::LARGEST_BODY).await
}
