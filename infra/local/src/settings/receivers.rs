//! The settings of ntfy and Gotify. Only one machine has them, where the addresses are the operator's.

use crate::settings::config_error;
use application::config::{ConfigError, Environment};
use domain::id::UserId;
use domain::language::Language;
use http::{HeaderValue, Uri};
use push::Receiver;

const NTFY: &str = "LARDER_NTFY_URL";
const NTFY_TOKEN: &str = "LARDER_NTFY_TOKEN";
const GOTIFY: &str = "LARDER_GOTIFY_URL";
const GOTIFY_TOKEN: &str = "LARDER_GOTIFY_TOKEN";
const LANGUAGE: &str = "LARDER_DIGEST_LANGUAGE";
pub const LARDER: &str = "LARDER_DIGEST_LARDER";

#[derive(Clone, Debug, Default)]
pub struct ReceiverSettings {
    pub all: Vec<Receiver>,
    /// The larder whose reminders go there; without it, the first one that has items.
    pub larder: Option<UserId>,
    /// The language of that larder's reminders, if its devices have sent none.
    pub language: Option<Language>,
}

/// Reads an http or https address.
fn read_address(env: &impl Environment, name: &'static str, expected: &str) -> Result<Option<Uri>, ConfigError> {
    let Some(text) = env.get(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let uri = text.trim().trim_end_matches('/').parse::<Uri>().ok();
    let is_web =
        |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some() && uri.query().is_none();
    uri.filter(is_web).map(Some).ok_or_else(|| config_error(name, &text, expected))
}

/// Reads a token as a header. The error does not contain the token, because errors are logged.
fn read_secret(env: &impl Environment, name: &'static str, prefix: &str) -> Result<Option<HeaderValue>, ConfigError> {
    let Some(token) = env.get(name).filter(|token| !token.is_empty()) else { return Ok(None) };
    let value = HeaderValue::from_str(&format!("{prefix}{}", token.trim()));
    let mut value = value.map_err(|_| config_error(name, "…", "it must be a token of letters and digits"))?;
    value.set_sensitive(true);
    Ok(Some(value))
}

impl ReceiverSettings {
    pub fn from_environment(env: &impl Environment) -> Result<Self, ConfigError> {
        let mut all = vec![];
        let topic = "it must be the address of a topic, such as https://ntfy.sh/our-larder-8r2k";
        if let Some(uri) = read_address(env, NTFY, topic)? {
            if uri.path().trim_matches('/').is_empty() {
                return Err(config_error(NTFY, &uri.to_string(), topic));
            }
            all.push(Receiver::ntfy(&uri, read_secret(env, NTFY_TOKEN, "Bearer ")?));
        }
        if let Some(uri) =
            read_address(env, GOTIFY, "it must be the address of Gotify, such as https://gotify.example.org")?
        {
            let key = read_secret(env, GOTIFY_TOKEN, "")?;
            let key = key.ok_or_else(|| {
                config_error(GOTIFY_TOKEN, "", "with LARDER_GOTIFY_URL it must be an application's token")
            })?;
            all.push(Receiver::gotify(&uri, key));
        }
        let larder = match env.get(LARDER).filter(|name| !name.is_empty()) {
            None => None,
            Some(name) => {
                let expected = "it must be one of the names that `larder devices` lists under \"larder\"";
                Some(UserId::parse(name.trim()).ok_or_else(|| config_error(LARDER, &name, expected))?)
            }
        };
        let codes: Vec<&str> = Language::all().map(Language::code).collect();
        let language = match env.get(LANGUAGE).filter(|code| !code.is_empty()) {
            None => None,
            Some(code) => {
                let expected = format!("it must be one of {}", codes.join(", "));
                Some(code.trim().parse().map_err(|_| config_error(LANGUAGE, &code, &expected))?)
            }
        };
        Ok(Self { all, larder, language })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::TestEnvironment;

    fn settings<const N: usize>(given: [(&'static str, &'static str); N]) -> Result<ReceiverSettings, ConfigError> {
        ReceiverSettings::from_environment(&TestEnvironment(given.into()))
    }

    #[test]
    fn names_the_setting_that_is_wrong_or_missing() {
        assert!(settings([]).unwrap().all.is_empty());
        let both = settings([
            (NTFY, "https://ntfy.sh/our-larder"),
            (NTFY_TOKEN, "tk_x"),
            (GOTIFY, "http://192.168.1.9:8070/gotify/"),
            (GOTIFY_TOKEN, "A1b2"),
            (LARDER, "abc"),
        ])
        .unwrap();
        assert_eq!(format!("{:?}", both.all), "[ntfy, Gotify]", "no address and no token in a log");
        for (name, given) in [
            (NTFY, [(NTFY, "ntfy.sh/our-larder"), (LARDER, "abc")]),
            (NTFY, [(NTFY, "https://ntfy.sh"), (LARDER, "abc")]),
            (NTFY, [(NTFY, "ftp://ntfy.sh/x"), (LARDER, "abc")]),
            (NTFY_TOKEN, [(NTFY, "https://ntfy.sh/x"), (NTFY_TOKEN, "a\nb")]),
            (GOTIFY, [(GOTIFY, "gotify"), (GOTIFY_TOKEN, "x")]),
            (GOTIFY_TOKEN, [(GOTIFY, "https://gotify.example.org"), (GOTIFY_TOKEN, "")]),
            (LARDER, [(NTFY, "https://ntfy.sh/x"), (LARDER, "a b")]),
            (LANGUAGE, [(NTFY, "https://ntfy.sh/x"), (LANGUAGE, "German")]),
        ] {
            let error = settings(given).unwrap_err();
            assert_eq!(error.name, name, "{error}");
            assert!(!error.to_string().contains("a\nb"), "{error}");
        }
    }
}
