//! Reads photos of receipts: pixels in, line items out.
//!
//! decode → [`page`] (turn upright, cut out) → [`detect`] → [`recognise`] → [`rows`] → [`parse`] → understand. Everything happens on this
//! machine, in memory, with the networks that are part of the binary.

pub mod decode;
mod detect;
mod error;
mod geometry;
mod models;
mod page;
pub mod parse;
mod recognise;
pub mod rows;
pub mod understand;

use image::RgbImage;
use serde::Serialize;

pub use error::{LoadError, ReadError};
use geometry::{Point, Quad};
use models::Models;
use parse::items::{Check, Item};
use recognise::Reading;
use rows::Row;
use shared::domain::shelf_life::Storage;
use understand::{Context, detect_language};

/// How many photos may show one receipt.
pub const MOST_PAGES: usize = 8;
/// A receipt has some hundred pieces of text; a page of a book has more than the time for one receipt allows.
const MOST_PIECES: usize = 1_200;
/// Reading goes down the page in parts, so that it can stop below the total.
const READING_PARTS: usize = 4;
const FEWEST_PIECES_AT_ONCE: usize = 24;
/// Payment, date and time follow the total; then come thanks and advertising.
const LINES_BELOW_TOTAL: f32 = 10.0;

/// Reads receipts. Making one is cheap once the models are there; it can be shared between threads.
#[derive(Clone, Copy)]
pub struct Reader {
    models: &'static Models,
}

/// Where the reader is, for people who wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    Decode,
    Lines,
    Items,
}

/// What stands on a receipt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub store: Option<String>,
    /// ISO 639-1.
    pub language: String,
    pub items: Vec<ReadItem>,
    pub subtotal: Option<f64>,
    pub total: Option<f64>,
    /// Whether the lines add up to a printed sum; nothing where none was printed.
    pub balanced: Option<bool>,
    /// The lines as they were read, in a normal form: what duplicates are found by.
    pub lines: Vec<String>,
}

/// A line item as it was read and understood.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadItem {
    pub raw_text: String,
    pub name: String,
    pub category: String,
    pub quantity: f64,
    pub unit: String,
    pub shelf_life_days: u32,
    pub storage: String,
    pub shelf_life_reason: String,
    pub price: Option<f64>,
    pub food: bool,
    /// 0 to 1.
    pub confidence: f32,
}

impl Reader {
    /// Makes the models ready, which takes some tens of milliseconds the first time and nothing after.
    pub fn load() -> Result<Self, LoadError> {
        Ok(Self { models: Models::shared()? })
    }

    /// Reads one receipt from the photos of it, from its top to its bottom. This blocks for a second or more.
    pub fn read(self, pages: &[&[u8]]) -> Result<Receipt, ReadError> {
        self.read_with(pages, &|_| {})
    }

    /// Reads, and tells which stage begins.
    pub fn read_with(self, pages: &[&[u8]], progress: &dyn Fn(Stage)) -> Result<Receipt, ReadError> {
        if pages.is_empty() {
            return Err(ReadError::Empty);
        }
        if pages.len() > MOST_PAGES {
            return Err(ReadError::TooManyPages { most: MOST_PAGES });
        }
        let mut rows: Vec<Row> = Vec::new();
        for bytes in pages {
            progress(Stage::Decode);
            let picture = decode::decode(bytes)?;
            progress(Stage::Lines);
            rows.extend(self.rows(picture)?);
        }
        progress(Stage::Items);
        Ok(receipt(&rows))
    }

    /// The rows of text on one photo.
    pub fn rows(self, picture: RgbImage) -> Result<Vec<Row>, ReadError> {
        let page = page::find_page(self.models, &picture)?;
        drop(picture);
        let words = self.words(&page)?;
        let rows = rows::rows(words);
        if rows.is_empty() { Err(ReadError::NoText) } else { Ok(rows) }
    }

    fn words(self, page: &page::Page) -> Result<Vec<(Quad, Reading)>, ReadError> {
        let (picture, factor) = page.for_detection();
        let mut quads: Vec<Quad> = detect::detect(self.models, &picture)?
            .iter()
            .map(|quad| quad.map(|point| Point::new(point.x / factor, point.y / factor)))
            .collect();
        drop(picture);
        quads.sort_by(|a, b| a.center().y.total_cmp(&b.center().y));
        quads.truncate(MOST_PIECES);
        let mut words: Vec<(Quad, Reading)> = Vec::with_capacity(quads.len());
        let part = quads.len().div_ceil(READING_PARTS).max(FEWEST_PIECES_AT_ONCE);
        for quads in quads.chunks(part) {
            // Most of a long footer is advertising, and reading is what costs most: some lines below the total suffice.
            let end = total_level(&words).map_or(f32::MAX, |level| level + LINES_BELOW_TOTAL * page.line_height);
            let quads: Vec<Quad> = quads.iter().filter(|quad| quad.center().y < end).copied().collect();
            let strips: Vec<_> = quads.iter().map(|quad| recognise::straighten(&page.pixels, quad)).collect();
            let readings = recognise::recognise(self.models, &strips)?;
            words.extend(quads.into_iter().zip(readings));
        }
        Ok(words)
    }
}

/// How far down the page the total stands, once it was read: a word for it and an amount on one level, with amounts above them.
fn total_level(words: &[(Quad, Reading)]) -> Option<f32> {
    let amounts: Vec<f32> =
        words.iter().filter(|(_, reading)| parse::is_amount(&reading.text)).map(|(quad, _)| quad.center().y).collect();
    words
        .iter()
        .filter(|(_, reading)| parse::names_total(&reading.text))
        .map(|(quad, _)| (quad.center().y, quad.height()))
        .find(|(level, height)| {
            let beside = amounts.iter().any(|amount| (amount - level).abs() < 1.5 * height);
            beside && amounts.iter().any(|amount| *amount < level - 1.5 * height)
        })
        .map(|(level, _)| level)
}

/// What the rows of a receipt say.
pub fn receipt(rows: &[Row]) -> Receipt {
    let ledger = parse::parse(rows);
    let check = ledger.check();
    let texts: Vec<String> = rows.iter().map(Row::text).collect();
    let language = detect_language(&texts);
    let store = parse::store::store(rows);
    let context = Context { language: Some(language), store: store.as_deref() };
    let items = ledger.items.iter().map(|item| read_item(item, &context, check)).collect();
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let money = |cents: i64| cents as f64 / 100.0;
    Receipt {
        store,
        language: language.code().to_owned(),
        items,
        subtotal: ledger.subtotal.map(money),
        total: ledger.total.map(money),
        balanced: match check {
            Check::Unknown => None,
            Check::Balanced => Some(true),
            Check::Off => Some(false),
        },
        lines: rows.iter().map(normal_form).filter(|line| !line.is_empty()).collect(),
    }
}

fn read_item(item: &Item, context: &Context<'_>, check: Check) -> ReadItem {
    // Lines that add up were read right; where they do not, at least one of them was not.
    let trust = match check {
        Check::Balanced => 1.0,
        Check::Unknown => 0.9,
        Check::Off => 0.75,
    };
    let product = understand::understand(&item.text, context);
    // A weight keeps the unit that is printed; pieces are counted in what one usually counts such a thing in.
    let unit = item.measure.unit().map(str::to_owned).or(product.unit).unwrap_or_else(|| "item".to_owned());
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let price = item.price.map(|cents| cents as f64 / 100.0);
    // A line that was read for certain and not understood still names its product, if in the till's words.
    let understood = 0.6 + 0.4 * product.confidence;
    ReadItem {
        raw_text: item.text.clone(),
        name: product.name,
        category: product.category.to_string(),
        quantity: item.quantity,
        unit,
        shelf_life_days: u32::from(product.shelf_life_days),
        storage: storage_name(product.storage).to_owned(),
        shelf_life_reason: product.reason.to_owned(),
        price,
        food: product.food,
        confidence: (item.confidence * trust * understood).clamp(0.0, 1.0),
    }
}

fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Fridge => "fridge",
        Storage::Freezer => "freezer",
        Storage::Pantry => "pantry",
        Storage::Counter => "counter",
    }
}

/// A line without what differs between two photos of it: case, spacing, marks, letters and digits that are mistaken for each other.
fn normal_form(row: &Row) -> String {
    let text: String = row.text().to_lowercase();
    let words = text.split_whitespace().map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
