//! What every Larder function stands on: the domain, the table, the request and its caller.

pub mod aws;
pub mod clock;
pub mod config;
pub mod deps;
pub mod domain;
pub mod erase;
pub mod http;
pub mod identity;
pub mod ids;
pub mod lambda;
pub mod metrics;
pub mod outbound;
pub mod push;
pub mod receipts;
pub mod secrets;
pub mod store;

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
