//! How something left the larder, and what it had cost: what the statistics of eaten and lost food count.

use super::food_state::Left;
use super::price::Price;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Used,
    Tossed,
    /// Past its day, and nobody said anything.
    Expired,
}

/// How many earlier endings an item remembers: something that is bought every week, half a year back.
pub const MAX_REMEMBERED: usize = 26;

#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub at: DateTime<Utc>,
    pub end: End,
    pub price: Option<Price>,
    /// How much of it was there still, where it was not all.
    pub left: Option<Left>,
}

impl Ended {
    /// What was eaten and what was lost of its price, in cents. Of what was half used before it was thrown away, half
    /// was eaten.
    pub fn cents(&self) -> Option<(i64, i64)> {
        let cents = self.price.as_ref()?.cents;
        let lost = match (self.end, self.left) {
            (End::Used, _) => 0,
            (_, None) => cents,
            (_, Some(left)) => cents * i64::from(left.quarters()) / 4,
        };
        Some((cents - lost, lost))
    }
}
