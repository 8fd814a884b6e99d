//! Tests of the whole reader, also with unusual and hostile input.

use crate::layout::rows::Row;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::text_box::{RecognisedText, TextBox};
use crate::parse::ledger::Ledger;

mod columns;
mod hostile;
mod product;
pub mod structure;

/// Reads the line items and sums of rows.
pub fn parse_ledger(rows: &[Row]) -> Ledger {
    crate::structure::read_rows(rows).ledger
}

/// Returns a picture of `testdata`.
pub fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Returns the corners of an upright rectangle.
pub fn quad([left, top, right, bottom]: [f32; 4]) -> Quad {
    Quad([(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y)))
}

/// Returns a text box with these sides: left, top, right, bottom.
pub fn text_box(text: &str, sides: [f32; 4], confidence: f32) -> TextBox {
    TextBox { quad: quad(sides), recognised: RecognisedText::new(text, confidence) }
}
