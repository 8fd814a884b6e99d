//! Removes marks that are printed so close behind an amount that they were read as its digits: `4.182` for `4.18 2`,
//! `9.991208` for `9.99 R`.

use super::lexeme::is_sign;
use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;

/// The minimum number of amounts of a column.
const MIN_ROWS: usize = 2;

/// The maximum distance of the decimals of two amounts of a column, in row heights.
const MAX_EDGE_DISTANCE: f32 = 1.2;

/// A number that may be an amount with a mark behind it.
struct GluedMark {
    row: usize,
    /// The length of the amount, and of what is behind it, in characters.
    length: usize,
    mark_length: usize,
    /// The right edge of the amount.
    right: f32,
}

/// Removes such marks, known by the position of the other amounts' decimals; with three decimals, which a weight has
/// too, by the marks behind other amounts.
pub fn strip_glued_marks(row_tokens: &mut [Vec<Token>], rows: &[Row], end: usize) {
    // The right edge of an amount's second decimal.
    let second_decimal = |token: &Token, length: usize| {
        #[expect(clippy::cast_precision_loss, reason = "words are short")]
        let part = length as f32 / token.text.chars().count().max(1) as f32;
        token.left + (token.right - token.left) * part
    };
    let (mut columns, mut bare, mut marked) = (Vec::new(), 0, 0);
    let mut found: Vec<GluedMark> = Vec::new();
    for (row, tokens) in row_tokens[..end].iter().enumerate() {
        let Some(last) = tokens.last() else { continue };
        if let Some(amount) = money::parse_amount(&last.text).filter(|amount| amount.cents > 0) {
            let digits = last.text.trim_end_matches(|c: char| !c.is_ascii_digit()).chars().count();
            columns.push(second_decimal(last, digits));
            let is_marked = amount.has_flag && last.text.ends_with(char::is_alphabetic);
            marked += usize::from(is_marked);
            let names = tokens[..tokens.len() - 1].iter().any(|token| token.letters() >= 2);
            let is_unit_price = tokens.len() > 1 && is_sign(&tokens[tokens.len() - 2].text);
            bare += usize::from(!is_marked && names && !is_unit_price);
        } else if let Some((length, mark_length)) = amount_within(&last.text) {
            // `0,532 x 1,999`: a unit price may have any number of decimals.
            if !tokens.len().checked_sub(2).is_some_and(|before| is_sign(&tokens[before].text)) {
                found.push(GluedMark { row, length, right: second_decimal(last, length), mark_length });
            }
        }
    }
    let is_near = |row: usize, one: f32, other: f32| (one - other).abs() <= MAX_EDGE_DISTANCE * rows[row].height;
    let has_plain_end =
        row_tokens[end..].iter().any(|tokens| tokens.last().is_some_and(|t| money::parse_amount(&t.text).is_some()));
    let thousandths: Vec<f32> = found.iter().filter(|found| found.mark_length == 1).map(|found| found.right).collect();
    let is_habit = marked >= MIN_ROWS || has_plain_end && thousandths.len() >= MIN_ROWS && bare < thousandths.len();
    for &GluedMark { row, length, right, mark_length } in &found {
        let aligned = columns.iter().chain(&thousandths).filter(|&&other| is_near(row, right, other)).count();
        let is_certain = if mark_length == 1 { is_habit && aligned >= MIN_ROWS } else { aligned > MIN_ROWS };
        if let Some(last) = row_tokens[row].last_mut().filter(|_| is_certain) {
            last.text = last.text.chars().take(length).collect();
            last.right = right;
        }
    }
}

/// Returns the length of the amount that a number with more than two decimals begins with, and the number of further
/// characters: digits, or a slash for one of them.
fn amount_within(word: &str) -> Option<(usize, usize)> {
    let (whole, decimals) = word.split_once(['.', ','])?;
    let is_whole = (1..=3).contains(&whole.trim_start_matches('$').len())
        && whole.trim_start_matches('$').chars().all(|c| c.is_ascii_digit());
    let is_number =
        decimals.len() <= 6 && decimals.chars().enumerate().all(|(at, c)| c.is_ascii_digit() || at >= 2 && c == '/');
    (is_whole && is_number && decimals.len() > 2).then(|| (whole.chars().count() + 3, decimals.len() - 2))
}
