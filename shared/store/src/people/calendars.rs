//! Calendar links, by the hash of their token, with a number that increases with content changes.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, PK};
use crate::table::{Guard, Store, Write, number, text};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{DeviceId, UserId};
use domain::language::Language;
use serde::{Deserialize, Serialize};

/// A calendar is stored twice: under the token's hash, and under the owner. Only the first has current counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calendar {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    #[serde(rename = "owner")]
    pub user: UserId,
    /// The device that created it; `None` if the larder was not shared yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceId>,
    pub language: Language,
    #[serde(with = "ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    /// Increases with each content change.
    pub sequence: u64,
    /// The hash of the current content.
    pub digest: String,
    #[serde(with = "ts_milliseconds")]
    pub changed_at: DateTime<Utc>,
    /// The day on which reading the calendar was last recorded as activity of its owner.
    #[serde(rename = "noted_on", default, skip_serializing_if = "Option::is_none")]
    pub activity_recorded_on: Option<NaiveDate>,
}

impl Write {
    /// Deletes both rows. Refused if another calendar replaced it: its public row would stay readable, and nobody could
    /// find it.
    pub fn calendar_delete(calendar: &Calendar) -> [Self; 2] {
        let Calendar { token_hash, user, .. } = calendar;
        [
            Self::Delete { key: keys::own_calendar(user), guard: Guard::TokenHash(token_hash.clone()) },
            Self::Delete { key: keys::calendar(token_hash), guard: Guard::Always },
        ]
    }
}

impl Store {
    /// Creates a calendar that replaces the user's earlier one. Refused if another request was first: otherwise one of
    /// two simultaneous links would stay valid and could not be deleted.
    /// `check` is that of the household whose device creates it.
    pub async fn calendar_create(
        &self,
        calendar: &Calendar,
        before: Option<&Calendar>,
        check: Write,
    ) -> Result<(), CommitError> {
        let Calendar { token_hash, user, .. } = calendar;
        let guard = before.map_or(Guard::New, |before| Guard::TokenHash(before.token_hash.clone()));
        let own = Write::put_row(keys::own_calendar(user), calendar, guard);
        let public = Write::put_row(keys::calendar(token_hash), calendar, Guard::Always);
        let replaced =
            before.map(|before| Write::Delete { key: keys::calendar(&before.token_hash), guard: Guard::Always });
        self.commit([own, public, check].into_iter().chain(replaced).collect(), None).await
    }

    /// Stores the day on which reading the calendar was recorded as activity of its owner.
    pub async fn calendar_record_activity(&self, token_hash: &str, on: NaiveDate) -> Result<(), StoreError> {
        let condition = format!("attribute_exists({PK})");
        let (key, values) = (keys::calendar(token_hash), [(":on", text(on))]);
        let write = Write::update_row(key, "SET noted_on = :on", Some(&condition), values);
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }

    pub async fn calendar_get(&self, token_hash: &str) -> Result<Option<Calendar>, StoreError> {
        self.row_get(keys::calendar(token_hash), true).await
    }

    pub async fn calendar_get_own(&self, user: &UserId) -> Result<Option<Calendar>, StoreError> {
        self.row_get(keys::own_calendar(user), true).await
    }

    /// Records a content change. Returns another reader's version if that was first.
    pub async fn calendar_record_change(
        &self,
        calendar: &Calendar,
        digest: String,
        now: DateTime<Utc>,
    ) -> Result<Calendar, CommitError> {
        // Not less than the minute, so that it is higher than before a restore: apps ignore lower numbers.
        let minute = u64::try_from(now.timestamp() / 60).unwrap_or(0);
        let sequence = minute.max(calendar.sequence + 1);
        let next = Calendar { sequence, digest, changed_at: now, ..calendar.clone() };
        let write = Write::Update {
            key: keys::calendar(&calendar.token_hash),
            expression: "SET #sequence = :next, digest = :digest, changed_at = :now".into(),
            condition: Some("#sequence = :seen".into()),
            names: vec![("#sequence".into(), "sequence".into())],
            values: vec![
                (":next".into(), number(next.sequence)),
                (":seen".into(), number(calendar.sequence)),
                (":digest".into(), text(&next.digest)),
                (":now".into(), number(now.timestamp_millis())),
            ],
        };
        match self.commit(vec![write], None).await {
            Ok(()) => Ok(next),
            Err(CommitError::Refused(_)) => Ok(self.calendar_get(&calendar.token_hash).await?.unwrap_or(next)),
            // If it was not stored, the next reading stores it, with this number or a higher one.
            Err(CommitError::Unknown(error)) => {
                tracing::warn!(%error, "a change of a calendar was not recorded");
                Ok(next)
            }
            Err(error) => Err(error),
        }
    }
}
