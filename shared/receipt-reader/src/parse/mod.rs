//! Splits rows of text into name, quantity and amount, and finds the receipt's format: columns, marks and article
//! numbers.

mod codes;
mod glued_marks;
mod leading_numbers;
pub mod ledger;
mod lexeme;
pub mod measure;
mod name_marks;
mod price_column;
pub mod quantity;
mod reductions;
pub mod row;
mod spelling;
pub mod store;
pub mod tokens;
mod whole_amounts;
