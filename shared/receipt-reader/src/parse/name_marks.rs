//! Finds and removes marks before and behind names. A short word at one position on many rows is a mark, whatever its
//! letters are; a word of a name follows the name directly.

use super::lexeme::is_counting_word;
use super::measure::Measure;
use super::tokens::Token;
use crate::layout::rows::Row;
use crate::product;
use crate::statistics::median;
use crate::text::money;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The minimum number of rows with different names that have the same mark.
const MIN_ROWS: usize = 3;
/// The same without a column of marks.
const MIN_NAMES: usize = 5;
/// The maximum number of different marks in front of names.
const MAX_FRONT_MARKS: usize = 4;
/// The maximum distance of the rows whose names a row is compared with.
const MAX_NEIGHBOUR_DISTANCE: usize = 6;

const WEIGHT_MARK: &str = "WT";

/// The maximum distance of two words of a column, and the minimum gap behind a mark in front of a name, in row heights.
const MAX_COLUMN_DISTANCE: f32 = 1.2;
const MIN_MARK_GAP: f32 = 1.2;
/// The minimum digits of an article number in front of a mark.
const MIN_CODE_DIGITS: usize = 4;

/// Removes marks in front of names: a letter or tax rate that nearly all rows begin with, and a short word to the left
/// of where the names around it begin.
pub fn strip_front_marks(row_tokens: &mut [Vec<Token>], rows: &[Row], end: usize) {
    let named: Vec<usize> = (0..end).filter(|at| is_named(row_tokens, *at)).collect();
    let marked = rows_with_common_mark(row_tokens, &named);
    // The letter of a tax class is also printed behind the amount; so a letter that was read as a part of the name is
    // recognised.
    let is_class =
        |at: &&usize| letter_behind(&row_tokens[**at]).is_some_and(|c| row_tokens[**at][0].text.chars().eq([c]));
    let are_classes = marked.iter().filter(is_class).count() >= MIN_ROWS;
    let has_attached_class = |at: &usize| {
        let first = &row_tokens[*at][0];
        first.letters() > 3 && first.text.chars().next() == letter_behind(&row_tokens[*at])
    };
    let unmarked = named.iter().copied().filter(|at| are_classes && front_mark(&row_tokens[*at]).is_none());
    let attached: Vec<usize> = unmarked.filter(has_attached_class).collect();
    let is_in_column = |at: &usize| is_left_of_names(row_tokens, rows, &named, *at);
    let in_column: Vec<usize> = named.iter().copied().filter(is_in_column).collect();
    for at in marked.into_iter().chain(in_column).collect::<BTreeSet<usize>>() {
        row_tokens[at].remove(0);
    }
    for at in attached {
        row_tokens[at][0].text.remove(0);
    }
}

/// Returns the rows that begin with a mark, if nearly all of those with a name do, by one of a few marks.
fn rows_with_common_mark(row_tokens: &[Vec<Token>], named: &[usize]) -> Vec<usize> {
    let marked: Vec<usize> = named.iter().copied().filter(|at| front_mark(&row_tokens[*at]).is_some()).collect();
    let marks: HashSet<&str> = marked.iter().filter_map(|at| front_mark(&row_tokens[*at])).collect();
    let names: HashSet<&str> = marked.iter().map(|at| row_tokens[*at][1].text.as_str()).collect();
    // Many names may begin with the two or three letters of a brand.
    let are_short = marks.iter().all(|mark| is_tax_rate(mark) || is_class_code(mark) || mark.chars().count() == 1);
    let (min_names, min_fifths) = if are_short { (MIN_ROWS, 3) } else { (MIN_NAMES, 4) };
    let are_marks =
        names.len() >= min_names && marks.len() <= MAX_FRONT_MARKS && marked.len() * 5 >= named.len() * min_fifths;
    if are_marks { marked } else { Vec::new() }
}

/// Returns the first word of a row if it may be a mark in front of a name: `A`, `(A)`, `21%`. The letters of a shop's own
/// brand are a part of its names.
fn front_mark(tokens: &[Token]) -> Option<&str> {
    let (first, rest) = tokens.split_first()?;
    let mark = first.text.trim_matches(['(', ')']);
    let is_mark = (is_short(mark) || is_class_code(mark)) && !product::is_own_brand(mark);
    (is_mark && rest.iter().any(is_long)).then_some(mark)
}

/// Returns the letter that the last word of a row ends in.
fn letter_behind(tokens: &[Token]) -> Option<char> {
    tokens.last()?.text.chars().next_back().filter(|c| c.is_alphabetic())
}

/// Returns true if a row has a name and, on it or on the next row, a price.
fn is_named(row_tokens: &[Vec<Token>], at: usize) -> bool {
    let amount = |tokens: &[Token]| tokens.iter().rev().find_map(|token| money::parse_amount(&token.text));
    let has_price = |tokens: &[Token]| amount(tokens).is_some_and(|amount| amount.cents > 0);
    let has_price_below = || {
        let is_priced = row_tokens.get(at + 1).is_some_and(|next| has_price(next) && !next.iter().any(is_long));
        is_priced && amount(&row_tokens[at]).is_none()
    };
    row_tokens[at].iter().any(is_long) && (has_price(&row_tokens[at]) || has_price_below())
}

fn is_long(token: &Token) -> bool {
    token.letters() > 2
}

/// Returns true if the first word of a row is short and apart from the second one, which begins where the names of the
/// rows around it do.
fn is_left_of_names(row_tokens: &[Vec<Token>], rows: &[Row], named: &[usize], at: usize) -> bool {
    let [first, second, ..] = row_tokens[at].as_slice() else { return false };
    let height = rows[at].height;
    let is_short = first.text.chars().count() <= 2 && !first.text.contains(|c: char| c.is_ascii_digit());
    let from = named.partition_point(|other| other + MAX_NEIGHBOUR_DISTANCE < at);
    let near =
        named[from..].iter().take_while(|other| **other <= at + MAX_NEIGHBOUR_DISTANCE).filter(|other| **other != at);
    let begins_here = |other: &&usize| (row_tokens[**other][0].left - second.left).abs() <= height;
    is_short && second.left - first.right > MIN_MARK_GAP * height && near.filter(begins_here).count() >= 2
}

/// The marks behind the names of a receipt, and the left edge of their column.
pub struct NameMarks {
    words: HashSet<String>,
    left: f32,
    tolerance: f32,
}

impl NameMarks {
    pub fn find(row_tokens: &[Vec<Token>], rows: &[Row]) -> Option<Self> {
        let height = median(rows.iter().map(|row| row.height).collect())?;
        let mut ends: BTreeMap<&str, Vec<(&Token, &Token)>> = BTreeMap::new();
        for (before, last) in row_tokens.iter().filter_map(|tokens| end_of_name(tokens)) {
            ends.entry(mark_key(&last.text)).or_default().push((before, last));
        }
        let rows_with_name = row_tokens.iter().filter(|tokens| is_priced_name(tokens)).count();
        ends.retain(|_, ends| is_in_column(ends, height) || is_on_nearly_all(ends, rows_with_name));
        let left = median(ends.values().flatten().map(|(_, last)| last.left).collect())?;
        Some(Self {
            words: ends.into_keys().map(str::to_owned).collect(),
            left,
            tolerance: MAX_COLUMN_DISTANCE * height,
        })
    }

    /// Returns true if the last word of a name is a mark: one of those that repeat, or a short one in their column.
    pub fn contains(&self, last: &Token) -> bool {
        is_short(&last.text)
            && (self.words.contains(mark_key(&last.text)) || (last.left - self.left).abs() <= self.tolerance)
    }
}

/// Returns the last two words before the amount of a row, or before its end, if the second one may be a mark.
fn end_of_name(tokens: &[Token]) -> Option<(&Token, &Token)> {
    let end = tokens.iter().rposition(|token| money::parse_amount(&token.text).is_some()).unwrap_or(tokens.len());
    let (last, before) = (tokens.get(end.checked_sub(1)?)?, tokens.get(end.checked_sub(2)?)?);
    let has_name = before.text.chars().any(char::is_alphabetic)
        || is_tax_rate(&before.text)
        || before.is_code(MIN_CODE_DIGITS)
        || money::parse_amount(&before.text).is_some();
    (is_short(&last.text) && has_name).then_some((before, last))
}

fn is_short(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_tax_rate(word)
        || (1..=3).contains(&word.chars().count())
            && word.chars().all(char::is_uppercase)
            && Measure::from_word(&lower).is_none()
            && !is_counting_word(word)
}

/// Returns true for the code of a tax class as Hungarian tills print it: `A00`.
fn is_class_code(word: &str) -> bool {
    matches!(word.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', b'0'..=b'9'])
}

/// Returns the key of a mark: the word itself, or `%` for all tax rates.
fn mark_key(word: &str) -> &str {
    if is_tax_rate(word) { "%" } else { word }
}

/// Returns true for a tax rate as tills print it in a column: `15.0`, `21%`, `%8`, `7,00%`. A whole number without a
/// sign may be a count.
pub fn is_tax_rate(word: &str) -> bool {
    let number = word.trim_matches('%');
    let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let are_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    (1..=2).contains(&whole.len())
        && are_digits(whole)
        && are_digits(decimals)
        && decimals.len() <= 2
        && (number.len() < word.len() || decimals.len() == 1)
}

/// Removes the mark of weighed goods in front of a name: `WT CAULIFLOWER`. Behind a name it is a colour (white).
pub fn strip_weight_mark(tokens: &mut Vec<Token>) {
    // `WT WATCHERS` is a brand.
    if let [mark, name, ..] = tokens.as_slice()
        && mark.text == WEIGHT_MARK
        && is_long(name)
        && !name.text.starts_with("WATCH")
    {
        tokens.remove(0);
    }
}

/// Removes a tax rate from the end of a name where its form alone tells it: of two decimals, or with the letter of its
/// class: `4,00%`, `4% B`.
pub fn strip_tax_rate(tokens: &mut Vec<Token>) {
    let is_class = |token: &Token| token.text.chars().count() == 1 && token.text.chars().all(char::is_uppercase);
    let has_sign = |token: &Token| is_tax_rate(&token.text) && token.text.contains('%');
    let length = match tokens.as_slice() {
        [.., _, rate] if has_sign(rate) && rate.text.ends_with("00%") => 1,
        [.., _, rate, class] if has_sign(rate) && is_class(class) => 2,
        _ => 0,
    };
    tokens.truncate(tokens.len() - length);
}

/// Returns true if a word follows different names of different lengths and still is at one position.
fn is_in_column(ends: &[(&Token, &Token)], height: f32) -> bool {
    let names: HashSet<&str> = ends.iter().map(|(before, _)| before.text.as_str()).collect();
    let Some(left) = median(ends.iter().map(|(_, last)| last.left).collect()) else { return false };
    let aligned: Vec<&(&Token, &Token)> =
        ends.iter().filter(|(_, last)| (last.left - left).abs() <= MAX_COLUMN_DISTANCE * height).collect();
    let (shortest, longest) = aligned
        .iter()
        .fold((f32::MAX, f32::MIN), |(least, most), (before, _)| (least.min(before.right), most.max(before.right)));
    names.len() >= MIN_ROWS
        && aligned.len() >= MIN_ROWS
        && aligned.len() * 3 >= ends.len() * 2
        && (longest - shortest > 2.0 * height
            || aligned.iter().all(|(before, _)| {
                before.is_code(MIN_CODE_DIGITS)
                    || is_tax_rate(&before.text)
                    || money::parse_amount(&before.text).is_some()
            }))
}

/// Returns true if a word follows the names of four in five priced rows: names that are printed flush right end at one
/// position, as their marks do.
fn is_on_nearly_all(ends: &[(&Token, &Token)], rows_with_name: usize) -> bool {
    let names: HashSet<&str> = ends.iter().map(|(before, _)| before.text.as_str()).collect();
    // A tax rate is known by its form, and certain with the sign in front (Turkey).
    let rates = ends.iter().filter(|(_, last)| is_tax_rate(&last.text)).count();
    let min_names = if rates == ends.len() { MIN_ROWS } else { MIN_NAMES };
    let has_sign_in_front = ends.iter().filter(|(_, last)| last.text.starts_with('%')).count() >= 2;
    has_sign_in_front || names.len() >= min_names && ends.len() * 5 >= rows_with_name * 4
}

fn is_priced_name(tokens: &[Token]) -> bool {
    let amount = tokens.iter().rposition(|token| money::parse_amount(&token.text).is_some());
    amount.is_some_and(|end| tokens[..end].iter().any(|token| token.text.chars().any(char::is_alphabetic)))
}
