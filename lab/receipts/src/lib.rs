//! Receipts of invented stores, as text and as pictures, and what the trainers and scorers of `bin` share.
//!
//! A receipt is a function of its seed: a store's habits are drawn from it, so that a reader cannot have learnt them.

pub mod labels;
pub mod paper;
pub mod products;
pub mod rng;
pub mod score;
mod sheet;
pub mod shops;
pub mod stored_boxes;
pub mod truth;
