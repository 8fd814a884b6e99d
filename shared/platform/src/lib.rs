//! What the outside world is reached through: time, randomness, HTTP and AWS clients with their timeouts, metrics.

pub mod aws;
pub mod clock;
pub mod ids;
pub mod metrics;
pub mod outbound;
