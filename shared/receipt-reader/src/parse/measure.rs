//! Quantities: a count or weight with its measure, and the price per measure.

use crate::text::money::Cents;

/// The printed unit of a count or weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Piece,
    Pound,
    Ounce,
    Kilogram,
    Gram,
    Litre,
    Centilitre,
    Millilitre,
}

impl Measure {
    /// Returns the name of the unit in the API; none for pieces.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Piece => None,
            Self::Pound => Some("lb"),
            Self::Ounce => Some("oz"),
            Self::Kilogram => Some("kg"),
            Self::Gram => Some("g"),
            Self::Litre => Some("l"),
            Self::Centilitre => Some("cl"),
            Self::Millilitre => Some("ml"),
        }
    }

    pub fn is_weight(self) -> bool {
        matches!(self, Self::Pound | Self::Kilogram)
    }

    /// Returns the measure that a printed word means, with misread letters.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "lb" | "lbs" | "ib" | "ibs" | "pound" | "pounds" => Some(Self::Pound),
            "oz" | "0z" => Some(Self::Ounce),
            "kg" | "kgs" | "k9" | "kq" | "kilo" => Some(Self::Kilogram),
            "g" | "gr" | "gram" => Some(Self::Gram),
            "l" | "ltr" => Some(Self::Litre),
            "cl" => Some(Self::Centilitre),
            "ml" => Some(Self::Millilitre),
            _ => None,
        }
    }

    /// Returns the measure of a size in one word: `1.75L`, `500g`.
    pub fn of_size(word: &str) -> Option<Self> {
        let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        if unit.len() < word.len() { Self::from_word(&unit.to_lowercase()) } else { None }
    }
}

/// A quantity found in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    pub count: f64,
    pub measure: Measure,
    /// The price of `per` units.
    pub price: Option<Cents>,
    pub per: f64,
    /// The indices of its first and last token in the row.
    pub first: usize,
    pub last: usize,
}

impl Quantity {
    /// Returns a quantity with the price of one unit, which is nowhere in the row yet.
    pub fn new(count: f64, measure: Measure, price: Option<Cents>) -> Self {
        Self { count, measure, price, per: 1.0, first: 0, last: 0 }
    }

    /// Returns true for one piece, which says no more than a product without a count.
    pub fn is_one_piece(&self) -> bool {
        self.measure == Measure::Piece && self.count <= 1.0
    }

    /// Returns true if the quantity times the price it was printed with gives the amount, within rounding.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    pub fn explains(&self, amount: Cents) -> bool {
        let Some(total) = self.total() else { return false };
        // A weight is uncertain by half of its last decimal, and tills round differently.
        let has_two_decimals = (self.count * 100.0 - (self.count * 100.0).round()).abs() < 1e-6;
        let half_decimal = if has_two_decimals { 0.005 } else { 0.000_5 };
        let tolerance = if self.measure == Measure::Piece {
            1.01
        } else {
            1.51 + self.price.unwrap_or(0) as f64 / self.per * half_decimal
        };
        (total - amount.abs() as f64).abs() <= tolerance
    }

    /// Returns the quantity with the decimal point that was not read, so that it makes the amount with its price: `58
    /// lb @ 1.99/lb` for 1.15 is 0.58.
    pub fn with_decimal_point(&self, amount: Cents) -> Option<Self> {
        if self.explains(amount) || self.count.fract() != 0.0 || self.count < 10.0 {
            return None;
        }
        let measure = if self.measure == Measure::Piece { Measure::Kilogram } else { self.measure };
        let pointed = |count: f64| Self { count, measure, ..self.clone() };
        // `316 kg` for 1.316: the kilograms were not read either.
        let is_behind_the_point = self.measure.is_weight() && (100.0..1_000.0).contains(&self.count);
        let whole = (1..10).filter(|_| is_behind_the_point).map(|whole| f64::from(whole) + self.count / 1_000.0);
        let divided = [10.0, 100.0, 1_000.0].map(|divisor| self.count / divisor);
        divided.into_iter().chain(whole).map(pointed).find(|pointed| pointed.explains(amount))
    }

    /// Returns the amount in cents that the quantity and its price make.
    #[expect(clippy::cast_precision_loss, reason = "prices are far below 2^53")]
    pub fn total(&self) -> Option<f64> {
        self.price.map(|price| self.count * price as f64 / self.per)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explains_an_amount_within_half_a_decimal_of_the_weight() {
        let weight = |count| Quantity::new(count, Measure::Kilogram, Some(1_999));
        assert!(weight(0.532).explains(1_063) && weight(0.532).explains(1_065));
        assert!(!weight(0.532).explains(1_068), "five cents off");
        assert!(weight(0.53).explains(1_068), "half a decimal of two is ten cents");
        assert!(!weight(0.53).explains(1_075));
    }
}
