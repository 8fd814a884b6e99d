#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    lambda::serve(shopping_list::router(), async |context| Ok(context.deps)).await
}
