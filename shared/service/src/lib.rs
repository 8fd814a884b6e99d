//! The base of all route families: dependencies and settings, the caller, errors, idempotency and rate limits.

pub mod config;
pub mod deps;
pub mod erase;
pub mod household;
pub mod http;
pub mod identity;
pub mod visit;
