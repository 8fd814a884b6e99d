//! Settings of the AWS clients: timeouts and retries.

#[cfg(feature = "aws-client")]
mod client;

#[cfg(feature = "aws-client")]
pub use client::{from_environment, http_client, s3_endpoint};

use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use std::time::Duration;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4);
pub const OPERATION_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ATTEMPTS: u32 = 3;

/// Returns the timeouts for the table on AWS: three attempts end well within a function's ten seconds, so that it can
/// still answer 503.
pub fn table_timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_millis(500))
        .operation_attempt_timeout(Duration::from_secs(1))
        .operation_timeout(Duration::from_secs(3))
        .build()
}

/// Returns the timeouts of all clients but those of the table on AWS and of Bedrock. The table may be on a slow local
/// disk.
pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT)
        .build()
}

/// Returns the SDK's standard mode: exponential back-off with full jitter.
pub fn retries() -> RetryConfig {
    RetryConfig::standard().with_max_attempts(MAX_ATTEMPTS).with_initial_backoff(Duration::from_millis(50))
}
