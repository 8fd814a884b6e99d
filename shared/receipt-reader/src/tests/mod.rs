//! Tests of the whole way, and of what it makes of input that nobody prints.

mod columns;
mod hostile;
mod likeness;
mod photos;
mod product;
pub mod structure;
