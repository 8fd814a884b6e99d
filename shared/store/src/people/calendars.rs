//! Calendar links: the address by its hash, and a count of content changes.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, Key, PK};
use crate::table::{Guard, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::language::Language;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Calendar {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    pub user: UserId,
    pub language: Language,
    pub created_at: DateTime<Utc>,
    /// The hash of the last content; changes are counted against it.
    pub sequence: u64,
    pub digest: String,
    pub changed_at: DateTime<Utc>,
    /// The time when a reading of it was last stored as a visit.
    pub visit_noted_on: Option<NaiveDate>,
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
    language: Language,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    sequence: u64,
    digest: String,
    #[serde(with = "ts_milliseconds")]
    changed_at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    noted_on: Option<NaiveDate>,
}

fn row(calendar: &Calendar, Key { pk, sk }: Key) -> CalendarRow {
    let Calendar { token_hash, user, language, created_at, sequence, digest, changed_at, visit_noted_on } =
        calendar.clone();
    let noted_on = visit_noted_on;
    CalendarRow { pk, sk, token_hash, owner: user, language, created_at, sequence, digest, changed_at, noted_on }
}

impl CalendarRow {
    fn into_calendar(self) -> Calendar {
        let Self { token_hash, owner, language, created_at, sequence, digest, changed_at, noted_on, .. } = self;
        let visit_noted_on = noted_on;
        Calendar { token_hash, user: owner, language, created_at, sequence, digest, changed_at, visit_noted_on }
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
    /// Makes a calendar that replaces the user's earlier one. Refused if another request was faster: otherwise the
    /// address of one of two simultaneous calendars would stay readable and could not be removed.
    pub async fn calendar_create(&self, calendar: &Calendar, before: Option<&Calendar>) -> Result<(), CommitError> {
        let Calendar { token_hash, user, .. } = calendar;
        let guard = before.map_or(Guard::New, |before| Guard::TokenHash(before.token_hash.clone()));
        let own = Write::Put { row: to_row(&row(calendar, keys::own_calendar(user))), guard };
        let public = Write::Put { row: to_row(&row(calendar, keys::calendar(token_hash))), guard: Guard::Always };
        let ended =
            before.map(|before| Write::Delete { key: keys::calendar(&before.token_hash), guard: Guard::Always });
        self.commit([own, public].into_iter().chain(ended).collect(), None).await
    }

    /// Notes that a reading of the calendar was counted as a visit of its owner.
    pub async fn calendar_visit_noted(&self, token_hash: &str, on: NaiveDate) -> Result<(), StoreError> {
        let noted = Write::Update {
            key: keys::calendar(token_hash),
            expression: "SET noted_on = :on".into(),
            condition: Some(format!("attribute_exists({PK})")),
            names: vec![],
            values: vec![(":on".into(), AttributeValue::S(on.to_string()))],
        };
        match self.commit(vec![noted], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
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

    /// Part of a larger deletion, which is repeated from its beginning if it is interrupted. What others can see is
    /// deleted first.
    pub async fn calendar_end(&self, user: &UserId) -> Result<(), StoreError> {
        let Some(calendar) = self.calendar_of(user).await? else { return Ok(()) };
        self.row_batch_delete(vec![keys::calendar(&calendar.token_hash)]).await?;
        self.row_batch_delete(vec![keys::own_calendar(user)]).await
    }
}
