//! Capacity for active items. A user's counter is never below the number of active items: a change that makes items
//! active adds to it in the same transaction, and nothing subtracts. At the limit the items are counted and the counter
//! is set. So parallel writes cannot exceed the limit, and sweeping an item needs no write.

use crate::table::error::CommitError;
use crate::table::keys::{self, Key};
use crate::table::{MAX_WRITES, Store, Write, number};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::item::MAX_ACTIVE;
use domain::reminder::FirstDue;
use serde::Deserialize;

/// The maximum number of writes in one transaction beside the counter and an idempotency record.
pub const MAX_ITEM_WRITES: usize = MAX_WRITES - 2;
/// The maximum number of attempts while other writers change the counter.
const MAX_ATTEMPTS: usize = 8;

#[derive(Deserialize)]
struct CounterRow {
    n: usize,
}

/// Reserves capacity for more active items, in the transaction that makes them active.
struct ItemCapacity<'a> {
    user: &'a UserId,
    more: usize,
}

impl ItemCapacity<'_> {
    fn key(&self) -> Key {
        keys::item_capacity(self.user)
    }

    /// Adds to the counter; refused if it is at the limit or missing.
    fn increment(&self) -> Write {
        let values = [(":more", number(self.more)), (":max", number(MAX_ACTIVE.saturating_sub(self.more)))];
        Write::update_row(self.key(), "ADD n :more", Some("n <= :max"), values)
    }

    /// Sets the counter to the number of active items, with those that a running import still adds, plus `more`;
    /// refused if it has changed since. Fails if not enough capacity is left.
    async fn recount(&self, store: &Store, now: DateTime<Utc>) -> Result<Write, CommitError> {
        // Reads the counter first: a later change of it refuses the write.
        let seen = store.row_get::<CounterRow>(self.key(), true).await?.map(|row| row.n);
        // The job before the items, because each step of an import turns owed items into items.
        let owed = store.job_get(self.user).await?.map_or(0, |job| job.owed());
        let next = store.row_count(&Store::active_range(self.user, now)).await? + owed + self.more;
        if next > MAX_ACTIVE {
            return Err(CommitError::Full);
        }
        let next = (":next", number(next));
        Ok(if let Some(seen) = seen {
            Write::update_row(self.key(), "SET n = :next", Some("n = :seen"), [next, (":seen", number(seen))])
        } else {
            Write::update_row(self.key(), "SET n = :next", Some("attribute_not_exists(n)"), [next])
        })
    }
}

impl Store {
    /// Schedules a check before the first item is `due`, then commits a change of items that makes `more` of them
    /// active. Fails with [`CommitError::Full`] without capacity for them.
    pub async fn commit_active(
        &self,
        user: &UserId,
        more: usize,
        due: Option<FirstDue>,
        writes: Vec<Write>,
        record: Option<Write>,
        now: DateTime<Utc>,
    ) -> Result<(), CommitError> {
        // First: a crash between the two then leaves a needless check, not a missing one.
        if let Some(due) = due {
            self.due_schedule_check(user, due).await?;
        }
        if more == 0 {
            return self.commit(writes, record).await;
        }
        let capacity = ItemCapacity { user, more };
        let mut reserve = capacity.increment();
        // A refused increment means that the counter is at the limit or missing, a refused recount that it changed
        // since.
        for attempt in 1..=MAX_ATTEMPTS {
            match self.commit(writes.iter().cloned().chain([reserve]).collect(), record.clone()).await {
                Err(CommitError::Refused(row)) if row == capacity.key() => {}
                outcome => return outcome,
            }
            reserve = if attempt % 2 == 1 { capacity.recount(self, now).await? } else { capacity.increment() };
        }
        Err(CommitError::Conflict)
    }

    /// Commits a change of any number of items. If one transaction does not hold all writes, the last are made before
    /// the first, and `record` with the first: a cut leaves a part, which a repetition has to complete.
    pub async fn commit_active_in_parts(
        &self,
        user: &UserId,
        more: usize,
        due: Option<FirstDue>,
        mut writes: Vec<Write>,
        record: Option<Write>,
        now: DateTime<Utc>,
    ) -> Result<(), CommitError> {
        // The part that is committed first reserves all capacity, and schedules the check.
        let (mut more, mut due) = (more, due);
        let mut rest = writes.split_off(writes.len().min(MAX_ITEM_WRITES));
        while !rest.is_empty() {
            let next = rest.split_off(rest.len().min(MAX_ITEM_WRITES));
            self.commit_active(user, std::mem::take(&mut more), due.take(), rest, None, now).await?;
            rest = next;
        }
        self.commit_active(user, more, due, writes, record, now).await
    }
}
