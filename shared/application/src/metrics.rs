//! The target of metrics, for example `tracing::debug!(target: metrics::TARGET, Failed = 3)` with one number per field.
//! On Lambda the `lambda` crate writes it in the embedded metric format of `CloudWatch`; on one machine it is a log
//! line, hidden by default.

pub const TARGET: &str = "metrics";
