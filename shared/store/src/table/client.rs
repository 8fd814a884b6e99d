//! The DynamoDB client, the same on one machine and on AWS.

use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{Builder, StalledStreamProtectionConfig};

pub fn table_client(config: Builder, timeouts: TimeoutConfig) -> aws_sdk_dynamodb::Client {
    // The operation's timeout covers the whole response: stall detection adds nothing.
    let stall_detection = StalledStreamProtectionConfig::disabled();
    let config = config.timeout_config(timeouts).retry_config(system::aws::retries());
    aws_sdk_dynamodb::Client::from_conf(config.stalled_stream_protection(stall_detection).build())
}
