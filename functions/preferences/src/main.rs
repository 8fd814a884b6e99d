use preferences::PreferencesState;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    lambda::start_logging();
    let state = async |start: lambda::Start| Ok(PreferencesState { pusher: start.pusher()?, deps: start.deps });
    lambda::serve(preferences::router(), state).await
}
