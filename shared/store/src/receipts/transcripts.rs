//! The transcripts of receipts: one row per session, stored as long as its pictures.

use crate::table::error::StoreError;
use crate::table::keys;
use crate::table::{Guard, Store, Write};
use domain::id::{SessionId, UserId};
use domain::price::Price;
use domain::scan::{PICTURES_TTL, PhotoArea, ScanSession, SkippedLine, Transcript};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct TranscriptRow {
    ttl: i64,
    /// JSON: as attributes, the five numbers of a photo area would be mostly type names.
    #[serde(rename = "t")]
    text: String,
}

/// The photo, then left, top, right and bottom in ten-thousandths.
type PackedArea = (usize, [u16; 4]);

#[derive(Serialize, Deserialize)]
struct TranscriptContent {
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    total: Option<PackedMoney>,
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    off_by: Option<i64>,
    #[serde(rename = "p", default)]
    places: Vec<Option<PackedArea>>,
    #[serde(rename = "s", default)]
    skipped: Vec<PackedLine>,
}

#[derive(Serialize, Deserialize)]
struct PackedMoney(i64, Option<String>);

#[derive(Serialize, Deserialize)]
struct PackedLine {
    #[serde(rename = "r")]
    raw_text: String,
    #[serde(rename = "n")]
    name: String,
    #[serde(rename = "c")]
    category: String,
    #[serde(rename = "q")]
    quantity: f64,
    #[serde(rename = "u")]
    unit: String,
    #[serde(rename = "d")]
    shelf_life_days: u32,
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    price: Option<PackedMoney>,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    place: Option<PackedArea>,
}

const SCALE: f32 = 10_000.0;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before the cast")]
fn pack(area: &PhotoArea) -> PackedArea {
    let PhotoArea { photo, left, top, right, bottom } = *area;
    (photo, [left, top, right, bottom].map(|edge| (edge.clamp(0.0, 1.0) * SCALE).round() as u16))
}

fn unpack((photo, edges): PackedArea) -> PhotoArea {
    let [left, top, right, bottom] = edges.map(|edge| f32::from(edge) / SCALE);
    PhotoArea { photo, left, top, right, bottom }
}

impl From<&Price> for PackedMoney {
    fn from(price: &Price) -> Self {
        Self(price.cents, price.currency.clone())
    }
}

impl From<PackedMoney> for Price {
    fn from(PackedMoney(cents, currency): PackedMoney) -> Self {
        Self { cents, currency }
    }
}

impl From<&SkippedLine> for PackedLine {
    fn from(line: &SkippedLine) -> Self {
        let SkippedLine { raw_text, name, category, quantity, unit, shelf_life_days, price, place } = line.clone();
        let (price, place) = (price.as_ref().map(PackedMoney::from), place.as_ref().map(pack));
        Self { raw_text, name, category, quantity, unit, shelf_life_days, price, place }
    }
}

impl From<PackedLine> for SkippedLine {
    fn from(line: PackedLine) -> Self {
        let PackedLine { raw_text, name, category, quantity, unit, shelf_life_days, price, place } = line;
        let (price, place) = (price.map(Price::from), place.map(unpack));
        Self { raw_text, name, category, quantity, unit, shelf_life_days, price, place }
    }
}

fn row(session: &ScanSession, transcript: &Transcript) -> TranscriptRow {
    let content = TranscriptContent {
        total: transcript.total.as_ref().map(PackedMoney::from),
        off_by: transcript.off_by,
        places: transcript.places.iter().map(|place| place.as_ref().map(pack)).collect(),
        skipped: transcript.skipped.iter().map(PackedLine::from).collect(),
    };
    let text = serde_json::to_string(&content).expect("it has only text and finite numbers");
    TranscriptRow { ttl: (session.scanned_at + PICTURES_TTL).timestamp(), text }
}

impl TranscriptRow {
    fn into_transcript(self) -> Result<Transcript, StoreError> {
        let TranscriptContent { total, off_by, places, skipped } =
            serde_json::from_str(&self.text).map_err(|e| StoreError::Corrupt(format!("transcript row: {e}")))?;
        Ok(Transcript {
            total: total.map(Price::from),
            off_by,
            places: places.into_iter().map(|place| place.map(unpack)).collect(),
            skipped: skipped.into_iter().map(SkippedLine::from).collect(),
        })
    }
}

impl Write {
    /// Returns the write of a session's transcript, for the transaction that creates the session.
    pub fn transcript_create(session: &ScanSession, transcript: &Transcript) -> Self {
        Self::put_row(keys::transcript(&session.user, session.id), &row(session, transcript), Guard::Always)
    }
}

impl Store {
    /// Returns a session's transcript; `None` if it has expired or the session was imported.
    pub async fn transcript_get(&self, user: &UserId, id: SessionId) -> Result<Option<Transcript>, StoreError> {
        let row = self.row_get::<TranscriptRow>(keys::transcript(user, id), true).await?;
        row.map(TranscriptRow::into_transcript).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacks_a_packed_area() {
        let area = unpack(pack(&PhotoArea { photo: 3, left: 0.05, top: 0.1234, right: 0.9, bottom: 1.7 }));
        assert_eq!((area.photo, area.left, area.top), (3, 0.05, 0.1234));
        assert!((area.bottom - 1.0).abs() < f32::EPSILON, "it is clamped to the photo");
    }
}
