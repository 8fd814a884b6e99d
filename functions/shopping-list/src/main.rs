#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::start_logging();
    shared::lambda::serve(shopping_list::router(), shopping_list::LARGEST_BODY, Ok).await
}
