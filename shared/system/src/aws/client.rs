//! The settings of the AWS SDK's clients on Lambda.

use super::{ROOTS, has_amazon_roots, region, retries, timeouts};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_types::SdkConfig;
use aws_types::region::Region;
use aws_types::service_config::{LoadServiceConfig, ServiceConfigKey};

/// Reads region, credentials and (for tests) endpoints from the environment, the only place where Lambda puts them. The
/// SDK's search through profiles, containers and token services would be a tenth of a function's size.
pub fn from_environment() -> SdkConfig {
    let region = region();
    let mut config = SdkConfig::builder();
    config.set_http_client(Some(http_client(&region)));
    config.set_credentials_provider(credentials().map(SharedCredentialsProvider::new));
    config
        .behavior_version(BehaviorVersion::latest())
        .region(Some(Region::new(region)).filter(|region| !region.as_ref().is_empty()))
        .service_config(Endpoints)
        .timeout_config(timeouts())
        .retry_config(retries())
        .build()
}

/// Lambda puts the role's credentials there before it starts the process.
fn credentials() -> Option<Credentials> {
    let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let (id, secret) = (text("AWS_ACCESS_KEY_ID")?, text("AWS_SECRET_ACCESS_KEY")?);
    Some(Credentials::new(id, secret, text("AWS_SESSION_TOKEN"), None, "environment"))
}

/// Returns the SDK's HTTP client, with the roots of a region.
pub fn http_client(region: &str) -> SharedHttpClient {
    let roots =
        if has_amazon_roots(region) { TrustStore::empty().with_pem_certificate(ROOTS) } else { TrustStore::default() };
    aws_smithy_http_client::Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
        .tls_context(TlsContext::builder().with_trust_store(roots).build().expect("the roots are part of the program"))
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
    use super::http_client;

    #[test]
    fn makes_a_client_with_the_roots_of_each_region() {
        for region in ["eu-central-1", "cn-north-1"] {
            let _ = http_client(region);
        }
    }
}
