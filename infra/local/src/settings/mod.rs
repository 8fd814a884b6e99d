//! The settings of `larder`, in addition to those of the functions.

pub mod file;
pub mod names;
pub mod receivers;

use crate::settings::receivers::ReceiverSettings;
use crate::web::sign_up::SignUp;
use crate::web::site_address::SiteAddress;
use crate::web::trusted_proxies::TrustedProxies;
use application::config::{Config, ConfigError, Environment};
use chrono::TimeDelta;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use system::clock::SystemClock;

#[derive(Clone, Debug)]
pub struct Settings {
    /// `PORT`
    pub port: u16,
    /// `LARDER_BIND`: the address to listen on.
    pub bind: IpAddr,
    /// `LARDER_SITE_URL`, if it is set.
    site: Option<SiteAddress>,
    pub trusted_proxies: TrustedProxies,
    /// `LARDER_SIGN_UP`
    pub sign_up: SignUp,
    /// `LARDER_NTFY_URL`, `LARDER_GOTIFY_URL`: where reminders go beside devices.
    pub receivers: ReceiverSettings,
    /// `LARDER_ANNOUNCE`: whether Larder announces itself on the local network.
    pub announce: bool,
    /// `LARDER_METRICS`: whether `/metrics` answers, for Prometheus.
    pub metrics: bool,
    /// `LARDER_DATA`: the data folder.
    pub data: PathBuf,
    /// `LARDER_BACKUPS`: the folder of the backups.
    pub backups: PathBuf,
    /// `LARDER_SITE`: a folder with the built site, instead of the embedded one.
    pub site_folder: Option<PathBuf>,
    /// `LARDER_DEV`
    pub development: bool,
    /// `LARDER_CLOCK_OFFSET`, in development only.
    pub clock_offset: TimeDelta,
}

const SITE_URL: &str = "LARDER_SITE_URL";

impl Settings {
    pub fn from_environment(env: &impl Environment) -> Result<Self, ConfigError> {
        let port = env.parsed("PORT", 8080, "it must be a port number from 0 to 65535")?;
        let development = read_switch(env, "LARDER_DEV")?;
        for name in ["LARDER_CLOCK_OFFSET", "LARDER_PUSH_HOSTS"] {
            if !development && env.get(name).is_some_and(|value| !value.is_empty()) {
                return Err(config_error(
                    name,
                    &env.text(name, ""),
                    "it is for development only; set LARDER_DEV=1 as well",
                ));
            }
        }
        let bind = env.parsed(
            "LARDER_BIND",
            IpAddr::V4(Ipv4Addr::LOCALHOST),
            "it must be an address of this machine such as 192.168.1.5, or 0.0.0.0 for all of them",
        )?;
        if development && !bind.is_loopback() {
            return Err(config_error(
                "LARDER_BIND",
                &bind.to_string(),
                "with LARDER_DEV=1 it must be a loopback address",
            ));
        }
        let site = read_site(env, bind)?;
        let trusted_proxies = env.parsed(
            "LARDER_TRUSTED_PROXIES",
            TrustedProxies::default(),
            "it must be addresses or networks such as 127.0.0.1, 172.16.0.0/12, separated by commas",
        )?;
        let announce = read_switch(env, "LARDER_ANNOUNCE")?;
        if announce && site.as_ref().map_or(bind.is_loopback(), SiteAddress::is_own_machine) {
            let expected = "others in the network must reach the site: set LARDER_BIND or LARDER_SITE_URL as well";
            return Err(config_error("LARDER_ANNOUNCE", "1", expected));
        }
        let data: PathBuf = env.text("LARDER_DATA", "./data").into();
        Ok(Self {
            port,
            bind,
            site,
            trusted_proxies,
            sign_up: env.parsed("LARDER_SIGN_UP", SignUp::Open, "it must be open, link or closed")?,
            announce,
            metrics: read_switch(env, "LARDER_METRICS")?,
            receivers: ReceiverSettings::from_environment(env)?,
            backups: env.get("LARDER_BACKUPS").filter(|path| !path.is_empty()).map_or(data.join("backups"), Into::into),
            data,
            site_folder: env.get("LARDER_SITE").filter(|path| !path.is_empty()).map(Into::into),
            development,
            clock_offset: read_clock_offset(env)?,
        })
    }

    pub fn clock(&self) -> SystemClock {
        SystemClock { offset: self.clock_offset }
    }

    /// Returns the public address; by default the listen address.
    pub fn site_address(&self, port: u16) -> SiteAddress {
        let listening = || format!("http://{}", SocketAddr::new(self.bind, port));
        self.site.clone().unwrap_or_else(|| SiteAddress::parse(&listening()).expect("an address and a port"))
    }

    /// Returns the server's address for programs on this machine.
    pub fn own_address(&self) -> SocketAddr {
        let address = match self.bind {
            IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(address) if address.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
            address => address,
        };
        SocketAddr::new(address, self.port)
    }
}

/// Reads the settings of the functions.
pub fn read_config(env: &impl Environment, site: &SiteAddress) -> Result<Config, ConfigError> {
    Config::from_environment(&WithSite { env, site }, site.as_str())
}

/// The environment with the site's address as it was understood, so that all that is derived from it agrees.
struct WithSite<'a, E> {
    env: &'a E,
    site: &'a SiteAddress,
}

impl<E: Environment> Environment for WithSite<'_, E> {
    fn get(&self, name: &str) -> Option<String> {
        if name == SITE_URL { Some(self.site.as_str().to_owned()) } else { self.env.get(name) }
    }
}

/// Reads the site's address, which is needed if Larder listens on all addresses.
fn read_site(env: &impl Environment, bind: IpAddr) -> Result<Option<SiteAddress>, ConfigError> {
    let Some(text) = env.get(SITE_URL).filter(|text| !text.is_empty()) else {
        // Links and upload URLs need an address that other machines can use, which an unspecified one is not.
        return if bind.is_unspecified() {
            let expected = format!(
                "with LARDER_BIND={bind} it must be the address that people open, such as https://larder.example.org or http://192.168.1.5:8080"
            );
            Err(config_error(SITE_URL, "", &expected))
        } else {
            Ok(None)
        };
    };
    let site = SiteAddress::parse(text.trim());
    let expected =
        "it must be an http or https address with nothing behind its host, such as https://larder.example.org";
    site.map(Some).ok_or_else(|| config_error(SITE_URL, &text, expected))
}

fn read_clock_offset(env: &impl Environment) -> Result<TimeDelta, ConfigError> {
    let text = env.text("LARDER_CLOCK_OFFSET", "0d");
    parse_offset(&text)
        .ok_or_else(|| config_error("LARDER_CLOCK_OFFSET", &text, "it must be such as 3d, -2h, 90m or 30s"))
}

/// Reads a setting that is on or off; off by default.
fn read_switch(env: &impl Environment, name: &'static str) -> Result<bool, ConfigError> {
    match env.text(name, "0").as_str() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        other => Err(config_error(name, other, "it must be 1 or 0")),
    }
}

fn config_error(name: &'static str, value: &str, expected: &str) -> ConfigError {
    ConfigError { name, value: value.to_owned(), expected: expected.to_owned() }
}

/// Parses an offset such as `3d`, `-2h`, `90m` or `30s`, of up to a hundred years.
fn parse_offset(text: &str) -> Option<TimeDelta> {
    let unit = text.chars().last()?;
    let number: i64 = text[..text.len() - unit.len_utf8()].parse().ok()?;
    let seconds = match unit {
        'd' => 86_400,
        'h' => 3_600,
        'm' => 60,
        's' => 1,
        _ => return None,
    };
    let total = number.checked_mul(seconds)?;
    (total.unsigned_abs() <= 36_525 * 86_400).then(|| TimeDelta::seconds(total))
}

#[cfg(test)]
pub struct TestEnvironment(pub std::collections::HashMap<&'static str, &'static str>);

#[cfg(test)]
impl Environment for TestEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        self.0.get(name).map(|value| (*value).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings<const N: usize>(given: [(&'static str, &'static str); N]) -> Result<Settings, ConfigError> {
        Settings::from_environment(&TestEnvironment(given.into()))
    }

    #[test]
    fn reads_an_offset_with_its_unit() {
        assert_eq!(parse_offset("3d"), Some(TimeDelta::days(3)));
        assert_eq!(parse_offset("-2h"), Some(TimeDelta::hours(-2)));
        for bad in ["", "3", "d", "3w", "1.5d", "99999999999d", "-9223372036854775808s", "3ä"] {
            assert_eq!(parse_offset(bad), None, "{bad}");
        }
    }

    #[test]
    fn names_the_setting_that_is_wrong() {
        for (name, value) in [
            ("PORT", "eighty"),
            ("LARDER_SITE_URL", "larder.example.org"),
            ("LARDER_SITE_URL", "https://example.org/larder"),
            ("LARDER_DEV", "maybe"),
            ("LARDER_CLOCK_OFFSET", "3d"),
            ("LARDER_PUSH_HOSTS", "push.example"),
            ("LARDER_METRICS", "maybe"),
            ("LARDER_SIGN_UP", "friends"),
            ("LARDER_TRUSTED_PROXIES", "caddy"),
            ("LARDER_BIND", "kitchen"),
        ] {
            assert_eq!(settings([(name, value)]).unwrap_err().name, name, "{value}");
        }
    }

    #[test]
    fn listens_on_loopback_by_default() {
        let settings = settings([]).unwrap();
        assert!(settings.bind.is_loopback());
        assert_eq!(settings.site_address(8_080).as_str(), "http://127.0.0.1:8080");
        assert_eq!(settings.own_address(), "127.0.0.1:8080".parse().unwrap());
    }

    #[test]
    fn requires_site_url_to_listen_on_all_addresses() {
        assert_eq!(settings([("LARDER_BIND", "0.0.0.0")]).unwrap_err().name, "LARDER_SITE_URL");
        let all = settings([("LARDER_BIND", "::"), ("LARDER_SITE_URL", "https://larder.example.org/")]).unwrap();
        assert_eq!(all.site_address(8_080).as_str(), "https://larder.example.org");
        assert_eq!(all.own_address(), "[::1]:8080".parse().unwrap());
        let one = settings([("LARDER_BIND", "192.168.1.5")]).unwrap();
        assert_eq!(one.site_address(8_080).as_str(), "http://192.168.1.5:8080");
    }

    #[test]
    fn announces_only_an_address_that_others_can_reach() {
        let announced = |name, value| settings([("LARDER_ANNOUNCE", "1"), (name, value)]);
        for (name, value) in [("PORT", "8080"), ("LARDER_SITE_URL", "http://localhost:8080")] {
            assert_eq!(announced(name, value).unwrap_err().name, "LARDER_ANNOUNCE");
        }
        assert!(announced("LARDER_BIND", "192.168.1.5").unwrap().announce);
        assert!(announced("LARDER_SITE_URL", "https://larder.example.org").unwrap().announce, "behind a proxy");
        assert!(!settings([]).unwrap().announce);
    }

    #[test]
    fn allows_development_on_loopback_only() {
        let refused = settings([("LARDER_DEV", "1"), ("LARDER_BIND", "192.168.1.5")]).unwrap_err();
        assert_eq!(refused.name, "LARDER_BIND");
    }
}
