//! From the rows of a receipt to its line items: no picture and no model is needed here, text goes in and items come out.

pub mod items;
pub mod line;
pub mod money;
mod pages;
pub mod quantity;
mod spelling;
pub mod store;
#[cfg(test)]
mod tests;
mod tokens;
mod vocabulary;

use super::rows::Row;
use items::Ledger;
use pages::PageLines;

/// Reads the line items and sums out of the rows of a receipt, given photo by photo.
pub fn parse(photos: &[Vec<Row>]) -> Ledger {
    // Columns and margins are a photo's own, so each is taken apart by itself before they are joined.
    let pages = photos.iter().map(|rows| PageLines { lines: line::lines(rows), texts: rows.iter().map(|row| row.text().to_uppercase()).collect() });
    items::ledger(&pages::join(pages.collect()))
}

/// Whether a piece of text ends in an amount of money.
pub fn is_amount(text: &str) -> bool {
    text.split_whitespace().any(|word| money::amount(word).is_some())
}

/// Whether a piece of text is a word for the sum that is to be paid.
pub fn names_total(text: &str) -> bool {
    vocabulary::topic(text) == vocabulary::Topic::Total
}
