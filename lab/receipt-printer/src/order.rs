//! What a caller decides of a receipt, and what its till prints between header and total.

use crate::basket::Purchase;

/// The content of a receipt, where the seed does not decide.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The number of lines; by default the layout's.
    pub lines: Option<usize>,
    /// The shop, the day and a part of the basket come from this seed instead: a second receipt of the same customer.
    pub like: Option<u64>,
    /// A second receipt on the same day: one item other than the seed would have it, and its own time and numbers.
    pub swap_one: bool,
    /// A second receipt with all of the basket the same, so much later.
    pub again: Option<Later>,
    /// No discounts, deposits or voids, and little above and below the items.
    pub plain: bool,
}

/// The time until a customer returns to the same till and buys the same items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    pub weeks: i64,
    pub minutes: i64,
}

/// One thing that the till prints between header and total.
#[derive(Clone, Debug)]
pub enum Entry {
    Heading(&'static str),
    Item(Purchase),
    /// Money off the line above it (negative cents).
    Discount {
        label: &'static str,
        cents: i64,
        code: u64,
    },
    Deposit {
        label: &'static str,
        cents: i64,
    },
    /// A former price or a saving that is printed and changes nothing.
    Told(String),
    /// An item that was scanned and taken back: both rows are printed, and nothing was bought.
    Void(Purchase),
}
