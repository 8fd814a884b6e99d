//! Compares the items of two receipts, allowing for misread letters.

use super::amounts::{cents, ratio};
use receipt_reader::ReadItem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The maximum number of stored products.
const MAX_PRODUCTS: usize = 48;
/// The number of letters that distinguish the names of one receipt.
const MAX_NAME_LETTERS: usize = 12;
/// The minimum similarity of two readings of one name.
const MIN_SIMILARITY: f64 = 0.5;
/// The minimum similarity if the price is the same, too.
const MIN_SIMILARITY_AT_SAME_PRICE: f64 = 0.3;
/// The similarity of shorter names is chance.
const MIN_NAME_LENGTH: usize = 4;

/// A name, cut short, and its price in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PricedName(String, u32);

/// The products of a receipt, with their prices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Products(Vec<PricedName>);

/// The common items of two receipts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub shared: usize,
    /// The number of items on both sides that the other does not have.
    pub replaced: usize,
    /// The number of those with a price that no item of the other side has.
    pub replaced_at_another_price: usize,
}

impl Products {
    pub fn of(items: &[ReadItem]) -> Self {
        let priced_name = |item: &ReadItem| {
            let name: String =
                item.raw_text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(MAX_NAME_LETTERS).collect();
            let cents = cents(item.price?);
            (name.chars().count() >= MIN_NAME_LENGTH).then_some(PricedName(name, cents))
        };
        Self(items.iter().filter_map(priced_name).take(MAX_PRODUCTS).collect())
    }

    pub fn compare(&self, other: &Self) -> Comparison {
        let (mut left, mut right): (Vec<&PricedName>, Vec<&PricedName>) =
            (self.0.iter().collect(), other.0.iter().collect());
        // The same price first: it distinguishes yoghurts of five flavours.
        take_pairs(&mut left, &mut right, |a, b| a.1 == b.1 && similarity(&a.0, &b.0) >= MIN_SIMILARITY_AT_SAME_PRICE);
        take_pairs(&mut left, &mut right, |a, b| similarity(&a.0, &b.0) >= MIN_SIMILARITY);
        let count_unmatched = |products: &[&PricedName], others: &[&PricedName]| {
            products.iter().filter(|a| others.iter().all(|b| a.1 != b.1)).count()
        };
        Comparison {
            shared: self.0.len() - left.len(),
            replaced: left.len().min(right.len()),
            replaced_at_another_price: count_unmatched(&left, &right).min(count_unmatched(&right, &left)),
        }
    }
}

/// Removes from both lists what is one product on both receipts.
fn take_pairs(
    left: &mut Vec<&PricedName>,
    right: &mut Vec<&PricedName>,
    are_one: impl Fn(&PricedName, &PricedName) -> bool,
) {
    left.retain(|a| match right.iter().position(|b| are_one(a, b)) {
        Some(at) => {
            right.remove(at);
            false
        }
        None => true,
    });
}

/// Returns the Dice coefficient of two names' letter pairs.
fn similarity(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| -> BTreeSet<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (a, b) = (pairs(a), pairs(b));
    ratio(2 * a.intersection(&b).count(), a.len() + b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn products(text: &str) -> Products {
        let priced_name = |line: &str| {
            let (name, cents) = line.rsplit_once(' ').unwrap();
            PricedName(name.replace(' ', ""), cents.parse().unwrap())
        };
        Products(text.split(", ").map(priced_name).collect())
    }

    #[test]
    fn matches_misread_names() {
        let (a, b) =
            (products("crmy pnut butter 319, whole milk 349"), products("crhy pnut dutter 319, whole mi1k 349"));
        assert_eq!(a.compare(&b), Comparison { shared: 2, replaced: 0, replaced_at_another_price: 0 });
    }

    #[test]
    fn detects_one_different_item_at_the_same_price() {
        let (a, b) = (products("chips paprika 189, milch 109"), products("nussnougat 189, milch 109"));
        assert_eq!(a.compare(&b), Comparison { shared: 1, replaced: 1, replaced_at_another_price: 0 });
        let dearer = products("nussnougat 249, milch 109");
        assert_eq!(a.compare(&dearer), Comparison { shared: 1, replaced: 1, replaced_at_another_price: 1 });
    }

    #[test]
    fn ignores_line_missing_on_one_photo() {
        let (a, b) = (products("chips paprika 189, milch 109"), products("milch 109"));
        assert_eq!(a.compare(&b), Comparison { shared: 1, replaced: 0, replaced_at_another_price: 0 });
    }
}
