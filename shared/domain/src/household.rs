//! A larder that several devices share: which they are, how one joins, and how the larder is kept when all of them are
//! lost.

use super::crockford;
use super::digest::hex;
use super::id::{DeviceId, UserId};
use super::invalid::Invalid;
use super::stored::Stored;
use super::text;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The maximum number of devices of a larder: two each for a family, and a tablet on the fridge.
pub const MAX_DEVICES: usize = 12;
/// The time after which an unused device is no longer a member.
pub const DEVICE_KEPT_FOR: TimeDelta = TimeDelta::days(400);
/// The time within which an installed app must be opened first.
pub const PASS_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// The maximum number of valid install passes: each device that shows the install card requests one.
pub const MAX_PASSES: usize = 4;
/// The maximum number of recovery codes that were shown and not yet confirmed as saved.
pub const MAX_UNCONFIRMED_CODES: usize = 3;
/// The longest name and the longest platform, in characters.
const DEVICE_NAME: usize = 60;
/// The maximum length of a person's name, in characters.
const PERSON_NAME: usize = 40;
/// Random characters of a recovery code; one more checks them.
const RECOVERY_RANDOM: usize = 24;
pub const RECOVERY_LENGTH: usize = RECOVERY_RANDOM + 1;

/// How a device joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum JoinedBy {
    First,
    Link,
    Recovery,
    Install,
}

/// A device's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceDescription {
    pub name: String,
    pub platform: String,
    /// The person who uses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

impl DeviceDescription {
    pub fn checked(name: Option<&str>, platform: Option<&str>) -> Result<Self, Invalid> {
        let name = Self::named("device.name", name)?;
        let platform = text::optional("device.platform", platform, DEVICE_NAME)?.unwrap_or_default();
        Ok(Self { name, platform, person: None })
    }

    /// The name of the person who uses a device; blank for no person.
    pub fn used_by(field: &str, person: Option<&str>) -> Result<Option<String>, Invalid> {
        text::optional(field, person, PERSON_NAME)
    }

    pub fn named(field: &str, name: Option<&str>) -> Result<String, Invalid> {
        text::required(field, name.unwrap_or(""), DEVICE_NAME, "Please enter a name for the device.")
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    pub id: DeviceId,
    pub described: DeviceDescription,
    pub joined_by: JoinedBy,
    pub created_at: DateTime<Utc>,
    /// To the day, which is enough to know it by and costs one write a day.
    pub last_seen_on: NaiveDate,
    /// The hash of the recovery code it used, until it was seen again: until then its answer may have been lost, and
    /// the code stays valid.
    pub redeems: Option<String>,
    pub version: u64,
    pub stored: Stored,
}

impl Device {
    pub fn new(id: DeviceId, described: DeviceDescription, joined_by: JoinedBy, now: DateTime<Utc>) -> Self {
        let (last_seen_on, stored) = (now.date_naive(), Stored::default());
        Self { id, described, joined_by, created_at: now, last_seen_on, redeems: None, version: 1, stored }
    }

    /// Returns when it stops being a member without further visits.
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.last_seen_on.and_time(chrono::NaiveTime::MIN).and_utc() + DEVICE_KEPT_FOR
    }

    /// Returns the device after a visit; `None` if nothing changes.
    pub fn seen(&self, now: DateTime<Utc>) -> Option<Self> {
        // A clock that is behind does not move the day back.
        let last_seen_on = self.last_seen_on.max(now.date_naive());
        let news = last_seen_on != self.last_seen_on || self.redeems.is_some();
        news.then(|| Self { last_seen_on, redeems: None, version: self.version + 1, ..self.clone() })
    }
}

/// A secret's or a code's hash, by which it is stored.
pub fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// A recovery code: 120 random bits and a character that checks them. `random` fills the bytes.
pub fn recovery_code(random: impl FnOnce(&mut [u8])) -> String {
    let mut bytes = [0; RECOVERY_RANDOM];
    random(&mut bytes);
    let code = crockford::write(&bytes);
    let check = crockford::check_character(&code);
    format!("{code}{check}")
}

/// Normalises a typed recovery code; `None` if it is invalid.
pub fn read_recovery_code(typed: &str) -> Option<String> {
    let code = crockford::read(typed, RECOVERY_LENGTH)?;
    let (random, check) = code.split_at(RECOVERY_RANDOM);
    check.starts_with(crockford::check_character(random)).then_some(code)
}

/// The hash of a credential for one larder, and its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashedCredential {
    pub hash: String,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub ends_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovery {
    pub hash: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    /// The device that received it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<DeviceId>,
}

/// The link that is open: by the hash of its secret, and of the code that names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLink {
    pub hash: String,
    pub code_hash: String,
}

/// The membership of a larder. Each change writes a new version, so that concurrent changes cannot both succeed.
#[derive(Clone, Debug, PartialEq)]
pub struct Household {
    pub user: UserId,
    /// The devices, oldest first. Empty if no other device ever joined: the only device then needs no name.
    pub devices: Vec<Device>,
    /// The recovery code that was confirmed as saved.
    pub recovery: Option<Recovery>,
    /// Recovery codes that were shown and not yet confirmed, oldest first. They work as well: the site may be closed, or
    /// the answer lost, between showing a code and confirming it.
    pub unconfirmed: Vec<Recovery>,
    pub link: Option<OpenLink>,
    pub passes: Vec<HashedCredential>,
    /// The only device's description of itself, for when another joins.
    pub first: Option<DeviceDescription>,
    pub version: u64,
    pub stored: Stored,
}

impl Household {
    pub fn empty(user: UserId) -> Self {
        Self {
            user,
            devices: vec![],
            recovery: None,
            unconfirmed: vec![],
            link: None,
            passes: vec![],
            first: None,
            version: 0,
            stored: Stored::default(),
        }
    }

    pub fn device(&self, id: DeviceId) -> Option<&Device> {
        self.devices.iter().find(|device| device.id == id)
    }

    /// Returns the device of a token. A token that names none is from before the larder was shared, when there was only
    /// the first device.
    pub fn device_of(&self, named: Option<DeviceId>) -> Option<&Device> {
        match named {
            Some(id) => self.device(id),
            None => self.devices.iter().find(|device| device.joined_by == JoinedBy::First),
        }
    }

    pub fn is_full(&self) -> bool {
        self.devices.len() >= MAX_DEVICES
    }

    /// Returns the device that was inactive for longest, which recovery removes from a full larder.
    pub fn longest_inactive(&self) -> Option<&Device> {
        self.devices.iter().min_by_key(|device| (device.last_seen_on, device.created_at, device.id))
    }

    /// Returns the recovery code to show to a member: the confirmed one, otherwise the latest.
    pub fn recovery_shown(&self) -> Option<&Recovery> {
        self.recovery.as_ref().or(self.unconfirmed.last())
    }

    /// Returns true if the recovery code with this hash opens the larder.
    pub fn has_recovery(&self, hash: &str) -> bool {
        self.recovery.iter().chain(&self.unconfirmed).any(|recovery| recovery.hash == hash)
    }

    /// Adds a recovery code beside the others, which stay valid until this one is confirmed. Returns the ones that it
    /// displaces: the oldest unconfirmed ones beyond the limit.
    pub fn add_recovery(&mut self, recovery: Recovery) -> Vec<Recovery> {
        self.unconfirmed.push(recovery);
        let excess = self.unconfirmed.len().saturating_sub(MAX_UNCONFIRMED_CODES);
        self.unconfirmed.drain(..excess).collect()
    }

    /// Makes a recovery code the only one and returns the others, which end. `None` if it is not valid.
    pub fn confirm_recovery(&mut self, hash: &str) -> Option<Vec<Recovery>> {
        let mut ended = self.has_recovery(hash).then(|| self.take_recovery(|_| true))?;
        let at = ended.iter().position(|recovery| recovery.hash == hash)?;
        self.recovery = Some(ended.remove(at));
        Some(ended)
    }

    /// Removes and returns the recovery codes that `is_out` selects.
    pub fn take_recovery(&mut self, is_out: impl Fn(&Recovery) -> bool) -> Vec<Recovery> {
        let confirmed = self.recovery.take_if(|recovery| is_out(recovery));
        confirmed.into_iter().chain(self.unconfirmed.extract_if(.., |recovery| is_out(recovery))).collect()
    }

    #[must_use]
    pub fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000).unwrap()
    }

    #[test]
    fn reads_a_recovery_code_as_written_and_sees_a_slip() {
        let code = recovery_code(|bytes| {
            bytes.iter_mut().enumerate().for_each(|(n, b)| *b = u8::try_from(n * 37 % 251).unwrap());
        });
        assert_eq!(code.len(), RECOVERY_LENGTH);
        let shown = crockford::grouped(&code, 5).to_lowercase();
        assert_eq!(read_recovery_code(&shown), Some(code.clone()));
        let mut slip: Vec<char> = code.chars().collect();
        slip.swap(2, 3);
        assert_eq!(read_recovery_code(&slip.iter().collect::<String>()), None);
        assert_eq!(read_recovery_code(&code[1..]), None);
    }

    fn made(hash: &str) -> Recovery {
        Recovery { hash: hash.into(), created_at: now(), by: None }
    }

    fn hashes(codes: &[Recovery]) -> Vec<&str> {
        codes.iter().map(|recovery| recovery.hash.as_str()).collect()
    }

    #[test]
    fn ends_recovery_code_when_another_is_confirmed() {
        let mut household = Household::empty(UserId::parse("hanna").unwrap());
        assert!(household.add_recovery(made("a")).is_empty() && household.has_recovery("a"));
        assert_eq!(household.confirm_recovery("a"), Some(vec![]));
        assert!(household.add_recovery(made("b")).is_empty());
        assert!(household.add_recovery(made("c")).is_empty());
        assert!(["a", "b", "c"].iter().all(|code| household.has_recovery(code)));
        assert_eq!(household.recovery_shown().unwrap().hash, "a", "the one that was confirmed");
        assert_eq!(household.confirm_recovery("x"), None);
        assert_eq!(hashes(&household.confirm_recovery("b").unwrap()), ["a", "c"]);
        assert_eq!(household.confirm_recovery("b"), Some(vec![]), "a repeat");
        assert_eq!((household.recovery_shown().unwrap().hash.as_str(), household.unconfirmed.len()), ("b", 0));
    }

    #[test]
    fn drops_oldest_unconfirmed_recovery_code_but_never_the_confirmed_one() {
        let mut household =
            Household { recovery: Some(made("a")), ..Household::empty(UserId::parse("hanna").unwrap()) };
        for code in ["b", "c", "d"] {
            assert!(household.add_recovery(made(code)).is_empty());
        }
        assert_eq!(hashes(&household.add_recovery(made("e"))), ["b"]);
        assert!(household.has_recovery("a") && !household.has_recovery("b"));
    }

    #[test]
    fn records_a_device_once_a_day() {
        let device = Device::new(DeviceId(Uuid::nil()), DeviceDescription::default(), JoinedBy::Link, now());
        assert_eq!(device.seen(now() + TimeDelta::hours(3)), None);
        let later = device.seen(now() + TimeDelta::days(2)).unwrap();
        assert_eq!((later.version, later.ends_at() - device.ends_at()), (2, TimeDelta::days(2)));
        assert_eq!(later.seen(now()), None, "a clock that is behind");
        let recovered = Device { redeems: Some("hash".into()), ..device };
        assert_eq!(recovered.seen(now()).unwrap().redeems, None);
    }

    #[test]
    fn limits_device_description() {
        let checked = |name, platform| DeviceDescription::checked(name, platform).map_err(|invalid| invalid.field);
        assert_eq!(
            checked(Some(" iPhone,\nSafari "), None),
            Ok(DeviceDescription { name: "iPhone, Safari".into(), ..DeviceDescription::default() })
        );
        assert_eq!(checked(None, Some("iOS")), Err("device.name".into()));
        assert_eq!(checked(Some("a"), Some(&"x".repeat(61))), Err("device.platform".into()));
        let person = |name| DeviceDescription::used_by("person", name).map_err(|invalid| invalid.field);
        assert_eq!(person(Some(" Anna\nLena ")), Ok(Some("Anna Lena".into())));
        assert_eq!((person(Some("  ")), person(None)), (Ok(None), Ok(None)));
        assert_eq!(person(Some(&"x".repeat(41))), Err("person".into()));
    }
}
