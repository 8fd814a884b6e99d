//! Finds rows that hold only a reduction and the price after it: `Rab. -0,40 End 1,19`. They are no products, whatever
//! their words are: the result and the reduction make the amount above.

use super::tokens::Token;
use crate::text::money::{self, Cents};

/// The maximum number of rows between an amount and its reduction.
const MAX_DISTANCE: usize = 3;
/// The minimum number of proven rows, so that others of the same form count, too: an amount may be misread.
const MIN_PROVEN: usize = 2;
/// The minimum letters of a name that was read together with such a row.
const MIN_NAME: usize = 4;

/// The reduction of a row.
#[derive(Debug, Clone, Copy)]
struct Reduction {
    /// Negative.
    cents: Cents,
    result: Cents,
    /// The indices of the words with the reduction and with the result.
    at: usize,
    end: usize,
}

/// Cuts the result, or if a name follows it all of the reduction, off such rows. Returns the reduction of each row.
pub fn take_reductions(row_tokens: &mut [Vec<Token>]) -> Vec<Option<Cents>> {
    let found: Vec<Option<Reduction>> = row_tokens.iter().map(|tokens| reduction(tokens)).collect();
    let is_proven = |at: usize| {
        let above = (at.saturating_sub(MAX_DISTANCE)..at).rev().find_map(|row| last_price(&row_tokens[row]));
        found[at].is_some_and(|found| above.is_some_and(|above| found.result - found.cents == above))
    };
    let proven: Vec<bool> = (0..found.len()).map(is_proven).collect();
    let is_habit = proven.iter().filter(|proven| **proven).count() >= MIN_PROVEN;
    let rows = row_tokens.iter_mut().zip(found).zip(proven);
    rows.map(|((tokens, found), is_proven)| {
        let found = found.filter(|_| is_proven || is_habit)?;
        if tokens[found.end + 1..].iter().any(|token| token.letters() >= MIN_NAME) {
            tokens.drain(..=found.end);
        } else {
            tokens.truncate(found.at + 1);
        }
        Some(found.cents)
    })
    .collect()
}

/// Returns a negative amount with the next amount of the row, which is positive.
fn reduction(tokens: &[Token]) -> Option<Reduction> {
    let mut amounts = amounts(tokens).peekable();
    while let Some((at, cents)) = amounts.next() {
        if let Some(&(end, result)) = amounts.peek()
            && cents < 0
            && result > 0
        {
            return Some(Reduction { cents, result, at, end });
        }
    }
    None
}

fn last_price(tokens: &[Token]) -> Option<Cents> {
    amounts(tokens).map(|(_, cents)| cents).filter(|cents| *cents > 0).last()
}

fn amounts(tokens: &[Token]) -> impl Iterator<Item = (usize, Cents)> {
    tokens.iter().enumerate().filter_map(|(at, token)| Some((at, money::parse_amount(&token.text)?.cents)))
}
