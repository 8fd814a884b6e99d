//! From the rows of a receipt to its line items: no picture and no model is needed here, text goes in and items come out.

pub mod items;
pub mod line;
pub mod money;
pub mod quantity;
mod spelling;
pub mod store;
mod tokens;
mod vocabulary;

use super::rows::Row;
use items::Ledger;

/// Reads the line items and sums out of the rows of a receipt.
pub fn parse(rows: &[Row]) -> Ledger {
    items::ledger(&line::lines(rows))
}

/// Whether a piece of text ends in an amount of money.
pub fn is_amount(text: &str) -> bool {
    text.split_whitespace().any(|word| money::amount(word).is_some())
}

/// Whether a piece of text is a word for the sum that is to be paid.
pub fn names_total(text: &str) -> bool {
    vocabulary::topic(text) == vocabulary::Topic::Total
}
