//! The AWS clients, with the timeouts and retries that every call has.

use aws_config::retry::RetryConfig;
use aws_config::stalled_stream_protection::StalledStreamProtectionConfig;
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

/// The one way to a table, here and on AWS.
pub fn table_client(config: aws_sdk_dynamodb::config::Builder) -> aws_sdk_dynamodb::Client {
    // An answer of the table is read whole within the operation's own timeout: watching each one for a stall besides costs a twentieth of the call.
    let watched = StalledStreamProtectionConfig::disabled();
    let config = config.timeout_config(timeouts()).retry_config(retries()).stalled_stream_protection(watched);
    aws_sdk_dynamodb::Client::from_conf(config.build())
}

/// What a function on Lambda runs with: region and credentials out of its environment.
pub async fn from_environment() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest()).timeout_config(timeouts()).retry_config(retries()).load().await
}
