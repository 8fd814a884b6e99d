//! What a line of a receipt says: its words with what they may stand for, and the phrases and parts made of them.

use super::lexicon::{Sense, WordId};

/// A stretch of the line with one meaning.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// `None`: nobody knows what it means.
    pub sense: Option<Sense>,
    /// How far print and meaning are apart, per word; 0 is exact.
    pub doubt: f32,
}

/// A line that has been read.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    pub segments: Vec<Segment>,
    /// The line's words, sizes and numbers in their order, as they are shown.
    pub parts: Vec<Part>,
}

/// A piece of the line as it is shown.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The signs between this part and the one before, as printed.
    pub glue: String,
    /// In small letters.
    pub text: String,
    pub role: Role,
    /// True if the text is written out and was printed shorter.
    pub expanded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Noun,
    Describing,
    Linking,
    /// A part of this brand's name.
    Brand(usize),
    /// Nobody knows this word.
    Unknown,
    Size,
}

/// A word of the line with what it may stand for.
pub(super) struct Word {
    pub printed: String,
    pub glue: String,
    pub options: Vec<Meaning>,
    /// True if a phrase may be interrupted by it: "chicken BONELESS breast".
    pub is_interrupting: bool,
}

/// What a word may stand for.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub id: WordId,
    pub cost: f32,
    /// The word written out, where the language of the receipt has the printed one as an abbreviation.
    pub long: Option<String>,
    /// True if the print may as well stand for something else: then only a phrase of several words is evidence for this
    /// meaning.
    pub vague: bool,
}

impl Meaning {
    pub(super) fn plain(id: WordId, cost: f32) -> Self {
        Self { id, cost, long: None, vague: false }
    }
}

/// Below this cost, a word is printed as the vocabulary has it.
pub(super) const EXACT: f32 = 0.04;

/// From this cost on, a word's meaning is guessed from words that are like it.
pub(super) const GUESSED: f32 = 0.15;
