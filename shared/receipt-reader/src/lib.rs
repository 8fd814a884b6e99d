//! Reads photos of receipts: pictures in, line items out. Everything happens on this machine, in memory.
//!
//! A photo walks through five rooms: [`picture`] (decode, scale, expose, strip) → `ocr` (find, turn, recognise) →
//! `layout` (rows, joined photos) → `parse` (rows to line items) → [`product`] (a line to a product). `text` is what a
//! printed text can mean by itself (an amount, a date, a word for the total), which several rooms ask. `dates` has a way
//! of its own: a small picture of a label to the date that is printed on food.
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
mod stage;
mod structure;
#[cfg(test)]
mod tests;
pub mod text;
pub mod training;

pub use error::{LoadError, ReadError};
pub use grouping::rows;
pub use layout::rows::{Cell, Row};
pub use ocr::geometry::{Point, Quad};
pub use ocr::recognise::{Alternative, Reading};
pub use ocr::text_boxes::Word;
pub use parse::ledger::{Check, Item, Ledger};
pub use parse::measure::Measure;
pub use reader::Reader;
pub use receipt::{ReadItem, Receipt, balanced, certainty, receipt, storage_name, units};
pub use stage::Stage;

/// How many photos may show one receipt.
pub const MAX_PHOTOS: usize = 8;
