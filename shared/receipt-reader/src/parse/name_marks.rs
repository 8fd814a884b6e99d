//! Marks that a till prints behind names, known by their repetition: a short word that stands at one place on many rows
//! is a mark, whatever its letters are. A word that belongs to its name stands where the name ends.

use super::lexeme::is_counting_word;
use super::measure::Measure;
use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// So many rows with different names have the same mark.
const MIN_ROWS: usize = 3;
/// So many different names with the same short word behind them are enough without a place that tells the two apart.
const MIN_NAMES: usize = 5;
/// A receipt has no more different marks in front of names.
const MAX_MARKS: usize = 4;
/// How many rows away the names stand that a row is compared with.
const NEIGHBOURS: usize = 6;

/// Takes the marks in front of names off: a letter or share of tax that nearly all rows begin with, and a short word that
/// stands left of where the names beside it begin.
pub fn strip_front(split: &mut [Vec<Token>], rows: &[Row], end: usize) {
    let named: Vec<usize> = (0..end).filter(|at| is_named(split, *at)).collect();
    let is_mark = |at: &usize| {
        let (first, rest) = split[*at].split_first()?;
        (is_short(&first.text) && rest.iter().any(is_long)).then_some(first.text.as_str())
    };
    let marks: HashSet<&str> = named.iter().filter_map(is_mark).collect();
    let marked: Vec<usize> = named.iter().copied().filter(|at| is_mark(at).is_some()).collect();
    let names: HashSet<&str> = marked.iter().map(|at| split[*at][1].text.as_str()).collect();
    // The two or three letters of a brand begin many names.
    let is_one = marks.iter().all(|mark| is_rate(mark) || mark.chars().count() == 1);
    let (fewest, share) = if is_one { (MIN_ROWS, 3) } else { (MIN_NAMES, 4) };
    let are_marks = names.len() >= fewest && marks.len() <= MAX_MARKS && marked.len() * 5 >= named.len() * share;
    let in_column: Vec<usize> =
        named.iter().copied().filter(|at| stands_left_of_names(split, rows, &named, *at)).collect();
    // The letter of a tax class is also printed behind the amount, which tells a letter that was read as one with its name.
    let letter_behind = |at: usize| split[at].last()?.text.chars().next_back().filter(|c| c.is_alphabetic());
    let is_class = |at: &usize| letter_behind(*at).is_some_and(|letter| split[*at][0].text.chars().eq([letter]));
    let are_classes = are_marks && marked.iter().filter(|at| is_class(at)).count() >= MIN_ROWS;
    let glued = |at: &usize| {
        let first = &split[*at][0];
        are_classes && first.letters() > 3 && first.text.chars().next() == letter_behind(*at)
    };
    let glued: Vec<usize> = named.iter().copied().filter(|at| is_mark(at).is_none() && glued(at)).collect();
    for at in marked.into_iter().filter(|_| are_marks).chain(in_column).collect::<BTreeSet<usize>>() {
        split[at].remove(0);
    }
    for at in glued {
        split[at][0].text.remove(0);
    }
}

/// Returns true if a row has a name and costs something, by itself or with the next one.
fn is_named(split: &[Vec<Token>], at: usize) -> bool {
    let amount = |tokens: &[Token]| tokens.iter().rev().find_map(|token| money::amount(&token.text));
    let costs = |tokens: &[Token]| amount(tokens).is_some_and(|amount| amount.cents > 0);
    let waits = || {
        let next = split.get(at + 1).is_some_and(|next| costs(next) && !next.iter().any(is_long));
        next && amount(&split[at]).is_none()
    };
    split[at].iter().any(is_long) && (costs(&split[at]) || waits())
}

fn is_long(token: &Token) -> bool {
    token.letters() > 2
}

/// Returns true if the first word of a row is a scrap, apart from the second one, which begins where the names of the
/// rows above and below do.
fn stands_left_of_names(split: &[Vec<Token>], rows: &[Row], named: &[usize], at: usize) -> bool {
    let [first, second, ..] = split[at].as_slice() else { return false };
    let height = rows[at].height;
    let is_scrap = first.text.chars().count() <= 2 && !first.text.contains(|c: char| c.is_ascii_digit());
    let from = named.partition_point(|other| other + NEIGHBOURS < at);
    let near = named[from..].iter().take_while(|other| **other <= at + NEIGHBOURS).filter(|other| **other != at);
    let begins_here = |other: &&usize| (split[**other][0].left - second.left).abs() <= height;
    is_scrap && second.left - first.right > 1.2 * height && near.filter(begins_here).count() >= 2
}

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
            ends.entry(mark(&last.text)).or_default().push((before, last));
        }
        let rows_with_name = split.iter().filter(|tokens| is_priced_name(tokens)).count();
        ends.retain(|_, ends| stands_in_column(ends, height) || stands_on_nearly_all(ends, rows_with_name));
        let left = median(ends.values().flatten().map(|(_, last)| last.left).collect())?;
        Some(Self { words: ends.into_keys().map(str::to_owned).collect(), left, reach: 1.2 * height })
    }

    /// Returns true if the last word of a name is a mark: one of those that repeat, or a short one in their column.
    pub fn has(&self, last: &Token) -> bool {
        is_short(&last.text) && (self.words.contains(mark(&last.text)) || (last.left - self.left).abs() <= self.reach)
    }
}

/// The last two words before the amount of a row, or of the row where it has none, if the second may be a mark.
fn end_of_name(tokens: &[Token]) -> Option<(&Token, &Token)> {
    let end = tokens.iter().rposition(|token| money::amount(&token.text).is_some()).unwrap_or(tokens.len());
    let (last, before) = (tokens.get(end.checked_sub(1)?)?, tokens.get(end.checked_sub(2)?)?);
    let has_name = before.text.chars().any(char::is_alphabetic)
        || is_rate(&before.text)
        || before.is_code(4)
        || money::amount(&before.text).is_some();
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

/// The word itself; all shares of tax are one mark.
fn mark(word: &str) -> &str {
    if is_rate(word) { "%" } else { word }
}

/// A share of tax as tills print it in a column: `15.0`, `21%`, `%8`, `7,00%`. A whole number may count.
pub fn is_rate(word: &str) -> bool {
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
    // A share of tax is known by its form, and by its sign in front for sure.
    let rates = ends.iter().filter(|(_, last)| is_rate(&last.text)).count();
    let fewest = if rates == ends.len() { MIN_ROWS } else { MIN_NAMES };
    let are_turkish = ends.iter().filter(|(_, last)| last.text.starts_with('%')).count() >= 2;
    are_turkish || names.len() >= fewest && ends.len() * 5 >= rows_with_name * 4
}

fn is_priced_name(tokens: &[Token]) -> bool {
    let amount = tokens.iter().rposition(|token| money::amount(&token.text).is_some());
    amount.is_some_and(|end| tokens[..end].iter().any(|token| token.text.chars().any(char::is_alphabetic)))
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
