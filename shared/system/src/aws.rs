//! The AWS clients, with the timeouts and retries that every call has.

use crate::outbound::Outbound;
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use aws_types::SdkConfig;
use aws_types::region::Region;
use aws_types::service_config::{LoadServiceConfig, ServiceConfigKey};
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

/// Reads region, credentials and (for tests) endpoints from the environment, the only place where Lambda puts them. The
/// SDK's search through profiles, containers and token services would be a tenth of a function's size.
pub fn from_environment() -> SdkConfig {
    let region = region();
    let mut config = SdkConfig::builder();
    if has_amazon_roots(&region) {
        config.set_http_client(Some(http_client()));
    }
    config.set_credentials_provider(credentials().map(SharedCredentialsProvider::new));
    config
        .behavior_version(BehaviorVersion::latest())
        .region(Some(Region::new(region)).filter(|region| !region.as_ref().is_empty()))
        .service_config(Endpoints)
        .timeout_config(timeouts())
        .retry_config(retries())
        .build()
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

/// Lambda puts the role's credentials there before it starts the process.
fn credentials() -> Option<Credentials> {
    let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let (id, secret) = (text("AWS_ACCESS_KEY_ID")?, text("AWS_SECRET_ACCESS_KEY")?);
    Some(Credentials::new(id, secret, text("AWS_SESSION_TOKEN"), None, "environment"))
}

/// The roots that AWS signs its endpoints with outside of China, from <https://www.amazontrust.com/repository/>; the
/// first ends in 2037. Reading the 140 of the system, file by file, would take longer than the rest of a function's
/// start together.
const ROOTS: &[u8] = include_bytes!("amazon-roots.pem");

fn http_client() -> SharedHttpClient {
    let roots = TlsContext::builder().with_trust_store(TrustStore::empty().with_pem_certificate(ROOTS)).build();
    aws_smithy_http_client::Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
        .tls_context(roots.expect("the roots are part of the program"))
        .build_https()
}

/// `AWS_ENDPOINT_URL_DYNAMODB` and its like, by the names that every AWS tool knows.
#[derive(Debug)]
struct Endpoints;

impl LoadServiceConfig for Endpoints {
    fn load_config(&self, key: ServiceConfigKey<'_>) -> Option<String> {
        let service = key.service_id().to_uppercase().replace(' ', "_");
        std::env::var(format!("{}_{service}", key.env())).or_else(|_| std::env::var(key.env())).ok()
    }
}

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
        let _ = http_client();
    }
}
