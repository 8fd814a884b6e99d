//! Tables of product names and till lines, and names as tills print them.

mod damaged;
mod sources;
pub mod tables;

pub use damaged::damaged;
pub use sources::{SOURCES, Source};
