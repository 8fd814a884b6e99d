//! Where text stands: rows of a photo, and the photos of one receipt put together.

mod cell;
pub mod curve;
pub mod join_photos;
pub mod rows;
