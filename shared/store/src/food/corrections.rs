//! Learnt corrections: one row for each corrected receipt line.

use crate::table::commit::key_map;
use crate::table::error::StoreError;
use crate::table::keys::{self, CORRECTION_PREFIX, JOB_ID, Key, TTL};
use crate::table::{Guard, Range, Store, Write, number, text};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::correction::{CORRECTIONS_KEPT_FOR, CorrectedFields, Correction};
use domain::id::UserId;
use serde::Deserialize;

/// The attribute names are short because every scan reads these rows.
#[derive(Deserialize)]
struct CorrectionRow {
    #[serde(rename = "l")]
    line: String,
    #[serde(rename = "n", default)]
    name: Option<String>,
    #[serde(rename = "c", default)]
    category: Option<String>,
    #[serde(rename = "u", default)]
    unit: Option<String>,
    #[serde(rename = "d", default)]
    shelf_life_days: Option<u32>,
    #[serde(rename = "h", with = "ts_milliseconds")]
    corrected_at: DateTime<Utc>,
}

impl From<CorrectionRow> for Correction {
    fn from(row: CorrectionRow) -> Self {
        let CorrectionRow { line, name, category, unit, shelf_life_days, corrected_at } = row;
        Self { line, amended: CorrectedFields { name, category, unit, shelf_life_days }, corrected_at }
    }
}

/// Returns the attributes of a correction except its key.
fn attributes(correction: &Correction) -> Vec<(&'static str, AttributeValue)> {
    let Correction { line, amended, corrected_at } = correction;
    let always = [
        ("l", Some(text(line))),
        ("h", Some(number(corrected_at.timestamp_millis()))),
        (TTL, Some(number((*corrected_at + CORRECTIONS_KEPT_FOR).timestamp()))),
    ];
    let amended = [
        ("n", amended.name.as_ref().map(text)),
        ("c", amended.category.as_ref().map(text)),
        ("u", amended.unit.as_ref().map(text)),
        ("d", amended.shelf_life_days.map(number)),
    ];
    always.into_iter().chain(amended).filter_map(|(name, value)| Some((name, value?))).collect()
}

fn key(user: &UserId, line: &str) -> Key {
    keys::correction(user, &domain::digest::short_hash(line))
}

impl Write {
    /// Creates an imported correction; refused if the line has one.
    pub fn correction_create(user: &UserId, correction: &Correction) -> Self {
        let mut row = key_map(key(user, &correction.line));
        row.extend(attributes(correction).into_iter().map(|(name, value)| (name.to_owned(), value)));
        Self::Put { row, guard: Guard::New }
    }

    /// Stores the corrected fields of a line; its other learnt fields stay.
    pub fn correction_learn(user: &UserId, correction: &Correction) -> Self {
        let set = attributes(correction);
        Self::Update {
            key: key(user, &correction.line),
            expression: format!(
                "SET {} REMOVE {JOB_ID}",
                set.iter().map(|(n, _)| format!("#{n} = :{n}")).collect::<Vec<_>>().join(", ")
            ),
            condition: None,
            // Some names are reserved words of DynamoDB.
            names: set.iter().map(|(name, _)| (format!("#{name}"), (*name).to_owned())).collect(),
            values: set.into_iter().map(|(name, value)| (format!(":{name}"), value)).collect(),
        }
    }
}

impl Store {
    /// Returns a user's corrections, eventually consistent: nobody scans a receipt in the second after an edit.
    pub async fn correction_list(&self, user: &UserId) -> Result<Vec<Correction>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), CORRECTION_PREFIX).eventually();
        let rows: Vec<CorrectionRow> = self.row_list(range).await?;
        Ok(rows.into_iter().map(Correction::from).collect())
    }
}
