//! Refresh tokens: `<uid>.<family>.<secret>`. Only hashes are stored.
//!
//! A family belongs to one signed-in device. Each use issues a new secret. Because a response can be lost, and two tabs
//! can refresh at once, the last used secret and the last four issued, unused ones stay valid. Others are refused,
//! but the family is not revoked: an anonymous user would lose all data.
//!
//! A secret is derived from the server's key, its family and its number in the family. A row is written before its
//! secret is answered, so a secret with a higher number than the row's was issued after the backup from which the table
//! was restored. It is newer than all that the row knows, and is accepted (decision 042).

use application::deps::Deps;
use application::derivation::DerivationKey;
use chrono::{DateTime, TimeDelta, Utc};
use domain::digest::hash;
use domain::id::{DeviceId, UserId};
use domain::stored::Stored;
use store::{ACTIVITY_WRITE_INTERVAL, RefreshFamily};

/// A device is signed out after this time without a request.
const REFRESH_TOKEN_LIFETIME: TimeDelta = TimeDelta::days(400);
/// The number of base62 characters of a family's name (131 bits) and of a secret (256 bits).
const FAMILY_LENGTH: usize = 22;
const SECRET_LENGTH: usize = 43;
/// The decimal digits of a secret's number, at its start.
const NUMBER_LENGTH: usize = 8;
/// The random characters behind the number, so that a number that is issued again after a restore is another secret.
const NONCE_LENGTH: usize = 5;
/// The maximum number of issued, unused secrets of one device.
const MAX_ISSUED: usize = 4;

pub struct RefreshToken {
    pub user: UserId,
    pub family_hash: String,
    secret: String,
    family: String,
}

impl RefreshToken {
    pub fn parse(text: &str) -> Option<Self> {
        let (rest, secret) = text.rsplit_once('.')?;
        let (user, family) = rest.rsplit_once('.')?;
        let is_well_formed = family.len() == FAMILY_LENGTH && secret.len() == SECRET_LENGTH;
        let user = UserId::parse(user).filter(|_| is_well_formed)?;
        Some(Self { user, family_hash: hash(family), secret: secret.to_owned(), family: family.to_owned() })
    }

    /// Returns the number of a secret that this server derived; `None` for a random one and a forged one.
    fn number(&self, key: &DerivationKey) -> Option<u64> {
        let (number, nonce) = self.secret.get(..NUMBER_LENGTH + NONCE_LENGTH)?.split_at_checked(NUMBER_LENGTH)?;
        let number = number.parse().ok()?;
        let derived = derive_secret(key, &self.user, &self.family, number, nonce)?;
        // Hashes, whose comparison tells nothing about the secret by its time.
        (hash(&derived) == hash(&self.secret)).then_some(number)
    }
}

/// Returns the secret with this number; `None` if the number has too many digits.
fn derive_secret(key: &DerivationKey, user: &UserId, family: &str, number: u64, nonce: &str) -> Option<String> {
    let position = format!("{number:0NUMBER_LENGTH$}{nonce}");
    let rest = SECRET_LENGTH.checked_sub(position.len()).filter(|_| position.len() == NUMBER_LENGTH + NONCE_LENGTH)?;
    Some(format!("{position}{}", key.token("refresh", &format!("{user}.{family}.{position}"), rest)))
}

/// Returns a new secret, a random one if the server has no key.
fn next_secret(deps: &Deps, user: &UserId, family: &str, number: u64) -> String {
    let derived = deps
        .config
        .derivation_key
        .as_ref()
        .and_then(|key| derive_secret(key, user, family, number, &deps.ids.token(NONCE_LENGTH)));
    derived.unwrap_or_else(|| deps.ids.token(SECRET_LENGTH))
}

/// Creates a family and its first token. `device` is the one that joins a larder.
pub fn create_family(
    deps: &Deps,
    user: UserId,
    device: Option<DeviceId>,
    now: DateTime<Utc>,
) -> (RefreshFamily, String) {
    let family = deps.ids.token(FAMILY_LENGTH);
    let secret = next_secret(deps, &user, &family, 1);
    let token = format!("{user}.{family}.{secret}");
    let family = RefreshFamily {
        user,
        family_hash: hash(&family),
        device,
        confirmed_hash: None,
        issued_hashes: vec![hash(&secret)],
        issued_count: 1,
        // A new account's row has the time already; a joining device records it with its next request.
        activity_recorded_at: device.is_none().then_some(now),
        signed_in_at: now,
        refreshed_at: now,
        expires_at: now + REFRESH_TOKEN_LIFETIME,
        version: 1,
        stored: Stored::default(),
    };
    (family, token)
}

pub enum Rotation {
    /// The family's next state and its new token.
    Next(Box<RefreshFamily>, String),
    /// The token was used before a newer one, is older than the last four, or was never issued.
    Reused,
    Expired,
}

/// Applies the use of `token` to its family.
pub fn rotate(deps: &Deps, family: &RefreshFamily, token: &RefreshToken, now: DateTime<Utc>) -> Rotation {
    if now >= family.expires_at {
        return Rotation::Expired;
    }
    let used = hash(&token.secret);
    let is_known = family.confirmed_hash.as_ref() == Some(&used) || family.issued_hashes.contains(&used);
    let mut issued = family.issued_hashes.clone();
    let mut count = family.issued_count;
    if !is_known {
        // Issued after the backup from which this row was restored. What the row has issued is older, and ends.
        let number = deps.config.derivation_key.as_ref().and_then(|key| token.number(key));
        let Some(number) = number.filter(|number| *number > count) else { return Rotation::Reused };
        tracing::info!("a refresh token is newer than the restored table");
        issued.clear();
        count = number;
    }
    count += 1;
    let secret = next_secret(deps, &token.user, &token.family, count);
    issued.retain(|hash| *hash != used);
    issued.push(hash(&secret));
    // Drops the oldest secrets: the responses with them were probably lost.
    let excess = issued.len().saturating_sub(MAX_ISSUED);
    issued.drain(..excess);
    let next = RefreshFamily {
        confirmed_hash: Some(used),
        issued_hashes: issued,
        issued_count: count,
        refreshed_at: now,
        activity_recorded_at: family
            .activity_recorded_at
            .filter(|at| now - *at < ACTIVITY_WRITE_INTERVAL)
            .or(Some(now)),
        // A clock that is behind does not shorten the lifetime.
        expires_at: family.expires_at.max(now + REFRESH_TOKEN_LIFETIME),
        version: family.version + 1,
        ..family.clone()
    };
    Rotation::Next(Box::new(next), format!("{}.{}.{secret}", token.user, token.family))
}
