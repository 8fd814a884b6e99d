//! Prices.

/// The price of a receipt's line, in the currency's smallest unit on receipts: cents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub cents: i64,
    /// ISO 4217, if the receipt shows it.
    pub currency: Option<String>,
}

impl Price {
    /// The same as a number of whole units: 2.49.
    pub fn units(&self) -> f64 {
        units(self.cents)
    }
}

/// Cents as a number of whole units: 2.49.
pub fn units(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no household's receipts add up to 2^53 cents")]
    let cents = cents as f64;
    cents / 100.0
}
