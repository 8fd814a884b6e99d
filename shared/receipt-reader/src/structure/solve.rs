//! Finds the count or weight of a row by arithmetic, whatever signs it has: two of its numbers make the price of the
//! product.

use crate::parse::measure::{Measure, Quantity};
use crate::text::money::Cents;

/// The maximum numbers of a row that are tried.
const MAX_NUMBERS: usize = 12;

/// A number as it is printed in a row.
struct Number<'a> {
    value: f64,
    text: &'a str,
    decimals: usize,
    /// The text behind it.
    behind: &'a str,
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

/// Returns the quantity of a row, whose count and unit price make the price of the product. A sign that was read as a
/// digit is accepted: `20 1.49` for `2@ 1.49`.
pub fn solve_quantity(text: &str, price: Cents) -> Option<Quantity> {
    if price <= 0 {
        return None;
    }
    let whole_price = price;
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let price = price as f64;
    let numbers = numbers(text);
    let quantity = |count: f64, measure: Measure, unit_price: &Number| Quantity {
        count,
        measure,
        price: Some(cents_of(unit_price)),
        per: 1.0,
        first: 0,
        last: 0,
    };
    let measure_of = |number: &Number| {
        let unit: String = number.behind.trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
        Measure::from_word(&unit.to_lowercase())
    };
    let unit_prices = || numbers.iter().enumerate().filter(|(_, number)| number.decimals == 2 && number.value > 0.0);
    let mut single = None;
    for (price_at, unit_price) in unit_prices() {
        for (at, count) in numbers.iter().enumerate().filter(|(at, count)| *at != price_at && count.value > 0.0) {
            let tolerance = if count.decimals == 0 { 1.01 } else { 1.01 + 0.003 * price };
            // Of two numbers with two decimals the second is the price, unless it has a unit.
            let is_swapped = count.decimals == 2 && at > price_at && measure_of(count).is_none();
            if (count.value * unit_price.value * 100.0 - price).abs() > tolerance || is_swapped {
                continue;
            }
            let usual = if count.decimals == 0 { Measure::Piece } else { Measure::Kilogram };
            let found = quantity(count.value, measure_of(count).unwrap_or(usual), unit_price);
            if (count.value - 1.0).abs() > 1e-9 {
                return Some(found);
            }
            single.get_or_insert(found);
        }
    }
    if single.is_some() {
        return single;
    }
    let inferred = unit_prices().find_map(|(_, unit_price)| {
        let exact = price / 100.0 / unit_price.value;
        let count = exact.round();
        let digits = format!("{count}");
        let matches_digits = |other: &Number| other.text.starts_with(&digits) && other.text.len() <= digits.len() + 1;
        let fits = (1.5..40.0).contains(&exact) && (exact - count).abs() < 0.006 * exact;
        (fits && numbers.iter().any(matches_digits)).then(|| quantity(count, Measure::Piece, unit_price))
    });
    inferred.or_else(|| split_count_from_price(text, whole_price))
}

/// Returns true if a row of a table ends in a count or weight, a unit price, and another amount than their product.
pub fn is_contradicted(text: &str, amount: Cents) -> bool {
    let numbers = numbers(text);
    let is_amount = |number: &Number, cents: Cents| number.decimals == 2 && cents_of(number) == cents;
    let Some(at) = numbers.iter().rposition(|number| is_amount(number, amount)) else { return false };
    let [.., count, unit_price] = &numbers[..at] else { return false };
    let is_count = count.decimals == 3 || count.decimals == 0 && count.value < 100.0;
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
    let counts = (2..=24).filter(|count| price % count == 0);
    counts.into_iter().find_map(|count| {
        let unit = price / count;
        let is_printed = ['.', ','].iter().any(|point| {
            let printed = format!("{}{point}{:02}", unit / 100, unit % 100);
            text.match_indices(&printed).any(|(at, _)| {
                let word = text[..at].rsplit(' ').next().unwrap_or_default();
                word.chars().count() <= 4 && word.starts_with(&count.to_string())
            })
        });
        #[expect(clippy::cast_precision_loss, reason = "at most 24")]
        let count = count as f64;
        is_printed.then_some(Quantity {
            count,
            measure: Measure::Piece,
            price: Some(unit),
            per: 1.0,
            first: 0,
            last: 0,
        })
    })
}
