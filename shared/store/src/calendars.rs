//! Calendar links: the address by its hash, and a count of content changes.

use super::error::{CommitError, StoreError};
use super::keys::{self, Key};
use super::{Guard, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CalendarLanguage {
    #[default]
    En,
    De,
    Fr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Calendar {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    pub user: UserId,
    pub language: CalendarLanguage,
    pub created_at: DateTime<Utc>,
    /// The hash of the last content; changes are counted against it.
    pub sequence: u64,
    pub digest: String,
    pub changed_at: DateTime<Utc>,
}

/// The calendar below its token's hash, and, without what changes, below its owner.
#[derive(Serialize, Deserialize)]
struct CalendarRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    token_hash: String,
    owner: UserId,
    language: CalendarLanguage,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    sequence: u64,
    digest: String,
    #[serde(with = "ts_milliseconds")]
    changed_at: DateTime<Utc>,
}

fn row(calendar: &Calendar, Key { pk, sk }: Key) -> CalendarRow {
    let Calendar { token_hash, user, language, created_at, sequence, digest, changed_at } = calendar.clone();
    CalendarRow { pk, sk, token_hash, owner: user, language, created_at, sequence, digest, changed_at }
}

impl CalendarRow {
    fn into_calendar(self) -> Calendar {
        let Self { token_hash, owner, language, created_at, sequence, digest, changed_at, .. } = self;
        Calendar { token_hash, user: owner, language, created_at, sequence, digest, changed_at }
    }
}

impl Write {
    /// Deletes both rows. A retry with neither row nor record would report a missing calendar.
    pub fn calendar_delete(calendar: &Calendar) -> [Self; 2] {
        let keys = [keys::calendar(&calendar.token_hash), keys::own_calendar(&calendar.user)];
        keys.map(|key| Self::Delete { key, guard: Guard::Always })
    }
}

impl Store {
    /// Both rows or neither.
    pub async fn calendar_create(&self, calendar: &Calendar) -> Result<(), CommitError> {
        let keys = [keys::calendar(&calendar.token_hash), keys::own_calendar(&calendar.user)];
        let put = |key| Write::Put { row: to_row(&row(calendar, key)), guard: Guard::Always };
        self.commit(keys.map(put).into(), None).await
    }

    pub async fn calendar_get(&self, token_hash: &str) -> Result<Option<Calendar>, StoreError> {
        let row: Option<CalendarRow> = self.row_get(keys::calendar(token_hash), true).await?;
        Ok(row.map(CalendarRow::into_calendar))
    }

    pub async fn calendar_of(&self, user: &UserId) -> Result<Option<Calendar>, StoreError> {
        let row: Option<CalendarRow> = self.row_get(keys::own_calendar(user), true).await?;
        Ok(row.map(CalendarRow::into_calendar))
    }

    /// Records a change. If another reader was faster, its version is the answer.
    pub async fn calendar_changed(
        &self,
        calendar: &Calendar,
        digest: String,
        now: DateTime<Utc>,
    ) -> Result<Calendar, CommitError> {
        let next = Calendar { sequence: calendar.sequence + 1, digest, changed_at: now, ..calendar.clone() };
        let number = |n: u64| AttributeValue::N(n.to_string());
        let write = Write::Update {
            key: keys::calendar(&calendar.token_hash),
            expression: "SET #sequence = :next, digest = :digest, changed_at = :now".into(),
            condition: Some("#sequence = :seen".into()),
            names: vec![("#sequence".into(), "sequence".into())],
            values: vec![
                (":next".into(), number(next.sequence)),
                (":seen".into(), number(calendar.sequence)),
                (":digest".into(), AttributeValue::S(next.digest.clone())),
                (":now".into(), AttributeValue::N(now.timestamp_millis().to_string())),
            ],
        };
        match self.commit(vec![write], None).await {
            Ok(()) => Ok(next),
            Err(CommitError::Refused(_)) => Ok(self.calendar_get(&calendar.token_hash).await?.unwrap_or(next)),
            Err(error) => Err(error),
        }
    }

    /// As a part of more that ends, which is done again from its beginning where it breaks off. What others can see
    /// goes first.
    pub async fn calendar_end(&self, user: &UserId) -> Result<(), StoreError> {
        let Some(calendar) = self.calendar_of(user).await? else { return Ok(()) };
        self.row_batch_delete(vec![keys::calendar(&calendar.token_hash)]).await?;
        self.row_batch_delete(vec![keys::own_calendar(user)]).await
    }
}
