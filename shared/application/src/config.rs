//! Settings, each an environment variable. An invalid value stops the start and is reported by name.

use crate::derivation::DerivationKey;
use crate::identity::PinnedKeys;
use domain::scan::DEFAULT_MONTHLY_UPLOADS;
use std::ops::RangeInclusive;
use std::str::FromStr;

#[derive(Clone, Debug)]
pub struct Config {
    /// `LARDER_TABLE`: the DynamoDB table.
    pub table: String,
    /// `LARDER_BUCKET`: the S3 bucket of the receipts.
    pub bucket: String,
    /// `LARDER_SITE_URL`: the site's absolute address, without a slash at the end.
    pub site_url: String,
    /// `LARDER_MONTHLY_UPLOADS`: the maximum number of receipts per user and calendar month.
    pub monthly_uploads: u32,
    /// `LARDER_READER`: the engine that reads receipts.
    pub reader: ReaderEngine,
    /// `LARDER_BEDROCK_DAILY`: the maximum number of requests to the model per day (UTC) of all users together. Each
    /// costs money, even if it fails.
    pub bedrock_daily: u32,
    /// `LARDER_BEDROCK_MODEL`: the model of the bedrock engine: a model's id, or an inference profile's id or ARN.
    pub bedrock_model: String,
    /// `LARDER_SIGN_UPS_PER_ADDRESS`: the maximum number of accounts per address and hour.
    pub sign_ups_per_address: u32,
    /// `LARDER_READINGS_PER_ADDRESS`: the maximum number of receipts per address and hour.
    pub readings_per_address: u32,
    /// `LARDER_READINGS_PER_TEN_SECONDS`: the maximum number of receipts of all users in ten seconds; `None` for 0.
    /// One machine has a queue instead.
    pub readings_per_ten_seconds: Option<u32>,
    /// `LARDER_ABANDONED_DAYS`: accounts of our own identity provider are deleted after so many days of service without
    /// activity; `None` for 0.
    pub abandoned_days: Option<usize>,
    pub identity: IdentityConfig,
    /// `LARDER_PRODUCT_LOOKUP`: the product database that browsers may query for unknown barcodes.
    pub product_lookup: ProductLookup,
    /// `LARDER_BEHIND_CDN`: trust the CDN's header for the viewer's address.
    pub behind_cdn: bool,
    /// `LARDER_CDN_SECRETS`: accepted values of the CDN's header, separated by commas; if there are any, requests
    /// without one are refused.
    pub cdn_secrets: Vec<String>,
    /// `LARDER_PUSH_KEY`: the public key that browsers subscribe with; `None` if push is not set up.
    pub push_key: Option<String>,
    /// `LARDER_DERIVATION_KEY`: the key from which tokens of shares, calendars and programs are derived, so that a
    /// retry gets the same one; at least 32 characters. On one machine a file of the data folder.
    pub derivation_key: Option<DerivationKey>,
    /// `LARDER_PUSH_HOSTS`: further `host:port` of push services, separated by commas. For development only, without
    /// TLS too.
    pub push_hosts: Vec<String>,
    /// `LARDER_SERVICE_ACCOUNT` is set: a service account can sign for joining devices.
    pub has_service_account: bool,
    /// Seconds between polls of a client that shows a shared larder.
    pub poll_seconds: u32,
}

/// At a thousand users this costs $0.19 a month (`docs/decisions/013-shared-larders.md`).
const POLL_SECONDS: u32 = 20;

/// Per hour. Several times what a household needs, because a school or a mobile carrier can share one address.
const DEFAULT_SIGN_UPS_PER_ADDRESS: u32 = 500;
const DEFAULT_READINGS_PER_ADDRESS: u32 = 300;
/// At a third of a cent each, at most a dollar a day.
const DEFAULT_BEDROCK_DAILY: u32 = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderEngine {
    /// The neural networks in the binary.
    Embedded,
    /// A model on Amazon Bedrock; the embedded reader if that fails.
    Bedrock,
}

/// The product database that browsers may query, if the household allows it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductLookup {
    #[default]
    None,
    OpenFoodFacts,
}

impl ProductLookup {
    /// Returns the origin that the site's content security policy has to allow.
    pub fn origin(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::OpenFoodFacts => Some("https://world.openfoodfacts.org"),
        }
    }
}

impl FromStr for ProductLookup {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "openfoodfacts" => Ok(Self::OpenFoodFacts),
            _ => Err(text.to_owned()),
        }
    }
}

#[derive(Clone, Debug)]
pub struct IdentityConfig {
    /// `LARDER_IDENTITY_ISSUER`
    pub issuer: String,
    /// `LARDER_IDENTITY_AUDIENCE`
    pub audience: String,
    /// `LARDER_IDENTITY_JWKS_URL`
    pub keys_url: String,
    /// `LARDER_IDENTITY_KEYS`: keys of that set that need no fetch.
    pub pinned_keys: PinnedKeys,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value:?}: {expected}")]
pub struct ConfigError {
    pub name: &'static str,
    pub value: String,
    pub expected: String,
}

/// The source of settings: the process environment, or a test's.
pub trait Environment {
    fn get(&self, name: &str) -> Option<String>;

    fn text(&self, name: &str, default: &str) -> String {
        self.get(name).filter(|value| !value.is_empty()).unwrap_or_else(|| default.to_owned())
    }

    fn parsed<T: FromStr>(&self, name: &'static str, default: T, expected: &str) -> Result<T, ConfigError> {
        match self.get(name).filter(|value| !value.is_empty()) {
            None => Ok(default),
            Some(value) => value.trim().parse().map_err(|_| ConfigError { name, value, expected: expected.to_owned() }),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ProcessEnvironment;

impl Environment for ProcessEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}

impl FromStr for ReaderEngine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "embedded" => Ok(Self::Embedded),
            "bedrock" => Ok(Self::Bedrock),
            _ => Err(text.to_owned()),
        }
    }
}

impl Config {
    /// Returns true if accounts are created and deleted here, and not at another provider.
    pub fn is_own_identity_provider(&self) -> bool {
        self.identity.issuer == format!("{}/identity", self.site_url)
    }

    /// Returns true if a larder can have several devices: with another provider, a service account must sign for
    /// joining devices.
    pub fn shares_larders(&self) -> bool {
        self.is_own_identity_provider() || self.has_service_account
    }

    /// `site_url` is the default where `LARDER_SITE_URL` is not set: on one machine, its own address.
    pub fn from_environment(env: &impl Environment, site_url: &str) -> Result<Self, ConfigError> {
        let site_url = web_address(env, "LARDER_SITE_URL", site_url)?.trim_end_matches('/').to_owned();
        let issuer = web_address(env, "LARDER_IDENTITY_ISSUER", &format!("{site_url}/identity"))?;
        let keys_url = web_address(env, "LARDER_IDENTITY_JWKS_URL", &format!("{issuer}/.well-known/jwks.json"))?;
        let audience = env.text("LARDER_IDENTITY_AUDIENCE", "larder");
        let format = "it must be such as id:modulus, the modulus in base64url, separated by commas";
        let pinned_keys = env.parsed("LARDER_IDENTITY_KEYS", PinnedKeys::default(), format)?;
        let identity = IdentityConfig { issuer, audience, keys_url, pinned_keys };
        let monthly_uploads = number(env, "LARDER_MONTHLY_UPLOADS", DEFAULT_MONTHLY_UPLOADS, 0..=1_000_000)?;
        Ok(Self {
            table: env.text("LARDER_TABLE", "larder"),
            bucket: env.text("LARDER_BUCKET", "larder-receipts"),
            site_url,
            monthly_uploads,
            reader: env.parsed("LARDER_READER", ReaderEngine::Embedded, "it must be embedded or bedrock")?,
            bedrock_daily: number(env, "LARDER_BEDROCK_DAILY", DEFAULT_BEDROCK_DAILY, 0..=1_000_000)?,
            bedrock_model: bedrock_model(env)?,
            sign_ups_per_address: number(
                env,
                "LARDER_SIGN_UPS_PER_ADDRESS",
                DEFAULT_SIGN_UPS_PER_ADDRESS,
                1..=1_000_000,
            )?,
            readings_per_address: number(
                env,
                "LARDER_READINGS_PER_ADDRESS",
                DEFAULT_READINGS_PER_ADDRESS,
                1..=1_000_000,
            )?,
            readings_per_ten_seconds: Some(number(env, "LARDER_READINGS_PER_TEN_SECONDS", 0, 0..=10_000)?)
                .filter(|readings| *readings > 0),
            abandoned_days: abandoned_days(env)?,
            identity,
            product_lookup: env.parsed(
                "LARDER_PRODUCT_LOOKUP",
                ProductLookup::None,
                "it must be none or openfoodfacts",
            )?,
            behind_cdn: env.parsed("LARDER_BEHIND_CDN", false, "it must be true or false")?,
            cdn_secrets: list(&env.text("LARDER_CDN_SECRETS", "")),
            push_key: env.get("LARDER_PUSH_KEY").filter(|key| !key.is_empty()),
            derivation_key: derivation_key(env)?,
            push_hosts: push_hosts(env)?,
            has_service_account: env.get("LARDER_SERVICE_ACCOUNT").is_some_and(|account| !account.is_empty()),
            poll_seconds: POLL_SECONDS,
        })
    }
}

/// Returns the parts of a text that are separated by commas.
fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn number(
    env: &impl Environment,
    name: &'static str,
    default: u32,
    range: RangeInclusive<u32>,
) -> Result<u32, ConfigError> {
    let expected = format!("it must be a whole number from {} to {}", range.start(), range.end());
    let value = env.parsed(name, default, &expected)?;
    if range.contains(&value) {
        return Ok(value);
    }
    Err(ConfigError { name, value: value.to_string(), expected })
}

fn derivation_key(env: &impl Environment) -> Result<Option<DerivationKey>, ConfigError> {
    const NAME: &str = "LARDER_DERIVATION_KEY";
    let Some(secret) = env.get(NAME).filter(|secret| !secret.is_empty()) else { return Ok(None) };
    let expected = format!("it must have at least {} characters", DerivationKey::MIN_LENGTH);
    // The error does not contain the value, which is a secret.
    let short = || ConfigError { name: NAME, value: "…".into(), expected };
    DerivationKey::new(&secret).map(Some).ok_or_else(short)
}

/// Rejects fewer than 90 days: the user could be travelling.
fn abandoned_days(env: &impl Environment) -> Result<Option<usize>, ConfigError> {
    const NAME: &str = "LARDER_ABANDONED_DAYS";
    match number(env, NAME, 0, 0..=36_500)? {
        0 => Ok(None),
        days @ 90.. => Ok(usize::try_from(days).ok()),
        days => {
            Err(ConfigError { name: NAME, value: days.to_string(), expected: "it must be 0 or at least 90".into() })
        }
    }
}

fn web_address(env: &impl Environment, name: &'static str, default: &str) -> Result<String, ConfigError> {
    let value = env.text(name, default);
    let is_valid = value
        .parse::<http::Uri>()
        .is_ok_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
    if is_valid {
        Ok(value)
    } else {
        Err(ConfigError { name, value, expected: "it must be an http or https address".into() })
    }
}

/// Validates the format only: the AWS account decides which models exist.
fn bedrock_model(env: &impl Environment) -> Result<String, ConfigError> {
    const NAME: &str = "LARDER_BEDROCK_MODEL";
    let value = env.text(NAME, "amazon.nova-lite-v1:0");
    let is_valid = value.len() <= 2_048
        && value.starts_with(|c: char| c.is_ascii_alphanumeric())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | '/' | '-' | '_'));
    if is_valid {
        return Ok(value);
    }
    Err(ConfigError {
        name: NAME,
        value,
        expected: "it must be a model's id, or an inference profile's id or ARN".into(),
    })
}

fn push_hosts(env: &impl Environment) -> Result<Vec<String>, ConfigError> {
    const NAME: &str = "LARDER_PUSH_HOSTS";
    let value = env.text(NAME, "");
    let hosts = list(&value.to_ascii_lowercase());
    let is_valid = |host: &String| {
        host.parse::<http::uri::Authority>().is_ok_and(|authority| authority.port().is_some() && !host.contains('@'))
    };
    if hosts.iter().all(is_valid) {
        return Ok(hosts);
    }
    Err(ConfigError { name: NAME, value, expected: "it must be such as 127.0.0.1:9099, separated by commas".into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    impl<S: std::hash::BuildHasher> Environment for HashMap<&str, &str, S> {
        fn get(&self, name: &str) -> Option<String> {
            HashMap::get(self, name).map(|value| (*value).to_owned())
        }
    }

    fn config(settings: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let env: HashMap<&str, &str> = settings.iter().copied().collect();
        Config::from_environment(&env, "http://127.0.0.1:8080")
    }

    #[test]
    fn accepts_spaces_between_the_secrets_of_the_cdn() {
        assert_eq!(config(&[("LARDER_CDN_SECRETS", "old, new,")]).unwrap().cdn_secrets, ["old", "new"]);
    }

    #[test]
    fn uses_own_identity_provider_by_default() {
        let config = config(&[]).unwrap();
        assert_eq!(config.identity.issuer, "http://127.0.0.1:8080/identity");
        assert_eq!(config.identity.keys_url, "http://127.0.0.1:8080/identity/.well-known/jwks.json");
    }

    #[test]
    fn uses_embedded_reader_unless_bedrock_is_set() {
        let read = |settings: &[(&str, &str)]| config(settings).map(|config| (config.reader, config.bedrock_model));
        assert_eq!(read(&[]), Ok((ReaderEngine::Embedded, "amazon.nova-lite-v1:0".into())));
        let profile = "arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.amazon.nova-lite-v1:0";
        let chosen = read(&[("LARDER_READER", "bedrock"), ("LARDER_BEDROCK_MODEL", profile)]);
        assert_eq!(chosen, Ok((ReaderEngine::Bedrock, profile.into())));
    }

    #[test]
    fn disables_product_lookup_by_default() {
        let origin = |settings: &[(&str, &str)]| config(settings).unwrap().product_lookup.origin();
        assert_eq!(origin(&[]), None);
        assert_eq!(origin(&[("LARDER_PRODUCT_LOOKUP", "none")]), None);
        assert_eq!(origin(&[("LARDER_PRODUCT_LOOKUP", "openfoodfacts")]), Some("https://world.openfoodfacts.org"));
    }

    #[test]
    fn names_setting_of_invalid_value() {
        for (name, value) in [
            ("LARDER_MONTHLY_UPLOADS", "many"),
            ("LARDER_MONTHLY_UPLOADS", "-1"),
            ("LARDER_MONTHLY_UPLOADS", "9999999"),
            ("LARDER_READER", "magic"),
            ("LARDER_BEDROCK_DAILY", "1.5"),
            ("LARDER_SIGN_UPS_PER_ADDRESS", "0"),
            ("LARDER_READINGS_PER_ADDRESS", "none"),
            ("LARDER_READINGS_PER_TEN_SECONDS", "-1"),
            ("LARDER_ABANDONED_DAYS", "30"),
            ("LARDER_ABANDONED_DAYS", "40000"),
            ("LARDER_BEDROCK_MODEL", "nova lite"),
            ("LARDER_BEDROCK_MODEL", "../secrets"),
            ("LARDER_IDENTITY_ISSUER", "not an address"),
            ("LARDER_IDENTITY_KEYS", "a-key-without-a-modulus"),
            ("LARDER_IDENTITY_KEYS", "one:AQAB,two:not base64"),
            ("LARDER_PRODUCT_LOOKUP", "true"),
            ("LARDER_PRODUCT_LOOKUP", "https://example.org"),
            ("LARDER_BEHIND_CDN", "perhaps"),
            ("LARDER_PUSH_HOSTS", "127.0.0.1:9099, me@127.0.0.1:9098"),
            ("LARDER_PUSH_HOSTS", "localhost"),
            ("LARDER_DERIVATION_KEY", "short"),
        ] {
            assert_eq!(config(&[(name, value)]).unwrap_err().name, name);
        }
    }
}
