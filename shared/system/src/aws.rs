//! The AWS clients, with the timeouts and retries that every call has.

#[cfg(feature = "aws-client")]
mod client;

#[cfg(feature = "aws-client")]
pub use client::{from_environment, http_client};

use crate::outbound::Outbound;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use std::time::Duration;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
pub const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4);
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

fn region() -> String {
    std::env::var("AWS_REGION").unwrap_or_default()
}

fn has_amazon_roots(region: &str) -> bool {
    !region.starts_with("cn-")
}

/// The HTTP client for what is called without the SDK (S3), from any machine.
pub fn outbound() -> Outbound {
    Outbound::default().with_connect_timeout(CONNECT_TIMEOUT)
}

/// The same on Lambda, with the roots of [`from_environment`].
pub fn outbound_from_lambda() -> Outbound {
    if has_amazon_roots(&region()) { outbound().with_roots(ROOTS) } else { outbound() }
}

/// The roots that AWS signs its endpoints with outside of China, from <https://www.amazontrust.com/repository/>; the
/// first ends in 2037. Reading the 140 of the system, file by file, would take longer than the rest of a function's
/// start together.
const ROOTS: &[u8] = include_bytes!("amazon-roots.pem");

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::RootCertStore;
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;

    #[test]
    fn the_roots_can_be_used() {
        let mut store = RootCertStore::empty();
        for root in CertificateDer::pem_slice_iter(ROOTS) {
            store.add(root.unwrap()).unwrap();
        }
        assert_eq!(store.len(), 5);
    }
}
