//! Finds the text on a picture, its direction, and what it says.

pub mod detect;
pub mod direction;
mod engine;
pub mod geometry;
pub mod line_image;
pub mod models;
pub mod page;
mod parallel;
pub mod pitch;
pub mod recognise;
pub mod session;
mod sides;
pub mod text_box;
pub mod text_boxes;
