//! What a printed text can mean by itself.

pub mod currency;
pub mod money;
pub mod timestamps;
pub mod vocabulary;

use money::Cents;

/// The last amount of money in a text, in cents.
pub fn last_amount(text: &str) -> Option<Cents> {
    text.split_whitespace().rev().find_map(money::amount).map(|amount| amount.cents)
}

/// Returns true if a piece of text holds an amount of money.
pub fn is_amount(text: &str) -> bool {
    text.split_whitespace().any(|word| money::amount(word).is_some())
}

/// Returns true if a piece of text is a word for the sum that is to be paid.
pub fn names_total(text: &str) -> bool {
    vocabulary::topic(text) == vocabulary::Topic::Total
}

/// A line without what differs between two photos of it: case, spacing and marks. Between digits a mark says what the
/// digits are (an amount, a time, a date), so there it stays, and a comma for the decimals is a point.
pub fn normal_form(line: &str) -> String {
    let text = line.to_lowercase();
    let words = text.split_whitespace().map(|word| {
        let glyphs: Vec<char> = word.chars().collect();
        let digit = |at: Option<usize>| at.and_then(|at| glyphs.get(at)).is_some_and(char::is_ascii_digit);
        let kept = glyphs.iter().enumerate().filter_map(|(at, &c)| {
            let between = digit(at.checked_sub(1)) && digit(at.checked_add(1));
            match c {
                ',' | '.' if between => Some('.'),
                ':' | '/' | '-' if between => Some(c),
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
    fn keeps_in_the_normal_form_what_tells_receipts_apart() {
        assert_eq!(normal_form("  BIO-Milch  3,8%   1,49 B"), "biomilch 3.8 1.49 b");
        assert_eq!(normal_form("20.11.2026 17:42 #0048-2913 -- $12.05*"), "20.11.2026 17:42 0048-2913 12.05");
        assert_eq!(normal_form("*** - ***"), "");
    }
}
