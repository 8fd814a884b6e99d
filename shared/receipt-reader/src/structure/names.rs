//! Builds the name of a product from its rows, without the columns that all names of the receipt have around them.

use super::features::RowFacts;
use super::grammar::ItemDraft;
use crate::parse::measure::{Measure, Quantity};
use crate::parse::quantity::MAX_INFERRED_COUNT;
use crate::parse::tokens::is_article_number;
use crate::text::money;

/// The minimum number of names that begin with a count, or have an article number beside them.
const MIN_NAMES: usize = 3;
/// The minimum digits of an article number in a column of them, …
const MIN_CODE_DIGITS: usize = 4;
/// … and of one in front of a name without such a column.
const MIN_FRONT_CODE_DIGITS: usize = 6;
/// The minimum letters and digits of a word that names a product without letters.
const MIN_NUMBER_LENGTH: usize = 4;
/// The limit of a count or weight in front of a name.
const LEADING_COUNT_LIMIT: f64 = 100.0;

/// The columns around the names of a receipt.
pub struct NameFormat {
    /// Article numbers are beside the names.
    has_codes: bool,
    /// A unit price is beside the amount.
    has_prices: bool,
    /// Names begin with their count and a hyphen: `2.27 - Red onion lb.`
    has_counts: bool,
}

impl NameFormat {
    pub fn detect(facts: &[RowFacts], drafts: &[ItemDraft]) -> Self {
        let rows = || drafts.iter().filter_map(|draft| facts.get(*draft.name.first()?));
        let coded = rows().filter(|row| row.parsed.has_code).count();
        let counted = rows().filter(|row| split_leading_count(&row.parsed.label).is_some()).count();
        let priced = rows().filter(|row| row.parsed.amounts.len() >= 2).count();
        let is_usual = |count: usize| count >= MIN_NAMES && count * 2 >= drafts.len();
        let has_prices = priced * 3 >= drafts.len();
        Self { has_codes: is_usual(coded), has_prices, has_counts: is_usual(counted) }
    }

    /// Returns the name of a product, and the count beside it.
    pub fn name(&self, facts: &[RowFacts], draft: &ItemDraft) -> (String, Option<Quantity>) {
        let mut count = None;
        let mut words: Vec<&str> = Vec::new();
        for at in &draft.name {
            let row = &facts[*at];
            let mut label = row.parsed.label.as_str();
            if self.has_counts
                && let Some((counted, rest)) = split_leading_count(label)
            {
                label = rest;
                count.get_or_insert(counted);
            }
            let mut own: Vec<&str> = label.split_whitespace().collect();
            if let Some(column) = self.strip_columns(row, &mut own) {
                count.get_or_insert(column);
            }
            words.extend(own);
        }
        if let [first, _, ..] = words.as_slice()
            && let Some(counted) = first.strip_suffix('@').and_then(|count| count.parse::<u8>().ok())
        {
            count.get_or_insert(Quantity::new(f64::from(counted), Measure::Piece, None));
            words.remove(0);
        }
        let mut name = words.join(" ");
        if !name.chars().any(char::is_alphanumeric) {
            // The product is named by a number only.
            let row = draft.name.first().map(|at| facts[*at].text.as_str()).unwrap_or_default();
            let is_name = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_NUMBER_LENGTH;
            let found =
                row.split(' ').filter(is_name).find(|word| money::parse_amount(word).is_none()).unwrap_or_default();
            found.clone_into(&mut name);
        }
        (name, count)
    }

    /// Removes columns and article numbers from the words of a row, and returns the count among them.
    fn strip_columns(&self, row: &RowFacts, words: &mut Vec<&str>) -> Option<Quantity> {
        let mut column = None;
        // A unit price and count whose product is not the amount, because one of them was misread.
        let is_amount = |word: &&str| {
            money::parse_amount(word).is_some()
                && !word.starts_with(char::is_alphabetic)
                && Measure::of_size(word).is_none()
        };
        if self.has_prices && row.parsed.amount.is_some() && words.len() > 1 && words.last().is_some_and(is_amount) {
            words.pop();
            let is_count = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-'));
            if words.len() > 1
                && words.last().is_some_and(is_count)
                && let Some(count) = words.pop()
            {
                let is_weight = count.split_once(['.', ',']).is_some_and(|(_, decimals)| decimals.len() == 3);
                let measure = if is_weight { Measure::Kilogram } else { Measure::Piece };
                let value: Option<f64> = count.replace(',', ".").parse().ok();
                #[expect(clippy::cast_precision_loss, reason = "a small number")]
                let is_count = |value: &f64| (1.0..=MAX_INFERRED_COUNT as f64).contains(value) && value.fract() == 0.0;
                let value = value.filter(|value| *value > 0.0 && (is_weight || is_count(value)));
                column = value.map(|count| Quantity::new(count, measure, None));
            }
        }
        // Only a mark may follow an article number.
        if let [.., code, mark] = words.as_slice()
            && self.has_codes
            && mark.len() == 1
            && is_column_code(code, MIN_CODE_DIGITS)
        {
            words.pop();
        }
        let is_code = |word: &&str| is_column_code(word, MIN_CODE_DIGITS);
        while self.has_codes && words.len() > 1 && words.last().is_some_and(is_code) {
            words.pop();
        }
        while words.len() > 1 && is_column_code(words[0], MIN_FRONT_CODE_DIGITS) {
            words.remove(0);
        }
        column
    }
}

/// Returns true for an article number in a column beside the names, which begins with a digit. A size is none: `1500G`,
/// `10x200`.
fn is_column_code(word: &str, min_digits: usize) -> bool {
    let is_size = Measure::of_size(word).is_some() || word.contains(['x', 'X']);
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_size && is_article_number(word, min_digits)
}

/// Splits the count in front of a name from it: `1 - Imli`, `0.97 - okra lb`.
fn split_leading_count(label: &str) -> Option<(Quantity, &str)> {
    let end = label.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let name = label[end..].trim_start().strip_prefix('-')?.trim_start();
    let count: f64 = label[..end].parse().ok().filter(|count| *count > 0.0 && *count < LEADING_COUNT_LIMIT)?;
    let measured =
        name.split(' ').filter_map(|word| Measure::from_word(&word.trim_matches('.').to_lowercase())).next_back();
    let usual = if count.fract() == 0.0 { Measure::Piece } else { Measure::Kilogram };
    let measure = measured.filter(|measure| measure.is_weight() && count.fract() != 0.0).unwrap_or(usual);
    name.starts_with(char::is_alphabetic).then(|| (Quantity::new(count, measure, None), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_article_numbers_and_leading_counts() {
        let is_code = |word: &str| is_column_code(word, MIN_CODE_DIGITS);
        assert!(is_code("75192A") && is_code("9513125") && !is_code("B4711") && !is_code("7up"));
        assert!(!is_code("10x200") && !is_code("1500G") && !is_code("3X150G"));
        let (quantity, name) = split_leading_count("2.27 - Red Onion lb.").unwrap();
        assert_eq!((quantity.count, quantity.measure, name), (2.27, Measure::Pound, "Red Onion lb."));
        assert!(["7 up", "milk", ""].into_iter().all(|label| split_leading_count(label).is_none()));
    }
}
