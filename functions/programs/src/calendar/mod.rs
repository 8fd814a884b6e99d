//! A calendar feed of expiry dates at a secret address.

mod document;
pub mod manage;
pub mod read;
