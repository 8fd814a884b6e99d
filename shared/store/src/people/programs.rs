//! Tokens of programs, by their owner and hash.

use crate::table::error::StoreError;
use crate::table::keys::{self, PK, PROGRAM_PREFIX};
use crate::table::{Guard, Range, Store, Write, text};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{DeviceId, UserId};
use domain::program::Scope;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramToken {
    /// SHA-256 of the token, in hexadecimal; also its id. The token itself is not stored.
    #[serde(rename = "SK", skip_serializing, deserialize_with = "hash_of_sort_key")]
    pub hash: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// The device that created the token, and whose removal deletes it; `None` if the larder was not shared yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceId>,
    #[serde(with = "ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    /// A day, so that it is written once a day at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_on: Option<NaiveDate>,
}

fn hash_of_sort_key<'de, D: Deserializer<'de>>(row: D) -> Result<String, D::Error> {
    let sort_key = String::deserialize(row)?;
    sort_key.strip_prefix(PROGRAM_PREFIX).map(str::to_owned).ok_or_else(|| D::Error::custom("SK"))
}

impl ProgramToken {
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

impl Write {
    /// Refused if the token exists already.
    pub fn program_create(user: &UserId, token: &ProgramToken) -> Self {
        Self::put_row(keys::program(user, &token.hash), token, Guard::New)
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
        self.row_get(keys::program(user, hash), true).await
    }

    /// Returns the tokens, the oldest first.
    pub async fn program_list(&self, user: &UserId) -> Result<Vec<ProgramToken>, StoreError> {
        let mut tokens: Vec<ProgramToken> = self.row_list(Range::prefix(keys::user_pk(user), PROGRAM_PREFIX)).await?;
        tokens.sort_by(|a, b| (a.created_at, &a.hash).cmp(&(b.created_at, &b.hash)));
        Ok(tokens)
    }

    /// Stores the day on which a token was used, unless the token was deleted meanwhile.
    pub async fn program_record_use(&self, user: &UserId, hash: &str, on: NaiveDate) -> Result<(), StoreError> {
        let condition = format!("attribute_exists({PK})");
        let (key, values) = (keys::program(user, hash), [(":on", text(on))]);
        let write = Write::update_row(key, "SET last_used_on = :on", Some(&condition), values);
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }
}
