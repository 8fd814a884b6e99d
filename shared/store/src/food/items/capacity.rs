//! Capacity for active items. A user's counter is never below the number of active items: what makes items active adds
//! to it in the same transaction, and nothing subtracts. Where it leaves no capacity, the items are counted and it is
//! reset. So the limit holds under parallel writes, and items that are swept by time need no write.

use crate::table::Store;
use crate::table::commit::Write;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, Key};
use aws_sdk_dynamodb::types::AttributeValue;
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

fn number(value: usize) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// Capacity for more active items, reserved in the same transaction.
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

    /// Returns the write that reserves the capacity; none where there is none left.
    pub fn write(&self) -> Option<Write> {
        self.write.clone()
    }

    pub fn key(&self) -> Key {
        keys::item_capacity(&self.user)
    }

    /// Continues after the write was refused: the counter left no capacity or was missing, so the items are counted; or
    /// it changed after they were counted, so it is tried again.
    pub async fn retry(&mut self, store: &Store, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.was_counted = !self.was_counted;
        self.write = if self.was_counted {
            self.recount(store, now).await?
        } else {
            Some(Self::increment(&self.user, self.more))
        };
        Ok(())
    }

    /// Adds to the counter; refused where it leaves no capacity, or is missing.
    fn increment(user: &UserId, more: usize) -> Write {
        Write::Update {
            key: keys::item_capacity(user),
            expression: "ADD n :more".into(),
            condition: Some("n <= :most".into()),
            names: vec![],
            values: vec![(":more".into(), number(more)), (":most".into(), number(MAX_ACTIVE.saturating_sub(more)))],
        }
    }

    /// Sets the counter to the number of active items and more; refused where it has changed since.
    async fn recount(&self, store: &Store, now: DateTime<Utc>) -> Result<Option<Write>, StoreError> {
        // The counter first: what becomes active after it was read changes it, and the write is refused.
        let seen = store.row_get::<CounterRow>(self.key(), true).await?.map(|row| row.n);
        let next = store.row_count(&Store::active_range(&self.user, now)).await? + self.more;
        let set = Write::Update {
            key: self.key(),
            expression: "SET n = :next".into(),
            condition: Some(if seen.is_some() { "n = :seen" } else { "attribute_not_exists(n)" }.into()),
            names: vec![],
            values: [(":next".to_owned(), number(next))]
                .into_iter()
                .chain(seen.map(|seen| (":seen".to_owned(), number(seen))))
                .collect(),
        };
        Ok((next <= MAX_ACTIVE).then_some(set))
    }
}

impl Store {
    /// Makes a change that makes `more` items active. [`CommitError::Full`] where there is no capacity for them.
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
