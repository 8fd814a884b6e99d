//! The true content of a receipt: transcribed by a person, or known because the receipt was generated.

use serde::{Deserialize, Serialize};

/// One receipt: what was bought, and what it adds up to, in currency units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// The picture's name without its extension.
    pub id: String,
    /// The group of the receipt for scores, such as `any-de`.
    #[serde(default)]
    pub kind: String,
    pub store: Option<String>,
    /// The day on which the receipt joined the collection; `None` for its first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<String>,
    /// The printed sum of all items and adjustments, before a tax that is added on top.
    pub subtotal: Option<f64>,
    pub total: Option<f64>,
    /// Coupons and discounts (negative), deposits (positive): printed in rows of their own, and no item's price.
    #[serde(default)]
    pub adjustments: f64,
    pub items: Vec<TruthItem>,
}

/// One line item; its price is the whole line's, before a discount in a row of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TruthItem {
    /// The printed line without item numbers, prices and tax letters; a name over two lines is joined by a space.
    pub raw_text: String,
    /// The product's common name.
    pub name: String,
    /// Other good names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub name_ok: Vec<String>,
    /// `None` where the print does not tell.
    pub quantity: Option<f64>,
    /// `each`, `lb` or `kg`.
    pub unit: String,
    pub price: Option<f64>,
    pub food: bool,
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub category_ok: Vec<String>,
    /// The shelf lives that are right, from and to, both included; `None` where it is no food.
    pub days: Option<(u32, u32)>,
}

/// Cents as the currency's unit.
#[expect(clippy::cast_precision_loss, reason = "a receipt's cents are far below 2^52")]
pub fn units(cents: i64) -> f64 {
    cents as f64 / 100.0
}
