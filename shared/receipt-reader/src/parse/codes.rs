//! Removes article numbers and marks from both ends of a row.

use super::measure::Measure;
use super::tokens::Token;

/// Marks of tax classes at the end of a name, also as they are misread.
const TAX_MARKS: [&str; 28] = [
    "F", "T", "N", "NF", "FS", "TF", "X", "A", "B", "E", "R", "O", "S", "*", "TX", "FT", "H", "W", "J", "KB", "1", "2",
    "I", "L", "Z", "RX", "FW", "D",
];
/// The minimum gap between a mark in front and the name, …
const MIN_FRONT_GAP: f32 = 1.2;
/// … and between the name and a mark or number behind it, in row heights; words of a name are closer.
const MIN_END_GAP: f32 = 0.9;
/// The minimum digits of a number in a column of its own, which is an article number, …
const MIN_CODE_DIGITS: usize = 4;
/// … and of one directly behind a name, which may end in a year or a grade.
const MIN_END_CODE_DIGITS: usize = 6;

/// Returns true for a mark behind an amount: one or two letters, a star, a digit for the tax class, a currency.
pub fn is_mark(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    letters <= 2 || matches!(word.to_uppercase().as_str(), "EUR" | "USD" | "TAX" | "EURO" | "T/F" | "CHF")
}

/// Removes article numbers, barcodes and single marks from both ends of a label. Returns true if there was a number
/// among them.
pub fn strip_codes(tokens: &mut Vec<Token>, min_digits: usize, height: f32) -> bool {
    let mut has_code = false;
    // `E 190235 HBO W/ALMNDS`: a mark and a number before the name.
    let marks = tokens.iter().take_while(|token| is_single_mark(&token.text)).count();
    if let Some(token) = tokens.get(marks)
        && token.is_code(if marks > 0 { MIN_CODE_DIGITS } else { min_digits })
    {
        has_code = true;
        tokens.drain(..=marks);
    } else if let Some(parts) = split_code_length(&tokens[marks..]).filter(|_| min_digits <= MIN_CODE_DIGITS) {
        has_code = true;
        tokens.drain(..marks + parts);
    } else if marks > 0
        && tokens.get(marks).is_some_and(|token| token.left - tokens[marks - 1].right > MIN_FRONT_GAP * height)
    {
        tokens.drain(..marks);
    }
    while let Some((last, rest)) = tokens.split_last() {
        let gap = rest.last().map_or(0.0, |before| last.left - before.right);
        let is_far = gap > MIN_END_GAP * height;
        let is_end_code = last.is_code(MIN_END_CODE_DIGITS) || last.is_code(MIN_CODE_DIGITS) && is_far;
        // `APPLE JUICE 1 L`
        let is_number =
            |token: &Token| token.text.ends_with(|c: char| c.is_ascii_digit()) && !token.is_code(MIN_CODE_DIGITS);
        let is_size = Measure::from_word(&last.text.to_lowercase()).is_some() && rest.last().is_some_and(is_number);
        // `GV MILK 007874235186 F`: a tax mark behind an article number.
        let is_behind_code =
            rest.last().is_some_and(|before| before.is_code(MIN_END_CODE_DIGITS)) && is_mark(&last.text);
        let is_end_mark =
            is_behind_code || (!is_size && (is_far || has_code) && !rest.is_empty() && is_tax_mark(&last.text));
        let is_speck =
            !rest.is_empty() && !last.text.chars().any(char::is_alphanumeric) && last.text != "&" && last.text != "%";
        if rest.is_empty() && !is_end_code || !(is_end_code || is_end_mark || is_speck) {
            break;
        }
        has_code |= is_end_code;
        tokens.pop();
    }
    has_code
}

/// Returns the number of tokens at the start of a row that are parts of one article number, at least two.
fn split_code_length(tokens: &[Token]) -> Option<usize> {
    let is_number = |token: &Token| token.text.len() >= 2 && token.text.chars().all(|c| c.is_ascii_digit());
    let parts = tokens.iter().take_while(|token| is_number(token)).count();
    let digits: usize = tokens[..parts].iter().map(|token| token.text.len()).sum();
    (parts >= 2 && parts < tokens.len() && digits >= 5).then_some(parts)
}

fn is_single_mark(word: &str) -> bool {
    word.chars().count() == 1 && !word.chars().all(|c| c.is_ascii_digit())
}

fn is_tax_mark(word: &str) -> bool {
    TAX_MARKS.contains(&word.to_uppercase().as_str())
}
