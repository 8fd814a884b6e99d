//! The hosts that this server answers for. A web page whose own name points at this machine (DNS rebinding) sends that
//! name, and is refused.

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
    /// Plain IP addresses cannot be rebound by DNS. Allowed only if other machines may connect.
    any_address: bool,
}

impl OwnHosts {
    /// The two names of this machine, and the one in the site's address.
    pub fn new(bind: IpAddr, port: u16, site: &SiteAddress) -> Self {
        let mut names = vec![format!("127.0.0.1:{port}"), format!("localhost:{port}"), site.host().to_owned()];
        if bind.is_loopback() && bind.is_ipv6() {
            names.push(format!("[::1]:{port}"));
        }
        if port == 80 {
            names.extend(["127.0.0.1".to_owned(), "localhost".to_owned()]);
        }
        // A client may name the port that its scheme has anyway.
        names.extend(site.host_with_port());
        Self { names: names.into(), any_address: !bind.is_loopback() }
    }

    fn has(&self, host: &str) -> bool {
        let is_address = || {
            let bare = Some(host).filter(|host| !host.contains('@'))?;
            let bare = bare.parse::<Authority>().ok().map(|authority| authority.host().to_owned())?;
            bare.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok()
        };
        self.names.iter().any(|own| own.eq_ignore_ascii_case(host)) || (self.any_address && is_address().is_some())
    }

    /// Answer requests for these hosts alone.
    pub fn only(self, router: Router) -> Router {
        router.layer(from_fn(move |request: Request, next: Next| {
            let own = self.clone();
            async move {
                let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
                let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
                if host.is_some_and(|host| own.has(host)) { next.run(request).await } else { misdirected() }
            }
        }))
    }
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
    fn answers_only_its_own_names_on_one_machine() {
        let own = own("127.0.0.1", "http://127.0.0.1:8080");
        assert!(own.has("127.0.0.1:8080") && own.has("LocalHost:8080"));
        for other in ["evil.example", "evil.example:8080", "192.168.1.5:8080", "127.0.0.1", "localhost:9090", ""] {
            assert!(!own.has(other), "{other}");
        }
    }

    #[test]
    fn answers_the_sites_name_and_bare_addresses_in_a_network() {
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
