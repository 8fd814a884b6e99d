//! Sends the daily digest to ntfy and Gotify, if configured.
//!
//! Only on one machine, where the addresses are the operator's settings.

use crate::data::folder::DIGESTS;
use crate::data::private_file;
use crate::data::users;
use crate::schedule::steady_clock::{OBSERVATION_TIME, SteadyClock};
use application::config::{ConfigError, Environment};
use application::deps::Deps;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::item::Item;
use domain::language::Language;
use domain::reminder::{ReminderCheck, Schedule};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::StoreError;
use system::outbound::{Outbound, OutboundError, PostResponse};

const NTFY: &str = "LARDER_NTFY_URL";
const NTFY_TOKEN: &str = "LARDER_NTFY_TOKEN";
const GOTIFY: &str = "LARDER_GOTIFY_URL";
const GOTIFY_TOKEN: &str = "LARDER_GOTIFY_TOKEN";
const LANGUAGE: &str = "LARDER_DIGEST_LANGUAGE";
const LARDER: &str = "LARDER_DIGEST_LARDER";
/// As for the reminders: local hours begin at quarters of an hour.
const INTERVAL: Duration = Duration::from_mins(15);

/// The reason why a digest may not have been delivered.
enum PostError {
    Refused(String),
    /// The receiver may have the digest.
    Unknown(String),
}

/// A receiver of digests.
#[derive(Clone)]
struct Receiver {
    name: &'static str,
    url: String,
    headers: HeaderMap,
}

/// The receivers of digests, and the larder.
#[derive(Clone, Default)]
pub struct Digests {
    receivers: Vec<Receiver>,
    language: Language,
    larder: Option<UserId>,
}

impl std::fmt::Debug for Digests {
    /// Omits the URLs, which are secret: anyone who knows a topic can read it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.receivers.iter().map(|receiver| receiver.name)).finish()
    }
}

fn config_error(name: &'static str, value: &str, expected: &str) -> ConfigError {
    ConfigError { name, value: value.to_owned(), expected: expected.to_owned() }
}

fn address(env: &impl Environment, name: &'static str, expected: &str) -> Result<Option<Uri>, ConfigError> {
    let Some(text) = env.get(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let uri = text.trim().trim_end_matches('/').parse::<Uri>().ok();
    let is_web =
        |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some() && uri.query().is_none();
    uri.filter(is_web).map(Some).ok_or_else(|| config_error(name, &text, expected))
}

/// Reads a token as a header. The error does not contain the token, because errors are logged.
fn secret(env: &impl Environment, name: &'static str, prefix: &str) -> Result<Option<HeaderValue>, ConfigError> {
    let Some(token) = env.get(name).filter(|token| !token.is_empty()) else { return Ok(None) };
    let value = HeaderValue::from_str(&format!("{prefix}{}", token.trim()));
    let mut value = value.map_err(|_| config_error(name, "…", "it must be a token of letters and digits"))?;
    value.set_sensitive(true);
    Ok(Some(value))
}

impl Digests {
    pub fn from_environment(env: &impl Environment) -> Result<Self, ConfigError> {
        let mut receivers = vec![];
        let topic = "it must be the address of a topic, such as https://ntfy.sh/our-larder-8r2k";
        if let Some(uri) = address(env, NTFY, topic)? {
            if uri.path().trim_matches('/').is_empty() {
                return Err(config_error(NTFY, &uri.to_string(), topic));
            }
            let mut headers = HeaderMap::new();
            headers.extend(secret(env, NTFY_TOKEN, "Bearer ")?.map(|value| (AUTHORIZATION, value)));
            receivers.push(Receiver { name: "ntfy", url: uri.to_string(), headers });
        }
        if let Some(uri) = address(env, GOTIFY, "it must be the address of Gotify, such as https://gotify.example.org")?
        {
            let key = secret(env, GOTIFY_TOKEN, "")?;
            let key = key.ok_or_else(|| {
                config_error(GOTIFY_TOKEN, "", "with LARDER_GOTIFY_URL it must be an application's token")
            })?;
            let headers = HeaderMap::from_iter([
                (HeaderName::from_static("x-gotify-key"), key),
                (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            ]);
            receivers.push(Receiver {
                name: "Gotify",
                url: format!("{}/message", uri.to_string().trim_end_matches('/')),
                headers,
            });
        }
        let larder = match env.get(LARDER).filter(|name| !name.is_empty()) {
            None => None,
            Some(name) => {
                let expected = "it must be one of the names that `larder devices` lists under \"larder\"";
                Some(UserId::parse(name.trim()).ok_or_else(|| config_error(LARDER, &name, expected))?)
            }
        };
        let codes: Vec<&str> = Language::all().map(Language::code).collect();
        let expected = format!("it must be one of {}", codes.join(", "));
        let language = env.parsed(LANGUAGE, Language::default(), &expected)?;
        Ok(Self { receivers, language, larder })
    }

    pub fn is_empty(&self) -> bool {
        self.receivers.is_empty()
    }

    /// Sends the due items to each receiver once a day, at the larder's hour, and repeats a refused digest on the same day.
    /// The receivers cannot detect duplicates, so a digest that may have arrived is not repeated: its day is stored first.
    pub async fn send(&self, deps: &Deps, folder: &Path) -> Result<(), StoreError> {
        let now = deps.now();
        let Some((user, items)) = self.digest_larder(deps, folder, now).await? else { return Ok(()) };
        let preferences = deps.store.preferences_get(&user).await?;
        let schedule = Schedule {
            zone: preferences.time_zone.unwrap_or(domain::calendar_day::Tz::UTC),
            hour: preferences.notification_time,
        };
        let mut sent_on = read(folder);
        let outbound = Outbound::default();
        for receiver in &self.receivers {
            let before = sent_on.clone();
            let check = ReminderCheck::new(schedule, now, sent_on.get(receiver.name).copied());
            let digest = check.digest(&items);
            if digest.is_empty() {
                continue;
            }
            sent_on.insert(receiver.name.to_owned(), check.today);
            if let Err(error) = write(folder, &sent_on) {
                tracing::warn!(%error, "{} gets no digest today: the day of the digest cannot be stored", receiver.name);
                sent_on = before;
                continue;
            }
            let (title, text) = (&self.language.texts().title, push::digest_text(self.language, &digest, check.now));
            match post(&outbound, receiver, title, &text, &deps.config.site_url).await {
                Ok(()) => {}
                Err(PostError::Unknown(reason)) => {
                    tracing::warn!(reason, "{} may have the digest or not; the next one is tomorrow's", receiver.name);
                }
                Err(PostError::Refused(reason)) => {
                    tracing::warn!(
                        reason,
                        "{} did not accept the digest; trying again in a quarter of an hour",
                        receiver.name
                    );
                    sent_on = before;
                    if let Err(error) = write(folder, &sent_on) {
                        tracing::warn!(%error, "{} gets no second attempt today", receiver.name);
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends a test message to each receiver. Returns a line of text for each; an error if one did not accept the message.
    pub async fn test(&self, site: &str) -> Result<String, String> {
        let outbound = Outbound::default();
        let (mut lines, mut all_accepted) = (vec![], true);
        for receiver in &self.receivers {
            lines.push(match post(&outbound, receiver, "Larder", &self.language.texts().arrives, site).await {
                Ok(()) => format!("{} took the message.", receiver.name),
                Err(PostError::Refused(reason) | PostError::Unknown(reason)) => {
                    all_accepted = false;
                    format!("{} did not take the message: {reason}.", receiver.name)
                }
            });
        }
        let text = lines.join("\n");
        if all_accepted { Ok(text) } else { Err(text) }
    }

    /// Sends a problem that the operator must fix to each receiver.
    pub async fn warn_operator(&self, message: &str, site: &str) {
        let outbound = Outbound::default();
        for receiver in &self.receivers {
            if post(&outbound, receiver, "Larder", message, site).await.is_err() {
                tracing::warn!("{} did not accept the warning", receiver.name);
            }
        }
    }

    /// Returns the configured larder, or the only one with items. A household must not see another's.
    async fn digest_larder(
        &self,
        deps: &Deps,
        folder: &Path,
        now: DateTime<Utc>,
    ) -> Result<Option<(UserId, Arc<Vec<Item>>)>, StoreError> {
        if let Some(user) = &self.larder {
            return Ok(Some((user.clone(), deps.store.item_list_active(user, now).await?)));
        }
        let users = users::list_users(folder, &deps.config.table).unwrap_or_else(|error| {
            tracing::warn!(%error, "the larders cannot be listed");
            vec![]
        });
        let mut found = None;
        for user in users {
            let items = deps.store.item_list_active(&user, now).await?;
            if items.is_empty() {
                continue;
            }
            if found.is_some() {
                tracing::warn!(
                    "more than one larder has items: {LARDER} must name the one whose digest goes to ntfy or Gotify"
                );
                return Ok(None);
            }
            found = Some((user, items));
        }
        Ok(found)
    }
}

/// Reads the day of each receiver's last digest; empty if the file cannot be read.
fn read(folder: &Path) -> BTreeMap<String, NaiveDate> {
    std::fs::read_to_string(folder.join(DIGESTS))
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn write(folder: &Path, sent_on: &BTreeMap<String, NaiveDate>) -> std::io::Result<()> {
    private_file::write(folder, DIGESTS, &serde_json::to_string(sent_on).expect("names and days are plain data"))
}

/// Encodes a header that is not ASCII by RFC 2047, which ntfy accepts.
fn encoded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { format!("=?UTF-8?B?{}?=", STANDARD.encode(text)).into() }
}

async fn post(outbound: &Outbound, receiver: &Receiver, title: &str, text: &str, site: &str) -> Result<(), PostError> {
    let click = format!("{site}/?tab=items&due=1");
    let mut headers = receiver.headers.clone();
    let body = if receiver.name == "ntfy" {
        for (name, value) in [("title", title), ("tags", "hourglass_flowing_sand"), ("click", &click)] {
            let value = HeaderValue::from_str(&encoded(value)).ok();
            headers.extend(value.map(|value| (HeaderName::from_static(name), value)));
        }
        text.to_owned()
    } else {
        let extras = json!({"client::notification": {"click": {"url": click}}});
        json!({"title": title, "message": text, "priority": 5, "extras": extras}).to_string()
    };
    match outbound.post(&receiver.url, headers, body.into()).await {
        Ok(response) if response.status.is_success() => Ok(()),
        Ok(PostResponse { status, .. }) => {
            let reason = format!("answered {status}");
            // A proxy answers 5xx if it lost the receiver's answer.
            let is_unknown = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
            Err(if is_unknown { PostError::Unknown(reason) } else { PostError::Refused(reason) })
        }
        Err(OutboundError::Unreachable(reason)) => Err(PostError::Refused(reason)),
        Err(error) => Err(PostError::Unknown(error.to_string())),
    }
}

/// Sends due digests every quarter of an hour.
pub async fn run(deps: Deps, digests: Digests, folder: PathBuf) {
    if digests.is_empty() {
        return;
    }
    let mut clock = SteadyClock::new(deps.now());
    tokio::time::sleep(OBSERVATION_TIME).await;
    loop {
        if clock.is_steady(deps.now())
            && let Err(error) = digests.send(&deps, &folder).await
        {
            tracing::warn!(%error, "the digest could not be created; trying again in a quarter of an hour");
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::TestEnvironment;

    fn digests<const N: usize>(given: [(&'static str, &'static str); N]) -> Result<Digests, ConfigError> {
        Digests::from_environment(&TestEnvironment(given.into()))
    }

    #[test]
    fn names_the_setting_that_is_wrong_or_missing() {
        assert!(digests([]).unwrap().is_empty());
        let both = digests([
            (NTFY, "https://ntfy.sh/our-larder"),
            (NTFY_TOKEN, "tk_x"),
            (GOTIFY, "http://192.168.1.9:8070/gotify/"),
            (GOTIFY_TOKEN, "A1b2"),
            (LARDER, "abc"),
        ])
        .unwrap();
        assert_eq!(both.receivers[0].headers[AUTHORIZATION], "Bearer tk_x");
        assert_eq!(both.receivers[1].url, "http://192.168.1.9:8070/gotify/message");
        assert_eq!(format!("{both:?}"), "[\"ntfy\", \"Gotify\"]", "no address and no token in a log");
        for (name, given) in [
            (NTFY, [(NTFY, "ntfy.sh/our-larder"), (LARDER, "abc")]),
            (NTFY, [(NTFY, "https://ntfy.sh"), (LARDER, "abc")]),
            (NTFY, [(NTFY, "ftp://ntfy.sh/x"), (LARDER, "abc")]),
            (NTFY_TOKEN, [(NTFY, "https://ntfy.sh/x"), (NTFY_TOKEN, "a\nb")]),
            (GOTIFY, [(GOTIFY, "gotify"), (GOTIFY_TOKEN, "x")]),
            (GOTIFY_TOKEN, [(GOTIFY, "https://gotify.example.org"), (GOTIFY_TOKEN, "")]),
            (LARDER, [(NTFY, "https://ntfy.sh/x"), (LARDER, "a b")]),
            (LANGUAGE, [(NTFY, "https://ntfy.sh/x"), (LANGUAGE, "German")]),
        ] {
            let error = digests(given).unwrap_err();
            assert_eq!(error.name, name, "{error}");
            assert!(!error.to_string().contains("a\nb"), "{error}");
        }
    }
}
