//! What is read on a page: boxes with their text.

use crate::ocr::geometry::Quad;

/// A box that was detected on a page, in the page's pixels, and the text that was recognised in it: usually some words
/// of one printed line.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    pub quad: Quad,
    pub recognised: RecognisedText,
}

impl TextBox {
    pub fn text(&self) -> &str {
        &self.recognised.text
    }
}

/// The text of one line image, and the mean probability of its characters (0 to 1).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecognisedText {
    pub text: String,
    pub confidence: f32,
    /// Other digits that its digits may be, if the text has an amount or may have a date.
    pub alternatives: Vec<Alternative>,
}

impl RecognisedText {
    /// Returns a text without alternatives.
    pub fn new(text: impl Into<String>, confidence: f32) -> Self {
        Self { text: text.into(), confidence, alternatives: Vec::new() }
    }
}

/// Another digit that a character of a text may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The index of the character.
    pub at: usize,
    pub digit: char,
    /// The probability of the digit, relative to that of the recognised character.
    pub likelihood: f32,
}
