//! The part of an item's row with its food state. Most items have none.

use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, Utc};
use domain::food_state::{DateKind, Dated, ExpiryReason, FoodState, Left};
use domain::shelf_life::Storage;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct StateBody {
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    storage: Option<Storage>,
    #[serde(rename = "k", default)]
    date_kind: DateKind,
    #[serde(rename = "o", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    opened_at: Option<DateTime<Utc>>,
    #[serde(rename = "f", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    frozen_at: Option<DateTime<Utc>>,
    #[serde(rename = "t", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    thawed_at: Option<DateTime<Utc>>,
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    left: Option<Left>,
    #[serde(rename = "x", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    expires_before_freezing: Option<DateTime<Utc>>,
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    reason: Option<ExpiryReason>,
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
    /// `None` for what nothing was done with.
    pub fn of(state: &FoodState) -> Option<Self> {
        (*state != FoodState::default()).then(|| state.clone().into())
    }
}

impl From<FoodState> for StateBody {
    fn from(state: FoodState) -> Self {
        let FoodState { storage, date_kind, opened_at, frozen_at, thawed_at, left, .. } = state;
        let (expires_before_freezing, reason, before) = (state.expires_before_freezing, state.reason, state.before);
        let before =
            before.map(|dated| Box::new(DatedBody { state: dated.state.into(), expires_at: dated.expires_at }));
        Self { storage, date_kind, opened_at, frozen_at, thawed_at, left, expires_before_freezing, reason, before }
    }
}

impl From<StateBody> for FoodState {
    fn from(body: StateBody) -> Self {
        let StateBody { storage, date_kind, opened_at, frozen_at, thawed_at, left, .. } = body;
        let (expires_before_freezing, reason, before) = (body.expires_before_freezing, body.reason, body.before);
        let before = before.map(|dated| Box::new(Dated { state: dated.state.into(), expires_at: dated.expires_at }));
        Self { storage, date_kind, opened_at, frozen_at, thawed_at, left, expires_before_freezing, reason, before }
    }
}
