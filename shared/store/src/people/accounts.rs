//! Accounts of our own identity provider, and their refresh tokens (by hash).

use crate::people::household::join_credentials;
use crate::table::entity::keep_unknown_attributes;
use crate::table::erase::KeyRow;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, REFRESH_PREFIX};
use crate::table::read::from_row;
use crate::table::{Attributes, Guard, Range, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, Utc};
use domain::id::{DeviceId, UserId};
use domain::stored::Stored;
use domain::timestamp::iso;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub user: UserId,
    pub created_at: DateTime<Utc>,
}

/// One signed-in device. Each use of a refresh token hands out a new one; which of them the device has kept is known
/// only when it uses one.
#[derive(Clone, Debug, PartialEq)]
pub struct RefreshFamily {
    pub user: UserId,
    pub family_hash: String,
    /// The device of a shared larder.
    pub device: Option<DeviceId>,
    /// The secret that was used last.
    pub confirmed_hash: Option<String>,
    /// The secrets handed out and not used yet, the newest last. All of them are good.
    pub issued: Vec<String>,
    /// The time when a visit of this device was last stored in the account's row.
    pub visit_noted_at: Option<DateTime<Utc>>,
    /// When this device signed in, for the token's `auth_time`.
    pub signed_in_at: DateTime<Utc>,
    pub refreshed_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub version: u64,
    pub stored: Stored,
}

#[derive(Serialize, Deserialize)]
struct AccountRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(rename = "GSI1PK", default, skip_serializing_if = "Option::is_none")]
    visits: Option<String>,
    #[serde(rename = "GSI1SK", default, skip_serializing_if = "Option::is_none")]
    visited_at: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct FamilyRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// The newest secret that was handed out.
    current: String,
    /// The one that was used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
    /// Others that were handed out, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
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
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Tokens that name a device are taken still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unnamed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ttl: Option<i64>,
}

fn family_row(family: &RefreshFamily) -> Attributes {
    let keys::Key { pk, sk } = keys::refresh_family(&family.user, &family.family_hash);
    let (current, others) = family.issued.split_last().expect("a family has a secret that was handed out");
    let row = FamilyRow {
        pk,
        sk,
        current: current.clone(),
        previous: family.confirmed_hash.clone(),
        others: others.to_vec(),
        signed_in_at: family.signed_in_at,
        refreshed_at: family.refreshed_at,
        noted_at: family.visit_noted_at,
        device: family.device,
        ttl: family.ends_at.timestamp(),
        v: family.version,
    };
    let mut row = to_row(&row);
    keep_unknown_attributes::<FamilyRow>(&mut row, &family.stored);
    row
}

impl Store {
    /// A new account with its first device. Both or neither.
    pub async fn account_create(&self, account: &Account, family: &RefreshFamily) -> Result<(), CommitError> {
        let keys::Key { pk, sk } = keys::account(&account.user);
        let row = AccountRow {
            pk,
            sk,
            created_at: account.created_at,
            visits: Some(keys::visits_shard(&account.user)),
            visited_at: Some(iso(account.created_at)),
        };
        let writes = vec![
            Write::Put { row: to_row(&row), guard: Guard::New },
            Write::Put { row: family_row(family), guard: Guard::New },
        ];
        self.commit(writes, None).await
    }

    pub async fn refresh_family_get(
        &self,
        user: &UserId,
        family_hash: &str,
    ) -> Result<Option<RefreshFamily>, StoreError> {
        let row = self.attributes_get(keys::refresh_family(user, family_hash), true).await?;
        row.map(|stored| {
            let row: FamilyRow = from_row(stored.clone())?;
            let ends_at = DateTime::from_timestamp(row.ttl, 0)
                .ok_or_else(|| StoreError::Corrupt("refresh family: ttl".into()))?;
            Ok(RefreshFamily {
                user: user.clone(),
                family_hash: family_hash.to_owned(),
                device: row.device,
                confirmed_hash: row.previous,
                issued: row.others.into_iter().chain([row.current]).collect(),
                signed_in_at: row.signed_in_at,
                refreshed_at: row.refreshed_at,
                visit_noted_at: row.noted_at,
                ends_at,
                version: row.v,
                stored: Stored::new(stored),
            })
        })
        .transpose()
    }

    /// The next link of the chain; refused where another request was faster.
    pub async fn refresh_family_replace(&self, family: &RefreshFamily) -> Result<(), CommitError> {
        let write = Write::Put { row: family_row(family), guard: Guard::Version(family.version - 1) };
        self.commit(vec![write], None).await
    }

    /// A further device of an account.
    pub async fn refresh_family_create(&self, family: &RefreshFamily) -> Result<(), CommitError> {
        self.commit(vec![Write::Put { row: family_row(family), guard: Guard::New }], None).await
    }

    /// The families that name no device, by their hashes: the one of the first device, before its larder was shared.
    pub async fn refresh_family_list_unnamed(&self, user: &UserId) -> Result<Vec<String>, StoreError> {
        let rows: Vec<FamilyRow> = self.row_list(Range::prefix(keys::account_pk(user), REFRESH_PREFIX)).await?;
        let unnamed = rows.into_iter().filter(|row| row.device.is_none());
        Ok(unnamed.filter_map(|row| row.sk.strip_prefix(REFRESH_PREFIX).map(str::to_owned)).collect())
    }

    /// Forgets that the account's tokens were accepted, once its tombstone is written.
    pub fn forget_token_status(&self, user: &UserId) {
        self.revocation.remove(&(user.clone(), None));
    }

    /// Returns true if the account's tokens without a device are no longer accepted: the account was deleted, or a
    /// device removed. Half a read unit, at most once in 30 s.
    pub async fn account_is_deleted(&self, user: &UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let who = (user.clone(), None);
        if self.revocation.contains(&who, now) {
            return Ok(false);
        }
        let gone = self.row_get::<IgnoredAny>(keys::account_tombstone(user), false).await?.is_some();
        if !gone {
            self.revocation.insert(who, now);
        }
        Ok(gone)
    }

    /// The account and which of its tokens are taken, by one strongly consistent query.
    pub async fn token_status(&self, user: &UserId) -> Result<TokenStatus, StoreError> {
        let gone = keys::account_tombstone(user);
        let range = Range::between(keys::account_pk(user), keys::ACCOUNT.into(), gone.sk.clone());
        let mut status = TokenStatus::default();
        for row in self.attributes_list(range).await? {
            let kind: KeyRow = from_row(row.clone())?;
            let sk = kind.into_key().sk;
            if let Some(device) = sk.strip_prefix(keys::DEVICE_PREFIX).and_then(DeviceId::parse) {
                status.devices.push(device);
            } else if sk == gone.sk {
                let row: TombstoneRow = from_row(row)?;
                status.refused = Some(if row.unnamed { RefusedTokens::WithoutDevice } else { RefusedTokens::All });
            } else if sk == keys::ACCOUNT {
                let row: AccountRow = from_row(row)?;
                status.account = Some(Account { user: user.clone(), created_at: row.created_at });
            }
        }
        Ok(status)
    }

    /// Deletes an account's devices, refresh tokens and credentials: all except the account row, its tombstone and its job.
    pub async fn account_end(&self, user: &UserId) -> Result<(), StoreError> {
        let rows = self.attributes_list(Range::between(keys::account_pk(user), "!".into(), "~".into())).await?;
        let (mut outside, mut own) = (vec![], vec![]);
        for row in rows {
            let kind: KeyRow = from_row(row.clone())?;
            let key = kind.into_key();
            if key.sk == keys::HOUSEHOLD {
                outside = join_credentials(row)?;
            }
            if let Some(device) = key.sk.strip_prefix(keys::DEVICE_PREFIX).and_then(DeviceId::parse) {
                self.revocation.remove(&(user.clone(), Some(device)));
            }
            if ![keys::account_tombstone(user), keys::account(user), keys::job(user)].contains(&key) {
                own.push(key);
            }
        }
        self.row_batch_delete(outside).await?;
        self.row_batch_delete(own).await
    }

    /// Deletes the account row and the job: last, so that a deletion can resume after a crash.
    pub async fn account_delete(&self, user: &UserId) -> Result<(), StoreError> {
        self.row_batch_delete(vec![keys::account(user), keys::job(user)]).await
    }
}

/// An account, its devices, and which of its tokens are revoked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenStatus {
    pub account: Option<Account>,
    pub devices: Vec<DeviceId>,
    pub refused: Option<RefusedTokens>,
}

impl TokenStatus {
    /// Returns true if a token with this device, or none, is accepted.
    pub fn takes(&self, device: Option<DeviceId>) -> bool {
        match device {
            Some(device) => self.devices.contains(&device),
            None => self.refused.is_none(),
        }
    }
}

/// Which tokens of an account are revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedTokens {
    All,
    /// Those that name no device.
    WithoutDevice,
}

impl Write {
    /// `until` is when the last of those tokens has ended; none where others are made elsewhere.
    pub fn tokens_refuse(user: &UserId, refused: RefusedTokens, until: Option<DateTime<Utc>>) -> Self {
        let keys::Key { pk, sk } = keys::account_tombstone(user);
        let unnamed = refused == RefusedTokens::WithoutDevice;
        let row = to_row(&TombstoneRow { pk, sk, unnamed, ttl: until.map(|until| until.timestamp()) });
        // A deleted account's tombstone is not replaced.
        let guard = if unnamed { Guard::NotDeleted } else { Guard::Always };
        Self::Put { row, guard }
    }

    /// Signs out one device. Refused where there is no such family.
    pub fn refresh_family_delete(user: &UserId, family_hash: &str) -> Self {
        Self::Delete { key: keys::refresh_family(user, family_hash), guard: Guard::Exists }
    }

    /// This family is this device from now on. Refused where it is one already.
    pub fn refresh_family_name(user: &UserId, family_hash: &str, device: DeviceId) -> Self {
        Self::Update {
            key: keys::refresh_family(user, family_hash),
            // Also increments the version, so that a concurrent refresh does not write the old row.
            expression: "SET device = :device, v = v + :one".into(),
            condition: Some("attribute_exists(PK) AND attribute_not_exists(device)".into()),
            names: vec![],
            values: vec![
                (":device".into(), AttributeValue::S(device.to_string())),
                (":one".into(), AttributeValue::N("1".into())),
            ],
        }
    }
}
