//! Finds rows with a reduction and the price after it: `Rab. -0,40 End 1,19`. They are no products, whatever their words
//! are: the result and the reduction make the amount above.

use super::tokens::{Token, join_tokens};
use crate::text::money::{self, Cents};
use crate::text::vocabulary::{Topic, classify_label};

/// The maximum number of rows between an amount and its reduction.
const MAX_DISTANCE: usize = 3;
/// The minimum number of proven rows, so that others of the same form count, too: an amount may be misread.
const MIN_PROVEN: usize = 2;
/// The minimum letters of a name that was read together with such a row.
const MIN_NAME_LETTERS: usize = 4;

/// The reduction of a row.
#[derive(Debug, Clone, Copy)]
struct Reduction {
    /// Negative.
    cents: Cents,
    result: Cents,
    /// The index of the word with the amount of the reduction.
    start_index: usize,
    /// The index of the word with the result.
    end_index: usize,
    has_minus: bool,
}

/// Removes the result from each such row, and adds a minus that is missing. If the name of a product follows, because two
/// rows were read as one, only the product remains. Returns the reduction of each row.
pub fn take_reductions(row_tokens: &mut [Vec<Token>]) -> Vec<Option<Cents>> {
    let found: Vec<Option<Reduction>> = row_tokens.iter().map(|tokens| find_reduction(tokens)).collect();
    let is_proven = |at: usize| {
        let above = (at.saturating_sub(MAX_DISTANCE)..at).rev().find_map(|row| last_price(&row_tokens[row]));
        found[at].is_some_and(|found| above.is_some_and(|above| found.result - found.cents == above))
    };
    let proven: Vec<bool> = (0..found.len()).map(is_proven).collect();
    let has_enough_proof = proven.iter().filter(|proven| **proven).count() >= MIN_PROVEN;
    let rows = row_tokens.iter_mut().zip(found).zip(proven);
    rows.map(|((tokens, found), is_proven)| {
        let found = found.filter(|found| is_proven || has_enough_proof && found.has_minus)?;
        if tokens[found.end_index + 1..].iter().any(|token| token.letters() >= MIN_NAME_LETTERS) {
            tokens.drain(..=found.end_index);
        } else {
            tokens.truncate(found.start_index + 1);
            if !found.has_minus {
                tokens[found.start_index].text.insert(0, '-');
            }
        }
        Some(found.cents)
    })
    .collect()
}

/// Returns a negative amount with the next amount of the row, which is positive. A row that is labelled as a reduction
/// needs no minus: `Rabatt 0,40 neu 3,55`.
fn find_reduction(tokens: &[Token]) -> Option<Reduction> {
    let amounts: Vec<(usize, Cents)> = amounts(tokens).collect();
    let pair = amounts.windows(2).find(|pair| pair[0].1 < 0 && pair[1].1 > 0);
    let has_word = || classify_label(&join_tokens(tokens)) == Topic::Discount;
    let unsigned = || amounts.windows(2).next().filter(|pair| pair.iter().all(|(_, cents)| *cents > 0) && has_word());
    let [(start_index, cents), (end_index, result)] = *pair.or_else(unsigned)? else { return None };
    Some(Reduction { cents: -cents.abs(), result, start_index, end_index, has_minus: cents < 0 })
}

fn last_price(tokens: &[Token]) -> Option<Cents> {
    amounts(tokens).map(|(_, cents)| cents).filter(|cents| *cents > 0).last()
}

fn amounts(tokens: &[Token]) -> impl Iterator<Item = (usize, Cents)> {
    tokens.iter().enumerate().filter_map(|(at, token)| Some((at, money::parse_amount(&token.text)?.cents)))
}
