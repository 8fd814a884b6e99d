//! What a quantity is: a count or weight with its measure, and the price that it was printed with.

use crate::text::money::Cents;

/// What a count or weight is counted in, as it is printed.
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
    /// The unit's name in the tracker; pieces have none of their own.
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

    /// The measure that a printed word stands for, misread letters included.
    pub fn of(word: &str) -> Option<Self> {
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
}

/// A quantity found in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    pub count: f64,
    pub measure: Measure,
    /// What `per` of the measure cost.
    pub price: Option<Cents>,
    pub per: f64,
    /// The words of the row that say it, first to last.
    pub first: usize,
    pub last: usize,
}

impl Quantity {
    /// Returns true if the quantity times the price it was printed with gives the amount, within rounding.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    pub fn explains(&self, amount: Cents) -> bool {
        let Some(total) = self.total() else { return false };
        // Half of the last printed decimal of a weight is open, and tills round as they like.
        let has_two_decimals = (self.count * 100.0 - (self.count * 100.0).round()).abs() < 1e-6;
        let half_decimal = if has_two_decimals { 0.005 } else { 0.000_5 };
        let open = if self.measure == Measure::Piece {
            1.01
        } else {
            1.51 + self.price.unwrap_or(0) as f64 / self.per * half_decimal
        };
        (total - amount.abs() as f64).abs() <= open
    }

    /// The quantity with the decimal point that its price and the amount ask for, where it was not read: `58 lb @
    /// 1.99/lb` for 1.15.
    pub fn pointed(&self, amount: Cents) -> Option<Self> {
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

    /// The amount in cents that the quantity and its price make.
    #[expect(clippy::cast_precision_loss, reason = "prices are far below 2^53")]
    pub fn total(&self) -> Option<f64> {
        self.price.map(|price| self.count * price as f64 / self.per)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_a_weight_as_exact_as_its_decimals() {
        let weight =
            |count| Quantity { count, measure: Measure::Kilogram, price: Some(1_999), per: 1.0, first: 0, last: 0 };
        assert!(weight(0.532).explains(1_063) && weight(0.532).explains(1_065));
        assert!(!weight(0.532).explains(1_068), "five cents off");
        assert!(weight(0.53).explains(1_068), "half a decimal of two is ten cents");
        assert!(!weight(0.53).explains(1_075));
    }
}
