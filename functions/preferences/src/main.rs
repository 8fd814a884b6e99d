use preferences::PreferencesState;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    let state =
        async |context: lambda::FunctionContext| Ok(PreferencesState { pusher: context.pusher()?, deps: context.deps });
    lambda::serve(preferences::router(), state).await
}
