//! Refresh tokens: `<uid>.<family>.<secret>`. Only hashes are stored.
//!
//! A family is one signed-in device. Each use replaces its secret. If the answer with the new secret is lost on the way, the client comes back with
//! the one before: that is allowed as long as the new one was never used, since otherwise a dead spot in a cellar would cost a nameless person all
//! their data. Anything older means that two parties hold the family: it ends.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use service::deps::Deps;
use sha2::{Digest, Sha256};
use store::RefreshFamily;

/// A device that was not seen for so long is signed out.
const KEPT_FOR: TimeDelta = TimeDelta::days(400);
/// 131 bits name a family, 256 are its secret.
const FAMILY_LENGTH: usize = 22;
const SECRET_LENGTH: usize = 43;

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

/// A new device's family and its first token.
pub fn begin(deps: &Deps, user: UserId, now: DateTime<Utc>) -> (RefreshFamily, String) {
    let (family, secret) = (deps.ids.token(FAMILY_LENGTH), deps.ids.token(SECRET_LENGTH));
    let token = format!("{user}.{family}.{secret}");
    let family = RefreshFamily {
        user,
        family_hash: hash(&family),
        current_hash: hash(&secret),
        previous_hash: None,
        signed_in_at: now,
        refreshed_at: now,
        ends_at: now + KEPT_FOR,
        version: 1,
    };
    (family, token)
}

pub enum Turn {
    /// The family's next state and the token that goes with it.
    Next(Box<RefreshFamily>, String),
    /// A token from before the last two: somebody else has used the family.
    Reused,
    Ended,
}

/// What using `token` does to its family.
pub fn turn(deps: &Deps, family: &RefreshFamily, token: &RefreshToken, now: DateTime<Utc>) -> Turn {
    if now >= family.ends_at {
        return Turn::Ended;
    }
    let previous = if token.secret_hash == family.current_hash {
        Some(family.current_hash.clone())
    } else if family.previous_hash.as_ref() == Some(&token.secret_hash) {
        family.previous_hash.clone()
    } else {
        return Turn::Reused;
    };
    let secret = deps.ids.token(SECRET_LENGTH);
    let next = RefreshFamily {
        current_hash: hash(&secret),
        previous_hash: previous,
        refreshed_at: now,
        ends_at: now + KEPT_FOR,
        version: family.version + 1,
        ..family.clone()
    };
    Turn::Next(Box::new(next), format!("{}.{}.{secret}", token.user, token.family))
}
