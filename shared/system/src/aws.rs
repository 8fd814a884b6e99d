//! The AWS clients, with the timeouts and retries that every call has.

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

/// For the table on AWS, which answers in milliseconds: three attempts end well within the ten seconds of a function,
/// which then can still answer 503.
pub fn table_timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_millis(500))
        .operation_attempt_timeout(Duration::from_secs(1))
        .operation_timeout(Duration::from_secs(3))
        .build()
}

/// The timeouts for pictures, and for a table on a possibly slow local disk.
pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT)
        .build()
}

/// Three attempts, exponential back-off with full jitter: the SDK's standard mode.
pub fn retries() -> RetryConfig {
    RetryConfig::standard().with_max_attempts(MAX_ATTEMPTS).with_initial_backoff(Duration::from_millis(50))
}
