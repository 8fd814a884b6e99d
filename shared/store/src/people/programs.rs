//! Tokens of programs, by their owner and hash.

use crate::table::error::StoreError;
use crate::table::keys::{self, PK, PROGRAM_PREFIX};
use crate::table::{Guard, Range, Store, Write, text};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{DeviceId, UserId};
use domain::program::Scope;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct ProgramToken {
    /// SHA-256 of the token, in hexadecimal; also its id. The token itself is not stored.
    pub hash: String,
    pub user: UserId,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// The device that created the token, and whose removal deletes it; `None` if the larder was not shared yet.
    pub device: Option<DeviceId>,
    pub created_at: DateTime<Utc>,
    /// A day, so that it is written once a day at most.
    pub last_used_on: Option<NaiveDate>,
}

impl ProgramToken {
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

#[derive(Serialize, Deserialize)]
struct ProgramRow {
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
    /// Refused if the token exists already.
    pub fn program_create(token: &ProgramToken) -> Self {
        let key = keys::program(&token.user, &token.hash);
        let ProgramToken { name, scopes, device, created_at, last_used_on, .. } = token.clone();
        let row = ProgramRow { sk: key.sk.clone(), name, scopes, device, created_at, last_used_on };
        Self::put_row(key, &row, Guard::New)
    }

    /// Refused if the token does not exist.
    pub fn program_delete(user: &UserId, hash: &str) -> Self {
        Self::Delete { key: keys::program(user, hash), guard: Guard::Exists }
    }

    /// Deletes a token, which may not exist.
    pub fn program_forget(user: &UserId, hash: &str) -> Self {
        Self::Delete { key: keys::program(user, hash), guard: Guard::Always }
    }
}

impl Store {
    pub async fn program_get(&self, user: &UserId, hash: &str) -> Result<Option<ProgramToken>, StoreError> {
        let row: Option<ProgramRow> = self.row_get(keys::program(user, hash), true).await?;
        Ok(row.map(|row| row.into_token(user)))
    }

    /// Returns the tokens, the oldest first.
    pub async fn program_list(&self, user: &UserId) -> Result<Vec<ProgramToken>, StoreError> {
        let rows: Vec<ProgramRow> = self.row_list(Range::prefix(keys::user_pk(user), PROGRAM_PREFIX)).await?;
        let mut tokens: Vec<_> = rows.into_iter().map(|row| row.into_token(user)).collect();
        tokens.sort_by(|a, b| (a.created_at, &a.hash).cmp(&(b.created_at, &b.hash)));
        Ok(tokens)
    }

    /// Stores the day on which a token was used, unless the token was deleted meanwhile.
    pub async fn program_used(&self, token: &ProgramToken, on: NaiveDate) -> Result<(), StoreError> {
        let condition = format!("attribute_exists({PK})");
        let (key, values) = (keys::program(&token.user, &token.hash), [(":on", text(on))]);
        let write = Write::update_row(key, "SET last_used_on = :on", Some(&condition), values);
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }
}
