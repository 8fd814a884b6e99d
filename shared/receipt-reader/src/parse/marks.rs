//! Marks that rows begin with, before a name or an article number, known by their repetition: one of a few short words
//! at one place on most rows.

use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;
use std::collections::BTreeMap;

/// So many rows with an amount begin with a mark where there is a column of them.
const MIN_ROWS: usize = 3;
/// Behind a gap of so much of a line's height a new column begins; the space between two words is narrower.
const COLUMN_GAP: f32 = 0.9;

/// Takes the marks off the rows that begin with one.
pub fn strip_leading(split: &mut [Vec<Token>], rows: &[Row], end: usize) {
    let priced =
        |tokens: &[Token]| tokens.len() > 2 && tokens[1..].iter().any(|token| money::amount(&token.text).is_some());
    let is_reduction =
        |tokens: &[Token]| tokens.iter().any(|token| money::amount(&token.text).is_some_and(|amount| amount.cents < 0));
    let all = split[..end].iter().filter(|tokens| priced(tokens) && !is_reduction(tokens)).count();
    let mut marks: BTreeMap<String, usize> = BTreeMap::new();
    let (mut lefts, mut heights, mut gaps, mut nexts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // The amount may stand on the next row, without a name.
    let waits = |at: usize| {
        at < end
            && split.get(at + 1).is_some_and(|next| {
                next.iter().any(|token| money::amount(&token.text).is_some())
                    && next.iter().all(|token| token.letters() < 3)
            })
    };
    for (at, (tokens, row)) in split.iter().zip(rows).enumerate().filter(|(_, (tokens, _))| begins_with_mark(tokens)) {
        if priced(tokens) || waits(at) {
            *marks.entry(tokens[0].text.clone()).or_default() += 1;
        }
        lefts.push(tokens[0].left);
        heights.push(row.height);
        gaps.push(tokens[1].left - tokens[0].right);
        nexts.push(tokens[1].left);
    }
    marks.retain(|_, times| *times >= 2);
    let marked: usize = marks.values().sum();
    let (Some(left), Some(height), Some(gap)) = (median(lefts), median(heights), median(gaps)) else { return };
    // A brand in front of many names looks the same, but for the gap behind a column, or that all rows have it.
    let is_one_glyph = |mark: &String| mark.chars().count() == 1 || !mark.chars().any(char::is_alphabetic);
    let is_certain = marks.keys().all(is_one_glyph) || gap > COLUMN_GAP * height || marked * 10 >= all * 9;
    if marked < MIN_ROWS || marked * 10 < all * 6 || marks.len() * 2 > marked || !is_certain {
        return;
    }
    // A mark that only one thing has stands at the same place, and so does what follows it.
    let longest = marks.keys().map(|mark| mark.chars().count()).max().unwrap_or(1);
    let next = median(nexts).unwrap_or(left);
    let is_alike = |tokens: &[Token]| {
        let glyphs = tokens[0].text.chars().count();
        glyphs <= longest
            && tokens[0].text.chars().all(|c| c.is_uppercase() || longest == 1 && c.is_ascii_digit())
            && (tokens[0].left - left).abs() <= height
            && (tokens[1].left - next).abs() <= 0.6 * height
            && gap > COLUMN_GAP * height
    };
    for tokens in split.iter_mut().filter(|tokens| tokens.len() > 1) {
        let is_known = begins_with_mark(tokens)
            && marks.contains_key(&tokens[0].text)
            && (tokens[0].left - left).abs() <= 2.0 * height;
        if is_known || is_alike(tokens) {
            tokens.remove(0);
        }
    }
}

/// Takes a column of tax rates before the amounts off the rows: one of a few numbers on most of them, which does not
/// count and of which the amount is no multiple.
pub fn strip_rates(split: &mut [Vec<Token>], rows: &[Row], end: usize) {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let (mut priced, mut multiples) = (0, 0);
    for (row, tokens) in split[..end].iter().enumerate() {
        let Some(end) = tokens.iter().rposition(|token| money::amount(&token.text).is_some()) else { continue };
        priced += usize::from(end > 0);
        let Some(at) = (end.saturating_sub(2)..end).rev().find(|&at| is_rate_or_number(&tokens[at].text)) else {
            continue;
        };
        let amount = money::amount(&tokens[end].text).map_or(0, |amount| amount.cents);
        let unit_price = money::amount(&tokens[at].text).map(|price| price.cents);
        multiples += usize::from(unit_price.is_some_and(|price| price > 0 && amount % price == 0));
        found.push((row, at));
    }
    let (Some(left), Some(height)) = (
        median(found.iter().map(|&(row, at)| split[row][at].left).collect()),
        median(rows.iter().map(|row| row.height).collect()),
    ) else {
        return;
    };
    found.retain(|&(row, at)| (split[row][at].left - left).abs() <= 1.2 * height);
    let values: std::collections::BTreeSet<&str> =
        found.iter().map(|&(row, at)| split[row][at].text.as_str()).collect();
    if found.len() < MIN_ROWS || found.len() * 2 < priced || values.len() > 3 || multiples * 3 > found.len() {
        return;
    }
    for (row, at) in found {
        split[row].remove(at);
    }
}

/// A rate with its sign or decimals, or a number that no shop counts to as a rule: `21.00`, `8`, `23`.
fn is_rate_or_number(word: &str) -> bool {
    let is_large = word.parse::<u32>().is_ok_and(|number| (5..=30).contains(&number));
    let is_amount = money::amount(word).is_some_and(|amount| (0..=3_000).contains(&amount.cents) && !amount.has_flag);
    is_rate(word) || is_large || is_amount && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// Returns true if a row begins with what may be a mark, and a name or an article number follows.
fn begins_with_mark(tokens: &[Token]) -> bool {
    let [mark, next, ..] = tokens else { return false };
    let letters = next.text.chars().filter(|c| c.is_alphabetic()).count();
    let counts = next.text.starts_with(|c: char| c.is_ascii_digit()) && tokens.len() > 2;
    let follows = letters >= 2 || next.is_code(4) || counts;
    let glyphs = mark.text.chars().count();
    let is_letters = glyphs <= 3 && mark.text.chars().all(char::is_uppercase);
    follows && (is_letters || is_rate(&mark.text))
}

/// A share of tax as tills print it in a column: `15.0`, `21%`, `7,00%`. A whole number may count.
pub fn is_rate(word: &str) -> bool {
    let number = word.trim_end_matches('%');
    let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    (1..=2).contains(&whole.len())
        && digits(whole)
        && digits(decimals)
        && decimals.len() <= 2
        && (number.len() < word.len() || decimals.len() == 1)
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
