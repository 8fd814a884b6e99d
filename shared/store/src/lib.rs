//! The only DynamoDB code. Functions are named `noun_verb`; a look-up returns `Result<Option<T>>`.

mod accounts;
mod attempts;
mod calendars;
mod client;
mod codes;
mod commit;
mod corrections;
mod due;
mod entity;
mod erase;
mod error;
mod household;
mod items;
mod job_days;
mod jobs;
pub mod keys;
mod limits;
mod links;
mod meter;
mod notifications;
mod pending_pictures;
mod preferences;
mod programs;
mod read;
pub mod receipts;
mod revocation;
mod row_cache;
mod scan_leases;
mod scans;
mod shares;
mod shopping;
mod subscriptions;
mod table;
mod transcripts;
mod usage;
mod visits;

pub use accounts::{Account, RefreshFamily, RefusedTokens, TokenStatus};
pub use calendars::{Calendar, CalendarLanguage};
pub use client::table_client;
pub use commit::{Guard, MAX_WRITES, Write};
pub use due::{DuePage, DueUser, Next, Seen};
pub use error::{CommitError, StoreError};
pub use household::JoinCredential;
pub use items::Room;
pub use jobs::{Job, JobKind, JobState, LEASE, MAX_STEP};
pub use meter::{CapacityUnits, Meter};
pub use notifications::notification_row;
pub use pending_pictures::PendingPictures;
pub use programs::ProgramToken;
pub use read::Range;
use revocation::RevocationCache;
pub use row_cache::Revision;
use row_cache::RowCache;
pub use shares::{MAX_SNAPSHOT_BYTES, Snapshot, TooLarge};
pub use visits::{Abandoned, VISIT_NOTED_EVERY};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use system::ids::IdSource;

/// A row as DynamoDB holds it.
pub type Attributes = HashMap<String, AttributeValue>;

#[derive(Clone, Debug)]
pub struct Store {
    client: aws_sdk_dynamodb::Client,
    table: Arc<str>,
    ids: Arc<dyn IdSource>,
    pub meter: Meter,
    revocation: RevocationCache,
    row_cache: Option<RowCache>,
    max_write_units_per_second: Option<f64>,
}

impl Store {
    pub fn new(client: aws_sdk_dynamodb::Client, table: &str, ids: Arc<dyn IdSource>) -> Self {
        Self {
            client,
            table: table.into(),
            ids,
            meter: Meter::default(),
            revocation: RevocationCache::default(),
            row_cache: None,
            max_write_units_per_second: None,
        }
    }

    /// Keeps lists in memory for as long as this revision stays the same.
    #[must_use]
    pub fn cached(self, revision: impl Revision) -> Self {
        Self { row_cache: Some(RowCache::new(revision)), ..self }
    }

    /// Jobs write at most so much: one partition of a DynamoDB table takes 1,000 units a second.
    #[must_use]
    pub fn with_paced_jobs(self, units_per_second: f64) -> Self {
        Self { max_write_units_per_second: Some(units_per_second), ..self }
    }

    /// One cheap read, so that the first request finds the connection, its TLS session and the credentials ready.
    pub async fn prime(&self) -> Result<(), StoreError> {
        let nobody = keys::Key { pk: "PRIME".into(), sk: "PRIME".into() };
        self.row_get::<serde::de::IgnoredAny>(nobody, false).await.map(|_| ())
    }
}

/// A row struct as attributes. Our row structs hold only texts, numbers, booleans and lists of them, which always
/// serialise.
pub fn to_row<T: Serialize>(row: &T) -> Attributes {
    serde_dynamo::to_item(row).expect("a row struct always serialises")
}
