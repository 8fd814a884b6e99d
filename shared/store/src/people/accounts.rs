//! Accounts of Larder's own identity provider, and their refresh tokens (by hash).

use crate::people::household::join_credential_keys;
use crate::table::entity::merge_unrecognised_attributes;
use crate::table::erase::KeyRow;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, Key, REFRESH_PREFIX};
use crate::table::read::from_row;
use crate::table::write::key_map;
use crate::table::{Attributes, Guard, Range, Store, Write, number, text, to_row};
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, Utc};
use domain::household::Role;
use domain::id::{DeviceId, UserId};
use domain::stored::Stored;
use domain::timestamp::iso;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub user: UserId,
    pub created_at: DateTime<Utc>,
}

/// The refresh tokens of one signed-in device. Each use of a token issues a new one; only its use shows that the device
/// received it.
#[derive(Clone, Debug, PartialEq)]
pub struct RefreshFamily {
    pub user: UserId,
    pub family_hash: String,
    /// The device of a shared larder.
    pub device: Option<DeviceId>,
    /// The token that was used last.
    pub confirmed_hash: Option<String>,
    /// The tokens issued and not used yet, the newest last. All of them are valid.
    pub issued_hashes: Vec<String>,
    /// The number of the newest issued token; 0 if an earlier version, which did not count, issued all.
    pub issued_count: u64,
    /// The time at which an activity of this device was last written to the account's row.
    pub activity_recorded_at: Option<DateTime<Utc>>,
    /// When this device signed in, for the token's `auth_time`.
    pub signed_in_at: DateTime<Utc>,
    pub refreshed_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub version: u64,
    pub stored: Stored,
}

#[derive(Serialize, Deserialize)]
struct AccountRow {
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(rename = "GSI1PK", default, skip_serializing_if = "Option::is_none")]
    activity_shard: Option<String>,
    #[serde(rename = "GSI1SK", default, skip_serializing_if = "Option::is_none")]
    last_active_at: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct FamilyRow {
    #[serde(rename = "SK")]
    sk: String,
    /// The newest issued token.
    current: String,
    /// The token that was used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
    /// Other issued tokens, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
    #[serde(default)]
    count: u64,
    #[serde(with = "ts_milliseconds")]
    signed_in_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    refreshed_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    noted_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
    ttl: i64,
    v: u64,
}

#[derive(Serialize, Deserialize)]
struct TombstoneRow {
    /// True if tokens that name a device are still accepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unnamed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ttl: Option<i64>,
}

fn family_row(family: &RefreshFamily) -> Attributes {
    let key = keys::refresh_family(&family.user, &family.family_hash);
    let (current, others) = family.issued_hashes.split_last().expect("a family has an issued token");
    let row = FamilyRow {
        sk: key.sk.clone(),
        current: current.clone(),
        previous: family.confirmed_hash.clone(),
        others: others.to_vec(),
        count: family.issued_count,
        signed_in_at: family.signed_in_at,
        refreshed_at: family.refreshed_at,
        noted_at: family.activity_recorded_at,
        device: family.device,
        ttl: family.expires_at.timestamp(),
        v: family.version,
    };
    let mut row = to_row(&row);
    row.extend(key_map(key));
    merge_unrecognised_attributes::<FamilyRow>(&mut row, &family.stored);
    row
}

impl Store {
    /// Creates an account with its first device.
    pub async fn account_create(&self, account: &Account, family: &RefreshFamily) -> Result<(), CommitError> {
        let family = Write::Put { row: family_row(family), guard: Guard::New };
        self.commit(vec![Write::account_create(account), family], None).await
    }

    pub async fn refresh_family_get(
        &self,
        user: &UserId,
        family_hash: &str,
    ) -> Result<Option<RefreshFamily>, StoreError> {
        let row = self.attributes_get(keys::refresh_family(user, family_hash), true).await?;
        row.map(|stored| {
            let row: FamilyRow = from_row(stored.clone())?;
            let expires_at = DateTime::from_timestamp(row.ttl, 0)
                .ok_or_else(|| StoreError::Corrupt("refresh family: ttl".into()))?;
            Ok(RefreshFamily {
                user: user.clone(),
                family_hash: family_hash.to_owned(),
                device: row.device,
                confirmed_hash: row.previous,
                issued_hashes: row.others.into_iter().chain([row.current]).collect(),
                issued_count: row.count,
                signed_in_at: row.signed_in_at,
                refreshed_at: row.refreshed_at,
                activity_recorded_at: row.noted_at,
                expires_at,
                version: row.v,
                stored: Stored::new(stored),
            })
        })
        .transpose()
    }

    /// Writes the next version of a family; refused if another request was first.
    pub async fn refresh_family_replace(&self, family: &RefreshFamily) -> Result<(), CommitError> {
        let write = Write::Put { row: family_row(family), guard: Guard::Version(family.version - 1) };
        self.commit(vec![write], None).await
    }

    /// Adds a device to an account.
    pub async fn refresh_family_create(&self, family: &RefreshFamily) -> Result<(), CommitError> {
        self.commit(vec![Write::Put { row: family_row(family), guard: Guard::New }], None).await
    }

    /// Returns the hashes of the families that name no device: the first device's, before the larder was shared.
    pub async fn refresh_family_list_without_device(&self, user: &UserId) -> Result<Vec<String>, StoreError> {
        let rows: Vec<FamilyRow> = self.row_list(Range::prefix(keys::account_pk(user), REFRESH_PREFIX)).await?;
        let without_device = rows.into_iter().filter(|row| row.device.is_none());
        Ok(without_device.filter_map(|row| row.sk.strip_prefix(REFRESH_PREFIX).map(str::to_owned)).collect())
    }

    /// Returns the role of a token that names no device: it is the first device's. `None` if that device was removed,
    /// or the account deleted. Half a read unit, at most once in 30 s, unless the first device was restricted.
    pub async fn first_device_role(&self, user: &UserId, now: DateTime<Utc>) -> Result<Option<Role>, StoreError> {
        let holder = (user.clone(), None);
        if let Some(role) = self.revocation.get(&holder, now) {
            return Ok(Some(role));
        }
        let role = match self.row_get::<TombstoneRow>(keys::account_tombstone(user), false).await? {
            None => Some(Role::Member),
            Some(tombstone) if tombstone.unnamed => {
                let household = self.household_get(user, now).await?;
                household.device_of(None).map(|first| household.role_of(first))
            }
            Some(_) => None,
        };
        if let Some(role) = role {
            self.revocation.insert(holder, role, now);
        }
        Ok(role)
    }

    /// Reads the account, its devices and its tombstone in one strongly consistent query.
    pub async fn token_status(&self, user: &UserId) -> Result<TokenStatus, StoreError> {
        let tombstone = keys::account_tombstone(user);
        let range = Range::between(keys::account_pk(user), keys::ACCOUNT.into(), tombstone.sk.clone());
        let mut status = TokenStatus::default();
        for row in self.attributes_list(range).await? {
            let key: KeyRow = from_row(row.clone())?;
            let sk = key.into_key().sk;
            if let Some(device) = sk.strip_prefix(keys::DEVICE_PREFIX).and_then(DeviceId::parse) {
                status.devices.push(device);
            } else if sk == tombstone.sk {
                let row: TombstoneRow = from_row(row)?;
                status.revoked = Some(if row.unnamed { RevokedTokens::WithoutDevice } else { RevokedTokens::All });
            } else if sk == keys::ACCOUNT {
                let row: AccountRow = from_row(row)?;
                status.account = Some(Account { user: user.clone(), created_at: row.created_at });
            }
        }
        Ok(status)
    }

    /// Returns the keys of an account's join credentials, devices and refresh tokens: of all except its row, its
    /// tombstone and its job. The household's row, which names the credentials, comes after them.
    pub async fn account_credential_keys(&self, user: &UserId) -> Result<Vec<Key>, StoreError> {
        let rows = self.attributes_list(Range::between(keys::account_pk(user), "!".into(), "~".into())).await?;
        let (mut credentials, mut own) = (vec![], vec![]);
        for row in rows {
            let key = from_row::<KeyRow>(row.clone())?.into_key();
            if key.sk == keys::HOUSEHOLD {
                credentials = join_credential_keys(row)?;
            }
            if let Some(device) = key.sk.strip_prefix(keys::DEVICE_PREFIX).and_then(DeviceId::parse) {
                self.revocation.remove(&(user.clone(), Some(device)));
            }
            if ![keys::account_tombstone(user), keys::account(user), keys::job(user)].contains(&key) {
                own.push(key);
            }
        }
        credentials.extend(own);
        Ok(credentials)
    }
}

/// An account, its devices, and which of its tokens are revoked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenStatus {
    pub account: Option<Account>,
    pub devices: Vec<DeviceId>,
    pub revoked: Option<RevokedTokens>,
}

impl TokenStatus {
    /// Returns true if a token that names this device, or none, is accepted.
    pub fn accepts(&self, device: Option<DeviceId>) -> bool {
        match device {
            Some(device) => self.devices.contains(&device),
            None => self.revoked.is_none(),
        }
    }
}

/// The revoked tokens of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevokedTokens {
    All,
    /// The tokens that name no device. While the first device is in the larder, they have its role.
    WithoutDevice,
}

impl Write {
    pub fn account_create(account: &Account) -> Self {
        let row = AccountRow {
            created_at: account.created_at,
            activity_shard: Some(keys::activity_shard(&account.user)),
            last_active_at: Some(iso(account.created_at)),
        };
        Self::put_row(keys::account(&account.user), &row, Guard::New)
    }

    /// `until` is the expiry of the last of these tokens; `None` if another identity provider issues them.
    pub fn tokens_revoke(user: &UserId, revoked: RevokedTokens, until: Option<DateTime<Utc>>) -> Self {
        let unnamed = revoked == RevokedTokens::WithoutDevice;
        // A deleted account's tombstone is not replaced.
        let guard = if unnamed { Guard::NotDeleted } else { Guard::Always };
        let row = TombstoneRow { unnamed, ttl: until.map(|until| until.timestamp()) };
        Self::put_row(keys::account_tombstone(user), &row, guard)
    }

    /// Signs a device out. Refused if the family does not exist.
    pub fn refresh_family_delete(user: &UserId, family_hash: &str) -> Self {
        Self::Delete { key: keys::refresh_family(user, family_hash), guard: Guard::Exists }
    }

    /// Assigns a family to a device. Refused if it has one already.
    pub fn refresh_family_set_device(user: &UserId, family_hash: &str, device: DeviceId) -> Self {
        Self::update_row(
            keys::refresh_family(user, family_hash),
            // Also increments the version, so that a concurrent refresh does not write the old row.
            "SET device = :device, v = v + :one",
            Some("attribute_exists(PK) AND attribute_not_exists(device)"),
            [(":device", text(device)), (":one", number(1))],
        )
    }
}
