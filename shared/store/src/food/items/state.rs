//! The food state in an item's row. Most items have none.

use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, NaiveDate, Utc};
use domain::food_state::{DateKind, DatedState, ExpiryReason, FoodState, FractionLeft};
use domain::id::PlaceId;
use domain::shelf_life::Storage;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct StateBody {
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    storage: Option<Storage>,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    own_place: Option<PlaceId>,
    #[serde(rename = "k", default)]
    date_kind: DateKind,
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    expires_on: Option<NaiveDate>,
    #[serde(rename = "o", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    opened_at: Option<DateTime<Utc>>,
    #[serde(rename = "f", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    frozen_at: Option<DateTime<Utc>>,
    #[serde(rename = "t", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    thawed_at: Option<DateTime<Utc>>,
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    left: Option<FractionLeft>,
    #[serde(rename = "x", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    expires_before_freezing: Option<DateTime<Utc>>,
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    reason: Option<ExpiryReason>,
    #[serde(rename = "c", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    changed_at: Option<DateTime<Utc>>,
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    before: Option<Box<DatedBody>>,
}

#[derive(Serialize, Deserialize)]
struct DatedBody {
    #[serde(rename = "s")]
    state: StateBody,
    #[serde(rename = "x", with = "ts_milliseconds")]
    expires_at: DateTime<Utc>,
}

impl StateBody {
    /// Returns `None` for the default state.
    pub fn of(state: &FoodState) -> Option<Self> {
        (*state != FoodState::default()).then(|| state.clone().into())
    }
}

impl From<FoodState> for StateBody {
    fn from(state: FoodState) -> Self {
        Self {
            storage: state.storage,
            own_place: state.own_place,
            date_kind: state.date_kind,
            expires_on: state.expires_on,
            opened_at: state.opened_at,
            frozen_at: state.frozen_at,
            thawed_at: state.thawed_at,
            left: state.left,
            expires_before_freezing: state.expires_before_freezing,
            reason: state.reason,
            changed_at: state.changed_at,
            before: state
                .before
                .map(|dated| Box::new(DatedBody { state: dated.state.into(), expires_at: dated.expires_at })),
        }
    }
}

impl From<StateBody> for FoodState {
    fn from(body: StateBody) -> Self {
        Self {
            storage: body.storage,
            own_place: body.own_place,
            date_kind: body.date_kind,
            expires_on: body.expires_on,
            opened_at: body.opened_at,
            frozen_at: body.frozen_at,
            thawed_at: body.thawed_at,
            left: body.left,
            expires_before_freezing: body.expires_before_freezing,
            reason: body.reason,
            changed_at: body.changed_at,
            before: body
                .before
                .map(|dated| Box::new(DatedState { state: dated.state.into(), expires_at: dated.expires_at })),
        }
    }
}
