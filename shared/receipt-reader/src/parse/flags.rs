//! Marks that a till prints behind names, known by their repetition: a short word that stands at one place on many rows
//! is a mark, whatever its letters are. A word that belongs to its name stands where the name ends.

use super::lexeme::is_counting_word;
use super::measure::Measure;
use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;
use std::collections::{BTreeMap, HashSet};

/// So many rows with different names have the same mark.
const MIN_ROWS: usize = 3;
/// So many different names with the same short word behind them are enough without a place that tells the two apart.
const MIN_NAMES: usize = 5;

/// The marks of a receipt and where they begin across the page.
pub struct Flags {
    words: HashSet<String>,
    left: f32,
    reach: f32,
}

impl Flags {
    pub fn find(split: &[Vec<Token>], rows: &[Row]) -> Option<Self> {
        let height = median(rows.iter().map(|row| row.height).collect())?;
        let mut ends: BTreeMap<&str, Vec<(&Token, &Token)>> = BTreeMap::new();
        for (before, last) in split.iter().filter_map(|tokens| end_of_name(tokens)) {
            ends.entry(&last.text).or_default().push((before, last));
        }
        let rows_with_name = split.iter().filter(|tokens| is_priced_name(tokens)).count();
        ends.retain(|_, ends| stands_in_column(ends, height) || stands_on_nearly_all(ends, rows_with_name));
        let left = median(ends.values().flatten().map(|(_, last)| last.left).collect())?;
        Some(Self { words: ends.into_keys().map(str::to_owned).collect(), left, reach: 1.2 * height })
    }

    /// Returns true if the last word of a name is a mark: one of those that repeat, or a short one in their column.
    pub fn has(&self, last: &Token) -> bool {
        is_short(&last.text) && (self.words.contains(&last.text) || (last.left - self.left).abs() <= self.reach)
    }
}

/// The last two words before the amount of a row, or of the row where it has none, if the second may be a mark.
fn end_of_name(tokens: &[Token]) -> Option<(&Token, &Token)> {
    let end = tokens.iter().rposition(|token| money::amount(&token.text).is_some()).unwrap_or(tokens.len());
    let (last, before) = (tokens.get(end.checked_sub(1)?)?, tokens.get(end.checked_sub(2)?)?);
    let has_name =
        before.text.chars().any(char::is_alphabetic) || before.is_code(4) || money::amount(&before.text).is_some();
    (is_short(&last.text) && has_name).then_some((before, last))
}

fn is_short(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_rate(word)
        || (1..=3).contains(&word.chars().count())
            && word.chars().all(char::is_uppercase)
            && Measure::of(&lower).is_none()
            && !is_counting_word(word)
}

/// A share of tax as tills print it in a column: `15.0`, `21%`, `%8`, `7,00%`. A whole number may count.
fn is_rate(word: &str) -> bool {
    let number = word.trim_matches('%');
    let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    (1..=2).contains(&whole.len())
        && digits(whole)
        && digits(decimals)
        && decimals.len() <= 2
        && (number.len() < word.len() || decimals.len() == 1)
}

/// Returns true if a word follows different names of different lengths and still stands at one place.
fn stands_in_column(ends: &[(&Token, &Token)], height: f32) -> bool {
    let names: HashSet<&str> = ends.iter().map(|(before, _)| before.text.as_str()).collect();
    let Some(left) = median(ends.iter().map(|(_, last)| last.left).collect()) else { return false };
    let aligned: Vec<&(&Token, &Token)> =
        ends.iter().filter(|(_, last)| (last.left - left).abs() <= 1.2 * height).collect();
    let (shortest, longest) = aligned
        .iter()
        .fold((f32::MAX, f32::MIN), |(least, most), (before, _)| (least.min(before.right), most.max(before.right)));
    names.len() >= MIN_ROWS
        && aligned.len() >= MIN_ROWS
        && aligned.len() * 3 >= ends.len() * 2
        && (longest - shortest > 2.0 * height
            || aligned.iter().all(|(before, _)| {
                before.is_code(4) || is_short(&before.text) || money::amount(&before.text).is_some()
            }))
}

/// Returns true if a word follows the names of four in five priced rows: names that are printed flush right end at one
/// place, as their marks do.
fn stands_on_nearly_all(ends: &[(&Token, &Token)], rows_with_name: usize) -> bool {
    let names: HashSet<&str> = ends.iter().map(|(before, _)| before.text.as_str()).collect();
    names.len() >= MIN_NAMES && ends.len() * 5 >= rows_with_name * 4
}

fn is_priced_name(tokens: &[Token]) -> bool {
    let amount = tokens.iter().rposition(|token| money::amount(&token.text).is_some());
    amount.is_some_and(|end| tokens[..end].iter().any(|token| token.text.chars().any(char::is_alphabetic)))
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
