//! Learned corrections: one row for each corrected receipt line.

use crate::table::error::StoreError;
use crate::table::keys::{self, CORRECTION_PREFIX, JOB_ID, Key, PK, SK, TTL};
use crate::table::{Attributes, Guard, Range, Store, Write};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::correction::{CORRECTIONS_KEPT_FOR, CorrectedFields, Correction};
use domain::id::UserId;
use serde::Deserialize;

/// Short attribute names, as a tracker item has them: every scan reads these rows.
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
    let text = |text: &String| AttributeValue::S(text.clone());
    let number = |number: i64| AttributeValue::N(number.to_string());
    let always = [
        ("l", Some(text(line))),
        ("h", Some(number(corrected_at.timestamp_millis()))),
        (TTL, Some(number((*corrected_at + CORRECTIONS_KEPT_FOR).timestamp()))),
    ];
    let amended = [
        ("n", amended.name.as_ref().map(text)),
        ("c", amended.category.as_ref().map(text)),
        ("u", amended.unit.as_ref().map(text)),
        ("d", amended.shelf_life_days.map(|days| number(days.into()))),
    ];
    always.into_iter().chain(amended).filter_map(|(name, value)| Some((name, value?))).collect()
}

fn key(user: &UserId, line: &str) -> Key {
    keys::correction(user, &domain::digest::short_hash(line))
}

impl Write {
    /// Creates a correction from elsewhere; refused if the line has one.
    pub fn correction_create(user: &UserId, correction: &Correction) -> Self {
        let Key { pk, sk } = key(user, &correction.line);
        let keyed = [(PK, AttributeValue::S(pk)), (SK, AttributeValue::S(sk))];
        let attributes = keyed.into_iter().chain(attributes(correction));
        let row: Attributes = attributes.map(|(name, value)| (name.to_owned(), value)).collect();
        Self::Put { row, guard: Guard::New }
    }

    /// Earlier learned fields of the line stay, except those corrected now.
    pub fn correction_learn(user: &UserId, correction: &Correction) -> Self {
        let set = attributes(correction);
        // Some of the names are words that DynamoDB keeps for itself.
        Self::Update {
            key: key(user, &correction.line),
            expression: format!(
                "SET {} REMOVE {JOB_ID}",
                set.iter().map(|(n, _)| format!("#{n} = :{n}")).collect::<Vec<_>>().join(", ")
            ),
            condition: None,
            names: set.iter().map(|(name, _)| (format!("#{name}"), (*name).to_owned())).collect(),
            values: set.into_iter().map(|(name, value)| (format!(":{name}"), value)).collect(),
        }
    }
}

impl Store {
    /// Returns a user's corrections, eventually consistent: a receipt is not scanned in the second after an edit.
    pub async fn correction_list(&self, user: &UserId) -> Result<Vec<Correction>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), CORRECTION_PREFIX).eventually();
        let rows: Vec<CorrectionRow> = self.row_list(range).await?;
        Ok(rows.into_iter().map(Correction::from).collect())
    }
}
