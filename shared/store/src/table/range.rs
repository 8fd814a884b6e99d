//! A range of rows, and how it is walked.

use uuid::Uuid;

/// A range of sort keys within one partition, and how to walk it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    pub(super) partition: String,
    pub(super) index: Index,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) descending: bool,
    pub(super) consistent: bool,
    pub(super) max: Option<usize>,
    pub(super) only_keys: bool,
    pub(super) made_by: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Index {
    Table,
    State,
    Due,
}

impl Range {
    /// All rows of a partition whose sort key starts with `prefix`.
    pub fn prefix(partition: String, prefix: &str) -> Self {
        Self::between(partition, prefix.to_owned(), format!("{prefix}\u{10FFFF}"))
    }

    /// All rows from one sort key to another, both included.
    pub fn between(partition: String, from: String, to: String) -> Self {
        Self {
            partition,
            index: Index::Table,
            from,
            to,
            descending: false,
            consistent: true,
            max: None,
            only_keys: false,
            made_by: None,
        }
    }

    /// Walk `LSI1` (a user's items by state and time) instead of the table.
    #[must_use]
    pub fn by_state(self) -> Self {
        Self { index: Index::State, ..self }
    }

    /// Reads `GSI1` (users with something due), which is eventually consistent by nature.
    #[must_use]
    pub fn by_due(self) -> Self {
        Self { index: Index::Due, consistent: false, ..self }
    }

    #[must_use]
    pub fn newest_first(self) -> Self {
        Self { descending: true, ..self }
    }

    /// Eventually consistent: half the price, and perhaps a moment behind.
    #[must_use]
    pub fn eventually(self) -> Self {
        Self { consistent: false, ..self }
    }

    #[must_use]
    pub fn at_most(self, rows: usize) -> Self {
        Self { max: Some(rows), ..self }
    }

    /// Bring back `PK` and `SK` alone: costs the same capacity, moves fewer bytes.
    #[must_use]
    pub fn only_keys(self) -> Self {
        Self { only_keys: true, ..self }
    }

    /// Only the rows that a job made and that are unchanged since. The others are read, but not returned.
    #[must_use]
    pub fn made_by(self, job: Uuid) -> Self {
        Self { made_by: Some(job), ..self }
    }
}
