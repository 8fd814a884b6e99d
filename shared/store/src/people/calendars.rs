//! Calendar links, by the hash of their token, with a number that increases with content changes.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, PK};
use crate::table::{Guard, Store, Write, number, text};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{DeviceId, UserId};
use domain::language::Language;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Calendar {
    /// SHA-256 of the token, in hexadecimal.
    pub token_hash: String,
    pub user: UserId,
    /// The device that created it; `None` if the larder was not shared yet.
    pub device: Option<DeviceId>,
    pub language: Language,
    pub created_at: DateTime<Utc>,
    /// Increases with each content change.
    pub sequence: u64,
    /// The hash of the current content.
    pub digest: String,
    pub changed_at: DateTime<Utc>,
    /// The day on which reading the calendar was last recorded as activity of its owner.
    pub activity_recorded_on: Option<NaiveDate>,
}

/// A calendar's row, which is stored twice: under the token's hash, and under the owner. Only the first has current
/// counts.
#[derive(Serialize, Deserialize)]
struct CalendarRow {
    token_hash: String,
    owner: UserId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
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

fn row(calendar: &Calendar) -> CalendarRow {
    let Calendar { token_hash, user, device, language, created_at, sequence, digest, changed_at, activity_recorded_on } =
        calendar.clone();
    let noted_on = activity_recorded_on;
    CalendarRow { token_hash, owner: user, device, language, created_at, sequence, digest, changed_at, noted_on }
}

impl CalendarRow {
    fn into_calendar(self) -> Calendar {
        let Self { token_hash, owner: user, device, language, created_at, sequence, digest, changed_at, noted_on } =
            self;
        let activity_recorded_on = noted_on;
        Calendar { token_hash, user, device, language, created_at, sequence, digest, changed_at, activity_recorded_on }
    }
}

impl Write {
    /// Deletes both rows.
    pub fn calendar_delete(calendar: &Calendar) -> [Self; 2] {
        let keys = [keys::calendar(&calendar.token_hash), keys::own_calendar(&calendar.user)];
        keys.map(|key| Self::Delete { key, guard: Guard::Always })
    }
}

impl Store {
    /// Creates a calendar that replaces the user's earlier one. Refused if another request was first: otherwise one of two
    /// simultaneous links would stay valid and could not be deleted.
    pub async fn calendar_create(&self, calendar: &Calendar, before: Option<&Calendar>) -> Result<(), CommitError> {
        let Calendar { token_hash, user, .. } = calendar;
        let guard = before.map_or(Guard::New, |before| Guard::TokenHash(before.token_hash.clone()));
        let own = Write::put_row(keys::own_calendar(user), &row(calendar), guard);
        let public = Write::put_row(keys::calendar(token_hash), &row(calendar), Guard::Always);
        let replaced =
            before.map(|before| Write::Delete { key: keys::calendar(&before.token_hash), guard: Guard::Always });
        self.commit([own, public].into_iter().chain(replaced).collect(), None).await
    }

    /// Stores the day on which reading the calendar was recorded as activity of its owner.
    pub async fn calendar_record_activity(&self, token_hash: &str, on: NaiveDate) -> Result<(), StoreError> {
        let condition = format!("attribute_exists({PK})");
        let (key, values) = (keys::calendar(token_hash), [(":on", text(on))]);
        let write = Write::update_row(key, "SET noted_on = :on", Some(&condition), values);
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }

    pub async fn calendar_get(&self, token_hash: &str) -> Result<Option<Calendar>, StoreError> {
        let row: Option<CalendarRow> = self.row_get(keys::calendar(token_hash), true).await?;
        Ok(row.map(CalendarRow::into_calendar))
    }

    pub async fn calendar_get_own(&self, user: &UserId) -> Result<Option<Calendar>, StoreError> {
        let row: Option<CalendarRow> = self.row_get(keys::own_calendar(user), true).await?;
        Ok(row.map(CalendarRow::into_calendar))
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
            // The same change gets the same number again where this one was not stored.
            Err(CommitError::Unknown(error)) => {
                tracing::warn!(%error, "a change of a calendar was not recorded");
                Ok(next)
            }
            Err(error) => Err(error),
        }
    }
}
