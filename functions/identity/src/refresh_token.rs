//! Refresh tokens: `<uid>.<family>.<secret>`. Only hashes are stored.
//!
//! A family belongs to one signed-in device. Each use issues a new secret. Because a response can be lost, and two tabs can
//! refresh at once, the last used secret and all secrets issued since stay valid. Older ones are refused, but the family is
//! not revoked: an anonymous user would lose all data.

use application::deps::Deps;
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
/// The maximum number of issued, unused secrets of one device.
const MAX_ISSUED: usize = 4;

pub struct RefreshToken {
    pub user: UserId,
    pub family_hash: String,
    secret_hash: String,
    family: String,
}

impl RefreshToken {
    pub fn parse(text: &str) -> Option<Self> {
        let (rest, secret) = text.rsplit_once('.')?;
        let (user, family) = rest.rsplit_once('.')?;
        let is_well_formed = family.len() == FAMILY_LENGTH && secret.len() == SECRET_LENGTH;
        let user = UserId::parse(user).filter(|_| is_well_formed)?;
        Some(Self { user, family_hash: hash(family), secret_hash: hash(secret), family: family.to_owned() })
    }
}

/// Creates a family and its first token. `device` is the one that joins a larder.
pub fn create_family(
    deps: &Deps,
    user: UserId,
    device: Option<DeviceId>,
    now: DateTime<Utc>,
) -> (RefreshFamily, String) {
    let (family, secret) = (deps.ids.token(FAMILY_LENGTH), deps.ids.token(SECRET_LENGTH));
    let token = format!("{user}.{family}.{secret}");
    let family = RefreshFamily {
        user,
        family_hash: hash(&family),
        device,
        confirmed_hash: None,
        issued_hashes: vec![hash(&secret)],
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
    /// The token was replaced: a newer one has been used.
    Reused,
    Expired,
}

/// Applies the use of `token` to its family.
pub fn rotate(deps: &Deps, family: &RefreshFamily, token: &RefreshToken, now: DateTime<Utc>) -> Rotation {
    if now >= family.expires_at {
        return Rotation::Expired;
    }
    let used = &token.secret_hash;
    if family.confirmed_hash.as_ref() != Some(used) && !family.issued_hashes.contains(used) {
        return Rotation::Reused;
    }
    let secret = deps.ids.token(SECRET_LENGTH);
    let mut issued: Vec<String> = family.issued_hashes.iter().filter(|hash| *hash != used).cloned().collect();
    issued.push(hash(&secret));
    // Drops the oldest secrets: the responses with them were probably lost.
    let excess = issued.len().saturating_sub(MAX_ISSUED);
    issued.drain(..excess);
    let next = RefreshFamily {
        confirmed_hash: Some(used.clone()),
        issued_hashes: issued,
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
