//! Line items and sums of a receipt, and whether they balance.

use super::measure::Measure;
use crate::text::money::Cents;

/// A product line of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub text: String,
    pub price: Option<Cents>,
    /// The reduction that is printed below it.
    pub discount: Option<Cents>,
    pub quantity: f64,
    pub measure: Measure,
    /// The recogniser's confidence, 0 to 1, before arithmetic.
    pub confidence: f32,
}

/// The items and sums of a receipt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ledger {
    pub items: Vec<Item>,
    /// Discounts, coupons and deposits: changes of the sum that are no products.
    pub adjustments: Cents,
    pub tax: Cents,
    pub subtotal: Option<Cents>,
    pub total: Option<Cents>,
}

/// Whether the items add up to the printed sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// No sum is printed, or it may be right by chance.
    Unknown,
    Balanced,
    Off,
}

impl Ledger {
    pub fn sum(&self) -> Cents {
        self.items.iter().filter_map(|item| item.price).sum()
    }

    /// Compares the items with the printed sums. Some tills print sums before discounts, some after; a tax may be
    /// included in the prices or added.
    pub fn check(&self) -> Check {
        let products = self.sum();
        let adjusted = products + self.adjustments;
        let candidates = [products, adjusted, adjusted + self.tax, products + self.tax];
        // A right subtotal does not correct a wrong total.
        match self.total.or(self.subtotal) {
            None => Check::Unknown,
            Some(printed) if candidates.contains(&printed) => Check::Balanced,
            Some(_) => Check::Off,
        }
    }

    /// Returns the printed sum minus that of the items, with the adjustments and taxes that fit best; none if no sum
    /// was printed.
    pub fn off_by(&self) -> Option<Cents> {
        if self.check() == Check::Balanced {
            return Some(0);
        }
        let printed = self.total.or(self.subtotal)?;
        let (products, adjusted) = (self.sum(), self.sum() + self.adjustments);
        let gaps = [products, adjusted, adjusted + self.tax].map(|lines| printed - lines);
        gaps.into_iter().min_by_key(|gap| gap.abs())
    }
}
