//! Prices, stored in cents.

use super::invalid::Invalid;
use serde::{Deserialize, Serialize};

/// A price of a million or more is a reading error.
const MAX_CENTS: i64 = 100_000_000;

/// The price of a receipt line, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    #[serde(rename = "p")]
    pub cents: i64,
    /// ISO 4217, if the receipt shows it.
    #[serde(rename = "pc", default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

impl Price {
    /// Returns the price of so many units of the currency, rounded to cents; `None` unless it is more than 0 and less
    /// than a million.
    pub fn of_units(units: f64, currency: Option<String>) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "a saturated price is out of range")]
        let cents = (units * 100.0).round() as i64;
        (1..MAX_CENTS).contains(&cents).then_some(Self { cents, currency })
    }

    /// Validates a client's price.
    pub fn checked(units: Option<f64>, currency: Option<&str>) -> Result<Option<Self>, Invalid> {
        let is_code = |code: &str| code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase());
        if currency.is_some_and(|code| !is_code(code)) {
            return Err(Invalid::new("currency", "This must be a currency such as EUR."));
        }
        let Some(units) = units else { return Ok(None) };
        let out_of_range = || Invalid::new("price", "The price must be more than 0 and less than 1,000,000.");
        Self::of_units(units, currency.map(str::to_owned)).ok_or_else(out_of_range).map(Some)
    }

    /// Returns the price in units of the currency, such as 2.49.
    pub fn units(&self) -> f64 {
        units(self.cents)
    }
}

/// Converts cents to units of the currency, such as 2.49.
pub fn units(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no household's receipts add up to 2^53 cents")]
    let cents = cents as f64;
    cents / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stated_price() {
        let checked = |units, currency| Price::checked(units, currency).map_err(|invalid| invalid.field);
        assert_eq!(checked(Some(1.99), Some("EUR")), Ok(Some(Price { cents: 199, currency: Some("EUR".into()) })));
        assert_eq!(checked(Some(0.005), None), Ok(Some(Price { cents: 1, currency: None })));
        assert_eq!(checked(None, Some("EUR")), Ok(None));
        for price in [0.0, 0.004, -1.0, 1_000_000.0, f64::INFINITY, f64::NAN] {
            assert_eq!(checked(Some(price), None), Err("price".into()), "{price}");
        }
        for currency in ["", "eur", "EURO", "€€€"] {
            assert_eq!(checked(Some(1.0), Some(currency)), Err("currency".into()), "{currency}");
        }
    }
}
