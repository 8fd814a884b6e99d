//! The settings of the AWS SDK's clients on Lambda.

use super::{retries, timeouts};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_types::SdkConfig;
use aws_types::region::Region;
use aws_types::service_config::{LoadServiceConfig, ServiceConfigKey};

/// Reads region, credentials and (for tests) endpoints from the environment, where Lambda provides them. The SDK's own
/// search through profiles, containers and token services would be a tenth of a function's size.
pub fn from_environment() -> SdkConfig {
    let region = std::env::var("AWS_REGION").unwrap_or_default();
    let mut config = SdkConfig::builder();
    // The certificate of another service than AWS may be of any authority.
    let has_https_endpoint = s3_endpoint().is_some_and(|address| address.starts_with("https:"));
    let client = if has_https_endpoint { client(TrustStore::default()) } else { http_client(&region) };
    config.set_http_client(Some(client));
    config.set_credentials_provider(credentials().map(SharedCredentialsProvider::new));
    config
        .behavior_version(BehaviorVersion::latest())
        .region(Some(Region::new(region)).filter(|region| !region.as_ref().is_empty()))
        .service_config(AwsSettings)
        .timeout_config(timeouts())
        .retry_config(retries())
        .build()
}

/// Reads the role's credentials, which Lambda provides before it starts the process.
fn credentials() -> Option<Credentials> {
    let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let (id, secret) = (text("AWS_ACCESS_KEY_ID")?, text("AWS_SECRET_ACCESS_KEY")?);
    Some(Credentials::new(id, secret, text("AWS_SESSION_TOKEN"), None, "environment"))
}

/// Returns the SDK's HTTP client with the root certificates of a region.
pub fn http_client(region: &str) -> SharedHttpClient {
    client(if region.starts_with("cn-") {
        TrustStore::default()
    } else {
        TrustStore::empty().with_pem_certificate(ROOTS)
    })
}

fn client(roots: TrustStore) -> SharedHttpClient {
    aws_smithy_http_client::Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
        .tls_context(TlsContext::builder().with_trust_store(roots).build().expect("the roots are part of the program"))
        .build_https()
}

/// Returns the address of the service that has the bucket, if it is not AWS.
pub fn s3_endpoint() -> Option<String> {
    setting("AWS_ENDPOINT_URL", "S3")
}

/// Reads a setting for a service or for all, such as `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.
fn setting(name: &str, service: &str) -> Option<String> {
    let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    text(&format!("{name}_{service}")).or_else(|| text(name))
}

#[derive(Debug)]
struct AwsSettings;

impl LoadServiceConfig for AwsSettings {
    fn load_config(&self, key: ServiceConfigKey<'_>) -> Option<String> {
        setting(key.env(), &key.service_id().to_uppercase().replace(' ', "_"))
    }
}

/// The root certificates of AWS outside of China, from <https://www.amazontrust.com/repository/>; the first expires in
/// 2037. Reading the system's 140 files would take longer than the rest of a function's start.
const ROOTS: &[u8] = include_bytes!("../amazon-roots.pem");

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::RootCertStore;
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;

    #[test]
    fn creates_a_client_for_each_kind_of_region() {
        for region in ["eu-central-1", "cn-north-1"] {
            let _ = http_client(region);
        }
    }

    #[test]
    fn loads_the_root_certificates() {
        let mut store = RootCertStore::empty();
        for root in CertificateDer::pem_slice_iter(ROOTS) {
            store.add(root.unwrap()).unwrap();
        }
        assert_eq!(store.len(), 5);
    }
}
