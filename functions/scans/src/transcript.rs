//! A receipt's data except its items, as stored and in the API.

use crate::tracked::{self, MAX_RAW_TEXT_LENGTH, fitting};
use domain::item::{DEFAULT_CATEGORY, DEFAULT_UNIT};
use domain::price::{self, Price};
use domain::scan::{PhotoArea, SkippedLine, Transcript};
use domain::text;
use receipt_reader::{ReadItem, Receipt};
use serde::Serialize;

/// The maximum number of stored lines that are neither food nor drink; a long receipt has some tens.
const MAX_SKIPPED: usize = 100;

/// Returns the transcript of a receipt.
pub fn of(receipt: &Receipt) -> Transcript {
    let currency = receipt.currency.as_deref();
    let (food, other): (Vec<&ReadItem>, Vec<&ReadItem>) = receipt.items.iter().partition(|line| line.food);
    let off_by = receipt.off_by.map(|units| {
        #[expect(clippy::cast_possible_truncation, reason = "sums of a receipt are far below 2^53 cents")]
        let cents = (units * 100.0).round() as i64;
        cents
    });
    Transcript {
        // The session has it; earlier versions stored it here.
        total: None,
        off_by,
        places: food.iter().map(|line| line.area).collect(),
        skipped: other.into_iter().take(MAX_SKIPPED).map(|line| skipped(line, currency)).collect(),
    }
}

fn skipped(line: &ReadItem, currency: Option<&str>) -> SkippedLine {
    SkippedLine {
        raw_text: fitting(&line.raw_text, MAX_RAW_TEXT_LENGTH, ""),
        name: fitting(&line.name, text::MAX_NAME, "Item"),
        category: fitting(&line.category, text::MAX_CATEGORY, DEFAULT_CATEGORY),
        quantity: line.quantity,
        unit: fitting(&line.unit, text::MAX_UNIT, DEFAULT_UNIT),
        shelf_life_days: line.shelf_life_days,
        price: tracked::price(line.price, currency),
        place: line.area,
    }
}

/// What a scan and its review show of a receipt beside its items.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptView {
    /// The difference between the printed total and the lines; negative if the lines are more. Missing without a
    /// printed total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_by: Option<f64>,
    /// Lines that are neither food nor drink.
    pub skipped: Vec<SkippedLineView>,
}

impl From<&Transcript> for TranscriptView {
    fn from(Transcript { total: _, off_by, skipped, places: _ }: &Transcript) -> Self {
        Self { off_by: off_by.map(price::units), skipped: skipped.iter().map(SkippedLineView::from).collect() }
    }
}

/// A line that did not become an item.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkippedLineView {
    pub raw_text: String,
    pub name: String,
    pub category: String,
    pub quantity: f64,
    pub unit: String,
    pub shelf_life_days: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// Its position on the photos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PhotoArea>,
}

impl From<&SkippedLine> for SkippedLineView {
    fn from(line: &SkippedLine) -> Self {
        let SkippedLine { raw_text, name, category, quantity, unit, shelf_life_days, price, place } = line.clone();
        let price = price.as_ref().map(Price::units);
        Self { raw_text, name, category, quantity, unit, shelf_life_days, price, place }
    }
}
