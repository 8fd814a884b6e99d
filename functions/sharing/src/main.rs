#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(sharing::router(), sharing::LARGEST_BODY, Ok).await
}
