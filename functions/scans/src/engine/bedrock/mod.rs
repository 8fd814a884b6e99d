//! A model that sees pictures, on Amazon Bedrock.
//!
//! Uses the Converse API, which is the same for all models, with a forced tool whose input is the receipt. The output
//! is not trusted: see [`model_output`].

mod model_output;
mod picture;
mod request;

use super::{Engine, EngineError, ReadLimits, ReadReceipt, ReceiptFuture};
use aws_sdk_bedrockruntime::Client;
use aws_sdk_bedrockruntime::config::Builder;
use aws_sdk_bedrockruntime::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_bedrockruntime::operation::converse::ConverseOutput;
use aws_sdk_bedrockruntime::types::{ContentBlock, StopReason};
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use aws_types::SdkConfig;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A model takes seconds where a table takes milliseconds, so its timeouts are its own. Two attempts leave the embedded
/// reader eight of the 25 seconds of `READ_TIMEOUT`.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(8);
const MAX_ATTEMPTS: u32 = 2;
/// The second attempt comes after a random part of this.
const MAX_RETRY_DELAY: Duration = Duration::from_millis(400);

#[derive(Debug)]
pub struct Bedrock {
    client: Client,
    model: String,
    /// Decoded pictures are large: one receipt is prepared at a time.
    permits: Arc<Semaphore>,
}

impl Bedrock {
    /// `model` is a model's id, or an inference profile's id or ARN.
    pub fn new(aws: &SdkConfig, model: &str) -> Self {
        Self::with_attempt_timeout(aws, model, ATTEMPT_TIMEOUT)
    }

    /// With another time for each of the two attempts.
    pub fn with_attempt_timeout(aws: &SdkConfig, model: &str, attempt: Duration) -> Self {
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(1))
            .operation_attempt_timeout(attempt)
            .operation_timeout(attempt * MAX_ATTEMPTS + MAX_RETRY_DELAY)
            .build();
        // The standard mode waits for a random part of its back-off, and tries again what may pass: throttling, 5xx,
        // timeouts, lost connections.
        let retries = RetryConfig::standard()
            .with_max_attempts(MAX_ATTEMPTS)
            .with_initial_backoff(MAX_RETRY_DELAY)
            .with_max_backoff(MAX_RETRY_DELAY);
        let config = Builder::from(aws).timeout_config(timeouts).retry_config(retries).build();
        Self { client: Client::from_conf(config), model: model.to_owned(), permits: Arc::new(Semaphore::new(1)) }
    }

    async fn request_receipt(&self, pages: Vec<Vec<u8>>) -> Result<(Value, Vec<Vec<u8>>), EngineError> {
        let permit = self.permits.clone().acquire_owned().await.expect("the semaphore is never closed");
        let work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            picture::for_model(&pages)
        });
        let pictures = work.await.map_err(|e| EngineError::Engine(e.to_string()))??;
        let stored = pictures.clone();
        let output = self
            .client
            .converse()
            .model_id(&self.model)
            .system(request::system())
            .messages(request::message(pictures))
            .tool_config(request::tools())
            .inference_config(request::inference())
            .send()
            .await
            .map_err(|error| EngineError::Engine(reason(&error)))?;
        Ok((tool_input(output)?, stored))
    }
}

impl Engine for Bedrock {
    fn read(&self, pages: Vec<Vec<u8>>, _: ReadLimits) -> ReceiptFuture<'_> {
        Box::pin(async move {
            let (output, stored) = self.request_receipt(pages).await?;
            // The embedded reader decides whether the picture is really empty, and explains.
            model_output::receipt(&output)
                .filter(|receipt| !receipt.items.is_empty())
                .map(|receipt| ReadReceipt { receipt, stored })
                .ok_or_else(|| EngineError::Engine("the model found no line items".into()))
        })
    }
}

/// Returns the tool's input. Anything else (a text, a truncated output, a refusal) is an error.
fn tool_input(output: ConverseOutput) -> Result<Value, EngineError> {
    let unusable = |what: &str| EngineError::Engine(format!("the model's output is of no use: {what}"));
    if *output.stop_reason() == StopReason::MaxTokens {
        return Err(unusable("it was cut off"));
    }
    let message = output.output.and_then(|output| output.as_message().ok().cloned());
    let blocks = message.map(|message| message.content).unwrap_or_default();
    blocks
        .into_iter()
        .find_map(|block| match block {
            ContentBlock::ToolUse(tool) if tool.name == request::TOOL => Some(request::json(&tool.input)),
            _ => None,
        })
        .ok_or_else(|| unusable("it holds no receipt"))
}

/// Returns why a call failed, without any content of the request.
fn reason<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    let kind = match error {
        SdkError::ConstructionFailure(_) => "the request could not be made",
        SdkError::TimeoutError(_) => "no answer in time",
        SdkError::DispatchFailure(_) => "no connection or no credentials",
        SdkError::ResponseError(_) => "an answer that cannot be read",
        SdkError::ServiceError(_) => "refused",
        _ => "failed",
    };
    format!("Bedrock: {kind} ({})", error.code().unwrap_or("no code"))
}
