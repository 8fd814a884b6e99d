//! Rejects requests for other hosts than this server's, as web pages send them after DNS rebinding.

use crate::web::site_address::SiteAddress;
use api::ApiError;
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::HOST;
use http::uri::Authority;
use std::net::IpAddr;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct OwnHosts {
    names: Arc<[String]>,
    /// Allows any IP address as host, which is safe from DNS rebinding, if other machines can connect.
    allows_addresses: bool,
}

impl OwnHosts {
    /// Allows `127.0.0.1`, `localhost`, and the host of the site's address.
    pub fn new(bind: IpAddr, port: u16, site: &SiteAddress) -> Self {
        let mut names = vec![format!("127.0.0.1:{port}"), format!("localhost:{port}"), site.host().to_owned()];
        if bind.is_loopback() && bind.is_ipv6() {
            names.push(format!("[::1]:{port}"));
        }
        if port == 80 {
            names.extend(["127.0.0.1".to_owned(), "localhost".to_owned()]);
        }
        // A client may send the scheme's default port.
        names.extend(site.host_with_default_port());
        Self { names: names.into(), allows_addresses: !bind.is_loopback() }
    }

    fn has(&self, host: &str) -> bool {
        let address = || {
            let authority = Some(host).filter(|host| !host.contains('@'))?.parse::<Authority>().ok()?;
            authority.host().trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok()
        };
        self.names.iter().any(|own| own.eq_ignore_ascii_case(host)) || (self.allows_addresses && address().is_some())
    }

    /// Answers requests for other hosts with 421.
    pub fn guard(self, router: Router) -> Router {
        router.layer(from_fn(move |request: Request, next: Next| {
            let hosts = self.clone();
            async move {
                // A proxy and this server could choose different ones of two.
                if request.headers().get_all(HOST).iter().count() > 1 {
                    return bad_request();
                }
                let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
                let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
                if host.is_some_and(|host| hosts.has(host)) { next.run(request).await } else { misdirected() }
            }
        }))
    }
}

fn bad_request() -> Response {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_request", "A request must have one Host header.").into_response()
}

fn misdirected() -> Response {
    ApiError::new(
        StatusCode::MISDIRECTED_REQUEST,
        "misdirected_request",
        "This server does not answer for the host of this request. LARDER_SITE_URL names the one that it answers for.",
    )
    .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(bind: &str, site: &str) -> OwnHosts {
        OwnHosts::new(bind.parse().unwrap(), 8_080, &SiteAddress::parse(site).unwrap())
    }

    #[test]
    fn allows_only_local_names_on_one_machine() {
        let own = own("127.0.0.1", "http://127.0.0.1:8080");
        assert!(own.has("127.0.0.1:8080") && own.has("LocalHost:8080"));
        for other in ["evil.example", "evil.example:8080", "192.168.1.5:8080", "127.0.0.1", "localhost:9090", ""] {
            assert!(!own.has(other), "{other}");
        }
    }

    #[test]
    fn allows_the_sites_name_and_addresses_in_a_network() {
        let own = own("0.0.0.0", "https://larder.example.org");
        for ours in ["larder.example.org", "larder.example.org:443", "192.168.1.5:8080", "192.168.1.5", "[fd00::5]:80"]
        {
            assert!(own.has(ours), "{ours}");
        }
        for other in
            ["evil.example", "larder.example.org:8080", "larder.example.org.evil.example", "1.2.3", "a@1.2.3.4"]
        {
            assert!(!own.has(other), "{other}");
        }
    }
}
