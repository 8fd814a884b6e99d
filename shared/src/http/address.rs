//! Who calls, as far as the network tells: for rate limits on calls without a token.

use crate::deps::Deps;
use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

/// The address that a limit counts: IPv4 whole, IPv6 by its /64, since one subscriber has a whole one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub String);

impl ClientAddress {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self(v4.to_string()),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Self(format!("{a:x}:{b:x}:{c:x}:{d:x}::/64"))
            }
        }
    }
}

/// `203.0.113.7:443`, `[2001:db8::1]:443` and CloudFront's `2001:db8::1:443`.
fn host_of(address: &str) -> Option<IpAddr> {
    if let Ok(socket) = address.parse::<SocketAddr>() {
        return Some(socket.ip());
    }
    let (host, _port) = address.rsplit_once(':')?;
    host.parse().ok()
}

impl FromRequestParts<Deps> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, deps: &Deps) -> Result<Self, Infallible> {
        // Only the CDN can tell the viewer's address, and it is believed only where the deployment says that nobody else reaches us.
        if deps.config.behind_cdn
            && let Some(viewer) = parts.headers.get("cloudfront-viewer-address").and_then(|v| v.to_str().ok())
            && let Some(host) = host_of(viewer)
        {
            return Ok(Self::of(host));
        }
        if let Some(ConnectInfo(socket)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() {
            return Ok(Self::of(socket.ip()));
        }
        let source = match parts.extensions.get::<lambda_http::request::RequestContext>() {
            Some(lambda_http::request::RequestContext::ApiGatewayV2(context)) => context.http.source_ip.as_deref(),
            _ => None,
        };
        Ok(source.and_then(|ip| ip.parse().ok()).map_or_else(|| Self("unknown".into()), Self::of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_with_its_port() {
        for (text, expected) in [
            ("203.0.113.7:4711", "203.0.113.7"),
            ("[2001:db8::1]:443", "2001:db8:0:0::/64"),
            ("2001:db8:1:2:3:4:5:6:443", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(host_of(text).map(ClientAddress::of), Some(ClientAddress(expected.into())), "{text}");
        }
        assert_eq!(host_of("nonsense"), None);
    }
}
