//! Determines the client's address, for limits per address.

use application::deps::Deps;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use http::request::Parts;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

/// The address that a rate limit counts: an IPv6 address by its /64 network, because one subscriber has a whole
/// network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub String);

impl ClientAddress {
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self(v4.to_string()),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Self(format!("{a:x}:{b:x}:{c:x}:{d:x}::/64"))
            }
        }
    }
}

/// The header in which the CDN (`infra/cdn/template.yaml`) sends the viewer's address; it replaces a viewer's own
/// header.
const VIEWER_ADDRESS_HEADER: &str = "true-client-ip";

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    Deps: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        // The header is trusted only if all requests come through the CDN.
        if Deps::from_ref(state).config.behind_cdn
            && let Some(viewer) =
                parts.headers.get(VIEWER_ADDRESS_HEADER).and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok())
        {
            return Ok(Self::of(viewer));
        }
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(peer.map_or_else(|| Self("unknown".into()), |ConnectInfo(socket)| Self::of(socket.ip())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_ipv6_network_as_one_address() {
        for (text, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8::1", "2001:db8:0:0::/64"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(ClientAddress::of(text.parse().unwrap()), ClientAddress(expected.into()), "{text}");
        }
    }
}
