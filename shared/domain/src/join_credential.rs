//! Credentials that open a larder for another device: a link with its typed code, a recovery code, an install pass, a
//! set-up link. All are rows by the hash of a secret, and are redeemed in the same way. A link needs a confirmation:
//! the new device shows two digits, and the user types them on the device that opened the link.

use super::crockford;
use super::digest::{hash, is_hash};
use super::household::{DEVICE_TTL, Device, DeviceDescription, Household, JoinedBy, Role, parse_recovery_code};
use super::id::{DeviceId, UserId};
use super::stored::Stored;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The time in which a device can request to join by a link, after the confirmation again the time to collect its
/// tokens, and after the first start of an installed app the time to repeat it.
pub const LINK_TTL: TimeDelta = TimeDelta::minutes(5);
/// The link ends after this number of wrong tries.
const MAX_TRIES: u8 = 3;
/// Base62 characters of the secret in an address (256 bits) and of the ticket (130 bits).
pub const SECRET_LENGTH: usize = 43;
pub const TICKET_LENGTH: usize = 22;
/// The length of the typed code of a link, for devices without a camera (40 bits).
pub const CODE_LENGTH: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CredentialKind {
    Link,
    /// The typed code of a link, whose row names the link.
    Code,
    /// Rows of earlier versions have no kind.
    #[default]
    Recovery,
    Install,
    /// Opens a larder that no device has used yet.
    SetUp,
}

impl CredentialKind {
    pub fn needs_confirmation(self) -> bool {
        self == Self::Link
    }

    pub fn joined_by(self) -> JoinedBy {
        match self {
            Self::Link | Self::Code => JoinedBy::Link,
            Self::Recovery => JoinedBy::Recovery,
            Self::Install => JoinedBy::Install,
            Self::SetUp => JoinedBy::First,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum LinkState {
    /// No device has requested to join yet.
    #[default]
    Open,
    /// A device requested to join and shows its digits.
    #[serde(rename = "asked")]
    Requested,
    /// The user typed the digits. The device can collect its tokens.
    Confirmed,
    Collected,
    /// The user typed wrong digits too often.
    #[serde(rename = "dead")]
    Failed,
}

/// The device that requests to join by a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoiningDevice {
    #[serde(rename = "described")]
    pub description: DeviceDescription,
    pub digits: String,
    /// The hash of the ticket by which the device collects its tokens.
    pub ticket_hash: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoinCredential {
    /// The hash of its secret, which is also a link's public id.
    #[serde(skip)]
    pub hash: String,
    #[serde(default)]
    pub kind: CredentialKind,
    pub user: UserId,
    /// The role of the device that joins by it.
    #[serde(default, skip_serializing_if = "Role::is_member")]
    pub role: Role,
    #[serde(default)]
    pub state: LinkState,
    /// The device that redeems it, and may not have received the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceId>,
    #[serde(default, rename = "asking", skip_serializing_if = "Option::is_none")]
    pub joining_device: Option<JoiningDevice>,
    /// The hash of the link that a typed code belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    #[serde(default)]
    pub tries_left: u8,
    #[serde(
        default,
        rename = "ttl",
        with = "chrono::serde::ts_seconds_option",
        skip_serializing_if = "Option::is_none"
    )]
    pub expires_at: Option<DateTime<Utc>>,
    /// 0 for rows of earlier versions.
    #[serde(default, rename = "v")]
    pub version: u64,
    #[serde(skip)]
    pub stored: Stored,
}

impl JoinCredential {
    /// Returns an unused credential for this larder, which does not expire.
    pub fn new(kind: CredentialKind, hash: String, user: UserId) -> Self {
        Self {
            hash,
            kind,
            user,
            role: Role::default(),
            state: LinkState::Open,
            device: None,
            joining_device: None,
            link: None,
            tries_left: MAX_TRIES,
            expires_at: None,
            version: 1,
            stored: Stored::default(),
        }
    }

    #[must_use]
    pub fn expiring(self, at: DateTime<Utc>) -> Self {
        Self { expires_at: Some(at), ..self }
    }

    /// Returns a link for a device with this role, and its typed code.
    pub fn link_with_code(user: &UserId, role: Role, hash: String, code_hash: String, now: DateTime<Utc>) -> [Self; 2] {
        let code = Self { link: Some(hash.clone()), ..Self::new(CredentialKind::Code, code_hash, user.clone()) };
        let link = Self { role, ..Self::new(CredentialKind::Link, hash, user.clone()) };
        [link, code].map(|one| one.expiring(now + LINK_TTL))
    }

    pub fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|at| now >= at)
    }

    /// Records the first device that requests to join; for a later one the link does not exist.
    pub fn request_join(&self, device: DeviceId, joining: JoiningDevice) -> Option<Self> {
        let next =
            Self { state: LinkState::Requested, device: Some(device), joining_device: Some(joining), ..self.next() };
        (self.kind.needs_confirmation() && self.state == LinkState::Open).then_some(next)
    }

    /// Returns the link after the user typed digits: confirmed if they were right. `None` if no device waits for this.
    pub fn confirm(&self, digits: &str, now: DateTime<Utc>) -> Option<Self> {
        let device = self.joining_device.as_ref().filter(|_| self.state == LinkState::Requested)?;
        if device.digits == digits {
            return Some(Self { state: LinkState::Confirmed, ..self.next().expiring(now + LINK_TTL) });
        }
        let tries_left = self.tries_left.saturating_sub(1);
        let state = if tries_left == 0 { LinkState::Failed } else { LinkState::Requested };
        Some(Self { state, tries_left, ..self.next() })
    }

    /// Returns true if these digits were confirmed before; the client repeats the request after a lost response.
    pub fn was_confirmed_by(&self, digits: &str) -> bool {
        matches!(self.state, LinkState::Confirmed | LinkState::Collected)
            && self.joining_device.as_ref().is_some_and(|device| device.digits == digits)
    }

    /// Records that the device `new` redeems it; one that requested to join has an id already. `None` if it is not
    /// confirmed, or was redeemed before.
    pub fn collect(&self, new: DeviceId, now: DateTime<Utc>) -> Option<(Self, DeviceId)> {
        let required = if self.kind.needs_confirmation() { LinkState::Confirmed } else { LinkState::Open };
        let device = self.device.unwrap_or(new);
        // Its row is deleted when the device is seen with its tokens.
        let expires_at = if self.is_spent_when_seen() { Some(now + DEVICE_TTL) } else { self.expires_at };
        let next = Self { state: LinkState::Collected, device: Some(device), expires_at, ..self.next() };
        (self.state == required && self.kind != CredentialKind::Code).then_some((next, device))
    }

    /// Returns true if it stays valid until its device was seen with its tokens, so that no lost answer loses the
    /// larder.
    pub fn is_spent_when_seen(&self) -> bool {
        matches!(self.kind, CredentialKind::Recovery | CredentialKind::SetUp)
    }

    /// Returns true if the device that redeemed it may do so again, because it may not have received the answer.
    pub fn can_repeat(&self, device: &Device, now: DateTime<Utc>) -> bool {
        match self.kind {
            CredentialKind::Recovery | CredentialKind::SetUp => device.redeems.as_ref() == Some(&self.hash),
            CredentialKind::Install => now < device.created_at + LINK_TTL,
            // Until it expires.
            CredentialKind::Link | CredentialKind::Code => true,
        }
    }

    /// Removes it from the credentials that open the larder. False if it is not one: the household decides, whatever
    /// rows there are.
    pub fn remove_from(&self, household: &mut Household) -> bool {
        match self.kind {
            CredentialKind::Link => household.link.take_if(|link| link.hash == self.hash).is_some(),
            CredentialKind::Recovery => !household.remove_recoveries(|recovery| recovery.hash == self.hash).is_empty(),
            CredentialKind::Install => household.remove_pass(&self.hash),
            CredentialKind::SetUp => household.awaits_first_device(),
            CredentialKind::Code => false,
        }
    }

    fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

/// The secret of a credential, as a device sends it: each has a format of its own.
#[derive(Debug, PartialEq, Eq)]
pub enum Secret<'a> {
    /// Names the link and the ticket that the link's device received.
    Ticket { link: &'a str, ticket_hash: String },
    /// By its hash. `is_short` if it can be guessed unless all tries are limited together.
    Credential { hash: String, is_short: bool },
}

impl<'a> Secret<'a> {
    pub fn ticket(link: &str, ticket: &str) -> String {
        format!("{link}.{ticket}")
    }

    /// Returns the hashes of a secret; `None` for a text of another format.
    pub fn parse(text: &'a str) -> Option<Self> {
        if let Some((link, ticket)) = text.split_once('.') {
            let is_ticket = is_hash(link) && ticket.len() == TICKET_LENGTH;
            return is_ticket.then(|| Self::Ticket { link, ticket_hash: hash(ticket) });
        }
        if text.len() == SECRET_LENGTH {
            return Some(Self::Credential { hash: hash(text), is_short: false });
        }
        let short = crockford::normalize(text, CODE_LENGTH);
        let is_short = short.is_some();
        let code = short.or_else(|| parse_recovery_code(text))?;
        Some(Self::Credential { hash: hash(&code), is_short })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;
    use uuid::Uuid;

    const DEVICE: DeviceId = DeviceId(Uuid::nil());
    const OTHER: DeviceId = DeviceId(Uuid::max());

    fn joining_device(digits: &str) -> JoiningDevice {
        JoiningDevice { description: DeviceDescription::default(), digits: digits.into(), ticket_hash: "ticket".into() }
    }

    fn link_with_code() -> [JoinCredential; 2] {
        let user = UserId::parse("u").unwrap();
        JoinCredential::link_with_code(&user, Role::Member, "hash".into(), "code".into(), now())
    }

    #[test]
    fn names_the_link_in_its_typed_code_which_collects_nothing() {
        let [_, code] = link_with_code();
        assert_eq!((code.link.as_deref(), code.collect(DEVICE, now())), (Some("hash"), None));
    }

    #[test]
    fn advances_link_only_by_digits() {
        let [link, _] = link_with_code();
        assert_eq!(link.confirm("42", now()), None, "no device requested to join");
        assert_eq!(link.collect(OTHER, now()), None);
        let requested = link.request_join(DEVICE, joining_device("42")).unwrap();
        assert_eq!(requested.request_join(OTHER, joining_device("43")), None, "only the first device can join");
        assert_eq!(requested.collect(OTHER, now()), None);
        let late = now() + TimeDelta::minutes(4);
        let confirmed = requested.confirm("42", late).unwrap();
        assert_eq!(confirmed.state, LinkState::Confirmed);
        assert!(confirmed.was_confirmed_by("42") && !confirmed.was_confirmed_by("43"));
        assert_eq!(confirmed.expires_at, Some(late + LINK_TTL), "collecting has its own five minutes");
        assert_eq!(confirmed.confirm("42", late), None);
        let (collected, device) = confirmed.collect(OTHER, now()).unwrap();
        assert_eq!((collected.state, collected.version, device), (LinkState::Collected, 4, DEVICE));
        assert_eq!(collected.collect(OTHER, now()), None);
    }

    #[test]
    fn ends_after_three_wrong_tries() {
        let [open, _] = link_with_code();
        let mut link = open.request_join(DEVICE, joining_device("42")).unwrap();
        for (left, state) in [(2, LinkState::Requested), (1, LinkState::Requested), (0, LinkState::Failed)] {
            link = link.confirm("24", now()).unwrap();
            assert_eq!((link.tries_left, link.state), (left, state));
        }
        assert_eq!(link.confirm("42", now()), None);
    }

    #[test]
    fn reads_each_secret_by_its_format() {
        let secret = "x".repeat(SECRET_LENGTH);
        assert_eq!(Secret::parse(&secret), Some(Secret::Credential { hash: hash(&secret), is_short: false }));
        let short = Secret::Credential { hash: hash("ABCDEFGH"), is_short: true };
        assert_eq!(Secret::parse(" abcd-efgh"), Some(short));
        let link = "0".repeat(64);
        let ticket = "t".repeat(TICKET_LENGTH);
        let expected = Secret::Ticket { link: &link, ticket_hash: hash(&ticket) };
        assert_eq!(Secret::parse(&Secret::ticket(&link, &ticket)), Some(expected));
        for invalid in ["", "no code", "a.b", "00000-00000-00000-00000-00001", &secret[1..]] {
            assert_eq!(Secret::parse(invalid), None, "{invalid}");
        }
    }
}
