//! Text with its position on a page.

use crate::ocr::recognise::Alternative;

/// A text in a row, with its horizontal position.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub confidence: f32,
    /// Other digits that the text's digits may be.
    pub alternatives: Vec<Alternative>,
}

impl Cell {
    /// A text without alternatives.
    pub fn new(text: impl Into<String>, left: f32, right: f32, confidence: f32) -> Self {
        Self { text: text.into(), left, right, confidence, alternatives: Vec::new() }
    }
}

/// A cell with its position and slope on the page.
pub struct Piece {
    pub cell: Cell,
    pub center_x: f32,
    pub center_y: f32,
    pub height: f32,
    pub slope: f32,
    /// The vertical position after the slope is removed.
    pub level: f32,
}
