//! The rules of the product. Pure: no async, no I/O, no `now()`; a rule takes the time and returns a value.

pub mod catalogue;
pub mod category;
pub mod correction;
pub mod crockford;
pub mod digest;
pub mod food_state;
pub mod freshness;
pub mod household;
pub mod id;
pub mod invalid;
pub mod item;
pub mod keeping;
pub mod link;
pub mod notification;
pub mod preferences;
pub mod quantity;
pub mod reminder;
pub mod scan;
pub mod sharing;
pub mod shelf_life;
pub mod shopping;
pub mod statistics;
pub mod subscription;
pub mod text;
pub mod timestamp;
pub mod usage;
