//! The part of Larder that functions, the job and the command line share: their dependencies and settings, the
//! verification of tokens, and changes of whole accounts. Independent of HTTP requests.

pub mod config;
pub mod deps;
pub mod derivation;
pub mod erase;
pub mod household;
pub mod identity;
pub mod jobs;
pub mod metrics;
pub mod visit;
