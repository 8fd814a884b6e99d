#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(items::router(), items::LARGEST_BODY, Ok).await
}
