//! Groups text boxes into rows, and joins the photos of one receipt.

pub mod cell;
pub mod curve;
pub mod join_photos;
pub mod rows;
