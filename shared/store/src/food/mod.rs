//! Items, the shopping list, shared lists, corrections and learnt barcodes.

mod codes;
mod corrections;
pub(crate) mod items;
pub(crate) mod shares;
mod shopping;
