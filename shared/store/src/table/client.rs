//! The DynamoDB client of the table, the same here and on AWS.

use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{Builder, StalledStreamProtectionConfig};

pub fn table_client(config: Builder, timeouts: TimeoutConfig) -> aws_sdk_dynamodb::Client {
    // Answers of the table are read within the operation's timeout: stall detection would cost a twentieth of the call.
    let watched = StalledStreamProtectionConfig::disabled();
    let config = config.timeout_config(timeouts).retry_config(system::aws::retries());
    aws_sdk_dynamodb::Client::from_conf(config.stalled_stream_protection(watched).build())
}
