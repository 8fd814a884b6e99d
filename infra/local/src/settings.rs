//! The settings that only one machine has.

use chrono::TimeDelta;
use service::config::{ConfigError, Environment};
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Settings {
    /// `PORT`
    pub port: u16,
    /// `LARDER_DATA`: where everything is kept.
    pub data: PathBuf,
    /// `LARDER_SITE`: the built site.
    pub site: PathBuf,
    /// `LARDER_DEV`
    pub development: bool,
    /// `LARDER_CLOCK_OFFSET`, in development only.
    pub clock_offset: TimeDelta,
}

/// Where `make run` has built the site.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");

impl Settings {
    pub fn from_environment(env: &impl Environment) -> Result<Self, ConfigError> {
        let port = env.parsed("PORT", 8080, "it must be a port number from 0 to 65535")?;
        let development = match env.text("LARDER_DEV", "0").as_str() {
            "1" | "true" => true,
            "0" | "false" => false,
            other => return Err(wrong("LARDER_DEV", other, "it must be 1 or 0")),
        };
        for name in ["LARDER_CLOCK_OFFSET", "LARDER_PUSH_HOSTS"] {
            if !development && env.get(name).is_some_and(|value| !value.is_empty()) {
                return Err(wrong(name, &env.text(name, ""), "it is for development only; set LARDER_DEV=1 as well"));
            }
        }
        let offset = env.text("LARDER_CLOCK_OFFSET", "0d");
        let clock_offset = parse_offset(&offset)
            .ok_or_else(|| wrong("LARDER_CLOCK_OFFSET", &offset, "it must be such as 3d, -2h, 90m or 30s"))?;
        Ok(Self {
            port,
            data: env.text("LARDER_DATA", "./data").into(),
            site: env.text("LARDER_SITE", SITE).into(),
            development,
            clock_offset,
        })
    }
}

fn wrong(name: &'static str, value: &str, expected: &str) -> ConfigError {
    ConfigError { name, value: value.to_owned(), expected: expected.to_owned() }
}

/// `3d`, `-2h`, `90m`, `30s`; at most a hundred years either way.
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
    (total.abs() <= 36_525 * 86_400).then(|| TimeDelta::seconds(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_has_a_unit() {
        assert_eq!(parse_offset("3d"), Some(TimeDelta::days(3)));
        assert_eq!(parse_offset("-2h"), Some(TimeDelta::hours(-2)));
        for bad in ["", "3", "d", "3w", "1.5d", "99999999999d", "3ä"] {
            assert_eq!(parse_offset(bad), None, "{bad}");
        }
    }
}
