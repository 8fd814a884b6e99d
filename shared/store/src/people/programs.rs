//! Tokens for other programs: one row each among what its owner has, found by the owner that the token names and its
//! hash.

use crate::table::error::StoreError;
use crate::table::keys::{self, Key, PK, PROGRAM_PREFIX};
use crate::table::{CommitError, Guard, Range, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{DeviceId, UserId};
use domain::program::Scope;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct ProgramToken {
    /// SHA-256 of the token, in hexadecimal: the token itself is kept nowhere. Names it as well.
    pub hash: String,
    pub user: UserId,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// The device that made it, with which it ends; none where the larder was not shared yet.
    pub device: Option<DeviceId>,
    pub created_at: DateTime<Utc>,
    /// A day, which suffices to show its use and costs one write a day.
    pub last_used_on: Option<NaiveDate>,
}

impl ProgramToken {
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

#[derive(Serialize, Deserialize)]
struct ProgramRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    name: String,
    scopes: Vec<Scope>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_used_on: Option<NaiveDate>,
}

impl ProgramRow {
    fn into_token(self, user: &UserId) -> ProgramToken {
        let Self { sk, name, scopes, device, created_at, last_used_on, .. } = self;
        let hash = sk.strip_prefix(PROGRAM_PREFIX).unwrap_or_default().to_owned();
        ProgramToken { hash, user: user.clone(), name, scopes, device, created_at, last_used_on }
    }
}

impl Write {
    /// Refused where there is this very token already.
    pub fn program_create(token: &ProgramToken) -> Self {
        let Key { pk, sk } = keys::program(&token.user, &token.hash);
        let ProgramToken { name, scopes, device, created_at, last_used_on, .. } = token.clone();
        let row = to_row(&ProgramRow { pk, sk, name, scopes, device, created_at, last_used_on });
        Self::Put { row, guard: Guard::New }
    }

    /// Refused if the token does not exist.
    pub fn program_delete(user: &UserId, hash: &str) -> Self {
        Self::Delete { key: keys::program(user, hash), guard: Guard::Exists }
    }

    /// Deleting many tokens at once may include deleted ones.
    pub fn program_forget(user: &UserId, hash: &str) -> Self {
        Self::Delete { key: keys::program(user, hash), guard: Guard::Always }
    }
}

impl Store {
    pub async fn program_get(&self, user: &UserId, hash: &str) -> Result<Option<ProgramToken>, StoreError> {
        let row: Option<ProgramRow> = self.row_get(keys::program(user, hash), true).await?;
        Ok(row.map(|row| row.into_token(user)))
    }

    /// The oldest first.
    pub async fn program_list(&self, user: &UserId) -> Result<Vec<ProgramToken>, StoreError> {
        let rows: Vec<ProgramRow> = self.row_list(Range::prefix(keys::user_pk(user), PROGRAM_PREFIX)).await?;
        let mut tokens: Vec<_> = rows.into_iter().map(|row| row.into_token(user)).collect();
        tokens.sort_by(|a, b| (a.created_at, &a.hash).cmp(&(b.created_at, &b.hash)));
        Ok(tokens)
    }

    pub async fn program_end_all(&self, user: &UserId) -> Result<(), StoreError> {
        let tokens = self.program_list(user).await?;
        self.row_batch_delete(tokens.iter().map(|token| keys::program(user, &token.hash)).collect()).await
    }

    /// Stores the day on which a token was used. One that was ended meanwhile stays ended.
    pub async fn program_used(&self, token: &ProgramToken, on: NaiveDate) -> Result<(), StoreError> {
        let used = Write::Update {
            key: keys::program(&token.user, &token.hash),
            expression: "SET last_used_on = :on".into(),
            condition: Some(format!("attribute_exists({PK})")),
            names: vec![],
            values: vec![(":on".into(), AttributeValue::S(on.to_string()))],
        };
        match self.commit(vec![used], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }
}
