//! All tests of the complete server, in one program: linking several would take as long as running them.
//!
//! `cargo test -p larder --test larder api::` runs one of its parts.

#![expect(clippy::unwrap_used, reason = "a test may end so")]

mod api;
mod assistant;
mod contract;
mod documents;
mod faults;
mod house;
mod layers;
mod listener;
mod model;
mod process;
mod profile;
mod random;
mod reminders;
mod rows;
mod scripted_reader;
mod server;
mod table;
