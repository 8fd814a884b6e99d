//! Finds the client's address behind trusted proxies, so that rate limits apply to each client and not to the proxy.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// `LARDER_TRUSTED_PROXIES`: addresses and networks, separated by commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromStr for TrustedProxies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network = |part: &str| -> Option<IpNet> {
            part.parse().ok().or_else(|| part.parse::<IpAddr>().ok().map(|address| IpNet::from(address.to_canonical())))
        };
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(network).collect::<Option<_>>().map(Self).ok_or_else(|| text.to_owned())
    }
}

impl TrustedProxies {
    pub fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the client's address: the last one that a trusted proxy added and that is not a trusted proxy. The
    /// client may have forged the addresses before it.
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        let mut client = peer;
        // A client may send any bytes before the address that a proxy adds.
        let lines = headers.get_all(FORWARDED_FOR).iter().map(|line| String::from_utf8_lossy(line.as_bytes()));
        let lines: Vec<_> = lines.collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.has(client.ip()) {
                break;
            }
            let Some(address) = parse_address(hop.trim()) else { break };
            client = SocketAddr::new(address, 0);
        }
        client
    }
}

/// Parses an address such as `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711`.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip())).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(trusted: &str, peer: &str, lines: &[&str]) -> String {
        let value = |line: &&str| HeaderValue::from_bytes(line.as_bytes()).unwrap();
        let headers = lines.iter().map(|line| (FORWARDED_FOR.parse().unwrap(), value(line))).collect();
        let peer = SocketAddr::new(peer.parse().unwrap(), 4_711);
        trusted.parse::<TrustedProxies>().unwrap().client(peer, &headers).ip().to_string()
    }

    #[test]
    fn trusts_no_proxy_by_default() {
        assert_eq!(client("", "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(client("172.16.0.0/12", "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn uses_the_last_untrusted_address() {
        let trusted = "127.0.0.1, 172.16.0.0/12, fd00::/8";
        assert_eq!(client(trusted, "127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client(trusted, "127.0.0.1", &["198.51.100.1, 172.18.0.2"]), "198.51.100.1");
        assert_eq!(client(trusted, "127.0.0.1", &["6.6.6.6, 198.51.100.1"]), "198.51.100.1", "a forged address");
        assert_eq!(client(trusted, "127.0.0.1", &["ä, 198.51.100.1"]), "198.51.100.1", "bytes that are no text");
        assert_eq!(client(trusted, "127.0.0.1", &["6.6.6.6", "198.51.100.1, 172.18.0.2"]), "198.51.100.1");
        assert_eq!(client(trusted, "::ffff:127.0.0.1", &["[2001:db8::1]:99"]), "2001:db8::1");
        assert_eq!(client(trusted, "fd00::7", &["198.51.100.1:4711"]), "198.51.100.1");
    }

    #[test]
    fn stops_at_an_invalid_address() {
        assert_eq!(client("127.0.0.1", "127.0.0.1", &["198.51.100.1, unknown"]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", "127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", "127.0.0.1", &["127.0.0.1, 127.0.0.1"]), "127.0.0.1");
    }

    #[test]
    fn rejects_an_invalid_network() {
        for bad in ["proxy", "10.0.0.0/33", "10.0.0", "10.0.0.1;10.0.0.2"] {
            assert!(bad.parse::<TrustedProxies>().is_err(), "{bad}");
        }
    }
}
