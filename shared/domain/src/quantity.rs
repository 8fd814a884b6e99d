//! A quantity: a number with at most three decimals, stored exactly as thousandths.

use super::invalid::Invalid;
use serde::{Deserialize, Serialize};

/// The error that sums of binary floats such as 0.1 + 0.2 may have, in thousandths. Up to 100,000, a float is exact to
/// 1.5e-8 thousandths.
const MAX_FLOAT_ERROR: f64 = 1e-6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Quantity(u32);

impl Quantity {
    pub const ONE: Self = Self(1_000);
    /// 100,000, as in the API contract.
    pub const MAX_MILLIS: u32 = 100_000_000;

    /// Converts a client's JSON number. A binary float such as 0.1 + 0.2 is rounded to three decimals.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked before the cast")]
    pub fn from_number(field: &str, value: f64) -> Result<Self, Invalid> {
        if !value.is_finite() || value <= 0.0 || value > f64::from(Self::MAX_MILLIS) / 1_000.0 {
            return Err(Invalid::new(field, "The quantity must be more than 0 and up to 100,000."));
        }
        let millis = value * 1_000.0;
        let rounded = millis.round();
        if (millis - rounded).abs() > MAX_FLOAT_ERROR || rounded < 1.0 {
            return Err(Invalid::new(field, "The quantity can have up to three decimal places."));
        }
        Ok(Self(rounded as u32))
    }

    /// Returns the allowed quantity that is nearest to a value from a receipt or a recipe, which its user did not type;
    /// 1 if it is not a finite number.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before the cast")]
    pub fn nearest(value: f64) -> Self {
        if !value.is_finite() {
            return Self::ONE;
        }
        Self((value * 1_000.0).round().clamp(1.0, f64::from(Self::MAX_MILLIS)) as u32)
    }

    /// Adds a client's number of any precision, and rounds the sum to three decimals; `None` if nothing is left.
    pub fn plus(self, field: &str, delta: f64) -> Result<Option<Self>, Invalid> {
        let millis = (f64::from(self.0) + delta * 1_000.0).round();
        if millis < 1.0 { Ok(None) } else { Self::from_number(field, millis / 1_000.0).map(Some) }
    }

    pub fn from_millis(millis: u32) -> Option<Self> {
        (1..=Self::MAX_MILLIS).contains(&millis).then_some(Self(millis))
    }

    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    pub fn millis(self) -> u32 {
        self.0
    }

    pub fn as_number(self) -> f64 {
        f64::from(self.0) / 1_000.0
    }
}

impl TryFrom<u32> for Quantity {
    type Error = &'static str;

    fn try_from(millis: u32) -> Result<Self, Self::Error> {
        Self::from_millis(millis).ok_or("the quantity is out of range")
    }
}

impl From<Quantity> for u32 {
    fn from(quantity: Quantity) -> Self {
        quantity.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_three_decimals_exact() {
        for (number, millis) in [
            (1.0, 1_000),
            (0.1, 100),
            (0.001, 1),
            (100_000.0, 100_000_000),
            (0.1 + 0.2, 300),
            (1.17, 1_170),
            (99_999.9 + 0.099, 99_999_999),
        ] {
            assert_eq!(Quantity::from_number("quantity", number).map(Quantity::millis), Ok(millis));
        }
    }

    #[test]
    fn sums_exactly_and_ends_at_zero() {
        let quantity = |millis| Quantity::from_millis(millis).unwrap();
        assert_eq!(quantity(3_000).plus("quantityDelta", -1.0), Ok(Some(quantity(2_000))));
        assert_eq!(quantity(300).plus("quantityDelta", -0.1), Ok(Some(quantity(200))));
        for none in [-1.0, -2.0, -1e300] {
            assert_eq!(quantity(1_000).plus("quantityDelta", none), Ok(None), "{none}");
        }
        for bad in [100_000.0, f64::NAN, f64::INFINITY] {
            assert_eq!(quantity(1_000).plus("quantityDelta", bad).unwrap_err().field, "quantityDelta", "{bad}");
        }
    }

    #[test]
    fn names_field_of_invalid_quantity() {
        let precise = [0.0001, 0.12345, 1_000.123_45, 99_999.999_9];
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 100_000.001, 1e300].into_iter().chain(precise) {
            assert_eq!(Quantity::from_number("quantity", bad).unwrap_err().field, "quantity", "{bad}");
        }
    }
}
