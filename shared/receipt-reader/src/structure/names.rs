//! The name of a product from its rows: what all rows of a receipt have around their names is taken off.

use super::features::RowFacts;
use super::grammar::Draft;
use crate::parse::measure::{Measure, Quantity};
use crate::text::money;

/// What the rows of a receipt have in common around the names of its products.
pub struct Habits {
    /// Article numbers stand beside the names.
    has_codes: bool,
    /// A price for one stands beside the amount.
    has_prices: bool,
    /// Names begin with their count and a hyphen: `2.27 - Red onion lb.`
    has_counts: bool,
}

impl Habits {
    pub fn of(facts: &[RowFacts], drafts: &[Draft]) -> Self {
        let rows = || drafts.iter().filter_map(|draft| facts.get(*draft.name.first()?));
        let coded = rows().filter(|row| row.line.has_code).count();
        let counted = rows().filter(|row| count_in_front(&row.line.label).is_some()).count();
        let priced = rows().filter(|row| row.line.amounts.len() >= 2).count();
        let is_usual = |count: usize| count >= 3 && count * 2 >= drafts.len();
        let has_prices = priced * 3 >= drafts.len();
        Self { has_codes: is_usual(coded), has_prices, has_counts: is_usual(counted) }
    }

    /// The name of a product, and the count that its row tells beside it.
    pub fn name(&self, facts: &[RowFacts], draft: &Draft) -> (String, Option<Quantity>) {
        let mut count = None;
        let mut words: Vec<&str> = Vec::new();
        for at in &draft.name {
            let row = &facts[*at];
            let mut label = row.line.label.as_str();
            if self.has_counts
                && let Some((counted, rest)) = count_in_front(label)
            {
                label = rest;
                count.get_or_insert(counted);
            }
            let mut own: Vec<&str> = label.split_whitespace().take_while(|word| !is_offer(word)).collect();
            if let Some(column) = self.strip(row, &mut own) {
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
            // Nothing but a number names it.
            let row = draft.name.first().map(|at| facts[*at].text.as_str()).unwrap_or_default();
            let is_name = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() >= 4;
            let found = row.split(' ').filter(is_name).find(|word| money::amount(word).is_none()).unwrap_or_default();
            found.clone_into(&mut name);
        }
        (name, count)
    }

    /// Takes columns and codes off the words of a row, and returns the count among them.
    fn strip(&self, row: &RowFacts, words: &mut Vec<&str>) -> Option<Quantity> {
        let mut column = None;
        // A table's price and count whose product is not the amount, because one of them was misread.
        let is_amount = |word: &&str| money::amount(word).is_some() && !word.starts_with(char::is_alphabetic);
        if self.has_prices && row.line.amount.is_some() && words.len() > 1 && words.last().is_some_and(is_amount) {
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
        // Behind a code stands at most a mark.
        if let [.., code, mark] = words.as_slice()
            && self.has_codes
            && mark.len() == 1
            && is_code(code, 4)
        {
            words.pop();
        }
        while self.has_codes && words.len() > 1 && words.last().is_some_and(|word| is_code(word, 4)) {
            words.pop();
        }
        while words.len() > 1 && is_code(words[0], 6) {
            words.remove(0);
        }
        column
    }
}

/// Returns true if a word is an article number: so many digits and at most two other glyphs.
fn is_code(word: &str, min_digits: usize) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let is_number = word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains(['.', ',']);
    is_number && digits >= min_digits && word.chars().count() <= digits + 2
}

/// The count in front of a name, and the name: `1 - Imli`, `0.97 - okra lb`.
fn count_in_front(label: &str) -> Option<(Quantity, &str)> {
    let end = label.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let name = label[end..].trim_start().strip_prefix('-')?.trim_start();
    let count: f64 = label[..end].parse().ok().filter(|count| *count > 0.0 && *count < 100.0)?;
    let measured = name.split(' ').filter_map(|word| Measure::of(&word.trim_matches('.').to_lowercase())).next_back();
    let usual = if count.fract() == 0.0 { Measure::Piece } else { Measure::Kilogram };
    let measure = measured.filter(|measure| measure.is_weight() && count.fract() != 0.0).unwrap_or(usual);
    let names_something = name.starts_with(char::is_alphabetic);
    names_something.then_some((Quantity { count, measure, price: None, per: 1.0, first: 0, last: 0 }, name))
}

/// Returns true if a word is a price of an offer, which ends a name: `$2.25`, `2/$6.00`.
fn is_offer(word: &str) -> bool {
    let word = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | ','));
    let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let has_sign = word.split_once(['$', '€', '£']).is_some_and(|(_, behind)| begins_with_digit(behind));
    let is_several = word.split_once('/').is_some_and(|(count, price)| {
        count.ends_with(|c: char| c.is_ascii_digit())
            && begins_with_digit(price)
            && price.get(..5).is_some_and(|price| money::amount(price).is_some())
    });
    has_sign || is_several
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_codes_offers_and_counts_in_front() {
        assert!(is_code("75192A", 4) && is_code("9513125", 6) && !is_code("B4711", 4) && !is_code("7up", 4));
        assert!(is_offer("$2.25") && is_offer("2/$6.00") && is_offer("3.7r2/86.00"));
        assert!(!is_offer("1/2") && !is_offer("Bell/Evans") && !is_offer("A$AP"));
        let (quantity, name) = count_in_front("2.27 - Red Onion lb.").unwrap();
        assert_eq!((quantity.count, quantity.measure, name), (2.27, Measure::Pound, "Red Onion lb."));
        assert!(count_in_front("7 up").is_none() && count_in_front("milk").is_none() && count_in_front("").is_none());
    }
}
