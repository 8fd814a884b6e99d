//! The public address: `LARDER_SITE_URL`. Links, uploads, the CSP and the token issuer follow it.

use http::Uri;
use std::net::IpAddr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress {
    text: String,
    host_at: usize,
}

impl SiteAddress {
    /// A scheme and a host without a path: the site is the whole of its origin.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let authority = uri.authority()?;
        // The address becomes part of the page's policy, where other signs would end a rule.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let host = text.get(scheme.len() + 3..)?;
        let valid = host == authority.as_str() && host.chars().all(plain) && !authority.host().is_empty();
        valid.then(|| Self { host_at: scheme.len() + 3, text })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the browser's `Host` header, with the port if there is one.
    pub fn host(&self) -> &str {
        &self.text[self.host_at..]
    }

    /// The port that the address leads to.
    pub fn port(&self) -> u16 {
        let named = self.text.parse::<Uri>().ok().and_then(|uri| uri.port_u16());
        named.unwrap_or(if self.is_https() { 443 } else { 80 })
    }

    fn is_https(&self) -> bool {
        self.text.starts_with("https:")
    }

    /// The host with the port that its scheme has anyway; none where the address names a port.
    pub fn host_with_port(&self) -> Option<String> {
        let uri: Uri = self.text.parse().ok()?;
        let port = if self.is_https() { 443 } else { 80 };
        uri.port().is_none().then(|| format!("{}:{port}", self.host()))
    }

    /// Returns true if browsers treat the address as secure (camera, reminders, installation, offline use): HTTPS, or
    /// this machine.
    pub fn is_secure(&self) -> bool {
        self.is_https() || self.is_own_machine()
    }

    /// Returns true if the address leads nowhere but to this machine.
    pub fn is_own_machine(&self) -> bool {
        let host = self.text.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned)).unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost"
            || bare.ends_with(".localhost")
            || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_an_address_as_scheme_and_host() {
        for good in ["https://larder.example.org", "http://192.168.1.5:8080", "http://[fd00::5]:8080", "http://nas"] {
            assert_eq!(SiteAddress::parse(good).unwrap().as_str(), good);
        }
        assert_eq!(SiteAddress::parse("https://Larder.Example.org/").unwrap().as_str(), "https://larder.example.org");
        for bad in [
            "",
            "larder.example.org",
            "ftp://larder.example.org",
            "https://",
            "https://larder.example.org/larder",
            "https://larder.example.org?a",
            "https://larder.example.org#a",
            "https://me@larder.example.org",
            "https://larder.example.org;script-src",
            "https://larder example",
            "https://a,b",
        ] {
            assert_eq!(SiteAddress::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn https_or_the_same_machine_is_secure() {
        let secure = |text: &str| SiteAddress::parse(text).unwrap().is_secure();
        for good in ["https://larder.example.org", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:8080"] {
            assert!(secure(good), "{good}");
        }
        for bad in ["http://192.168.1.5:8080", "http://nas.local", "http://localhost.example.org"] {
            assert!(!secure(bad), "{bad}");
        }
    }
}
