//! Text on a picture: where it is, which way it runs, what it says.

pub mod detect;
pub mod direction;
pub mod geometry;
pub mod line_image;
pub mod models;
pub mod page;
pub mod pitch;
pub mod recognise;
pub mod session;
mod sides;
pub mod text_boxes;
