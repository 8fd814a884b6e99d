//! Where text stands: rows of a photo, and the photos of one receipt put together.

pub mod curve;
pub mod photos;
mod piece;
pub mod rows;
