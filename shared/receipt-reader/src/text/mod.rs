//! Recognises amounts, dates, currencies and words in a printed text.

pub mod currency;
pub mod money;
pub mod timestamps;
pub mod vocabulary;

use money::Cents;

/// Returns the last amount of money in a text, in cents.
pub fn last_amount(text: &str) -> Option<Cents> {
    text.split_whitespace().rev().find_map(money::parse_amount).map(|amount| amount.cents)
}

pub fn has_amount(text: &str) -> bool {
    text.split_whitespace().any(|word| money::parse_amount(word).is_some())
}

/// Returns true if a text is a word for the sum to be paid.
pub fn is_total_label(text: &str) -> bool {
    vocabulary::classify_label(text) == vocabulary::Topic::Total
}

/// Returns true if a text has a date or a time of day.
pub fn has_timestamp(text: &str) -> bool {
    let (times, dates) = timestamps::find(&normal_form(text));
    !times.is_empty() || !dates.is_empty()
}

/// Returns the normal form of a line, which is equal on two photos of it: without case, spacing and marks. Marks
/// between digits are kept, since they distinguish an amount, a time and a date; a decimal comma becomes a point.
pub fn normal_form(line: &str) -> String {
    let text = line.to_lowercase();
    let words = text.split_whitespace().map(|word| {
        let glyphs: Vec<char> = word.chars().collect();
        let is_digit = |at: Option<usize>| at.and_then(|at| glyphs.get(at)).is_some_and(char::is_ascii_digit);
        let kept = glyphs.iter().enumerate().filter_map(|(at, &c)| {
            let is_between = is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1));
            match c {
                ',' | '.' if is_between => Some('.'),
                ':' | '/' | '-' if is_between => Some(c),
                c => Some(c).filter(|c| c.is_alphanumeric()),
            }
        });
        kept.collect::<String>()
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_distinguishes_receipts_in_the_normal_form() {
        assert_eq!(normal_form("  BIO-Milch  3,8%   1,49 B"), "biomilch 3.8 1.49 b");
        assert_eq!(normal_form("20.11.2026 17:42 #0048-2913 -- $12.05*"), "20.11.2026 17:42 0048-2913 12.05");
        assert_eq!(normal_form("*** - ***"), "");
    }
}
