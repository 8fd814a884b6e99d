//! Builds the name of a product from its rows, without the columns that all names of the receipt have around them.

use super::features::RowFacts;
use super::grammar::ItemDraft;
use crate::parse::measure::{Measure, Quantity};
use crate::parse::tokens::is_code;
use crate::text::money;

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
        let is_usual = |count: usize| count >= 3 && count * 2 >= drafts.len();
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
            let count_of =
                |count| Quantity { count, measure: Measure::Piece, price: None, per: 1.0, first: 0, last: 0 };
            count.get_or_insert(count_of(f64::from(counted)));
            words.remove(0);
        }
        let mut name = words.join(" ");
        if !name.chars().any(char::is_alphanumeric) {
            // The product is named by a number only.
            let row = draft.name.first().map(|at| facts[*at].text.as_str()).unwrap_or_default();
            let is_name = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() >= 4;
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
                let is_count = |value: &f64| (1.0..=24.0).contains(value) && value.fract() == 0.0;
                let value = value.filter(|value| *value > 0.0 && (is_weight || is_count(value)));
                column = value.map(|count| Quantity { count, measure, price: None, per: 1.0, first: 0, last: 0 });
            }
        }
        // Only a mark may follow an article number.
        if let [.., code, mark] = words.as_slice()
            && self.has_codes
            && mark.len() == 1
            && is_article_number(code, 4)
        {
            words.pop();
        }
        while self.has_codes && words.len() > 1 && words.last().is_some_and(|word| is_article_number(word, 4)) {
            words.pop();
        }
        while words.len() > 1 && is_article_number(words[0], 6) {
            words.remove(0);
        }
        column
    }
}

/// Returns true if a word is an article number that begins with a digit. A size is none: `1500G`, `10x200`.
fn is_article_number(word: &str, min_digits: usize) -> bool {
    let is_size = Measure::of_size(word).is_some() || word.contains(['x', 'X']);
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_size && is_code(word, min_digits)
}

/// Splits the count in front of a name from it: `1 - Imli`, `0.97 - okra lb`.
fn split_leading_count(label: &str) -> Option<(Quantity, &str)> {
    let end = label.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let name = label[end..].trim_start().strip_prefix('-')?.trim_start();
    let count: f64 = label[..end].parse().ok().filter(|count| *count > 0.0 && *count < 100.0)?;
    let measured =
        name.split(' ').filter_map(|word| Measure::from_word(&word.trim_matches('.').to_lowercase())).next_back();
    let usual = if count.fract() == 0.0 { Measure::Piece } else { Measure::Kilogram };
    let measure = measured.filter(|measure| measure.is_weight() && count.fract() != 0.0).unwrap_or(usual);
    let has_name = name.starts_with(char::is_alphabetic);
    has_name.then_some((Quantity { count, measure, price: None, per: 1.0, first: 0, last: 0 }, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_article_numbers_and_leading_counts() {
        let is_number = |word: &str| is_article_number(word, 4);
        assert!(is_number("75192A") && is_number("9513125") && !is_number("B4711") && !is_number("7up"));
        assert!(!is_number("10x200") && !is_number("1500G") && !is_number("3X150G"));
        let (quantity, name) = split_leading_count("2.27 - Red Onion lb.").unwrap();
        assert_eq!((quantity.count, quantity.measure, name), (2.27, Measure::Pound, "Red Onion lb."));
        assert!(
            split_leading_count("7 up").is_none()
                && split_leading_count("milk").is_none()
                && split_leading_count("").is_none()
        );
    }
}
