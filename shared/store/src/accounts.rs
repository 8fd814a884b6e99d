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

/// One signed-in device: a chain of refresh tokens of which the newest is good, and the one before it only as long as the newest was not used.
#[derive(Clone, Debug, PartialEq)]
pub struct RefreshFamily {
    pub user: UserId,
    pub family_hash: String,
    pub current_hash: String,
    pub previous_hash: Option<String>,
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
    current: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
    #[serde(with = "ts_milliseconds")]
    signed_in_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    refreshed_at: DateTime<Utc>,
    ttl: i64,
    v: u64,
}

fn family_row(family: &RefreshFamily) -> FamilyRow {
    let keys::Key { pk, sk } = keys::refresh_family(&family.user, &family.family_hash);
    FamilyRow {
        pk,
        sk,
        current: family.current_hash.clone(),
        previous: family.previous_hash.clone(),
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
                current_hash: row.current,
                previous_hash: row.previous,
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

    /// End one device's chain.
    pub async fn refresh_family_delete(&self, user: &UserId, family_hash: &str) -> Result<(), StoreError> {
        self.row_batch_delete(vec![keys::refresh_family(user, family_hash)]).await
    }

    /// Remove the account and the refresh tokens of all its devices. The account row goes last, so that what a crash leaves can be removed again.
    pub async fn account_delete(&self, user: &UserId) -> Result<(), StoreError> {
        let families: Vec<super::erase::KeyRow> =
            self.row_list(Range::prefix(keys::account_pk(user), REFRESH_PREFIX).only_keys()).await?;
        self.row_batch_delete(families.into_iter().map(super::erase::KeyRow::into_key).collect()).await?;
        self.row_batch_delete(vec![keys::account(user)]).await
    }
}
