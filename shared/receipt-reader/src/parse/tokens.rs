//! Splits rows into tokens: words with their horizontal position.

use crate::layout::rows::Row;
use crate::text::money;

/// A word of a row with its estimated edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// The index of its cell in the row.
    pub cell: usize,
    pub text: String,
    pub left: f32,
    pub right: f32,
    pub confidence: f32,
}

impl Token {
    pub fn letters(&self) -> usize {
        self.text.chars().filter(|c| c.is_alphabetic()).count()
    }

    pub fn is_code(&self, min_digits: usize) -> bool {
        is_code(&self.text, min_digits)
    }
}

/// Returns true for an article number or barcode: at least so many digits, at most two letters, which may be misread
/// digits, and no sign of an amount.
pub fn is_code(word: &str, min_digits: usize) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let glyphs = word.chars().filter(|c| c.is_alphanumeric()).count();
    digits >= min_digits && digits + 2 >= glyphs && !word.contains(['.', ',', '%', '$'])
}

/// Splits a row into tokens, with amounts that were read in two parts joined, and without currencies beside amounts.
pub fn split_tokens(row: &Row) -> Vec<Token> {
    let words = split_words(row).into_iter().flat_map(|word| split_glued_codes(&word));
    without_currencies(join_split_amounts(words.collect()))
}

/// The minimum digits of an article number that is printed together with a name.
const MIN_GLUED_CODE: usize = 8;

/// Separates the digits of an article number from the letters that they touch: `0124001234567890NAME`.
fn split_glued_codes(word: &Token) -> Vec<Token> {
    let glyphs: Vec<char> = word.text.chars().collect();
    let mut parts: Vec<(bool, usize, usize)> = Vec::new();
    for (at, glyph) in glyphs.iter().enumerate() {
        match parts.last_mut() {
            Some((is_number, _, end)) if *is_number == glyph.is_ascii_digit() => *end = at + 1,
            _ => parts.push((glyph.is_ascii_digit(), at, at + 1)),
        }
    }
    // A short run of digits belongs to the letters around it.
    let mut joined: Vec<(bool, usize, usize)> = Vec::new();
    for (is_number, start, end) in parts {
        let is_code = is_number && end - start >= MIN_GLUED_CODE;
        match joined.last_mut() {
            Some((false, _, last)) if !is_code => *last = end,
            _ => joined.push((is_code, start, end)),
        }
    }
    let is_name = |(is_code, start, end): &(bool, usize, usize)| {
        !is_code && glyphs[*start..*end].iter().filter(|c| c.is_alphabetic()).count() > 2
    };
    if joined.len() < 2 || !joined.iter().any(is_name) {
        return vec![word.clone()];
    }
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let edge = |at: usize| word.left + (word.right - word.left) * at as f32 / glyphs.len() as f32;
    let part = |(_, start, end): (bool, usize, usize)| Token {
        text: glyphs[start..end].iter().collect(),
        left: edge(start),
        right: edge(end),
        ..word.clone()
    };
    joined.into_iter().map(part).collect()
}

/// Splits a row at its spaces. Tills print in columns of equal width, so the edges of a word follow from the number of
/// characters.
pub fn split_words(row: &Row) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (index, cell) in row.cells.iter().enumerate() {
        let length = cell.text.chars().count().max(1);
        #[expect(clippy::cast_precision_loss, reason = "a text box has at most some hundred letters")]
        let edge = |at: usize| cell.left + (cell.right - cell.left) * at as f32 / length as f32;
        let mut start = 0;
        for word in cell.text.split(' ') {
            let end = start + word.chars().count();
            if !word.is_empty() {
                tokens.push(Token {
                    cell: index,
                    text: word.to_owned(),
                    left: edge(start),
                    right: edge(end),
                    confidence: cell.confidence,
                });
            }
            start = end + 1;
        }
    }
    tokens
}

/// Drops separate currencies beside an amount or a unit price: `CHF 2,69/kg`.
fn without_currencies(tokens: Vec<Token>) -> Vec<Token> {
    let is_amount = |token: Option<&Token>| token.is_some_and(|token| money::parse_amount(&token.text).is_some());
    let kept: Vec<bool> = (0..tokens.len())
        .map(|at| {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let is_before_unit_price = tokens
                .get(at + 1)
                .and_then(|token| token.text.split_once('/'))
                .is_some_and(|(price, _)| money::parse_amount(price).is_some());
            !(money::is_currency(&tokens[at].text)
                && (is_amount(before) || is_amount(tokens.get(at + 1)) || is_before_unit_price))
        })
        .collect();
    tokens.into_iter().zip(kept).filter_map(|(token, kept)| kept.then_some(token)).collect()
}

/// The maximum gap between a sign and its amount, in widths of the amount: a minus further to the left is a dash.
const MAX_SIGN_GAP: f32 = 3.0;

/// Joins `3.` and `99`, `A$3.` and `99`, or `$` and `3.99`.
fn join_split_amounts(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        if let Some(last) = joined.last_mut() {
            let bare = last.text.trim_start_matches(['$', '€', '£', '-', 'A']);
            let lacks_cents = bare.len() >= 2
                && bare.ends_with(['.', ','])
                && bare[..bare.len() - 1].chars().all(|c| c.is_ascii_digit());
            let is_cents = token.text.len() >= 2
                && token.text.chars().take(2).all(|c| c.is_ascii_digit())
                && !token.text.chars().nth(2).is_some_and(|c| c.is_ascii_digit());
            let is_sign = matches!(last.text.as_str(), "$" | "€" | "£" | "-$" | "-")
                && token.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '$'));
            let is_close = token.left - last.right < MAX_SIGN_GAP * (token.right - token.left).max(1.0);
            // `-CHF 0,46`
            let is_negative = last.text.strip_prefix('-').is_some_and(money::is_currency)
                && token.text.starts_with(|c: char| c.is_ascii_digit());
            if is_negative {
                last.text = format!("-{}", token.text);
                last.right = token.right;
                continue;
            }
            if (lacks_cents && is_cents) || (is_sign && is_close) {
                last.text.push_str(&token.text);
                last.right = token.right;
                continue;
            }
        }
        joined.push(token);
    }
    joined
}

/// Returns the words of tokens, with single spaces.
pub fn join_tokens(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}
