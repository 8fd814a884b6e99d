//! Ranges of rows, for queries.

use uuid::Uuid;

/// A range of sort keys within one partition, and the options of its query.
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
    /// Selects the rows of a partition whose sort key starts with `prefix`.
    pub fn prefix(partition: String, prefix: &str) -> Self {
        Self::between(partition, prefix.to_owned(), format!("{prefix}\u{10FFFF}"))
    }

    /// Selects the rows from one sort key to another, both included.
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

    /// Reads `LSI1` (a user's items by state and time) instead of the table.
    #[must_use]
    pub fn by_state(self) -> Self {
        Self { index: Index::State, ..self }
    }

    /// Reads `GSI1`, which is always eventually consistent.
    #[must_use]
    pub fn by_due(self) -> Self {
        Self { index: Index::Due, consistent: false, ..self }
    }

    #[must_use]
    pub fn newest_first(self) -> Self {
        Self { descending: true, ..self }
    }

    /// Reads eventually consistent, at half the price.
    #[must_use]
    pub fn eventually(self) -> Self {
        Self { consistent: false, ..self }
    }

    #[must_use]
    pub fn at_most(self, rows: usize) -> Self {
        Self { max: Some(rows), ..self }
    }

    /// Returns only `PK` and `SK`: the same capacity, but fewer bytes.
    #[must_use]
    pub fn only_keys(self) -> Self {
        Self { only_keys: true, ..self }
    }

    /// Returns only the rows that a job created and that are unchanged since. The others cost capacity as well.
    #[must_use]
    pub fn made_by(self, job: Uuid) -> Self {
        Self { made_by: Some(job), ..self }
    }
}
