//! Every test that needs the whole: one program, since linking each of six takes as long as running it.
//!
//! `cargo test -p larder --test larder api::` runs one of its parts.

#![expect(clippy::unwrap_used, reason = "a test may end so")]

mod api;
mod assistant;
mod contract;
mod house;
mod layers;
mod listener;
mod model;
mod process;
mod profile;
mod reminders;
mod rows;
mod server;
mod template;
