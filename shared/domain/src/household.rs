//! A larder that several devices share: its devices, and the credentials by which others join.

use super::crockford;
use super::id::{DeviceId, UserId};
use super::invalid::Invalid;
use super::stored::Stored;
use super::text;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The maximum number of devices of a larder: a family of five has up to two each, and a tablet on the fridge.
pub const MAX_DEVICES: usize = 12;
/// An unused device is removed after this time.
pub const DEVICE_TTL: TimeDelta = TimeDelta::days(400);
/// The time within which an installed app must be opened for the first time.
pub const PASS_TTL: TimeDelta = TimeDelta::hours(24);
/// The maximum number of valid install passes: each device that shows the install card requests one.
const MAX_PASSES: usize = 4;
/// The maximum number of recovery codes that were shown and not yet confirmed as saved.
const MAX_UNCONFIRMED_CODES: usize = 3;
/// The maximum length of a device's name and of its platform, in characters.
const MAX_DEVICE_NAME: usize = 60;
/// The maximum length of a person's name, in characters.
const MAX_PERSON_NAME: usize = 40;
/// The number of random characters of a recovery code; a check character follows.
const RECOVERY_RANDOM: usize = 24;
const RECOVERY_LENGTH: usize = RECOVERY_RANDOM + 1;

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

/// What a device may do. Each operation declares whether it accepts a looker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything. Devices of earlier versions have no role.
    #[default]
    Member,
    /// Looks, and ticks rows of the shopping list: for a child or a neighbour.
    Looker,
}

impl Role {
    pub fn is_member(&self) -> bool {
        *self == Self::Member
    }
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
        let name = Self::checked_name("device.name", name)?;
        let platform = text::optional("device.platform", platform, MAX_DEVICE_NAME)?.unwrap_or_default();
        Ok(Self { name, platform, person: None })
    }

    /// Validates the name of the person who uses a device; blank for no person.
    pub fn checked_person(field: &str, person: Option<&str>) -> Result<Option<String>, Invalid> {
        text::optional(field, person, MAX_PERSON_NAME)
    }

    pub fn checked_name(field: &str, name: Option<&str>) -> Result<String, Invalid> {
        text::required(field, name.unwrap_or(""), MAX_DEVICE_NAME, "Please enter a name for the device.")
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Device {
    /// Part of the row's key.
    #[serde(skip, default = "nil_id")]
    pub id: DeviceId,
    #[serde(rename = "d")]
    pub description: DeviceDescription,
    #[serde(rename = "j")]
    pub joined_by: JoinedBy,
    /// The stored role; [`Household::role_of`] has the one that counts.
    #[serde(rename = "o", default, skip_serializing_if = "Role::is_member")]
    pub role: Role,
    #[serde(rename = "a", with = "ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    /// The day of its last request: costs one write a day.
    #[serde(rename = "s")]
    pub last_seen_on: NaiveDate,
    /// The hash of the recovery code or set-up link by which it joined, until its next request: the response may have
    /// been lost, so the credential stays valid until then.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub redeems: Option<String>,
    #[serde(skip)]
    pub version: u64,
    #[serde(skip)]
    pub stored: Stored,
}

fn nil_id() -> DeviceId {
    DeviceId(Uuid::nil())
}

impl Device {
    pub fn new(id: DeviceId, description: DeviceDescription, joined_by: JoinedBy, now: DateTime<Utc>) -> Self {
        Self {
            id,
            description,
            joined_by,
            role: Role::default(),
            created_at: now,
            last_seen_on: now.date_naive(),
            redeems: None,
            version: 1,
            stored: Stored::default(),
        }
    }

    /// Returns when it is removed unless it sends further requests.
    pub fn expires_at(&self) -> DateTime<Utc> {
        self.last_seen_on.and_time(chrono::NaiveTime::MIN).and_utc() + DEVICE_TTL
    }

    /// Returns the device after a request; `None` if nothing changes.
    pub fn mark_seen(&self, now: DateTime<Utc>) -> Option<Self> {
        // A clock that is behind does not move the day back.
        let last_seen_on = self.last_seen_on.max(now.date_naive());
        let is_changed = last_seen_on != self.last_seen_on || self.redeems.is_some();
        is_changed.then(|| Self { last_seen_on, redeems: None, version: self.version + 1, ..self.clone() })
    }
}

/// Creates a recovery code: 120 random bits and a check character. `random` fills the bytes.
pub fn recovery_code(random: impl FnOnce(&mut [u8])) -> String {
    let mut bytes = [0; RECOVERY_RANDOM];
    random(&mut bytes);
    let code = crockford::encode(&bytes);
    let check = crockford::check_character(&code);
    format!("{code}{check}")
}

/// Normalizes a typed recovery code; `None` if it is invalid.
pub fn parse_recovery_code(typed: &str) -> Option<String> {
    let code = crockford::normalize(typed, RECOVERY_LENGTH)?;
    let (random, check) = code.split_at(RECOVERY_RANDOM);
    check.starts_with(crockford::check_character(random)).then_some(code)
}

/// The hash of an install pass, and its expiry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashedCredential {
    pub hash: String,
    #[serde(rename = "ends_at", with = "chrono::serde::ts_seconds")]
    pub expires_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovery {
    pub hash: String,
    #[serde(with = "ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    /// The device that received it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<DeviceId>,
}

/// The open link, by the hashes of its secret and of its typed code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLink {
    pub hash: String,
    pub code_hash: String,
}

/// The membership of a larder. Each change writes a new version, so that concurrent changes cannot both succeed.
///
/// Its row is this struct; the devices have rows of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Household {
    /// Part of the row's key.
    #[serde(skip, default = "placeholder_user")]
    pub user: UserId,
    /// The devices, oldest first. Empty if the larder was never shared.
    #[serde(skip)]
    pub devices: Vec<Device>,
    /// The recovery code that was confirmed as saved.
    pub recovery: Option<Recovery>,
    /// Recovery codes that were shown and not yet confirmed, oldest first. They are valid too: the user may close the
    /// site before confirming, or the response may be lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unconfirmed: Vec<Recovery>,
    pub link: Option<OpenLink>,
    #[serde(default)]
    pub passes: Vec<HashedCredential>,
    /// The description of the only device, which is stored until another joins.
    pub first: Option<DeviceDescription>,
    #[serde(skip)]
    pub version: u64,
    #[serde(skip)]
    pub stored: Stored,
}

fn placeholder_user() -> UserId {
    UserId::parse("placeholder").expect("the characters are allowed")
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

    /// Returns the device of a token. A token without a device was issued to the first device before the larder was
    /// shared.
    pub fn device_of(&self, id: Option<DeviceId>) -> Option<&Device> {
        match id {
            Some(id) => self.device(id),
            None => self.devices.iter().find(|device| device.joined_by == JoinedBy::First),
        }
    }

    /// Returns what a device may do now. If no device is stored as a member, because the last one expired or was
    /// removed by the operator, all count as members, so that the larder can always be changed.
    pub fn role_of(&self, device: &Device) -> Role {
        let has_member = self.devices.iter().any(|device| device.role.is_member());
        if has_member { device.role } else { Role::Member }
    }

    /// Returns true if a device other than this one may do everything.
    pub fn has_member_beside(&self, id: DeviceId) -> bool {
        self.devices.iter().any(|device| device.id != id && self.role_of(device).is_member())
    }

    /// Returns the next versions of the devices that count as members and are not stored as such. They are stored
    /// before another device becomes the only stored member, which would restrict them without ending what they
    /// created.
    pub fn unstored_members(&self) -> impl Iterator<Item = Device> {
        let unstored = self.devices.iter().filter(|device| self.role_of(device) != device.role);
        unstored.map(|device| Device { role: Role::Member, version: device.version + 1, ..device.clone() })
    }

    pub fn is_full(&self) -> bool {
        self.devices.len() >= MAX_DEVICES
    }

    /// Returns the device that was inactive for longest, which recovery removes from a full larder.
    pub fn longest_inactive(&self) -> Option<&Device> {
        self.devices.iter().min_by_key(|device| (device.last_seen_on, device.created_at, device.id))
    }

    /// Returns the recovery code to show: the confirmed one, otherwise the latest.
    pub fn recovery_to_show(&self) -> Option<&Recovery> {
        self.recovery.as_ref().or(self.unconfirmed.last())
    }

    /// Returns true if the recovery code with this hash opens the larder.
    pub fn has_recovery_code(&self, hash: &str) -> bool {
        self.recovery.iter().chain(&self.unconfirmed).any(|recovery| recovery.hash == hash)
    }

    /// Returns true until a device was seen with its tokens.
    pub fn awaits_first_device(&self) -> bool {
        self.devices.iter().all(|device| device.redeems.is_some())
    }

    /// Removes an install pass. False if it is not valid.
    pub fn remove_pass(&mut self, hash: &str) -> bool {
        self.passes.extract_if(.., |pass| pass.hash == hash).count() > 0
    }

    /// Removes the open link and the install passes, and returns the hashes of their secrets.
    pub fn remove_invitations(&mut self) -> Vec<String> {
        let link = self.link.take().into_iter().flat_map(|link| [link.hash, link.code_hash]);
        link.chain(self.passes.drain(..).map(|pass| pass.hash)).collect()
    }

    /// Adds an install pass, and returns the oldest ones beyond the limit, which are removed.
    pub fn add_pass(&mut self, pass: HashedCredential) -> Vec<HashedCredential> {
        self.passes.push(pass);
        let excess = self.passes.len().saturating_sub(MAX_PASSES);
        self.passes.drain(..excess).collect()
    }

    /// Adds a recovery code; the others stay valid until it is confirmed. Returns the oldest unconfirmed ones beyond
    /// the limit, which are removed.
    pub fn add_recovery_code(&mut self, recovery: Recovery) -> Vec<Recovery> {
        self.unconfirmed.push(recovery);
        let excess = self.unconfirmed.len().saturating_sub(MAX_UNCONFIRMED_CODES);
        self.unconfirmed.drain(..excess).collect()
    }

    /// Confirms a recovery code and returns the others, which are removed. `None` if it is not valid.
    pub fn confirm_recovery(&mut self, hash: &str) -> Option<Vec<Recovery>> {
        let mut removed = self.has_recovery_code(hash).then(|| self.remove_recoveries(|_| true))?;
        let at = removed.iter().position(|recovery| recovery.hash == hash)?;
        self.recovery = Some(removed.remove(at));
        Some(removed)
    }

    /// Removes and returns the recovery codes that `is_selected` selects.
    pub fn remove_recoveries(&mut self, is_selected: impl Fn(&Recovery) -> bool) -> Vec<Recovery> {
        let confirmed = self.recovery.take_if(|recovery| is_selected(recovery));
        confirmed.into_iter().chain(self.unconfirmed.extract_if(.., |recovery| is_selected(recovery))).collect()
    }

    #[must_use]
    pub fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;

    #[test]
    fn normalizes_recovery_code_and_detects_typing_error() {
        let code = recovery_code(|bytes| {
            bytes.iter_mut().enumerate().for_each(|(n, b)| *b = u8::try_from(n * 37 % 251).unwrap());
        });
        assert_eq!(code.len(), RECOVERY_LENGTH);
        let shown = crockford::group(&code, 5).to_lowercase();
        assert_eq!(parse_recovery_code(&shown), Some(code.clone()));
        let mut wrong: Vec<char> = code.chars().collect();
        wrong.swap(2, 3);
        assert_eq!(parse_recovery_code(&wrong.iter().collect::<String>()), None);
        assert_eq!(parse_recovery_code(&code[1..]), None);
    }

    fn recovery(hash: &str) -> Recovery {
        Recovery { hash: hash.into(), created_at: now(), by: None }
    }

    fn hashes(codes: &[Recovery]) -> Vec<&str> {
        codes.iter().map(|recovery| recovery.hash.as_str()).collect()
    }

    #[test]
    fn removes_other_recovery_codes_on_confirmation() {
        let mut household = Household::empty(UserId::parse("hanna").unwrap());
        assert!(household.add_recovery_code(recovery("a")).is_empty() && household.has_recovery_code("a"));
        assert_eq!(household.confirm_recovery("a"), Some(vec![]));
        assert!(household.add_recovery_code(recovery("b")).is_empty());
        assert!(household.add_recovery_code(recovery("c")).is_empty());
        assert!(["a", "b", "c"].iter().all(|code| household.has_recovery_code(code)));
        assert_eq!(household.recovery_to_show().unwrap().hash, "a", "the confirmed code");
        assert_eq!(household.confirm_recovery("x"), None);
        assert_eq!(hashes(&household.confirm_recovery("b").unwrap()), ["a", "c"]);
        assert_eq!(household.confirm_recovery("b"), Some(vec![]), "a repeated confirmation");
        assert_eq!((household.recovery_to_show().unwrap().hash.as_str(), household.unconfirmed.len()), ("b", 0));
    }

    #[test]
    fn drops_oldest_unconfirmed_recovery_code_but_never_the_confirmed_one() {
        let mut household =
            Household { recovery: Some(recovery("a")), ..Household::empty(UserId::parse("hanna").unwrap()) };
        for code in ["b", "c", "d"] {
            assert!(household.add_recovery_code(recovery(code)).is_empty());
        }
        assert_eq!(hashes(&household.add_recovery_code(recovery("e"))), ["b"]);
        assert!(household.has_recovery_code("a") && !household.has_recovery_code("b"));
    }

    #[test]
    fn records_device_activity_once_a_day() {
        let device = Device::new(DeviceId(Uuid::nil()), DeviceDescription::default(), JoinedBy::Link, now());
        assert_eq!(device.mark_seen(now() + TimeDelta::hours(3)), None);
        let later = device.mark_seen(now() + TimeDelta::days(2)).unwrap();
        assert_eq!((later.version, later.expires_at() - device.expires_at()), (2, TimeDelta::days(2)));
        assert_eq!(later.mark_seen(now()), None, "a clock that is behind");
        let recovered = Device { redeems: Some("hash".into()), ..device };
        assert_eq!(recovered.mark_seen(now()).unwrap().redeems, None);
    }

    #[test]
    fn has_a_member_as_long_as_it_has_devices() {
        let device = |n, role| {
            let id = DeviceId(Uuid::from_u128(n));
            Device { role, ..Device::new(id, DeviceDescription::default(), JoinedBy::Link, now()) }
        };
        let (looker, member) = (device(1, Role::Looker), device(2, Role::Member));
        let mut household = Household::empty(UserId::parse("hanna").unwrap());
        household.devices = vec![looker.clone(), member.clone()];
        assert_eq!([&looker, &member].map(|device| household.role_of(device)), [Role::Looker, Role::Member]);
        assert!(household.has_member_beside(looker.id) && !household.has_member_beside(member.id));
        assert_eq!(household.unstored_members().next(), None);
        household.devices = vec![looker.clone(), device(3, Role::Looker)];
        assert_eq!(household.role_of(&looker), Role::Member);
        assert!(household.has_member_beside(looker.id));
        let stored: Vec<_> =
            household.unstored_members().map(|device| (device.id, device.role, device.version)).collect();
        assert_eq!(
            stored,
            household.devices.iter().map(|device| (device.id, Role::Member, device.version + 1)).collect::<Vec<_>>()
        );
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
        let person = |name| DeviceDescription::checked_person("person", name).map_err(|invalid| invalid.field);
        assert_eq!(person(Some(" Anna\nLena ")), Ok(Some("Anna Lena".into())));
        assert_eq!((person(Some("  ")), person(None)), (Ok(None), Ok(None)));
        assert_eq!(person(Some(&"x".repeat(41))), Err("person".into()));
    }
}
