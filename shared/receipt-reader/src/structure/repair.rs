//! Corrects misread digits. The recogniser returns alternatives for each digit of an amount; in a table, count times
//! unit price is the amount, which decides among them.

use super::solve::solve_quantity;
use crate::layout::rows::{Cell, Row};
use crate::text::money::{self, Cents};

/// The minimum number of rows of a table, whose count times unit price is their amount, …
const MIN_TABLE_ROWS: usize = 3;
/// … and their minimum ratio to rows that contradict their amount.
const MIN_RATIO_TO_CONTRADICTED: usize = 3;
/// The minimum ratio of a correction's likelihood to that of the next one.
const MIN_LIKELIHOOD_RATIO: f32 = 4.0;
/// The minimum likelihood of an alternative digit, and the maximum number of alternatives of a cell, and of words from
/// the end of a row, that are tried.
const MIN_LIKELIHOOD: f32 = 0.03;
const MAX_TRIED: usize = 8;

/// Corrects digits in the rows of a table whose count times unit price is not their amount, if one likely digit makes
/// it so. Returns none if nothing was corrected.
pub fn correct_digits(photos: &[Vec<Row>]) -> Option<Vec<Vec<Row>>> {
    let rows = || photos.iter().flatten().filter(|row| amounts(row).len() >= 2);
    let explained = rows().filter(|row| explains_itself(row)).count();
    let contradicted = rows().filter(|row| !explains_itself(row) && !is_one_piece(row)).count();
    if explained < MIN_TABLE_ROWS || explained < MIN_RATIO_TO_CONTRADICTED * contradicted || contradicted == 0 {
        return None;
    }
    let mut photos = photos.to_vec();
    let mut is_corrected = false;
    for row in photos.iter_mut().flatten() {
        if amounts(row).len() < 2 || explains_itself(row) || is_one_piece(row) {
            continue;
        }
        let mut changes: Vec<(f32, Row)> = Vec::new();
        for (at, cell) in row.cells.iter().enumerate() {
            for other in cell.alternatives.iter().filter(|other| other.likelihood >= MIN_LIKELIHOOD).take(MAX_TRIED) {
                if is_in_amount(&cell.text, other.at, other.digit) {
                    let mut changed = row.clone();
                    changed.cells[at].text = with_digit(cell, other.at, other.digit);
                    changes.push((other.likelihood, changed));
                }
            }
        }
        changes.retain(|(_, row)| explains_itself(row));
        changes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_unambiguous =
            |changes: &[(f32, Row)]| changes.get(1).is_none_or(|second| second.0 * MIN_LIKELIHOOD_RATIO < changes[0].0);
        if !changes.is_empty() && is_unambiguous(&changes) {
            *row = changes.swap_remove(0).1;
            is_corrected = true;
        }
    }
    is_corrected.then_some(photos)
}

/// Returns the amounts of a row, from left to right.
fn amounts(row: &Row) -> Vec<Cents> {
    let words = row.cells.iter().flat_map(|cell| cell.text.split(' '));
    words.filter_map(money::parse_amount).map(|amount| amount.cents).collect()
}

/// Returns true if the unit price and the amount are the same, so that no count has to be read.
fn is_one_piece(row: &Row) -> bool {
    matches!(amounts(row)[..], [.., unit_price, amount] if unit_price == amount)
}

/// Returns true if a count or weight of the row and another amount before it make its last amount.
fn explains_itself(row: &Row) -> bool {
    let text = row.text();
    let words = text.rmatch_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let last = words.take(MAX_TRIED).find_map(|(before, behind)| {
        let amount = money::parse_amount(behind.split(' ').next().unwrap_or_default())?;
        Some((before, amount.cents))
    });
    last.is_some_and(|(before, amount)| solve_quantity(before, amount).is_some())
}

/// Returns the text of a cell with another digit.
fn with_digit(cell: &Cell, at: usize, digit: char) -> String {
    cell.text.chars().enumerate().map(|(index, c)| if index == at { digit } else { c }).collect()
}

/// Returns true if the word at a position is an amount, also with another digit there.
fn is_in_amount(text: &str, at: usize, digit: char) -> bool {
    let mut start = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if (start..start + length).contains(&at) {
            let changed: String =
                word.chars().enumerate().map(|(index, c)| if start + index == at { digit } else { c }).collect();
            return money::parse_amount(word).is_some() && money::parse_amount(&changed).is_some();
        }
        start += length + 1;
    }
    false
}

#[cfg(test)]
mod tests;
