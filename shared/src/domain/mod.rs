//! The rules of the product. Pure: no async, no I/O, no `now()`; a rule takes the time and returns a value.

pub mod catalogue;
pub mod category;
pub mod shelf_life;
