//! Resolves host names, optionally to public addresses only.
//!
//! The checked address is the one that is connected to, so that later DNS changes have no effect.

use hyper_util::client::legacy::connect::dns::Name;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower::Service;

pub type Lookup =
    Arc<dyn Fn(String) -> Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>> + Send + Sync>;

#[derive(Clone)]
pub struct Resolver {
    lookup: Lookup,
    /// The names that may have private addresses; `None` if all may.
    only_public_except: Option<Arc<[String]>>,
}

impl std::fmt::Debug for Resolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resolver").field("only_public_except", &self.only_public_except).finish_non_exhaustive()
    }
}

impl Resolver {
    /// Allows all addresses.
    pub fn unrestricted() -> Self {
        Self { lookup: system_lookup(), only_public_except: None }
    }

    /// Allows public addresses, and all addresses of these names.
    pub fn only_public_except(names: Vec<String>) -> Self {
        Self { lookup: system_lookup(), only_public_except: Some(names.into()) }
    }

    #[cfg(test)]
    pub fn with_lookup(self, lookup: Lookup) -> Self {
        Self { lookup, ..self }
    }

    async fn resolve(self, name: String) -> io::Result<std::vec::IntoIter<SocketAddr>> {
        let addresses = (self.lookup)(name.clone()).await?;
        let is_exempt =
            self.only_public_except.is_none_or(|names| names.iter().any(|known| known.eq_ignore_ascii_case(&name)));
        // A private address among public ones is an attack or a mistake, so the whole name is rejected.
        if !is_exempt && !addresses.iter().all(|address| is_public(address.ip())) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!("{name} has an address that is not public"),
            ));
        }
        Ok(addresses.into_iter())
    }
}

fn system_lookup() -> Lookup {
    Arc::new(|name| Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) }))
}

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        Box::pin(self.clone().resolve(name.as_str().to_owned()))
    }
}

/// Returns true for addresses of the public internet, by IANA's registries of special-purpose addresses.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        // This network, private, loopback, multicast and reserved (with the broadcast address).
        (0 | 10 | 127 | 224.., _, _)
            // Carrier-grade NAT, link-local, private.
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            // Protocol assignments, documentation, the former 6to4 relays, private.
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            // Benchmarking and documentation.
            | (198, 18..=19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only 2000::/3 is allocated. Special in it: IETF assignments such as Teredo, documentation, and 6to4, which
    // contains an IPv4 address.
    let is_allocated = (0x2000..=0x3fff).contains(&first);
    let special = matches!((first, second), (0x2001, 0..0x0200 | 0x0db8) | (0x2002, _) | (0x3fff, 0..0x1000));
    is_allocated && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_special_addresses() {
        for special in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().unwrap()), "{special}");
        }
    }

    /// Returns a resolver that finds one of `addresses` after the other.
    fn rebinding(resolver: Resolver, addresses: &'static [&'static str]) -> Resolver {
        let calls = std::sync::atomic::AtomicUsize::new(0);
        resolver.with_lookup(Arc::new(move |_| {
            let call = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let answer = addresses[call.min(addresses.len() - 1)];
            let parsed = answer.split(' ').map(|address| SocketAddr::new(address.parse().unwrap(), 0)).collect();
            Box::pin(async move { Ok(parsed) })
        }))
    }

    #[tokio::test]
    async fn rejects_dns_rebinding() {
        let resolver = rebinding(Resolver::only_public_except(vec![]), &["17.188.143.1", "127.0.0.1"]);
        let resolve = |name: &str| resolver.clone().resolve(name.to_owned());
        assert_eq!(resolve("web.push.apple.com").await.unwrap().count(), 1);
        let refused = resolve("web.push.apple.com").await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    }

    #[tokio::test]
    async fn rejects_a_private_address_among_public_ones_except_for_exempt_names() {
        let resolver = rebinding(Resolver::only_public_except(vec!["localhost".into()]), &["17.188.143.1 10.0.0.1"]);
        assert!(resolver.clone().resolve("web.push.apple.com".into()).await.is_err());
        assert_eq!(resolver.resolve("LOCALHOST".into()).await.unwrap().count(), 2);
    }

    #[test]
    fn accepts_public_addresses() {
        for public in [
            "142.250.185.74",
            "34.107.243.93",
            "17.188.143.34",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "2a00:1450:4001:81d::200a",
            "2620:149:a44::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
