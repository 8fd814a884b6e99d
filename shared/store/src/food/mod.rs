//! Items, the shopping list, shared lists, and what was learned about products.

mod codes;
mod corrections;
pub(crate) mod items;
pub(crate) mod shares;
mod shopping;
