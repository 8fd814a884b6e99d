//! A link by which a device joins a larder: one of its devices opens it, the new device requests to join and shows two
//! digits, and the user types them on the device that opened the link.

use super::household::DeviceDescription;
use super::id::{DeviceId, UserId};
use super::stored::Stored;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The time in which a device can request to join, and after the confirmation again the time to collect its tokens.
pub const LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// The link ends after this number of wrong tries.
const MAX_TRIES: u8 = 3;
/// Base62 characters of the secret in the QR code (256 bits) and of the ticket (131 bits).
pub const SECRET_LENGTH: usize = 43;
pub const TICKET_LENGTH: usize = 22;
/// The length of the typed code of a link, for devices without a camera (40 bits).
pub const CODE_LENGTH: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum LinkState {
    /// No device has requested to join yet.
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

/// The device that requests to join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoiningDevice {
    pub device: DeviceId,
    #[serde(rename = "described")]
    pub description: DeviceDescription,
    pub digits: String,
    /// The hash of the ticket by which the device collects its tokens.
    pub ticket_hash: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub user: UserId,
    /// The hash of its secret, which is also its public id.
    pub hash: String,
    pub code_hash: String,
    /// The description of the device that opened the link.
    pub opener: DeviceDescription,
    pub state: LinkState,
    pub joining_device: Option<JoiningDevice>,
    pub tries_left: u8,
    pub expires_at: DateTime<Utc>,
    pub version: u64,
    pub stored: Stored,
}

impl Link {
    pub fn open(user: UserId, hash: String, code_hash: String, opener: DeviceDescription, now: DateTime<Utc>) -> Self {
        let (state, expires_at, stored) = (LinkState::Open, now + LIFETIME, Stored::default());
        Self {
            user,
            hash,
            code_hash,
            opener,
            state,
            joining_device: None,
            tries_left: MAX_TRIES,
            expires_at,
            version: 1,
            stored,
        }
    }

    pub fn is_expired(&self, now: DateTime<Utc>) -> bool {
        now >= self.expires_at
    }

    /// Records the first device that requests to join; for a later one the link does not exist.
    pub fn request_join(&self, device: JoiningDevice) -> Option<Self> {
        let next = Self { state: LinkState::Requested, joining_device: Some(device), ..self.next() };
        (self.state == LinkState::Open).then_some(next)
    }

    /// Returns the link after the user typed digits, and true if they were right.
    pub fn confirm(&self, digits: &str, now: DateTime<Utc>) -> Option<(Self, bool)> {
        let device = self.joining_device.as_ref().filter(|_| self.state == LinkState::Requested)?;
        if device.digits == digits {
            return Some((Self { state: LinkState::Confirmed, expires_at: now + LIFETIME, ..self.next() }, true));
        }
        let tries_left = self.tries_left.saturating_sub(1);
        let state = if tries_left == 0 { LinkState::Failed } else { LinkState::Requested };
        Some((Self { state, tries_left, ..self.next() }, false))
    }

    /// Returns true if these digits were confirmed before; the client repeats the request after a lost response.
    pub fn was_confirmed_by(&self, digits: &str) -> bool {
        matches!(self.state, LinkState::Confirmed | LinkState::Collected)
            && self.joining_device.as_ref().is_some_and(|device| device.digits == digits)
    }

    pub fn collect(&self) -> Option<Self> {
        (self.state == LinkState::Confirmed).then(|| Self { state: LinkState::Collected, ..self.next() })
    }

    fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;
    use uuid::Uuid;

    fn joining_device(digits: &str) -> JoiningDevice {
        JoiningDevice {
            device: DeviceId(Uuid::nil()),
            description: DeviceDescription::default(),
            digits: digits.into(),
            ticket_hash: "ticket".into(),
        }
    }

    fn open() -> Link {
        Link::open(UserId::parse("u").unwrap(), "hash".into(), "code".into(), DeviceDescription::default(), now())
    }

    #[test]
    fn advances_link_only_by_digits() {
        let link = open();
        assert_eq!(link.confirm("42", now()), None, "no device requested to join");
        assert_eq!(link.collect(), None);
        let requested = link.request_join(joining_device("42")).unwrap();
        assert_eq!(requested.request_join(joining_device("43")), None, "only the first device can join");
        assert_eq!(requested.collect(), None);
        let late = now() + TimeDelta::minutes(4);
        let (confirmed, right) = requested.confirm("42", late).unwrap();
        assert!(right && confirmed.was_confirmed_by("42") && !confirmed.was_confirmed_by("43"));
        assert_eq!(confirmed.expires_at, late + LIFETIME, "collecting has its own five minutes");
        assert_eq!(confirmed.confirm("42", late), None);
        let collected = confirmed.collect().unwrap();
        assert_eq!((collected.state, collected.version, collected.collect()), (LinkState::Collected, 4, None));
    }

    #[test]
    fn ends_after_three_wrong_tries() {
        let mut link = open().request_join(joining_device("42")).unwrap();
        for left in [2, 1, 0] {
            let (next, right) = link.confirm("24", now()).unwrap();
            assert!(!right);
            assert_eq!(next.tries_left, left);
            link = next;
        }
        assert_eq!((link.state, link.confirm("42", now())), (LinkState::Failed, None));
    }
}
