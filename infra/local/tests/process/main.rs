//! The binary as a person starts and stops it.

#![expect(clippy::unwrap_used, reason = "a test may end so")]

mod durability;
mod larder;
mod reading;
mod starting;
