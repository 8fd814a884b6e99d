//! A piece of text on a page.

use crate::ocr::recognise::Alternative;

/// A piece of text in a row, with its place across the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub confidence: f32,
    /// What else digits of the text may be.
    pub alternatives: Vec<Alternative>,
}

impl Cell {
    /// A text without alternatives.
    pub fn new(text: impl Into<String>, left: f32, right: f32, confidence: f32) -> Self {
        Self { text: text.into(), left, right, confidence, alternatives: Vec::new() }
    }
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
