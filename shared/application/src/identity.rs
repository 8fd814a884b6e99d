//! Verifies bearer tokens (RS256): issuer, audience, time, and signature by the provider's published keys.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use system::Boxed;
use system::outbound::Outbound;

/// The lifetime of our own id tokens.
pub const ID_TOKEN_LIFETIME: TimeDelta = TimeDelta::hours(1);
/// The maximum length of a token, in bytes; a longer one is not parsed.
const MAX_TOKEN_LENGTH: usize = 4_096;
/// Keys are fetched again after this long. A rotation publishes the new key well before it signs.
const KEYS_MAX_AGE: TimeDelta = TimeDelta::minutes(10);
/// An unknown key id may mean a rotation, but clients could invent ids: at most one fetch in this time.
const KEYS_RETRY_INTERVAL: TimeDelta = TimeDelta::seconds(10);
/// The maximum time that the start of a process waits for the key set. Lambda restarts a process that is not ready
/// within ten seconds.
const PRIMING_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum difference of another machine's clock.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error("expired")]
    Expired,
    #[error("refused: {0}")]
    Refused(&'static str),
    #[error("no keys: {0}")]
    NoKeys(String),
}

#[derive(Debug)]
pub struct Verifier {
    issuer: String,
    audience: String,
    keys_url: String,
    outbound: Outbound,
    pinned: PinnedKeys,
    keys: Mutex<Keys>,
    fetching: tokio::sync::Mutex<()>,
    #[cfg(debug_assertions)]
    development: bool,
}

/// A deployment's pinned keys by id, for verification without a fetch. Written as `id:modulus`, separated by commas;
/// the modulus is a JWK's `n`, the exponent is always 65537.
#[derive(Clone, Default)]
pub struct PinnedKeys(HashMap<String, DecodingKey>);

impl FromStr for PinnedKeys {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let key = |pair: &str| {
            let (id, modulus) = pair.split_once(':').filter(|(id, modulus)| !id.is_empty() && !modulus.is_empty())?;
            Some((id.to_owned(), DecodingKey::from_rsa_components(modulus, "AQAB").ok()?))
        };
        let keys: Option<_> = text.split(',').map(|pair| key(pair.trim())).collect();
        keys.map(Self).ok_or_else(|| text.to_owned())
    }
}

impl PinnedKeys {
    /// Adds the keys of a key set.
    #[must_use]
    pub fn with_set(mut self, set: &JwkSet) -> Self {
        self.0.extend(verification_keys(set));
        self
    }
}

/// Returns the keys of a set that can verify, by their ids.
fn verification_keys(set: &JwkSet) -> impl Iterator<Item = (String, DecodingKey)> + '_ {
    set.keys.iter().filter_map(|jwk| Some((jwk.common.key_id.clone()?, DecodingKey::from_jwk(jwk).ok()?)))
}

impl std::fmt::Debug for PinnedKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

#[derive(Default)]
struct Keys {
    by_id: HashMap<String, DecodingKey>,
    fetched_at: Option<DateTime<Utc>>,
    tried_at: Option<DateTime<Utc>>,
}

impl Keys {
    /// Looks up a key; `None` if the key set must be fetched first.
    fn find(&self, id: &str, now: DateTime<Utc>) -> Option<Result<DecodingKey, VerifyError>> {
        let is_fresh = self.fetched_at.is_some_and(|at| (now - at).abs() < KEYS_MAX_AGE);
        let was_just_tried = self.tried_at.is_some_and(|at| (now - at).abs() < KEYS_RETRY_INTERVAL);
        match self.by_id.get(id) {
            // Old keys are better than no service.
            Some(key) if is_fresh || was_just_tried => Some(Ok(key.clone())),
            None if was_just_tried && self.fetched_at == self.tried_at => {
                Some(Err(VerifyError::Refused("unknown key")))
            }
            // The set that could not be fetched may have the key.
            None if was_just_tried => Some(Err(VerifyError::NoKeys("retried later".into()))),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys")
            .field("ids", &self.by_id.keys())
            .field("fetched_at", &self.fetched_at)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    exp: i64,
    #[serde(default)]
    iat: i64,
    /// The device of a shared larder.
    #[serde(default)]
    device: Option<String>,
}

/// The content of a verified token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedToken {
    pub user: UserId,
    /// The device of a shared larder; none if the larder was never shared.
    pub device: Option<DeviceId>,
}

/// The fixed development token of specification §4 and its user. Not in release builds.
#[cfg(debug_assertions)]
pub mod development {
    pub const TOKEN: &str = "larder-development-token";
    pub const USER: &str = "development-user";
}

impl Verifier {
    pub fn new(issuer: &str, audience: &str, keys_url: &str) -> Self {
        Self {
            issuer: issuer.to_owned(),
            audience: audience.to_owned(),
            keys_url: keys_url.to_owned(),
            outbound: Outbound::default(),
            pinned: PinnedKeys::default(),
            keys: Mutex::default(),
            fetching: tokio::sync::Mutex::default(),
            #[cfg(debug_assertions)]
            development: false,
        }
    }

    /// Accepts tokens of these keys without fetching the published ones.
    #[must_use]
    pub fn with_pinned(self, pinned: PinnedKeys) -> Self {
        Self { pinned, ..self }
    }

    /// Fetches the key set in advance, unless keys are pinned. A failure is only logged: the first token fetches again.
    pub async fn prime(&self, now: DateTime<Utc>) {
        if !self.pinned.0.is_empty() {
            return;
        }
        let reason = match tokio::time::timeout(PRIMING_TIMEOUT, self.key("", now)).await {
            // No key has the empty id.
            Ok(Ok(_) | Err(VerifyError::Refused(_))) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "timed out".to_owned(),
        };
        tracing::warn!(reason, "the key set cannot be fetched yet");
        self.keys().tried_at = None;
    }

    /// Accepts the fixed development token too. Only for a server on a loopback address.
    #[cfg(debug_assertions)]
    #[must_use]
    pub fn with_development_token(self) -> Self {
        Self { development: true, ..self }
    }

    #[inline(never)]
    pub fn verify<'a>(&'a self, token: &'a str, now: DateTime<Utc>) -> Boxed<'a, Result<VerifiedToken, VerifyError>> {
        Box::pin(async move {
            #[cfg(debug_assertions)]
            if self.development && token == development::TOKEN {
                let user = UserId::parse(development::USER).expect("the development user's id is a valid one");
                return Ok(VerifiedToken { user, device: None });
            }
            if token.len() > MAX_TOKEN_LENGTH {
                return Err(VerifyError::Refused("too long"));
            }
            let header = jsonwebtoken::decode_header(token).map_err(|_| VerifyError::Refused("no token"))?;
            if header.alg != Algorithm::RS256 {
                return Err(VerifyError::Refused("algorithm"));
            }
            let id = header.kid.ok_or(VerifyError::Refused("no key id"))?;
            let key = self.key(&id, now).await?;
            let mut rules = Validation::new(Algorithm::RS256);
            rules.set_issuer(&[&self.issuer]);
            rules.set_audience(&[&self.audience]);
            rules.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
            // The time is checked below with our own clock.
            rules.validate_exp = false;
            let claims = jsonwebtoken::decode::<Claims>(token, &key, &rules)
                .map_err(|_| VerifyError::Refused("signature or claims"))?
                .claims;
            if now.timestamp() >= claims.exp {
                return Err(VerifyError::Expired);
            }
            if claims.iat > (now + MAX_CLOCK_SKEW).timestamp() {
                return Err(VerifyError::Refused("issued in the future"));
            }
            let user = UserId::parse(&claims.sub).ok_or(VerifyError::Refused("subject"))?;
            let device = claims.device.map(|id| DeviceId::parse(&id).ok_or(VerifyError::Refused("device")));
            Ok(VerifiedToken { user, device: device.transpose()? })
        })
    }

    async fn key(&self, id: &str, now: DateTime<Utc>) -> Result<DecodingKey, VerifyError> {
        if let Some(key) = self.pinned.0.get(id) {
            return Ok(key.clone());
        }
        if let Some(found) = self.find_key(id, now) {
            return found;
        }
        // One fetch at a time; waiting callers use its result. Callers with pinned keys do not wait.
        let _fetching = self.fetching.lock().await;
        if let Some(found) = self.find_key(id, now) {
            return found;
        }
        match self.fetch().await {
            Ok(by_id) => {
                let key = by_id.get(id).cloned();
                *self.keys() = Keys { by_id, fetched_at: Some(now), tried_at: Some(now) };
                key.ok_or(VerifyError::Refused("unknown key"))
            }
            Err(reason) => {
                tracing::warn!(reason, "the key set cannot be fetched; the keys from before stay");
                let mut keys = self.keys();
                // Not before the fetch, which a client that goes away drops.
                keys.tried_at = Some(now);
                keys.by_id.get(id).cloned().ok_or(VerifyError::NoKeys(reason))
            }
        }
    }

    fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().expect("no panic while the keys are locked")
    }

    fn find_key(&self, id: &str, now: DateTime<Utc>) -> Option<Result<DecodingKey, VerifyError>> {
        self.keys().find(id, now)
    }

    async fn fetch(&self) -> Result<HashMap<String, DecodingKey>, String> {
        let document = self.outbound.get(&self.keys_url).await.map_err(|e| e.to_string())?;
        let set: JwkSet = serde_json::from_slice(&document).map_err(|e| format!("no key set: {e}"))?;
        Ok(verification_keys(&set).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A token of the key `new`, which is not read beyond its header: `{"alg":"RS256","kid":"new"}`.
    const TOKEN: &str = "eyJhbGciOiJSUzI1NiIsImtpZCI6Im5ldyJ9.e30.AA";

    #[tokio::test]
    async fn does_not_refuse_a_token_of_a_key_that_cannot_be_fetched() {
        // Nothing listens there.
        let verifier = Verifier::new("https://id.example", "larder", "http://127.0.0.1:9/keys");
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let old = ("old".to_owned(), DecodingKey::from_secret(b"any"));
        *verifier.keys() = Keys { by_id: HashMap::from([old]), ..Keys::default() };
        for later in [TimeDelta::zero(), KEYS_RETRY_INTERVAL / 2] {
            let error = verifier.verify(TOKEN, now + later).await.unwrap_err();
            assert!(matches!(error, VerifyError::NoKeys(_)), "{error}, after {later}");
        }
    }

    #[tokio::test]
    async fn waits_between_fetches_of_a_key_set_that_no_fetch_has_given_yet() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let verifier =
            Verifier::new("https://id.example", "larder", &format!("http://{}/keys", listener.local_addr().unwrap()));
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = connections.clone();
        tokio::spawn(async move {
            // Each connection ends without an answer.
            while listener.accept().await.is_ok() {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let connections_at = async |time| {
            let error = verifier.verify(TOKEN, time).await.unwrap_err();
            assert!(matches!(error, VerifyError::NoKeys(_)), "{error}");
            connections.load(Ordering::Relaxed)
        };
        let first = connections_at(now).await;
        assert!(first > 0);
        assert_eq!(connections_at(now + KEYS_RETRY_INTERVAL / 2).await, first);
        assert!(connections_at(now + KEYS_RETRY_INTERVAL).await > first);
    }

    /// A phone that closes the page ends its request, and the fetch with it.
    #[tokio::test]
    async fn fetches_again_at_once_if_a_fetch_was_dropped() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let verifier =
            Verifier::new("https://id.example", "larder", &format!("http://{}/keys", listener.local_addr().unwrap()));
        for _ in 0..2 {
            tokio::select! {
                answer = verifier.verify(TOKEN, DateTime::UNIX_EPOCH) => panic!("nothing was fetched: {answer:?}"),
                connection = listener.accept() => drop(connection.unwrap()),
            }
        }
    }

    #[tokio::test]
    async fn refuses_a_token_of_a_key_that_is_not_in_the_key_set() {
        let verifier = Verifier::new("https://id.example", "larder", "http://127.0.0.1:9/keys");
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let old = ("old".to_owned(), DecodingKey::from_secret(b"any"));
        *verifier.keys() = Keys { by_id: HashMap::from([old]), fetched_at: Some(now), tried_at: Some(now) };
        let error = verifier.verify(TOKEN, now + KEYS_RETRY_INTERVAL / 2).await.unwrap_err();
        assert!(matches!(error, VerifyError::Refused("unknown key")), "{error}");
    }
}
