//! Splits rows into tokens: words with their horizontal position.

use crate::layout::rows::Row;
use crate::text::money;
use std::ops::Range;

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
        is_article_number(&self.text, min_digits)
    }
}

/// Returns true for an article number or barcode: at least so many digits, at most two letters, which may be misread
/// digits, and no sign of an amount.
pub fn is_article_number(word: &str, min_digits: usize) -> bool {
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

/// A part of a word: an article number, or the letters and short numbers around one.
struct Part {
    is_code: bool,
    range: Range<usize>,
}

/// Separates an article number from the name that it touches: `0124001234567890NAME`.
fn split_glued_codes(word: &Token) -> Vec<Token> {
    let glyphs: Vec<char> = word.text.chars().collect();
    let mut parts: Vec<Part> = Vec::new();
    for run in glyphs.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        let start = parts.last().map_or(0, |before| before.range.end);
        let end = start + run.len();
        let is_code = run[0].is_ascii_digit() && run.len() >= MIN_GLUED_CODE;
        match parts.last_mut() {
            Some(before) if !before.is_code && !is_code => before.range.end = end,
            _ => parts.push(Part { is_code, range: start..end }),
        }
    }
    let is_name =
        |part: &Part| !part.is_code && glyphs[part.range.clone()].iter().filter(|c| c.is_alphabetic()).count() > 2;
    if parts.len() < 2 || !parts.iter().any(is_name) {
        return vec![word.clone()];
    }
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let edge = |at: usize| word.left + (word.right - word.left) * at as f32 / glyphs.len() as f32;
    let token = |Part { range, .. }: Part| Token {
        left: edge(range.start),
        right: edge(range.end),
        text: glyphs[range].iter().collect(),
        ..word.clone()
    };
    parts.into_iter().map(token).collect()
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

/// Joins the amounts that were read in two parts.
fn join_split_amounts(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match joined.last_mut().and_then(|last| Some((joined_amount(last, &token)?, last))) {
            Some((amount, last)) => (last.text, last.right) = (amount, token.right),
            None => joined.push(token),
        }
    }
    joined
}

/// Returns the amount that two words make: `3.` and `99`, `A$3.` and `99`, `$` and `3.99`, `-CHF` and `0,46`.
fn joined_amount(first: &Token, second: &Token) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    if first.text.strip_prefix('-').is_some_and(money::is_currency) && second.text.starts_with(is_digit) {
        return Some(format!("-{}", second.text));
    }
    let whole = first.text.trim_start_matches(['$', '€', '£', '-', 'A']);
    let lacks_cents =
        whole.strip_suffix(['.', ',']).is_some_and(|digits| !digits.is_empty() && digits.chars().all(is_digit));
    let is_cents = second.text.chars().take_while(|c| is_digit(*c)).take(3).count() == 2;
    let is_sign = matches!(first.text.as_str(), "$" | "€" | "£" | "-$" | "-")
        && second.text.starts_with(|c| is_digit(c) || matches!(c, '.' | '$'));
    let is_close = second.left - first.right < MAX_SIGN_GAP * (second.right - second.left).max(1.0);
    (lacks_cents && is_cents || is_sign && is_close).then(|| format!("{}{}", first.text, second.text))
}

/// Returns the words of tokens, with single spaces.
pub fn join_tokens(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}
