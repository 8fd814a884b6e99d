//! Jobs: an import, its undo, the deletion of everything. An account has one at a time, whose row has its progress
//! (`docs/decisions/033-jobs.md`).
//!
//! Each step is one transaction with the next version of the row: it is made once, and the steps of a process whose job
//! another process took over are refused.

use crate::people::preferences::attributes;
use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::erase::KeyRow;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, GSI1PK, GSI1SK, Key, TTL};
use crate::table::write::key_of;
use crate::table::{Attributes, Guard, MAX_WRITES, Range, Store, Write, number, text};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::preferences::PreferencesChange;
use domain::stored::Stored;
use domain::timestamp::iso;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// After this time without a step another process takes the job over.
pub const JOB_LEASE: TimeDelta = TimeDelta::seconds(60);
/// The time for which an import can be undone.
const IMPORT_TTL: TimeDelta = TimeDelta::days(7);
/// The time for which a repeated request finds its deletion: as long as idempotency records are kept.
const DELETION_TTL: TimeDelta = TimeDelta::days(30);
/// The maximum number of writes of one step, except the job's own row and the two writes that end an import.
pub const MAX_STEP_WRITES: usize = MAX_WRITES - 3;

const BEFORE: &str = "before";
const WRITTEN: &str = "written";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    Import,
    UndoImport,
    ClearData,
    DeleteAccount,
    /// A kind that only another version of Larder knows, or an unreadable row. Only a deletion replaces it.
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobState {
    /// The idempotency key of the request that began a deletion, or the id in the rows of an import.
    pub id: Uuid,
    /// The keys of earlier requests for the same deletion, which end with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Uuid>,
    pub kind: JobKind,
    #[serde(with = "ts_milliseconds")]
    pub made_at: DateTime<Utc>,
    /// Until then no other process takes the job over.
    #[serde(with = "ts_milliseconds")]
    pub lease_until: DateTime<Utc>,
    pub finished: bool,
    /// The number of processed rows of the file, or of deleted rows.
    pub done: usize,
    /// The number of rows of the file; 0 if unknown.
    pub total: usize,
    /// The number of items and of list rows that an import adds.
    pub items: usize,
    pub list_items: usize,
    /// The number of active items that an import has reserved capacity for and not written yet.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub owed: usize,
    /// The options of an import; `None` if its file is not stored.
    pub file: Option<Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub user: UserId,
    pub version: u64,
    pub state: JobState,
    /// The preferences that an import wrote, and their earlier values, by attribute.
    pub preferences: Option<PreferencesWritten>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PreferencesWritten {
    before: Attributes,
    written: Attributes,
}

impl Job {
    /// Returns a new job that replaces the user's earlier one.
    pub fn begin(user: &UserId, earlier: Option<&Self>, id: Uuid, kind: JobKind, now: DateTime<Utc>) -> Self {
        let state = JobState {
            id,
            joined: vec![],
            kind,
            made_at: now,
            lease_until: now + JOB_LEASE,
            finished: false,
            done: 0,
            total: 0,
            items: 0,
            list_items: 0,
            owed: 0,
            file: None,
        };
        Self { user: user.clone(), version: earlier.map_or(1, |job| job.version + 1), state, preferences: None }
    }

    /// Returns the next version, after `rows` more processed rows.
    #[must_use]
    pub fn next(&self, rows: usize, now: DateTime<Utc>) -> Self {
        let state = JobState { done: self.state.done + rows, lease_until: now + JOB_LEASE, ..self.state.clone() };
        Self { version: self.version + 1, state, ..self.clone() }
    }

    #[must_use]
    pub fn finished(&self, now: DateTime<Utc>) -> Self {
        let next = self.next(0, now);
        Self { state: JobState { finished: true, file: None, ..next.state }, ..next }
    }

    /// Returns the version that any process can take at once.
    #[must_use]
    pub fn released(&self, now: DateTime<Utc>) -> Self {
        let next = self.next(0, now);
        Self { state: JobState { lease_until: now, ..next.state }, ..next }
    }

    /// Returns true if the job is unfinished and its lease has expired, so that another process may take it.
    pub fn is_stalled(&self, now: DateTime<Utc>) -> bool {
        !self.state.finished && self.state.kind != JobKind::Unknown && self.state.lease_until <= now
    }

    /// Returns true while the job deletes the user's data, also what is added meanwhile.
    pub fn is_clearing(&self) -> bool {
        !self.state.finished && self.state.kind == JobKind::ClearData
    }

    /// Returns the number of active items that the job still adds.
    pub fn owed(&self) -> usize {
        if self.state.finished { 0 } else { self.state.owed }
    }

    /// Returns true if this deletion ends the request with this key.
    pub fn is_for(&self, key: Option<Uuid>) -> bool {
        key.is_some_and(|key| self.state.id == key || self.state.joined.contains(&key))
    }

    /// Returns true if the job is finished and its result no longer kept.
    pub fn has_expired(&self, now: DateTime<Utc>) -> bool {
        self.state.finished && self.expires_at() <= now
    }

    fn expires_at(&self) -> DateTime<Utc> {
        let is_import = matches!(self.state.kind, JobKind::Import | JobKind::UndoImport);
        self.state.lease_until + if is_import { IMPORT_TTL } else { DELETION_TTL }
    }
}

fn row(job: &Job) -> Attributes {
    let mut row = to_entity_row(keys::job(&job.user), job.version, &job.state, &Stored::default());
    if job.state.finished {
        row.insert(TTL.into(), number(job.expires_at().timestamp()));
    } else {
        row.insert(GSI1PK.into(), text(keys::JOBS));
        row.insert(GSI1SK.into(), text(iso(job.state.made_at)));
    }
    if let Some(PreferencesWritten { before, written }) = &job.preferences {
        row.insert(BEFORE.into(), AttributeValue::M(before.clone()));
        row.insert(WRITTEN.into(), AttributeValue::M(written.clone()));
    }
    row
}

fn job_from_row(mut row: Attributes) -> Result<Job, StoreError> {
    let mut map = |name: &str| match row.remove(name) {
        Some(AttributeValue::M(map)) => Some(map),
        _ => None,
    };
    let preferences = map(BEFORE).zip(map(WRITTEN)).map(|(before, written)| PreferencesWritten { before, written });
    let Entity { pk, version, body, .. } = from_entity_row::<Value>(row)?;
    let user = keys::user_of_account_pk(&pk);
    let user = user.ok_or_else(|| StoreError::Corrupt("job row: PK".into()))?;
    let unknown = |_| Job::begin(&user, None, Uuid::nil(), JobKind::Unknown, DateTime::UNIX_EPOCH).state;
    let state = serde_json::from_value(body).unwrap_or_else(unknown);
    Ok(Job { user, version, state, preferences })
}

impl Write {
    /// Writes a version of a job; refused if another process or job was first.
    pub fn job_put(job: &Job) -> Self {
        let guard = if job.version == 1 { Guard::New } else { Guard::Version(job.version - 1) };
        Self::Put { row: row(job), guard }
    }

    /// Deletes a job whose result is not stored.
    pub fn job_delete(job: &Job) -> Self {
        Self::Delete { key: keys::job(&job.user), guard: Guard::Version(job.version) }
    }

    /// Returns the same write with the id of the job that creates the row. Refused if the row exists.
    #[must_use]
    pub fn made_by(self, job: Uuid) -> Self {
        let Self::Put { mut row, .. } = self else { return self };
        row.insert(keys::JOB_ID.into(), text(job));
        Self::Put { row, guard: Guard::New }
    }

    /// Deletes a row, whatever it contains. A missing one is no error.
    pub fn row_delete(key: Key) -> Self {
        Self::Delete { key, guard: Guard::Always }
    }

    /// Deletes a row if this job created it and nothing changed it since.
    pub fn made_by_delete(key: Key, job: Uuid) -> Self {
        Self::Delete { key, guard: Guard::MadeBy(job) }
    }

    /// Returns the sort key of the row that it writes or deletes.
    pub fn sort_key(&self) -> String {
        key_of(self).sk
    }

    /// Changes preferences for an import; refused if they have changed since they were read.
    pub fn preferences_import(
        user: &UserId,
        change: &PreferencesChange,
        preferences: &PreferencesWritten,
        now: DateTime<Utc>,
    ) -> Self {
        let mut write = Self::preferences_change(user, change, now);
        if let Self::Update { condition, values, .. } = &mut write {
            let unchanged = |name: &String| match preferences.before.get(name) {
                Some(before) => {
                    values.push((format!(":seen_{name}"), before.clone()));
                    format!("{name} = :seen_{name}")
                }
                None => format!("attribute_not_exists({name})"),
            };
            let unchanged: Vec<String> = preferences.written.keys().map(unchanged).collect();
            *condition = (!unchanged.is_empty()).then(|| unchanged.join(" AND "));
        }
        write
    }

    /// Restores each preference that still has the value that an import wrote.
    fn preferences_undo(user: &UserId, PreferencesWritten { before, written }: &PreferencesWritten) -> Vec<Self> {
        let undo = |(name, value): (&String, &AttributeValue)| {
            let mut values = vec![(":written".to_owned(), value.clone())];
            let expression = if let Some(before) = before.get(name) {
                values.push((":before".to_owned(), before.clone()));
                format!("SET {name} = :before")
            } else {
                format!("REMOVE {name}")
            };
            let condition = Some(format!("{name} = :written"));
            Self::Update { key: keys::meta(user), expression, condition, names: vec![], values }
        };
        written.iter().filter(|(name, value)| before.get(*name) != Some(*value)).map(undo).collect()
    }
}

impl Store {
    /// Returns the user's job, running or finished, also an expired one: DynamoDB may delete it days late, and a new
    /// job replaces its row.
    pub async fn job_get(&self, user: &UserId) -> Result<Option<Job>, StoreError> {
        self.attributes_get(keys::job(user), true).await?.map(job_from_row).transpose()
    }

    /// Returns the jobs that another process may take, the oldest first.
    pub async fn job_list_stalled(&self, now: DateTime<Utc>) -> Result<Vec<Job>, StoreError> {
        let range = Range::between(keys::JOBS.into(), "0".into(), "~".into()).by_due();
        let mut jobs = self.index_list(range, job_from_row).await?;
        jobs.retain(|job| job.is_stalled(now));
        Ok(jobs)
    }

    /// Makes one step: `units`, `last`, and the next version of the job. Skips each unit with a refused write: its row
    /// exists or, for deletions, has changed.
    pub async fn job_step(&self, mut units: Vec<Vec<Write>>, last: Vec<Write>, next: &Job) -> Result<(), CommitError> {
        let pacer = self.start_pacing();
        loop {
            let writes = units.iter().flatten().cloned().chain(last.clone()).chain([Write::job_put(next)]).collect();
            let refused = match self.commit(writes, None).await {
                Ok(()) => break,
                Err(CommitError::Refused(key)) => key,
                Err(error) => return Err(error),
            };
            let before = units.len();
            units.retain(|unit| unit.iter().all(|write| key_of(write) != refused));
            if units.len() == before {
                // Another process has taken the job.
                return Err(CommitError::Refused(refused));
            }
        }
        self.wait_for_pace(pacer).await;
        Ok(())
    }

    /// Takes a job over, so that the steps of its earlier process are refused.
    pub async fn job_take(&self, job: &Job, now: DateTime<Utc>) -> Result<Job, CommitError> {
        let next = job.next(0, now);
        self.job_step(vec![], vec![], &next).await?;
        Ok(next)
    }

    /// Returns the keys of a page of a user's rows, or of those that a job created, and the start of the next page.
    pub async fn row_key_page(
        &self,
        user: &UserId,
        made_by: Option<Uuid>,
        after: Option<Attributes>,
    ) -> Result<(Vec<Key>, Option<Attributes>), StoreError> {
        let all = Range::between(keys::user_pk(user), "!".into(), "~".into()).only_keys();
        let range = made_by.map_or(all.clone(), |job| all.made_by(job));
        let (rows, after) = self.row_page::<KeyRow>(&range, after).await?;
        Ok((rows.into_iter().map(KeyRow::into_key).collect(), after))
    }

    /// Returns the sort keys of all rows of a user.
    pub async fn row_keys(&self, user: &UserId) -> Result<Vec<String>, StoreError> {
        let range = Range::between(keys::user_pk(user), "!".into(), "~".into()).only_keys();
        let rows: Vec<KeyRow> = self.row_list(range).await?;
        Ok(rows.into_iter().map(|row| row.into_key().sk).collect())
    }

    /// Returns the values that an import of these preferences writes, and the current ones, so that it can be undone.
    pub async fn preferences_written(
        &self,
        user: &UserId,
        change: &PreferencesChange,
    ) -> Result<PreferencesWritten, StoreError> {
        let written: Attributes = attributes(change).into_iter().collect();
        let mut before = self.attributes_get(keys::meta(user), true).await?.unwrap_or_default();
        before.retain(|name, _| written.contains_key(name));
        Ok(PreferencesWritten { before, written })
    }

    /// Restores the preferences that an import wrote, unless a user changed them since.
    pub async fn preferences_undo(&self, job: &Job, now: DateTime<Utc>) -> Result<(), CommitError> {
        let Some(preferences) = &job.preferences else { return Ok(()) };
        for write in Write::preferences_undo(&job.user, preferences) {
            self.commit_if_allowed(vec![write]).await?;
        }
        // Schedules a check, because the hour may have changed.
        self.commit(vec![Write::preferences_change(&job.user, &PreferencesChange::default(), now)], None).await
    }
}
