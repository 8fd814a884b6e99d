//! Accounts of our own identity provider, and their refresh tokens (by hash).

use super::error::{CommitError, StoreError};
use super::keys::{self, REFRESH_PREFIX};
use super::{Guard, Range, Store, Write, to_row};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub user: UserId,
    pub created_at: DateTime<Utc>,
}

/// One signed-in device. Each use of a refresh token hands out a new one; which of them the device has kept is known only when it uses one.
#[derive(Clone, Debug, PartialEq)]
pub struct RefreshFamily {
    pub user: UserId,
    pub family_hash: String,
    /// The secret that was used last.
    pub confirmed_hash: Option<String>,
    /// The secrets handed out and not used yet, the newest last. All of them are good.
    pub handed_out: Vec<String>,
    /// When this device signed in, for the token's `auth_time`.
    pub signed_in_at: DateTime<Utc>,
    pub refreshed_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub version: u64,
}

#[derive(Serialize, Deserialize)]
struct AccountRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
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
    ttl: i64,
    v: u64,
}

#[derive(Serialize, Deserialize)]
struct GoneRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    ttl: i64,
}

fn family_row(family: &RefreshFamily) -> FamilyRow {
    let keys::Key { pk, sk } = keys::refresh_family(&family.user, &family.family_hash);
    let (current, others) = family.handed_out.split_last().expect("a family has a secret that was handed out");
    FamilyRow {
        pk,
        sk,
        current: current.clone(),
        previous: family.confirmed_hash.clone(),
        others: others.to_vec(),
        signed_in_at: family.signed_in_at,
        refreshed_at: family.refreshed_at,
        ttl: family.ends_at.timestamp(),
        v: family.version,
    }
}

impl Store {
    /// A new account with its first device. Both or neither.
    pub async fn account_create(&self, account: &Account, family: &RefreshFamily) -> Result<(), CommitError> {
        let keys::Key { pk, sk } = keys::account(&account.user);
        let row = AccountRow { pk, sk, created_at: account.created_at };
        let writes = vec![
            Write::Put { row: to_row(&row), guard: Guard::New },
            Write::Put { row: to_row(&family_row(family)), guard: Guard::New },
        ];
        self.commit(writes, None).await
    }

    pub async fn account_get(&self, user: &UserId) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = self.row_get(keys::account(user), true).await?;
        Ok(row.map(|row| Account { user: user.clone(), created_at: row.created_at }))
    }

    pub async fn refresh_family_get(
        &self,
        user: &UserId,
        family_hash: &str,
    ) -> Result<Option<RefreshFamily>, StoreError> {
        let row: Option<FamilyRow> = self.row_get(keys::refresh_family(user, family_hash), true).await?;
        row.map(|row| {
            let ends_at = DateTime::from_timestamp(row.ttl, 0)
                .ok_or_else(|| StoreError::Corrupt("refresh family: ttl".into()))?;
            Ok(RefreshFamily {
                user: user.clone(),
                family_hash: family_hash.to_owned(),
                confirmed_hash: row.previous,
                handed_out: row.others.into_iter().chain([row.current]).collect(),
                signed_in_at: row.signed_in_at,
                refreshed_at: row.refreshed_at,
                ends_at,
                version: row.v,
            })
        })
        .transpose()
    }

    /// The next link of the chain; refused where another request was faster.
    pub async fn refresh_family_replace(&self, family: &RefreshFamily) -> Result<(), CommitError> {
        let write = Write::Put { row: to_row(&family_row(family)), guard: Guard::Version(family.version - 1) };
        self.commit(vec![write], None).await
    }

    /// Say that an account is gone, until the last of its id tokens has ended.
    pub async fn account_bury(&self, user: &UserId, until: DateTime<Utc>) -> Result<(), CommitError> {
        let keys::Key { pk, sk } = keys::account_gone(user);
        let row = to_row(&GoneRow { pk, sk, ttl: until.timestamp() });
        self.commit(vec![Write::Put { row, guard: Guard::Always }], None).await?;
        self.living.forget(user);
        Ok(())
    }

    /// Whether an account was deleted while id tokens of it are still good. Half a read unit, at most once in 30 s.
    pub async fn account_is_gone(&self, user: &UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        if self.living.was_seen(user, now) {
            return Ok(false);
        }
        let row: Option<GoneRow> = self.row_get(keys::account_gone(user), false).await?;
        if row.is_none() {
            self.living.saw(user, now);
        }
        Ok(row.is_some())
    }

    /// Remove the account and the refresh tokens of all its devices. The account row goes last, so that what a crash leaves can be removed again.
    pub async fn account_delete(&self, user: &UserId) -> Result<(), StoreError> {
        let families: Vec<super::erase::KeyRow> =
            self.row_list(Range::prefix(keys::account_pk(user), REFRESH_PREFIX).only_keys()).await?;
        self.row_batch_delete(families.into_iter().map(super::erase::KeyRow::into_key).collect()).await?;
        self.row_batch_delete(vec![keys::account(user)]).await
    }
}
