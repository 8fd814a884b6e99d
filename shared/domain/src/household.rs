//! A larder that several devices share: which they are, how one joins, and how the larder is kept when all of them are
//! lost.

use super::crockford;
use super::digest::hex;
use super::id::{DeviceId, UserId};
use super::invalid::Invalid;
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
/// The longest name and the longest platform, in characters.
const DEVICE_NAME: usize = 60;
/// Random characters of a recovery code; one more checks them.
const RECOVERY_RANDOM: usize = 24;
pub const RECOVERY_LENGTH: usize = RECOVERY_RANDOM + 1;

/// How a device joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JoinedBy {
    First,
    Link,
    Recovery,
    Install,
}

/// A device's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Described {
    pub name: String,
    pub platform: String,
}

impl Described {
    pub fn checked(name: Option<&str>, platform: Option<&str>) -> Result<Self, Invalid> {
        let name = Self::named("device.name", name)?;
        let platform = text::optional("device.platform", platform, DEVICE_NAME)?.unwrap_or_default();
        Ok(Self { name, platform })
    }

    pub fn named(field: &str, name: Option<&str>) -> Result<String, Invalid> {
        text::required(field, name.unwrap_or(""), DEVICE_NAME, "Please enter a name for the device.")
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    pub id: DeviceId,
    pub described: Described,
    pub joined_by: JoinedBy,
    pub created_at: DateTime<Utc>,
    /// To the day, which is enough to know it by and costs one write a day.
    pub last_seen_on: NaiveDate,
    /// The hash of the recovery code it used, until it was seen again: until then its answer may have been lost, and
    /// the code stays valid.
    pub redeems: Option<String>,
    pub version: u64,
}

impl Device {
    pub fn new(id: DeviceId, described: Described, joined_by: JoinedBy, now: DateTime<Utc>) -> Self {
        let last_seen_on = now.date_naive();
        Self { id, described, joined_by, created_at: now, last_seen_on, redeems: None, version: 1 }
    }

    /// Returns when it stops being a member without further visits.
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.last_seen_on.and_time(chrono::NaiveTime::MIN).and_utc() + DEVICE_KEPT_FOR
    }

    /// The device as it is after it was seen. `None` where that tells nothing new.
    pub fn seen(&self, now: DateTime<Utc>) -> Option<Self> {
        // A clock that is behind takes no day back.
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

/// The recovery code that was meant, if it can be one.
pub fn read_recovery_code(typed: &str) -> Option<String> {
    let code = crockford::read(typed, RECOVERY_LENGTH)?;
    let (random, check) = code.split_at(RECOVERY_RANDOM);
    check.starts_with(crockford::check_character(random)).then_some(code)
}

/// Something that is good for one larder until a moment: by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
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
    /// The devices, oldest first. Empty if nobody ever joined: the only device then needs no name.
    pub devices: Vec<Device>,
    pub recovery: Option<Recovery>,
    pub link: Option<OpenLink>,
    pub passes: Vec<Pass>,
    /// The only device's description of itself, for when another joins.
    pub first: Option<Described>,
    pub version: u64,
}

impl Household {
    pub fn nobody(user: UserId) -> Self {
        Self { user, devices: vec![], recovery: None, link: None, passes: vec![], first: None, version: 0 }
    }

    pub fn device(&self, id: DeviceId) -> Option<&Device> {
        self.devices.iter().find(|device| device.id == id)
    }

    /// The device behind a token. One that names none is from before the larder was shared, when there was only the
    /// first.
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
    pub fn least_seen(&self) -> Option<&Device> {
        self.devices.iter().min_by_key(|device| (device.last_seen_on, device.created_at, device.id))
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
    fn a_recovery_code_is_read_as_it_was_written_and_a_slip_is_seen() {
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

    #[test]
    fn a_device_is_seen_once_a_day() {
        let device = Device::new(DeviceId(Uuid::nil()), Described::default(), JoinedBy::Link, now());
        assert_eq!(device.seen(now() + TimeDelta::hours(3)), None);
        let later = device.seen(now() + TimeDelta::days(2)).unwrap();
        assert_eq!((later.version, later.ends_at() - device.ends_at()), (2, TimeDelta::days(2)));
        assert_eq!(later.seen(now()), None, "a clock that is behind");
        let recovered = Device { redeems: Some("hash".into()), ..device };
        assert_eq!(recovered.seen(now()).unwrap().redeems, None);
    }

    #[test]
    fn device_description_is_limited() {
        let checked = |name, platform| Described::checked(name, platform).map_err(|invalid| invalid.field);
        assert_eq!(
            checked(Some(" iPhone,\nSafari "), None),
            Ok(Described { name: "iPhone, Safari".into(), platform: String::new() })
        );
        assert_eq!(checked(None, Some("iOS")), Err("device.name".into()));
        assert_eq!(checked(Some("a"), Some(&"x".repeat(61))), Err("device.platform".into()));
    }
}
