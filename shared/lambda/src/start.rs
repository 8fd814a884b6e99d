//! Starts a function, and reports a failure to Lambda.

use crate::Error;
use crate::context::FunctionContext;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use system::outbound::Outbound;

/// Builds what a function needs. Reports a failure to Lambda. A function with routes calls [`crate::serve`] instead.
pub async fn start<T>(build: impl AsyncFnOnce(FunctionContext) -> Result<T, Error>) -> Result<T, Error> {
    report_failure(async { build(FunctionContext::from_environment()?).await }).await
}

/// Builds the state of a function with routes while its connections to the table and the identity provider are opened.
pub(crate) async fn build_and_prime<S>(
    build: impl AsyncFnOnce(FunctionContext) -> Result<S, Error>,
) -> Result<S, Error> {
    Box::pin(start(async |context: FunctionContext| {
        let deps = context.deps.clone();
        let prime = async {
            deps.store.prime().await?;
            deps.verifier.prime(deps.clock.now()).await;
            Ok(())
        };
        let (state, ()) = tokio::try_join!(build(context), prime)?;
        Ok(state)
    }))
    .await
}

/// Runs a function's start. Logs a failure and reports it to Lambda, which shows it to the operator.
async fn report_failure<T>(start: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let failure = match start.await {
        Ok(started) => return Ok(started),
        Err(error) => error,
    };
    tracing::error!(error = %failure, "the function cannot start");
    if let Ok(runtime) = std::env::var("AWS_LAMBDA_RUNTIME_API") {
        let error =
            json!({"errorMessage": failure.to_string(), "errorType": "StartError", "stackTrace": []}).to_string();
        let headers =
            [("lambda-runtime-function-error-type", "Function.StartError"), ("content-type", "application/json")];
        let headers: HeaderMap = headers
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .into_iter()
            .collect();
        let url = format!("http://{runtime}/2018-06-01/runtime/init/error");
        // The process ends with the same error anyway.
        let _ = Outbound::default().post(&url, headers, error.into()).await;
    }
    Err(failure)
}
