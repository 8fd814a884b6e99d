//! Marks printed so near behind an amount that they were read as digits of it: `4.182` for `4.18 2`, `9.991208` for
//! `9.99 R`.

use super::lexeme::is_sign;
use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;

/// So many amounts at one place across the page are a column.
const MIN_ROWS: usize = 2;

/// Takes such marks off the amounts. They are known by where the decimals of the other amounts stand; with three
/// decimals, which a weight has too, by what the other rows have behind their amounts.
pub fn strip_marks(split: &mut [Vec<Token>], rows: &[Row], end: usize) {
    // Where the second decimal of an amount ends.
    let second_decimal = |token: &Token, length: usize| {
        #[expect(clippy::cast_precision_loss, reason = "words are short")]
        let part = length as f32 / token.text.chars().count().max(1) as f32;
        token.left + (token.right - token.left) * part
    };
    let (mut columns, mut bare, mut marked) = (Vec::new(), 0, 0);
    let mut found: Vec<(usize, usize, f32, usize)> = Vec::new();
    for (row, tokens) in split[..end].iter().enumerate() {
        let Some(last) = tokens.last() else { continue };
        if let Some(amount) = money::amount(&last.text).filter(|amount| amount.cents > 0) {
            let digits = last.text.trim_end_matches(|c: char| !c.is_ascii_digit()).chars().count();
            columns.push(second_decimal(last, digits));
            let stuck = amount.has_flag && last.text.ends_with(char::is_alphabetic);
            marked += usize::from(stuck);
            let names = tokens[..tokens.len() - 1].iter().any(|token| token.letters() >= 2);
            let is_unit_price = tokens.len() > 1 && is_sign(&tokens[tokens.len() - 2].text);
            bare += usize::from(!stuck && names && !is_unit_price);
        } else if let Some((length, more)) = amount_within(&last.text) {
            // `0,532 x 1,999`: what follows the sign may have as many decimals as it likes.
            if !tokens.len().checked_sub(2).is_some_and(|before| is_sign(&tokens[before].text)) {
                found.push((row, length, second_decimal(last, length), more));
            }
        }
    }
    let near = |row: usize, one: f32, other: f32| (one - other).abs() <= 1.2 * rows[row].height;
    let ends_plainly =
        split[end..].iter().any(|tokens| tokens.last().is_some_and(|t| money::amount(&t.text).is_some()));
    let thousandths: Vec<f32> = found.iter().filter(|found| found.3 == 1).map(|found| found.2).collect();
    let is_habit = marked >= MIN_ROWS || ends_plainly && thousandths.len() >= MIN_ROWS && bare < thousandths.len();
    for &(row, length, place, more) in &found {
        let aligned = columns.iter().chain(&thousandths).filter(|&&other| near(row, place, other)).count();
        let is_certain = if more == 1 { is_habit && aligned >= MIN_ROWS } else { aligned > MIN_ROWS };
        if let Some(last) = split[row].last_mut().filter(|_| is_certain) {
            last.text = last.text.chars().take(length).collect();
            last.right = place;
        }
    }
}

/// The length of the amount that a number with more than two decimals begins with, and how many more there are: digits,
/// or a slash for one of them.
fn amount_within(word: &str) -> Option<(usize, usize)> {
    let (whole, decimals) = word.split_once(['.', ','])?;
    let is_whole = (1..=3).contains(&whole.trim_start_matches('$').len())
        && whole.trim_start_matches('$').chars().all(|c| c.is_ascii_digit());
    let is_number =
        decimals.len() <= 6 && decimals.chars().enumerate().all(|(at, c)| c.is_ascii_digit() || at >= 2 && c == '/');
    (is_whole && is_number && decimals.len() > 2).then(|| (whole.chars().count() + 3, decimals.len() - 2))
}
