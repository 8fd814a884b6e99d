//! Reads photos of receipts into line items, in memory and without a network.
//!
//! A photo passes through these modules: [`picture`] (decode, scale, expose) → `ocr` (detect, turn, recognise) →
//! `layout` (rows, joined photos) → `structure` (a tag for each row, items, sums; with `parse`, which splits a row into
//! name, quantity and amount) → [`product`] (the product of a line). `text` recognises amounts, dates and words in a
//! text. `dates` reads the date on a picture of a food label.
//!
//! Terms, from pixels to items:
//!
//! - picture: decoded pixels; page: the printed part of a picture, turned upright
//! - [`Quad`]: the four corners of detected text
//! - [`RecognisedText`]: what the recogniser reads in a quad, with its confidence and [`Alternative`] digits
//! - [`TextBox`]: a quad with its recognised text, usually some words of a line
//! - [`Cell`]: a text box within a row; [`Row`]: one printed line of cells
//! - token: a word of a row; lexeme: a part of a token, such as a number, a sign or a unit
//! - parsed row: label, quantity, amount and topic of a row; row tag: its role, such as item or total
//! - [`Item`], [`Ledger`]: a line item; all items and sums of a receipt
//!
//! ```
//! let reader = receipt_reader::Reader::load()?;
//! let photo = std::fs::read("testdata/english.jpg")?;
//! let receipt = reader.read(&[&photo])?;
//! # assert!(!receipt.items.is_empty());
//! for item in &receipt.items {
//!     println!("{} {} {}: keeps {} days", item.quantity, item.unit, item.name, item.shelf_life_days);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dates;
mod error;
mod grouping;
mod layout;
mod ocr;
mod parse;
mod passes;
mod pdf;
mod photo_areas;
pub mod picture;
mod price_pairing;
pub mod product;
mod reader;
mod receipt;
mod resize;
mod similarity;
mod statistics;
mod structure;
#[cfg(test)]
mod tests;
pub mod text;
pub mod training;

pub use error::{LoadError, ReadError};
pub use grouping::group_rows;
pub use layout::rows::{Cell, Row};
pub use ocr::geometry::{Point, Quad};
pub use ocr::text_box::{Alternative, RecognisedText, TextBox};
pub use parse::ledger::{Check, Item, Ledger};
pub use parse::measure::Measure;
pub use reader::Reader;
pub use receipt::{ReadItem, Receipt, balanced, certainty, purchase_date, receipt_from_rows, storage_name, units};

/// The maximum number of photos of one receipt.
pub const MAX_PHOTOS: usize = 8;
