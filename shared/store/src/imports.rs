//! The journal of a user's last file import: every row it created, for undo.

use super::error::StoreError;
use super::keys::{self, Key, SK};
use super::{Attributes, CommitError, Guard, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::own_place::OwnPlace;
use domain::preferences::{Hour, Preferences};
use serde::{Deserialize, Serialize};

/// How long an import can be undone.
const KEPT_FOR: TimeDelta = TimeDelta::days(7);

#[derive(Clone, Debug, PartialEq)]
pub struct ImportJournal {
    pub made_at: DateTime<Utc>,
    /// Until the last row is written, no other import may start before this time.
    pub lease_until: DateTime<Utc>,
    pub finished: bool,
    pub items: usize,
    pub list_items: usize,
    /// The sort keys of the rows that it makes.
    pub rows: Vec<String>,
    /// The preferences that it replaced.
    pub before: Option<Preferences>,
}

#[derive(Serialize, Deserialize)]
struct JournalRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "ts_milliseconds")]
    made_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    lease_until: DateTime<Utc>,
    finished: bool,
    items: usize,
    list_items: usize,
    /// Joined by spaces, which no key has: one text is smaller than a list of them.
    created: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<BeforeRow>,
    ttl: i64,
}

#[derive(Serialize, Deserialize)]
struct BeforeRow {
    enabled: bool,
    hour: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aisles: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<OwnPlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list_used_up: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    product_lookup: Option<bool>,
}

impl JournalRow {
    fn into_journal(self) -> ImportJournal {
        let before = self.before.map(|before| Preferences {
            push_notifications_enabled: before.enabled,
            notification_time: Hour::new(before.hour).unwrap_or_default(),
            time_zone: before.zone.and_then(|zone| zone.parse().ok()),
            aisles: before.aisles,
            places: before.places,
            list_used_up: before.list_used_up,
            product_lookup: before.product_lookup,
            ..Preferences::default()
        });
        ImportJournal {
            made_at: self.made_at,
            lease_until: self.lease_until,
            finished: self.finished,
            items: self.items,
            list_items: self.list_items,
            rows: self.created.split_whitespace().map(str::to_owned).collect(),
            before,
        }
    }
}

impl Write {
    /// Write down how far an import is, which holds the lease.
    pub fn import_put(user: &UserId, journal: &ImportJournal, now: DateTime<Utc>) -> Self {
        Self::Put { row: journal_row(user, journal, now), guard: Guard::Always }
    }

    /// The end of taking it back.
    pub fn import_delete(user: &UserId) -> Self {
        Self::Delete { key: keys::import(user), guard: Guard::Always }
    }

    /// The sort key of a row that this makes, and does not change.
    pub fn created(&self) -> Option<String> {
        let Self::Put { row, .. } = self else { return None };
        match row.get(SK) {
            Some(AttributeValue::S(sk)) => Some(sk.clone()),
            _ => None,
        }
    }
}

fn journal_row(user: &UserId, journal: &ImportJournal, now: DateTime<Utc>) -> Attributes {
    let Key { pk, sk } = keys::import(user);
    let before = journal.before.as_ref().map(|before| BeforeRow {
        enabled: before.push_notifications_enabled,
        hour: before.notification_time.number(),
        zone: before.time_zone.map(|zone| zone.name().to_owned()),
        aisles: before.aisles.clone(),
        places: before.places.clone(),
        list_used_up: before.list_used_up,
        product_lookup: before.product_lookup,
    });
    let row = JournalRow {
        pk,
        sk,
        made_at: journal.made_at,
        lease_until: journal.lease_until,
        finished: journal.finished,
        items: journal.items,
        list_items: journal.list_items,
        created: journal.rows.join(" "),
        before,
        ttl: (now + KEPT_FOR).timestamp(),
    };
    to_row(&row)
}

impl Store {
    /// Take the lease; refused where another import has it.
    pub async fn import_begin(
        &self,
        user: &UserId,
        journal: &ImportJournal,
        now: DateTime<Utc>,
    ) -> Result<(), CommitError> {
        let row = journal_row(user, journal, now);
        self.commit(vec![Write::Put { row, guard: Guard::NewOrLapsed(now) }], None).await
    }

    pub async fn import_put(
        &self,
        user: &UserId,
        journal: &ImportJournal,
        now: DateTime<Utc>,
    ) -> Result<(), CommitError> {
        self.commit(vec![Write::import_put(user, journal, now)], None).await
    }

    pub async fn import_get(&self, user: &UserId, now: DateTime<Utc>) -> Result<Option<ImportJournal>, StoreError> {
        let row: Option<JournalRow> = self.row_get(keys::import(user), true).await?;
        Ok(row.filter(|row| row.ttl > now.timestamp()).map(JournalRow::into_journal))
    }

    /// Deletes the rows of an import, whatever their state.
    pub async fn import_rows_delete(&self, user: &UserId, journal: &ImportJournal) -> Result<(), StoreError> {
        let pk = keys::user_pk(user);
        self.row_batch_delete(journal.rows.iter().map(|sk| Key { pk: pk.clone(), sk: sk.clone() }).collect()).await
    }
}
