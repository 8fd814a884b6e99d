//! Rows for pictures whose scan is not stored yet, written before the pictures, so that a job finds and deletes the
//! pictures of an interrupted scan.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, PENDING_PICTURES_PREFIX};
use crate::table::read::from_row;
use crate::table::{Guard, Range, Store, Write};
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{SessionId, UserId};
use domain::scan::ScanSession;
use domain::timestamp::iso;
use serde::{Deserialize, Serialize};

const PENDING_TTL: TimeDelta = TimeDelta::days(7);

/// The pictures of a scan that may not have been stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingPictures {
    pub user: UserId,
    pub session: SessionId,
    pub photos: usize,
}

#[derive(Serialize, Deserialize)]
struct PendingRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "GSI1PK")]
    partition: String,
    #[serde(rename = "GSI1SK")]
    created_at: String,
    photos: usize,
    ttl: i64,
}

impl Write {
    /// Deletes the row, once the scan is stored.
    pub fn pending_pictures_delete(user: &UserId, session: SessionId) -> Self {
        Self::Delete { key: keys::pending_pictures(user, session), guard: Guard::Always }
    }
}

impl Store {
    /// Creates the row for a scan's pictures, before they are stored.
    pub async fn pending_pictures_create(&self, session: &ScanSession) -> Result<(), CommitError> {
        let key = keys::pending_pictures(&session.user, session.id);
        let row = PendingRow {
            pk: key.pk.clone(),
            sk: key.sk.clone(),
            partition: PENDING_PICTURES_PREFIX.into(),
            created_at: iso(session.scanned_at),
            photos: session.photos,
            ttl: (session.scanned_at + PENDING_TTL).timestamp(),
        };
        self.commit(vec![Write::put_row(key, &row, Guard::Always)], None).await
    }

    /// Returns the rows created before a time, the oldest first.
    pub async fn pending_pictures_list(&self, before: DateTime<Utc>) -> Result<Vec<PendingPictures>, StoreError> {
        let range = Range::between(PENDING_PICTURES_PREFIX.into(), "0".into(), iso(before)).by_due();
        let pictures = |row| {
            let row: PendingRow = from_row(row)?;
            let user = keys::user_of_pk(&row.pk);
            let session = row.sk.strip_prefix(PENDING_PICTURES_PREFIX).and_then(SessionId::parse);
            let (user, session) =
                user.zip(session).ok_or_else(|| StoreError::Corrupt("pending pictures: key".into()))?;
            Ok(PendingPictures { user, session, photos: row.photos })
        };
        self.index_list(range, pictures).await
    }

    pub async fn pending_pictures_forget(&self, user: &UserId, session: SessionId) -> Result<(), StoreError> {
        self.row_delete_all(vec![keys::pending_pictures(user, session)]).await
    }
}
