//! The date that the reader finds on a picture of food.

use crate::scan::PhotoArea;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The order of the numbers in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum DayOrder {
    DayFirst,
    MonthFirst,
    YearFirst,
}

/// The precision of a printed date: a day, or a month, which means its last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DatePrecision {
    Day,
    Month,
}

/// The meaning of the words beside a printed date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PrintedDateKind {
    BestBefore,
    UseBy,
    FrozenOn,
}

/// A date that is printed on food.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PrintedDate {
    /// The day, or the last day of the month.
    pub date: NaiveDate,
    pub precision: DatePrecision,
    /// Missing if no word on the label tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<PrintedDateKind>,
    /// True if it was read beyond doubt; otherwise it is a proposal.
    pub is_sure: bool,
    /// The printed text, as it was read.
    pub text: String,
    /// Its position on the picture.
    pub place: PhotoArea,
}
