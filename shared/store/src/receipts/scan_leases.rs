//! Leases for storing receipts that need more than one transaction.

use crate::table::error::CommitError;
use crate::table::keys;
use crate::table::{Guard, Store, Write};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use serde::Serialize;
use uuid::Uuid;

#[derive(Serialize)]
struct LeaseRow {
    #[serde(with = "chrono::serde::ts_milliseconds")]
    lease_until: DateTime<Utc>,
    ttl: i64,
}

impl Store {
    /// Takes the lease for the writes that a request makes outside of its transaction. Returns false if another request
    /// with this idempotency key has it: both write the same rows, and a refused one would delete the rows of the
    /// other.
    pub async fn scan_lease_take(
        &self,
        user: &UserId,
        key: Uuid,
        until: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, CommitError> {
        let row = LeaseRow { lease_until: until, ttl: until.timestamp() };
        self.commit_if_allowed(vec![Write::put_row(keys::scan_lease(user, key), &row, Guard::NewOrLapsed(now))]).await
    }
}
