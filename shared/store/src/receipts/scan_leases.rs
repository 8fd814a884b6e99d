//! Leases on the storing of receipts that are longer than one transaction.

use crate::table::error::CommitError;
use crate::table::keys::{self, Key, TTL};
use crate::table::{Guard, Store, Write, to_row};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use serde::Serialize;
use uuid::Uuid;

#[derive(Serialize)]
struct LeaseRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    lease_until: DateTime<Utc>,
    ttl: i64,
}

impl Store {
    /// Takes the lease on what the request with this idempotency key writes outside of its transaction. False where
    /// another request with the key has it: both write the same rows, and one that is refused would delete the other's.
    pub async fn scan_lease_take(
        &self,
        user: &UserId,
        key: Uuid,
        until: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, CommitError> {
        let Key { pk, sk } = keys::scan_lease(user, key);
        let row = to_row(&LeaseRow { pk, sk, lease_until: until, ttl: until.timestamp() });
        debug_assert!(row.contains_key(TTL), "a lease ends by itself");
        match self.commit(vec![Write::Put { row, guard: Guard::NewOrLapsed(now) }], None).await {
            Ok(()) => Ok(true),
            Err(CommitError::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
