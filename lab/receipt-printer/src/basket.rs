//! Draws a purchase from the seed: products, quantities and prices.

use crate::products::{self, Product, Shelf, SoldBy};
use crate::rng::Rng;
use crate::truth::{TruthItem, units};

#[derive(Clone, Debug)]
pub struct Purchase {
    pub product: &'static Product,
    /// As printed, without numbers and tax letters.
    pub line: String,
    pub amount: Amount,
    /// Cents a piece or a unit of weight.
    pub each: i64,
    /// Cents for the whole line.
    pub price: i64,
    /// The shop's own number for it.
    pub code: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    One,
    Count(i64),
    /// So many for a price of their own: `3 FOR 5.00`.
    Bundle(i64),
    /// Thousandths of a pound or a kilogram.
    Weight(i64),
}

impl Purchase {
    pub fn taxed(&self) -> bool {
        self.product.days.is_none()
    }

    pub fn truth(&self) -> TruthItem {
        let quantity = match self.amount {
            Amount::One => 1.0,
            Amount::Count(count) | Amount::Bundle(count) => units(count * 100),
            Amount::Weight(thousandths) => units(thousandths) / 10.0,
        };
        let unit = if matches!(self.amount, Amount::Weight(_)) { self.product.sold_by } else { SoldBy::Each };
        TruthItem {
            raw_text: self.line.clone(),
            name: self.product.name.to_owned(),
            quantity: Some(quantity),
            unit: unit.unit().to_owned(),
            price: Some(units(self.price)),
            food: self.product.days.is_some(),
            category: Some(self.product.category.to_owned()),
            name_ok: Vec::new(),
            category_ok: self.product.category_ok.iter().map(|&category| category.to_owned()).collect(),
            days: self.product.days,
        }
    }
}

/// The baskets of a store.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    pub shelf: Shelf,
    /// Prints its lines in capitals.
    pub capitals: bool,
    pub bundles: bool,
    /// Weighs at the till; where not, everything is sold by the piece.
    pub weighs: bool,
    /// The share of lines with more than one piece.
    pub multiples: f32,
}

/// `count` different purchases; a few of them may be printed twice, as a cashier who scans one by one does.
pub fn fill(rng: &mut Rng, habits: Habits, count: usize) -> Vec<Purchase> {
    let mut shelf = products::of_shelf(habits.shelf);
    let mut basket = Vec::with_capacity(count);
    while basket.len() < count && !shelf.is_empty() {
        let last = i64::try_from(shelf.len()).expect("a shelf fits an i64") - 1;
        let product = shelf.swap_remove(usize::try_from(rng.between(0, last)).expect("an index is not negative"));
        let purchase = purchase(rng, habits, product);
        if purchase.amount == Amount::One && rng.chance(0.06) && basket.len() + 1 < count {
            basket.push(purchase.clone());
        }
        basket.push(purchase);
    }
    basket
}

fn purchase(rng: &mut Rng, habits: Habits, product: &'static Product) -> Purchase {
    let each = price(rng, product);
    let line = if habits.capitals { capitals(product.line) } else { product.line.to_owned() };
    let code = rng.bits();
    let weighed = habits.weighs && product.sold_by != SoldBy::Each;
    let amount = if weighed {
        match product.sold_by {
            // Scales show pounds to the hundredth and kilograms to the thousandth.
            SoldBy::Pound => Amount::Weight(rng.between(16, 420) * 10),
            _ => Amount::Weight(rng.between(90, 2400)),
        }
    } else if rng.chance(habits.multiples) {
        let count = *rng.pick(&[2, 2, 2, 2, 3, 3, 4, 6]);
        if habits.bundles && rng.chance(0.4) { Amount::Bundle(count) } else { Amount::Count(count) }
    } else {
        Amount::One
    };
    let price = match amount {
        Amount::One => each,
        Amount::Count(count) => each * count,
        // A bundle is a little cheaper than its pieces, and mostly a round price.
        Amount::Bundle(count) => ((each * count * 9 / 10) / 50 * 50).max(50),
        Amount::Weight(thousandths) => ((each * thousandths + 500) / 1000).max(1),
    };
    Purchase { product, line, amount, each, price, code }
}

fn price(rng: &mut Rng, product: &Product) -> i64 {
    let drawn = rng.between(product.price.0, product.price.1);
    // Most prices end in 9; the price stays within its range.
    if rng.chance(0.75) { (drawn / 10 * 10 + 9).min(product.price.1) } else { drawn }
}

/// Capitals as a till prints them: ß has none.
fn capitals(line: &str) -> String {
    line.chars().flat_map(|c| if c == 'ß' { vec!['ß'] } else { c.to_uppercase().collect() }).collect()
}
