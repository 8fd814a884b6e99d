//! Finds the count or weight of a row by arithmetic, whatever signs it has: two of its numbers make the price of the
//! product.

use crate::parse::measure::{Measure, Quantity};
use crate::parse::quantity::MAX_INFERRED_COUNT;
use crate::text::money::Cents;

/// The maximum numbers of a row that are tried.
const MAX_NUMBERS: usize = 12;
/// The maximum difference of a product from the price, in cents, …
const MAX_ROUNDING: f64 = 1.01;
/// … and for a weight, whose last decimal is rounded, also this part of the price.
const MAX_WEIGHT_ROUNDING: f64 = 0.003;
/// The limit of a price divided by a unit price, and its maximum difference from a whole number, as a part of it.
const MAX_QUOTIENT: f64 = 40.0;
const MAX_COUNT_ERROR: f64 = 0.006;
/// The limit of a count in a column.
const COLUMN_COUNT_LIMIT: f64 = 100.0;

/// A number as it is printed in a row.
struct Number<'a> {
    value: f64,
    text: &'a str,
    decimals: usize,
    /// The text behind it.
    behind: &'a str,
}

impl Number<'_> {
    /// Returns the measure behind the number.
    fn measure(&self) -> Option<Measure> {
        let unit: String = self.behind.trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
        Measure::from_word(&unit.to_lowercase())
    }
}

/// Returns the numbers of a text that are no part of a word, with at most four digits and three decimals.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while numbers.len() < MAX_NUMBERS
        && let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|start| at + start)
    {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let end = text[start..].find(|c: char| !is_part(c)).map_or(text.len(), |end| start + end);
        at = end;
        let number = text[start..end].trim_end_matches(['.', ',']);
        let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
        // A dollar sign is often read as an S.
        let before = text[..start].strip_suffix('S').unwrap_or(&text[..start]);
        let is_separate = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ','));
        let is_short = whole.len() <= 4 && decimals.len() <= 3 && decimals.bytes().all(|b| b.is_ascii_digit());
        let behind = &text[start + number.len()..];
        if is_separate && is_short && !behind.trim_start().starts_with('%') {
            let Ok(value) = format!("{whole}.{decimals}0").parse() else { continue };
            numbers.push(Number { value, text: number, decimals: decimals.len(), behind });
        }
    }
    numbers
}

/// Returns the quantity of a row, whose count and unit price make the price of the product.
pub fn solve_quantity(text: &str, price: Cents) -> Option<Quantity> {
    if price <= 0 {
        return None;
    }
    let numbers = numbers(text);
    find_factors(&numbers, price)
        .or_else(|| divide_by_unit_price(&numbers, price))
        .or_else(|| split_count_from_price(text, price))
}

fn unit_prices<'a, 'b>(numbers: &'b [Number<'a>]) -> impl Iterator<Item = (usize, &'b Number<'a>)> {
    numbers.iter().enumerate().filter(|(_, number)| number.decimals == 2 && number.value > 0.0)
}

/// Returns the quantity of two numbers whose product is the price, preferably another count than 1.
#[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
fn find_factors(numbers: &[Number], price: Cents) -> Option<Quantity> {
    let mut one_piece = None;
    for (price_at, unit_price) in unit_prices(numbers) {
        for (at, count) in numbers.iter().enumerate().filter(|(at, count)| *at != price_at && count.value > 0.0) {
            let rounding = if count.decimals == 0 { 0.0 } else { MAX_WEIGHT_ROUNDING * price as f64 };
            let difference = (count.value * unit_price.value * 100.0 - price as f64).abs();
            // Of two numbers with two decimals the second is the price, unless it has a unit.
            let is_swapped = count.decimals == 2 && at > price_at && count.measure().is_none();
            if difference > MAX_ROUNDING + rounding || is_swapped {
                continue;
            }
            let usual = if count.decimals == 0 { Measure::Piece } else { Measure::Kilogram };
            let measure = count.measure().unwrap_or(usual);
            let found = Quantity::new(count.value, measure, Some(cents_of(unit_price)));
            if (count.value - 1.0).abs() > 1e-9 {
                return Some(found);
            }
            one_piece.get_or_insert(found);
        }
    }
    one_piece
}

/// Returns the count by which a unit price makes the price, if a number begins with its digits: the sign behind it was
/// read as one more, `20 1.49` for `2@ 1.49`.
fn divide_by_unit_price(numbers: &[Number], price: Cents) -> Option<Quantity> {
    unit_prices(numbers).find_map(|(_, unit_price)| {
        #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
        let quotient = price as f64 / 100.0 / unit_price.value;
        let count = quotient.round();
        let digits = format!("{count}");
        let matches_digits = |other: &Number| other.text.starts_with(&digits) && other.text.len() <= digits.len() + 1;
        let is_count = (1.5..MAX_QUOTIENT).contains(&quotient) && (quotient - count).abs() < MAX_COUNT_ERROR * quotient;
        (is_count && numbers.iter().any(matches_digits))
            .then(|| Quantity::new(count, Measure::Piece, Some(cents_of(unit_price))))
    })
}

/// Returns true if a row of a table ends in a count or weight, a unit price, and another amount than their product.
pub fn is_contradicted(text: &str, amount: Cents) -> bool {
    let numbers = numbers(text);
    let is_amount = |number: &Number, cents: Cents| number.decimals == 2 && cents_of(number) == cents;
    let Some(at) = numbers.iter().rposition(|number| is_amount(number, amount)) else { return false };
    let [.., count, unit_price] = &numbers[..at] else { return false };
    let is_count = count.decimals == 3 || count.decimals == 0 && count.value < COLUMN_COUNT_LIMIT;
    is_count
        && unit_price.decimals == 2
        && !is_amount(unit_price, amount)
        && amount > 0
        && solve_quantity(text, amount).is_none()
}

fn cents_of(price: &Number) -> Cents {
    #[expect(clippy::cast_possible_truncation, reason = "at most six digits")]
    let cents = (price.value * 100.0).round() as Cents;
    cents
}

/// Returns the quantity of a row whose sign was read as a digit of the price: `302.49` for `3@ 2.49`.
fn split_count_from_price(text: &str, price: Cents) -> Option<Quantity> {
    let counts = (2..=MAX_INFERRED_COUNT).filter(|count| price % count == 0);
    counts.into_iter().find_map(|count| {
        let unit = price / count;
        let is_printed = ['.', ','].iter().any(|point| {
            let printed = format!("{}{point}{:02}", unit / 100, unit % 100);
            text.match_indices(&printed).any(|(at, _)| {
                let word = text[..at].rsplit(' ').next().unwrap_or_default();
                word.chars().count() <= 4 && word.starts_with(&count.to_string())
            })
        });
        #[expect(clippy::cast_precision_loss, reason = "at most MAX_INFERRED_COUNT")]
        is_printed.then(|| Quantity::new(count as f64, Measure::Piece, Some(unit)))
    })
}
