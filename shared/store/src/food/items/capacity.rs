//! Capacity for active items. A user's counter is never below the number of active items: a change that makes items
//! active adds to it in the same transaction, and nothing subtracts. At the limit the items are counted and the counter
//! is set. So parallel writes cannot exceed the limit, and sweeping an item needs no write.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, Key};
use crate::table::{Store, Write, number};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::item::MAX_ACTIVE;
use serde::Deserialize;

/// The maximum number of attempts while other writers change the counter.
const MAX_ATTEMPTS: usize = 8;

#[derive(Deserialize)]
struct CounterRow {
    n: usize,
}

/// Reserves capacity for more active items, in the transaction that makes them active.
#[derive(Debug)]
pub struct ItemCapacity {
    user: UserId,
    more: usize,
    write: Option<Write>,
    was_counted: bool,
}

impl ItemCapacity {
    pub fn for_more(user: &UserId, more: usize) -> Self {
        Self { user: user.clone(), more, write: Some(Self::increment(user, more)), was_counted: false }
    }

    /// Returns the write that reserves the capacity; `None` if not enough is left.
    pub fn write(&self) -> Option<Write> {
        self.write.clone()
    }

    pub fn key(&self) -> Key {
        keys::item_capacity(&self.user)
    }

    /// Prepares another attempt after the write was refused. If the counter was at the limit or missing, counts the items;
    /// if it changed after they were counted, increments it again.
    pub async fn retry(&mut self, store: &Store, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.was_counted = !self.was_counted;
        self.write = if self.was_counted {
            self.recount(store, now).await?
        } else {
            Some(Self::increment(&self.user, self.more))
        };
        Ok(())
    }

    /// Adds to the counter; refused if it is at the limit or missing.
    fn increment(user: &UserId, more: usize) -> Write {
        let values = [(":more", number(more)), (":max", number(MAX_ACTIVE.saturating_sub(more)))];
        Write::update_row(keys::item_capacity(user), "ADD n :more", Some("n <= :max"), values)
    }

    /// Sets the counter to the number of active items, with those that a running import still adds, plus `more`; refused if
    /// it has changed since.
    async fn recount(&self, store: &Store, now: DateTime<Utc>) -> Result<Option<Write>, StoreError> {
        // Reads the counter first: a later change of it refuses the write.
        let seen = store.row_get::<CounterRow>(self.key(), true).await?.map(|row| row.n);
        // The job before the items, because each step of an import turns owed items into items.
        let owed = store.job_get(&self.user).await?.map_or(0, |job| job.owed());
        let next = store.row_count(&Store::active_range(&self.user, now)).await? + owed + self.more;
        if next > MAX_ACTIVE {
            return Ok(None);
        }
        let next = (":next", number(next));
        Ok(Some(if let Some(seen) = seen {
            Write::update_row(self.key(), "SET n = :next", Some("n = :seen"), [next, (":seen", number(seen))])
        } else {
            Write::update_row(self.key(), "SET n = :next", Some("attribute_not_exists(n)"), [next])
        }))
    }
}

impl Store {
    /// Commits a change that makes `more` items active. Fails with [`CommitError::Full`] without capacity for them.
    pub async fn commit_active(
        &self,
        user: &UserId,
        more: usize,
        writes: Vec<Write>,
        record: Option<Write>,
        now: DateTime<Utc>,
    ) -> Result<(), CommitError> {
        if more == 0 {
            return self.commit(writes, record).await;
        }
        let mut capacity = ItemCapacity::for_more(user, more);
        for _ in 0..MAX_ATTEMPTS {
            let reserve = capacity.write().ok_or(CommitError::Full)?;
            match self.commit(writes.iter().cloned().chain([reserve]).collect(), record.clone()).await {
                Err(CommitError::Refused(row)) if row == capacity.key() => capacity.retry(self, now).await?,
                outcome => return outcome,
            }
        }
        Err(CommitError::Conflict)
    }
}
