//! A piece of text on a page.

/// A piece of text in a row, with its place across the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub confidence: f32,
}

/// A piece and how it lies.
pub struct Piece {
    pub cell: Cell,
    pub center_x: f32,
    pub center_y: f32,
    pub height: f32,
    pub slope: f32,
    /// The place down the page once it is levelled.
    pub level: f32,
}
