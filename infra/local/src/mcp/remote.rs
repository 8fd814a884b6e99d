//! Calls the API of a Larder over HTTP.

use crate::mcp::access::{Access, MAX_RESPONSE_BYTES};
use crate::web::site_address::SiteAddress;
use application::config::{ConfigError, Environment};
use bytes::Bytes;
use domain::program;
use http::header::AUTHORIZATION;
use http::{HeaderValue, Request, Uri};
use std::time::Duration;
use system::Boxed;
use system::outbound::{Limits, Outbound, OutboundError, OutboundResponse};

const URL: &str = "LARDER_URL";
const TOKEN: &str = "LARDER_TOKEN";
/// MCP clients wait a minute for a tool.
const TIMEOUT: Duration = Duration::from_secs(15);

/// A server and the token for it.
pub struct RemoteServer {
    outbound: Outbound,
    address: SiteAddress,
    authorization: HeaderValue,
    timeout: Duration,
}

impl RemoteServer {
    /// Reads `LARDER_URL` and `LARDER_TOKEN`.
    pub fn from_environment(env: &impl Environment) -> Result<Self, ConfigError> {
        let text = env.text(URL, "");
        let address = SiteAddress::parse(text.trim()).ok_or_else(|| ConfigError {
            name: URL,
            value: text.clone(),
            expected: "it must be the address at which you open Larder, such as https://larder.example.org, with nothing behind its host".into(),
        })?;
        let token = env.text(TOKEN, "");
        let token = token.trim();
        // The message must not contain the token.
        let wrong = || ConfigError {
            name: TOKEN,
            value: if token.is_empty() { String::new() } else { "…".into() },
            expected: describe_expected(token),
        };
        program::parse_token(token).ok_or_else(wrong)?;
        let mut authorization = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| wrong())?;
        authorization.set_sensitive(true);
        Ok(Self { outbound: Outbound::default(), address, authorization, timeout: TIMEOUT })
    }

    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Returns false if others on the network can read the token.
    pub fn is_secure(&self) -> bool {
        self.address.is_secure()
    }
}

/// Describes a valid token. A double-click, for example, selects only a part of a token.
fn describe_expected(token: &str) -> String {
    let length = token.rsplit_once('.').map_or(0, |(_, secret)| secret.len());
    if program::is_program_token(token) && length < program::SECRET_LENGTH {
        format!(
            "it is cut: {length} characters follow its last dot, {} should. Copy the whole token, or create a new one in Larder's settings, Other programs",
            program::SECRET_LENGTH
        )
    } else {
        "it must be a token from Larder's settings, Other programs, which begins with larder_pat_".into()
    }
}

impl Access for RemoteServer {
    fn send(&self, mut request: Request<Bytes>) -> Boxed<'_, Result<OutboundResponse, OutboundError>> {
        Box::pin(async move {
            let address = format!("{}{}", self.address.as_str(), request.uri());
            *request.uri_mut() = address.parse::<Uri>().map_err(|e| OutboundError::Failed(e.to_string()))?;
            request.headers_mut().insert(AUTHORIZATION, self.authorization.clone());
            let limits = Limits { timeout: self.timeout, max_body_bytes: MAX_RESPONSE_BYTES };
            self.outbound.request_once(request, limits).await
        })
    }

    fn server(&self) -> &str {
        self.address.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestEnvironment(&'static str, String);

    impl Environment for TestEnvironment {
        fn get(&self, name: &str) -> Option<String> {
            match name {
                URL => Some(self.0.into()),
                TOKEN => Some(self.1.clone()),
                _ => None,
            }
        }
    }

    #[test]
    fn names_the_wrong_setting_and_hides_the_token() {
        let token = format!("larder_pat_anna.{}", "x".repeat(43));
        assert!(RemoteServer::from_environment(&TestEnvironment("https://larder.example.org", token.clone())).is_ok());
        for (url, token, name) in [
            ("", token.clone(), URL),
            ("larder.example.org", token.clone(), URL),
            ("https://larder.example.org/api", token.clone(), URL),
            ("ftp://larder.example.org", token.clone(), URL),
            ("https://larder.example.org", String::new(), TOKEN),
            ("https://larder.example.org", format!("{token}x"), TOKEN),
        ] {
            let error = RemoteServer::from_environment(&TestEnvironment(url, token)).err().unwrap();
            assert_eq!(error.name, name);
            assert!(!error.to_string().contains("xxx"), "{error}");
        }
    }

    #[test]
    fn names_a_truncated_token() {
        let error = |token: String| {
            RemoteServer::from_environment(&TestEnvironment("https://larder.example.org", token))
                .err()
                .unwrap()
                .expected
        };
        for cut in
            ["larder_pat_anna".to_owned(), "larder_pat_anna.".into(), format!("larder_pat_a.b.{}", "x".repeat(42))]
        {
            assert!(error(cut).starts_with("it is cut"));
        }
        for other in [format!("larder_pat_anna.{}", "x".repeat(44)), "eyJhbGciOi.x".into(), String::new()] {
            assert!(!error(other).contains("cut"));
        }
    }

    #[test]
    fn warns_about_a_token_without_https() {
        let token = format!("larder_pat_anna.{}", "x".repeat(43));
        let remote = |url| RemoteServer::from_environment(&TestEnvironment(url, token.clone())).unwrap();
        assert!(remote("http://127.0.0.1:8080").is_secure() && remote("https://larder.example.org").is_secure());
        assert!(!remote("http://larder.example.org").is_secure());
    }
}
