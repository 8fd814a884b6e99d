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
/// Longer tokens are not parsed.
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
    /// Returns true if no fetch is needed to look up this key.
    fn suffice(&self, id: &str, now: DateTime<Utc>) -> bool {
        let is_fresh = self.fetched_at.is_some_and(|at| (now - at).abs() < KEYS_MAX_AGE);
        let was_just_tried = self.tried_at.is_some_and(|at| (now - at).abs() < KEYS_RETRY_INTERVAL);
        (is_fresh && self.by_id.contains_key(id)) || (was_just_tried && !self.by_id.is_empty())
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
        match tokio::time::timeout(PRIMING_TIMEOUT, self.key("", now)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the key set cannot be fetched yet"),
            Err(_) => tracing::warn!("the key set cannot be fetched yet: timed out"),
        }
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
            let key = self.key(&id, now).await?.ok_or(VerifyError::Refused("unknown key"))?;
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

    async fn key(&self, id: &str, now: DateTime<Utc>) -> Result<Option<DecodingKey>, VerifyError> {
        if let Some(key) = self.pinned.0.get(id) {
            return Ok(Some(key.clone()));
        }
        if let Some(keys) = self.sufficient_keys(id, now) {
            return Ok(keys.by_id.get(id).cloned());
        }
        // One fetch at a time; waiting callers use its result. Callers with pinned keys do not wait.
        let _fetching = self.fetching.lock().await;
        if let Some(keys) = self.sufficient_keys(id, now) {
            return Ok(keys.by_id.get(id).cloned());
        }
        self.keys().tried_at = Some(now);
        let fetched = self.fetch().await;
        let mut keys = self.keys();
        match fetched {
            Ok(by_id) => {
                keys.by_id = by_id;
                keys.fetched_at = Some(now);
            }
            // Old keys are better than no service.
            Err(reason) if keys.by_id.is_empty() => return Err(VerifyError::NoKeys(reason)),
            Err(reason) => tracing::warn!(reason, "the key set cannot be fetched; using the keys from before"),
        }
        Ok(keys.by_id.get(id).cloned())
    }

    fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().expect("no panic while the keys are locked")
    }

    fn sufficient_keys(&self, id: &str, now: DateTime<Utc>) -> Option<MutexGuard<'_, Keys>> {
        Some(self.keys()).filter(|keys| keys.suffice(id, now))
    }

    async fn fetch(&self) -> Result<HashMap<String, DecodingKey>, String> {
        let document = self.outbound.get(&self.keys_url).await.map_err(|e| e.to_string())?;
        let set: JwkSet = serde_json::from_slice(&document).map_err(|e| format!("no key set: {e}"))?;
        Ok(verification_keys(&set).collect())
    }
}
