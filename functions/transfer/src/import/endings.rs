//! Recognises rows that are done, archived or used up, by the words of a state column. An import leaves them out.

use super::values;
use super::words::{OmittedKind, WORDS};
use domain::text::fold;

fn is_in(words: &str, text: &str) -> bool {
    words.split(' ').any(|word| word == text)
}

/// Returns the reason that a word names to leave a row out; `None` if it names none.
pub fn named(word: &str) -> Option<OmittedKind> {
    let word = fold(word);
    WORDS.endings.iter().find(|(_, words)| is_in(words, &word)).map(|(kind, _)| *kind)
}

/// Returns true for a cell that only says yes or no.
pub fn is_flag(cell: &str) -> bool {
    let cell = fold(cell);
    is_in(WORDS.yes, &cell) || is_in(WORDS.no, &cell)
}

/// Returns the reason in a cell below a header such as "Done": that of a word of the table, and of the header for any
/// other cell, such as a yes or a day. `None` for an empty cell, a no, a word for open or a negated one.
pub fn of_cell(header: &str, cell: &str) -> Option<OmittedKind> {
    let word = fold(cell);
    let is_opposite = WORDS.not.split(' ').any(|not| word.strip_prefix(not).is_some_and(|rest| named(rest).is_some()));
    let is_open =
        word.is_empty() || values::is_no_day(cell) || is_opposite || is_in(WORDS.no, &word) || is_in(WORDS.open, &word);
    named(cell).or_else(|| (!is_open).then(|| named(header).unwrap_or(OmittedKind::Completed)))
}
