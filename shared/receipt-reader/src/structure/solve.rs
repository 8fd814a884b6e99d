//! The count or weight in a row that is known to tell one, by arithmetic: which of its numbers makes the price of the
//! product with another of them, whatever signs stand between.

use crate::parse::measure::{Measure, Quantity};
use crate::text::money::Cents;

/// Of a row with more numbers than these, the others are not tried.
const MAX_NUMBERS: usize = 12;

/// A number as it is printed in a row.
struct Number<'a> {
    value: f64,
    text: &'a str,
    decimals: usize,
    /// What stands behind it.
    behind: &'a str,
}

/// The numbers of a text that are no part of a word: at most four digits, and up to three decimals.
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
        let is_free = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ','));
        let is_short = whole.len() <= 4 && decimals.len() <= 3 && decimals.bytes().all(|b| b.is_ascii_digit());
        let behind = &text[start + number.len()..];
        if is_free && is_short && !behind.trim_start().starts_with('%') {
            let Ok(value) = format!("{whole}.{decimals}0").parse() else { continue };
            numbers.push(Number { value, text: number, decimals: decimals.len(), behind });
        }
    }
    numbers
}

/// The count or weight in a row that is known to tell one: of its numbers, the one that makes the price of the product
/// with another of them, whatever signs stand between. A sign that was read as a digit is forgiven: `20 1.49` for `2@
/// 1.49`.
pub fn solve(text: &str, price: Cents) -> Option<Quantity> {
    if price <= 0 {
        return None;
    }
    let whole_price = price;
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let price = price as f64;
    let numbers = numbers(text);
    let quantity = |count: f64, measure: Measure, unit: &Number| Quantity {
        count,
        measure,
        price: Some(cents_of(unit)),
        per: 1.0,
        first: 0,
        last: 0,
    };
    let measure_of = |number: &Number| {
        let unit: String = number.behind.trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
        Measure::of(&unit.to_lowercase())
    };
    let units = || numbers.iter().enumerate().filter(|(_, number)| number.decimals == 2 && number.value > 0.0);
    let mut one = None;
    for (unit_at, unit) in units() {
        for (at, count) in numbers.iter().enumerate().filter(|(at, count)| *at != unit_at && count.value > 0.0) {
            let open = if count.decimals == 0 { 1.01 } else { 1.01 + 0.003 * price };
            // Of two numbers with two decimals the second is the price, unless it has a unit.
            let is_turned = count.decimals == 2 && at > unit_at && measure_of(count).is_none();
            if (count.value * unit.value * 100.0 - price).abs() > open || is_turned {
                continue;
            }
            let usual = if count.decimals == 0 { Measure::Piece } else { Measure::Kilogram };
            let found = quantity(count.value, measure_of(count).unwrap_or(usual), unit);
            if (count.value - 1.0).abs() > 1e-9 {
                return Some(found);
            }
            one.get_or_insert(found);
        }
    }
    if one.is_some() {
        return one;
    }
    let implied = units().find_map(|(_, unit)| {
        let exact = price / 100.0 / unit.value;
        let count = exact.round();
        let digits = format!("{count}");
        let is_told = |other: &Number| other.text.starts_with(&digits) && other.text.len() <= digits.len() + 1;
        let fits = (1.5..40.0).contains(&exact) && (exact - count).abs() < 0.006 * exact;
        (fits && numbers.iter().any(is_told)).then(|| quantity(count, Measure::Piece, unit))
    });
    implied.or_else(|| unglue(text, whole_price))
}

/// Returns true if a row of a table ends in a count or weight, a price for one, and another amount than they make.
pub fn is_contradicted(text: &str, amount: Cents) -> bool {
    let numbers = numbers(text);
    let is_amount = |number: &Number, cents: Cents| number.decimals == 2 && cents_of(number) == cents;
    let Some(at) = numbers.iter().rposition(|number| is_amount(number, amount)) else { return false };
    let [.., count, each] = &numbers[..at] else { return false };
    let is_count = count.decimals == 3 || count.decimals == 0 && count.value < 100.0;
    is_count && each.decimals == 2 && !is_amount(each, amount) && amount > 0 && solve(text, amount).is_none()
}

/// A price in cents.
fn cents_of(price: &Number) -> Cents {
    #[expect(clippy::cast_possible_truncation, reason = "at most six digits")]
    let cents = (price.value * 100.0).round() as Cents;
    cents
}

/// The count of a row whose sign was read as a digit of the price: `302.49` for `3@ 2.49`.
fn unglue(text: &str, price: Cents) -> Option<Quantity> {
    let counts = (2..=24).filter(|count| price % count == 0);
    counts.into_iter().find_map(|count| {
        let unit = price / count;
        let is_told = ['.', ','].iter().any(|point| {
            let printed = format!("{}{point}{:02}", unit / 100, unit % 100);
            text.match_indices(&printed).any(|(at, _)| {
                let word = text[..at].rsplit(' ').next().unwrap_or_default();
                word.chars().count() <= 4 && word.starts_with(&count.to_string())
            })
        });
        #[expect(clippy::cast_precision_loss, reason = "at most 24")]
        let count = count as f64;
        is_told.then_some(Quantity { count, measure: Measure::Piece, price: Some(unit), per: 1.0, first: 0, last: 0 })
    })
}
