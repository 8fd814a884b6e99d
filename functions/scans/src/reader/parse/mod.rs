//! From the rows of a receipt to its line items: no picture and no model is needed here, text goes in and items come out.

pub mod items;
pub mod line;
pub mod money;
pub mod quantity;
pub mod store;
mod tokens;
mod vocabulary;

use super::rows::Row;
use items::Ledger;

/// Reads the line items and sums out of the rows of a receipt.
pub fn parse(rows: &[Row]) -> Ledger {
    items::ledger(&line::lines(rows))
}
