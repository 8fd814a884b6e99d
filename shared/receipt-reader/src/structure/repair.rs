//! Digits that were misread. The recogniser tells what else each digit of an amount may be; count times price, which has
//! to give the amount of a table's row, tells which of these it is.

use super::solve::solve;
use crate::layout::rows::{Cell, Row};
use crate::text::money::{self, Cents};

/// So many rows whose count times price is their amount make a table, …
const MIN_TABLE_ROWS: usize = 3;
/// … if they are so many times as many as those where it is another.
const TO_CONTRADICTED: usize = 3;
/// A change is so many times as likely as any other that explains the row.
const MARGIN: f32 = 4.0;
/// A digit of such a row is at least so likely. More than so many of a row are not tried.
const MIN_IN_ROW: f32 = 0.03;
const MAX_IN_ROW: usize = 8;

/// Corrects digits in the rows of a table whose count times price is not their amount, where one likely digit makes it so.
/// Returns nothing where there is nothing to correct.
pub fn fit_products(photos: &[Vec<Row>]) -> Option<Vec<Vec<Row>>> {
    let rows = || photos.iter().flatten().filter(|row| amounts(row).len() >= 2);
    let explained = rows().filter(|row| explains_itself(row)).count();
    let contradicted = rows().filter(|row| !explains_itself(row) && !is_one_piece(row)).count();
    if explained < MIN_TABLE_ROWS || explained < TO_CONTRADICTED * contradicted || contradicted == 0 {
        return None;
    }
    let mut photos = photos.to_vec();
    let mut is_changed = false;
    for row in photos.iter_mut().flatten() {
        if amounts(row).len() < 2 || explains_itself(row) || is_one_piece(row) {
            continue;
        }
        let mut changes: Vec<(f32, Row)> = Vec::new();
        for (at, cell) in row.cells.iter().enumerate() {
            for other in cell.alternatives.iter().filter(|other| other.likelihood >= MIN_IN_ROW).take(MAX_IN_ROW) {
                if is_in_amount(&cell.text, other.at, other.digit) {
                    let mut changed = row.clone();
                    changed.cells[at].text = with_digit(cell, other.at, other.digit);
                    changes.push((other.likelihood, changed));
                }
            }
        }
        changes.retain(|(_, row)| explains_itself(row));
        changes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_only = |changes: &[(f32, Row)]| changes.get(1).is_none_or(|second| second.0 * MARGIN < changes[0].0);
        if !changes.is_empty() && is_only(&changes) {
            *row = changes.swap_remove(0).1;
            is_changed = true;
        }
    }
    is_changed.then_some(photos)
}

/// The amounts of a row, from left to right.
fn amounts(row: &Row) -> Vec<Cents> {
    let words = row.cells.iter().flat_map(|cell| cell.text.split(' '));
    words.filter_map(money::amount).map(|amount| amount.cents).collect()
}

/// Returns true if the price of a piece and the amount are the same, so that no count has to be read.
fn is_one_piece(row: &Row) -> bool {
    matches!(amounts(row)[..], [.., each, amount] if each == amount)
}

/// Returns true if a count or weight of the row makes its last amount with another one, which stands before it.
fn explains_itself(row: &Row) -> bool {
    let text = row.text();
    let words = text.rmatch_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let last = words.take(MAX_IN_ROW).find_map(|(before, behind)| {
        let amount = money::amount(behind.split(' ').next().unwrap_or_default())?;
        Some((before, amount.cents))
    });
    last.is_some_and(|(before, amount)| solve(before, amount).is_some())
}

/// The text of a cell with another digit.
fn with_digit(cell: &Cell, at: usize, digit: char) -> String {
    cell.text.chars().enumerate().map(|(index, c)| if index == at { digit } else { c }).collect()
}

/// Returns true if another digit at a place makes another amount of the word that it is in.
fn is_in_amount(text: &str, at: usize, digit: char) -> bool {
    let mut start = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if (start..start + length).contains(&at) {
            let changed: String =
                word.chars().enumerate().map(|(index, c)| if start + index == at { digit } else { c }).collect();
            return money::amount(word).is_some() && money::amount(&changed).is_some();
        }
        start += length + 1;
    }
    false
}

#[cfg(test)]
#[path = "repair_tests.rs"]
mod tests;
