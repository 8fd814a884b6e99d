use lambda::Start;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(preferences::router(), preferences::LARGEST_BODY, Start::with_push).await
}
