//! The public address of the site (`LARDER_SITE_URL`), from which links, upload URLs, the page policy and the token
//! issuer are derived.

use http::{HeaderValue, Uri};
use std::net::IpAddr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress {
    text: String,
    host_start: usize,
}

impl SiteAddress {
    /// Parses a scheme and a host without a path. Leaves out the scheme's default port.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        // Browsers leave out the scheme's default port, in the `Host` header as in origins.
        let default_port = if text.starts_with("https:") { ":443" } else { ":80" };
        let text = text.strip_suffix(default_port).unwrap_or(&text).to_owned();
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let authority = uri.authority()?;
        // The address becomes part of the page's policy, where other characters would end a rule.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let host = text.get(scheme.len() + 3..)?;
        let is_valid = host == authority.as_str() && host.chars().all(is_plain) && !authority.host().is_empty();
        is_valid.then(|| Self { host_start: scheme.len() + 3, text })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the `Host` header that browsers send.
    pub fn host(&self) -> &str {
        &self.text[self.host_start..]
    }

    pub fn port(&self) -> u16 {
        let explicit = self.text.parse::<Uri>().ok().and_then(|uri| uri.port_u16());
        explicit.unwrap_or(if self.is_https() { 443 } else { 80 })
    }

    fn is_https(&self) -> bool {
        self.text.starts_with("https:")
    }

    /// Returns the host with the scheme's default port; `None` if the address has a port.
    pub fn host_with_default_port(&self) -> Option<String> {
        let uri: Uri = self.text.parse().ok()?;
        let port = if self.is_https() { 443 } else { 80 };
        uri.port().is_none().then(|| format!("{}:{port}", self.host()))
    }

    /// Returns the header by which browsers use only https for this host; `None` for other than https, and for a host
    /// with a port, beside which other services of the same machine may have no https.
    pub fn strict_transport(&self) -> Option<HeaderValue> {
        let is_whole_host = self.is_https() && self.host_with_default_port().is_some();
        is_whole_host.then(|| HeaderValue::from_static("max-age=31536000"))
    }

    /// Returns true if browsers treat the address as secure (camera, reminders, installation, offline use): HTTPS, or
    /// this machine.
    pub fn is_secure(&self) -> bool {
        self.is_https() || self.is_own_machine()
    }

    /// Returns true if the address is reachable from this machine only.
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
    fn accepts_a_scheme_and_a_host() {
        for good in ["https://larder.example.org", "http://192.168.1.5:8080", "http://[fd00::5]:8080", "http://nas"] {
            assert_eq!(SiteAddress::parse(good).unwrap().as_str(), good);
        }
        assert_eq!(SiteAddress::parse("https://Larder.Example.org/").unwrap().as_str(), "https://larder.example.org");
        for (given, parsed) in [
            ("https://larder.example.org:443", "https://larder.example.org"),
            ("http://nas:80/", "http://nas"),
            ("https://larder.example.org:80", "https://larder.example.org:80"),
            ("http://[fd00::443]:80", "http://[fd00::443]"),
        ] {
            assert_eq!(SiteAddress::parse(given).unwrap().as_str(), parsed, "the default port is left out");
        }
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
    fn asks_for_https_only_where_the_whole_host_has_it() {
        let asks = |text: &str| SiteAddress::parse(text).unwrap().strict_transport().is_some();
        assert!(asks("https://larder.example.org") && asks("https://larder.example.org:443"));
        assert!(!asks("http://larder.example.org") && !asks("https://nas.example.org:8443"));
    }

    #[test]
    fn is_secure_by_https_or_on_the_same_machine() {
        let secure = |text: &str| SiteAddress::parse(text).unwrap().is_secure();
        for good in ["https://larder.example.org", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:8080"] {
            assert!(secure(good), "{good}");
        }
        for bad in ["http://192.168.1.5:8080", "http://nas.local", "http://localhost.example.org"] {
            assert!(!secure(bad), "{bad}");
        }
    }
}
