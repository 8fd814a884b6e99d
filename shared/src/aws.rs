//! The AWS clients, with the timeouts and retries that every call has.

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, SdkConfig};
use std::time::Duration;

pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(1))
        .operation_attempt_timeout(Duration::from_secs(4))
        .operation_timeout(Duration::from_secs(10))
        .build()
}

/// Three attempts, exponential back-off with full jitter: the SDK's standard mode.
pub fn retries() -> RetryConfig {
    RetryConfig::standard().with_max_attempts(3).with_initial_backoff(Duration::from_millis(50))
}

/// What a function on Lambda runs with: region and credentials out of its environment.
pub async fn from_environment() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest()).timeout_config(timeouts()).retry_config(retries()).load().await
}
