//! How an item left the larder, and its price: the input of the statistics of used and wasted food.

use super::food_state::FractionLeft;
use super::price::Price;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    Used,
    Tossed,
    /// The item expired without an outcome.
    Expired,
}

/// The maximum number of earlier endings per item: half a year of a weekly purchase.
pub const MAX_PAST_ENDINGS: usize = 26;

/// How and when an item left the larder. It is stored as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemEnding {
    #[serde(rename = "a", with = "ts_milliseconds")]
    pub at: DateTime<Utc>,
    #[serde(rename = "e")]
    pub end: Ending,
    #[serde(flatten)]
    pub price: Option<Price>,
    /// The share that was left, if not all.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<FractionLeft>,
}

impl ItemEnding {
    /// Returns the used and the lost part of the price, in cents. If an item is thrown away half used, half of it
    /// counts as used.
    pub fn used_and_lost_cents(&self) -> Option<(i64, i64)> {
        let cents = self.price.as_ref()?.cents;
        let lost = match (self.end, self.left) {
            (Ending::Used, _) => 0,
            (_, None) => cents,
            (_, Some(left)) => cents * i64::from(left.quarters()) / 4,
        };
        Some((cents - lost, lost))
    }
}
