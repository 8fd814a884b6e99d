//! Learnt corrections: one row for each corrected receipt line.

use crate::table::error::StoreError;
use crate::table::keys::{self, CORRECTION_PREFIX, JOB_ID, Key, TTL};
use crate::table::write::key_map;
use crate::table::{Attributes, Guard, Range, Store, Write, number, to_row};
use domain::correction::{CORRECTIONS_TTL, Correction};
use domain::id::UserId;

/// Returns the attributes of a correction except its key.
fn attributes(correction: &Correction) -> Attributes {
    let mut row = to_row(correction);
    row.insert(TTL.to_owned(), number((correction.corrected_at + CORRECTIONS_TTL).timestamp()));
    row
}

fn key(user: &UserId, line: &str) -> Key {
    keys::correction(user, &domain::digest::short_hash(line))
}

impl Write {
    /// Creates an imported correction; refused if the line has one.
    pub fn correction_create(user: &UserId, correction: &Correction) -> Self {
        let mut row = key_map(key(user, &correction.line));
        row.extend(attributes(correction));
        Self::Put { row, guard: Guard::New }
    }

    /// Stores the corrected fields of a line; its other learnt fields stay.
    pub fn correction_learn(user: &UserId, correction: &Correction) -> Self {
        let set = attributes(correction);
        Self::Update {
            key: key(user, &correction.line),
            expression: format!(
                "SET {} REMOVE {JOB_ID}",
                set.keys().map(|name| format!("#{name} = :{name}")).collect::<Vec<_>>().join(", ")
            ),
            condition: None,
            // Some names are reserved words of DynamoDB.
            names: set.keys().map(|name| (format!("#{name}"), name.clone())).collect(),
            values: set.into_iter().map(|(name, value)| (format!(":{name}"), value)).collect(),
        }
    }
}

impl Store {
    /// Returns a user's corrections, eventually consistent: a receipt is not scanned in the second after an edit.
    pub async fn correction_list(&self, user: &UserId) -> Result<Vec<Correction>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), CORRECTION_PREFIX).eventually();
        self.row_list(range).await
    }
}
