//! Refresh tokens: `<uid>.<family>.<secret>`. Only hashes are stored.
//!
//! A family is one signed-in device. Each use issues a new secret. An answer can be lost on the way, a page can be
//! reloaded before it has kept the new secret, and two tabs can ask at once; so every secret that was issued since
//! the last one that was used stays valid, and so does that one. Anything older is refused. The family stays:
//! revoking it would cost an anonymous user all their data.

use application::deps::Deps;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use domain::stored::Stored;
use sha2::{Digest, Sha256};
use store::{ACTIVITY_WRITE_INTERVAL, RefreshFamily};

/// A device without a request for this time is signed out.
const REFRESH_TOKEN_LIFETIME: TimeDelta = TimeDelta::days(400);
/// Base62 characters of a family's name (131 bits) and of its secret (256 bits).
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

fn hash(text: &str) -> String {
    domain::digest::hex(&Sha256::digest(text.as_bytes()))
}

impl RefreshToken {
    pub fn parse(text: &str) -> Option<Self> {
        let (rest, secret) = text.rsplit_once('.')?;
        let (user, family) = rest.rsplit_once('.')?;
        let well_formed = family.len() == FAMILY_LENGTH && secret.len() == SECRET_LENGTH;
        let user = UserId::parse(user).filter(|_| well_formed)?;
        Some(Self { user, family_hash: hash(family), secret_hash: hash(secret), family: family.to_owned() })
    }
}

/// A new device's family and its first token. `device` names it where it joins a larder.
pub fn begin(deps: &Deps, user: UserId, device: Option<DeviceId>, now: DateTime<Utc>) -> (RefreshFamily, String) {
    let (family, secret) = (deps.ids.token(FAMILY_LENGTH), deps.ids.token(SECRET_LENGTH));
    let token = format!("{user}.{family}.{secret}");
    let family = RefreshFamily {
        user,
        family_hash: hash(&family),
        device,
        confirmed_hash: None,
        issued_hashes: vec![hash(&secret)],
        // A new account's row has the time of its visit; a device that joins one records it with its next request.
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
    /// An invalid token: a newer one was used.
    Reused,
    Ended,
}

/// Applies the use of `token` to its family.
pub fn rotate(deps: &Deps, family: &RefreshFamily, token: &RefreshToken, now: DateTime<Utc>) -> Rotation {
    if now >= family.expires_at {
        return Rotation::Ended;
    }
    let used = &token.secret_hash;
    if family.confirmed_hash.as_ref() != Some(used) && !family.issued_hashes.contains(used) {
        return Rotation::Reused;
    }
    let secret = deps.ids.token(SECRET_LENGTH);
    let mut issued_hashes: Vec<String> = family.issued_hashes.iter().filter(|hash| *hash != used).cloned().collect();
    issued_hashes.push(hash(&secret));
    // The oldest answers are the likeliest to be lost.
    let too_many = issued_hashes.len().saturating_sub(MAX_ISSUED);
    issued_hashes.drain(..too_many);
    let next = RefreshFamily {
        confirmed_hash: Some(used.clone()),
        issued_hashes,
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
