//! Digits that were misread. The recogniser tells what else each digit of an amount may be; the receipt's arithmetic
//! tells which of these it is: count times price has to give the amount of a table's row, and the items the printed sum.

use super::Structure;
use super::score::Balance;
use super::solve::solve;
use crate::layout::rows::{Cell, Row};
use crate::parse::items::Ledger;
use crate::text::money::{self, Cents};

/// So many of the likeliest alternatives are considered.
const MAX_CANDIDATES: usize = 60;
/// So many changes are tried, each of which means reading the receipt again.
const MAX_TRIALS: usize = 8;
/// A change of one digit, or of two together, is at least so likely …
const MIN_ONE: f32 = 0.005;
const MIN_TWO: f32 = 0.02;
/// … and so many times as likely as any other that makes the receipt add up.
const MARGIN: f32 = 4.0;

/// So many rows whose count times price is their amount make a table, …
const MIN_TABLE_ROWS: usize = 3;
/// … if they are so many times as many as those where it is another.
const TO_CONTRADICTED: usize = 3;
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
                if change(&cell.text, other.at, other.digit).is_some() {
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

/// Another digit in an amount.
struct Candidate {
    page: usize,
    row: usize,
    cell: usize,
    at: usize,
    digit: char,
    likelihood: f32,
    /// How much more the amount is with it.
    change: Cents,
}

/// Reads the rows of photos again with other digits. Returns the rows and what `read` makes of them if a likely change
/// makes the receipt add up.
pub fn repair<R>(
    photos: &[Vec<Row>],
    structure: &Structure,
    read: impl Fn(&[Vec<Row>]) -> R,
    structure_of: impl Fn(&R) -> &Structure,
) -> Option<(Vec<Vec<Row>>, R)> {
    if matches!(structure.balance, Balance::Closes | Balance::Unknown) {
        return None;
    }
    let gaps = gaps(&structure.ledger);
    let candidates = candidates(photos);
    let mut found: Option<(f32, Vec<Vec<Row>>, R)> = None;
    for (likelihood, change) in changes(&candidates, &gaps).into_iter().take(MAX_TRIALS) {
        if found.as_ref().is_some_and(|(best, ..)| likelihood * MARGIN < *best) {
            break;
        }
        let changed = with_change(photos, &change);
        let reading = read(&changed);
        let new = structure_of(&reading);
        if new.balance != Balance::Closes || new.score <= structure.score {
            continue;
        }
        if found.is_some() {
            // Two likely changes: nothing tells which is right.
            return None;
        }
        found = Some((likelihood, changed, reading));
    }
    found.map(|(_, photos, reading)| (photos, reading))
}

/// By how much the items may miss the sums, without sign.
fn gaps(ledger: &Ledger) -> Vec<Cents> {
    let sum = ledger.sum();
    let adjusted = sum.saturating_add(ledger.adjustments);
    let lines = [sum, adjusted, sum.saturating_add(ledger.tax), adjusted.saturating_add(ledger.tax)];
    let printed = ledger.total.into_iter().chain(ledger.subtotal);
    let mut gaps: Vec<Cents> = printed
        .flat_map(|printed| lines.map(|lines| printed.saturating_sub(lines).abs()))
        .filter(|gap| *gap != 0)
        .collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

/// The likeliest other digits of the last amounts of rows.
fn candidates(photos: &[Vec<Row>]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (page, rows) in photos.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (cell, content) in cells.cells.iter().enumerate() {
                for other in &content.alternatives {
                    let Some(change) = change(&content.text, other.at, other.digit).filter(|change| *change != 0)
                    else {
                        continue;
                    };
                    let (at, digit, likelihood) = (other.at, other.digit, other.likelihood);
                    candidates.push(Candidate { page, row, cell, at, digit, likelihood, change });
                }
            }
        }
    }
    candidates.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
    candidates.truncate(MAX_CANDIDATES);
    candidates
}

/// How much more the amount is that a character belongs to if it is another digit; nothing if it is part of none.
fn change(text: &str, at: usize, digit: char) -> Option<Cents> {
    let mut start = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if (start..start + length).contains(&at) {
            let changed: String =
                word.chars().enumerate().map(|(index, c)| if start + index == at { digit } else { c }).collect();
            let (before, after) = (money::amount(word)?, money::amount(&changed)?);
            return Some(after.cents.abs() - before.cents.abs());
        }
        start += length + 1;
    }
    None
}

/// The changes of one or two digits that make up for one of the gaps, the likeliest first.
fn changes<'a>(candidates: &'a [Candidate], gaps: &[Cents]) -> Vec<(f32, Vec<&'a Candidate>)> {
    let closes = |change: Cents| gaps.binary_search(&change.abs()).is_ok();
    let mut changes = Vec::new();
    for (at, one) in candidates.iter().enumerate() {
        if one.likelihood >= MIN_ONE && closes(one.change) {
            changes.push((one.likelihood, vec![one]));
        }
        for other in &candidates[at + 1..] {
            let likelihood = one.likelihood * other.likelihood;
            let is_same = (one.page, one.row, one.cell, one.at) == (other.page, other.row, other.cell, other.at);
            let closes = closes(one.change + other.change) || closes(one.change - other.change);
            if likelihood >= MIN_TWO && !is_same && closes {
                changes.push((likelihood, vec![one, other]));
            }
        }
    }
    changes.sort_by(|a, b| b.0.total_cmp(&a.0));
    changes
}

fn with_change(photos: &[Vec<Row>], change: &[&Candidate]) -> Vec<Vec<Row>> {
    let mut photos = photos.to_vec();
    for one in change {
        let cell = &mut photos[one.page][one.row].cells[one.cell];
        cell.text = with_digit(cell, one.at, one.digit);
    }
    photos
}

#[cfg(test)]
#[path = "repair_tests.rs"]
mod tests;
