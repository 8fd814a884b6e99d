//! Code that API functions, the scheduled job and the command line share: dependencies, settings, verification of
//! tokens, and changes of whole accounts. Independent of HTTP requests.

pub mod activity;
pub mod config;
pub mod deps;
pub mod derivation;
pub mod erase;
pub mod household;
pub mod identity;
pub mod jobs;
pub mod metrics;
pub mod recipients;
