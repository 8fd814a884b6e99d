//! The earlier endings in an item's row. Few items have any.

use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::ending::{EndedItem, Ending};
use domain::food_state::FractionLeft;
use domain::price::Price;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct EndedBody {
    #[serde(rename = "a", with = "ts_milliseconds")]
    at: DateTime<Utc>,
    #[serde(rename = "e")]
    end: Ending,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    price_cents: Option<i64>,
    #[serde(rename = "pc", default, skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    left: Option<FractionLeft>,
}

impl From<EndedItem> for EndedBody {
    fn from(EndedItem { at, end, price, left }: EndedItem) -> Self {
        let (price_cents, currency) = price.map_or((None, None), |Price { cents, currency }| (Some(cents), currency));
        Self { at, end, price_cents, currency, left }
    }
}

impl From<EndedBody> for EndedItem {
    fn from(EndedBody { at, end, price_cents, currency, left }: EndedBody) -> Self {
        Self { at, end, price: price_cents.map(|cents| Price { cents, currency }), left }
    }
}
