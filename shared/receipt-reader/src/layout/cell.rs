//! Text boxes as the layout needs them.

use crate::ocr::text_box::{Alternative, TextBox};

/// The text of one text box in a row, with its left and right edge.
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
    /// Returns a cell without alternatives.
    pub fn new(text: impl Into<String>, left: f32, right: f32, confidence: f32) -> Self {
        Self { text: text.into(), left, right, confidence, alternatives: Vec::new() }
    }

    pub fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// A cell with its position and slope on the page, before it belongs to a row.
pub struct LayoutBox {
    pub cell: Cell,
    pub center_x: f32,
    pub center_y: f32,
    pub height: f32,
    pub slope: f32,
    /// The vertical position of its centre after deskewing.
    pub deskewed_y: f32,
}

impl LayoutBox {
    pub fn new(TextBox { quad, recognised }: TextBox) -> Self {
        let center = quad.center();
        Self {
            center_x: center.x,
            center_y: center.y,
            height: quad.height(),
            slope: quad.slope(),
            deskewed_y: center.y,
            cell: Cell {
                text: recognised.text,
                left: quad.start().x,
                right: quad.end().x,
                confidence: recognised.confidence,
                alternatives: recognised.alternatives,
            },
        }
    }
}
