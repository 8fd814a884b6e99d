//! From lines to line items, checked by the receipt's own arithmetic.
//!
//! Tills agree on little: a quantity stands before its product in some shops and behind it in others, a price beside
//! the name or on the next line. Which it is, the receipt itself tells: count times price has to give the amount of the
//! product it belongs to.

use super::measure::Measure;
use crate::text::money::Cents;

/// A product line of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub text: String,
    pub price: Option<Cents>,
    /// By how much a reduction below it lowers the price.
    pub discount: Option<Cents>,
    pub quantity: f64,
    pub measure: Measure,
    /// How sure the recogniser was, 0 to 1, before arithmetic.
    pub confidence: f32,
}

/// What the rows of a receipt say together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ledger {
    pub items: Vec<Item>,
    /// Discounts, coupons, deposits: what changes the sum without being a product.
    pub adjustments: Cents,
    pub tax: Cents,
    pub subtotal: Option<Cents>,
    pub total: Option<Cents>,
}

/// How the sum of the lines compares with what is printed below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// There is no printed sum to compare with, or one that may be right by chance.
    Unknown,
    Balanced,
    Off,
}

impl Ledger {
    pub fn sum(&self) -> Cents {
        self.items.iter().filter_map(|item| item.price).sum()
    }

    /// Compares the lines with the printed sums. Some tills print sums before discounts, some after; a tax may be in
    /// the prices or on top.
    pub fn check(&self) -> Check {
        let products = self.sum();
        let adjusted = products + self.adjustments;
        let candidates = [products, adjusted, adjusted + self.tax, products + self.tax];
        // A right subtotal does not make a wrong total right.
        match self.total.or(self.subtotal) {
            None => Check::Unknown,
            Some(printed) if candidates.contains(&printed) => Check::Balanced,
            Some(_) => Check::Off,
        }
    }

    /// By how much the printed sum is more than what the lines come to; less, if negative. Nothing where no sum was
    /// printed.
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
