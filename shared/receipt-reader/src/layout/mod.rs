//! Where text stands: rows of a photo, and the photos of one receipt put together.

pub mod photos;
pub mod rows;
