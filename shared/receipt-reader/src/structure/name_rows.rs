//! Finds the rows of a product's name: which row above continues on the next one.

use super::features::RowFacts;
use super::tag::RowTag;
use crate::parse::measure::Measure;
use crate::parse::row::ParsedRow;
use crate::text::vocabulary::{self, Topic};

/// The minimum letters of a label; shorter ones are equal by chance.
pub const MIN_LABEL_LETTERS: usize = 4;
/// The maximum number of rows of a name above the one with its price.
const MAX_ROWS_ABOVE: usize = 2;
/// Words that do not end a name.
const JOINING_WORDS: [&str; 28] = [
    "and", "with", "of", "in", "und", "mit", "für", "zum", "aus", "et", "de", "du", "aux", "con", "di", "e", "y",
    "met", "en", "och", "og", "med", "ja", "i", "z", "ir", "su", "un",
];

/// The rows among which the beginning of a name is searched.
pub struct NameRows<'a> {
    facts: &'a [RowFacts],
    tags: &'a [RowTag],
    /// The last row of the name.
    last: usize,
    /// True if the till prints names in lower case, below headings in capitals.
    has_lower_case_names: bool,
}

impl<'a> NameRows<'a> {
    pub fn new(facts: &'a [RowFacts], tags: &'a [RowTag], last: usize) -> Self {
        let first_product = tags[..last].iter().position(|tag| tag.begins_item()).unwrap_or(last);
        Self { facts, tags, last, has_lower_case_names: is_lower_case(&facts[first_product]) }
    }

    /// Returns the first row of the name.
    pub fn first(&self) -> usize {
        let mut first = self.last;
        while first > 0 && self.last - first < MAX_ROWS_ABOVE && !begins_product(&self.facts[first].parsed) {
            // A row in lower case may be the middle of a name that begins above it.
            let is_middle = || first > 1 && self.is_only_text(first - 2) && self.continues_above(first - 1);
            if !self.is_only_text(first - 1) || !self.continues_above(first) && !is_middle() {
                break;
            }
            first -= 1;
        }
        first
    }

    /// Returns true if a row continues the one above: that one is open, or this one begins in lower case or with a
    /// size.
    fn continues_above(&self, row: usize) -> bool {
        let begins_with_size = self.tags[row - 1] != RowTag::Heading && begins_with_size(&self.facts[row].parsed.label);
        is_open(&self.facts[row - 1].text) || self.continues_in_lower_case(row) || begins_with_size
    }

    fn continues_in_lower_case(&self, row: usize) -> bool {
        let is_below_heading =
            self.has_lower_case_names && matches!(self.tags[row - 1], RowTag::Heading | RowTag::Other);
        is_lower_case(&self.facts[row]) && !is_lower_case(&self.facts[row - 1]) && !is_below_heading
    }

    /// Returns true if a row has nothing but text that may begin the name.
    fn is_only_text(&self, row: usize) -> bool {
        let parsed = &self.facts[row].parsed;
        let may_begin_name = match self.tags[row] {
            RowTag::Other | RowTag::Heading | RowTag::Deposit => true,
            RowTag::ItemName => !parsed.has_code && !is_name_with_size(&parsed.label),
            // A further row of the name above does not end like this, or stands above what goes on.
            RowTag::Continuation => {
                is_open(&self.facts[row].text) || row + 1 == self.last && self.continues_in_lower_case(self.last)
            }
            _ => false,
        };
        may_begin_name
            && parsed.amounts.is_empty()
            && parsed.quantity.is_none()
            && letters(&parsed.label).chars().count() >= MIN_LABEL_LETTERS
            && matches!(parsed.topic, Topic::Product | Topic::Deposit)
    }
}

fn is_lower_case(row: &RowFacts) -> bool {
    row.parsed.label.starts_with(char::is_lowercase)
}

/// Returns true if there is a number, mark or count in front of the name, which begins a product.
pub fn begins_product(row: &ParsedRow) -> bool {
    row.has_front || row.has_code || row.quantity.is_some()
}

/// Returns true if a name goes on below: it ends with a comma, another mark that joins, or a joining word.
pub fn is_open(text: &str) -> bool {
    let text = text.trim_end();
    let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let before_mark = text.strip_suffix([',', '-', '&', '+']).map(str::trim_end);
    before_mark.is_some_and(|text| text.ends_with(char::is_alphabetic)) || JOINING_WORDS.contains(&last.as_str())
}

/// Returns true for a name with its size behind it. A size alone is a part of another name.
pub fn is_name_with_size(label: &str) -> bool {
    let front: String = label.chars().take_while(|c| !c.is_ascii_digit()).collect();
    letters(&front).chars().count() >= MIN_LABEL_LETTERS && has_size(label)
}

/// Returns true if a row begins with a size, as the second row of a name does: `500 g`, `6x0,33L`, `3,5% Fett`.
fn begins_with_size(label: &str) -> bool {
    let words: Vec<&str> = label.split(' ').take(2).collect();
    let unit = words[0].trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | 'x' | 'X'));
    let unit = if unit.is_empty() { words.get(1).copied().unwrap_or_default() } else { unit };
    label.starts_with(|c: char| c.is_ascii_digit())
        && (unit.starts_with('%') || Measure::from_word(&unit.to_lowercase()).is_some())
}

/// Returns true if a text has a size: `400g`, `1 L`, `3%`.
pub fn has_size(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.ends_with(|c: char| c.is_ascii_digit());
    let is_unit = |at: usize| {
        Measure::of_size(words[at]).is_some()
            || at > 0 && is_number(words[at - 1]) && Measure::from_word(&words[at].to_lowercase()).is_some()
    };
    text.chars().filter(|c| c.is_alphabetic()).count() > 3 && (0..words.len()).any(is_unit)
}

/// Returns the letters of a label, in capitals without accents.
pub fn letters(label: &str) -> String {
    vocabulary::to_plain_capitals(label).chars().filter(|c| c.is_alphabetic()).collect()
}
