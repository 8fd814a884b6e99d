//! Food states and their effect on the expiry date: opened, frozen, thawed, moved, partly used.
//!
//! A change returns the new date and its reason. Opening never extends the date. Freezing stores the remaining days,
//! and thawing restores them, at least one. Moving recomputes an estimate, but no printed date. Using part of one
//! package opens it.

use super::calendar_day::{LocalTime, Tz, day_of};
use super::freshness::{Expiry, Freshness};
use super::id::PlaceId;
use super::invalid::Invalid;
use super::shelf_life::Storage;
use super::storage_guide::{GuideDays, Source, StorageGuide};
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// The kind of date in `expiresAt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DateKind {
    /// Estimated by Larder.
    #[default]
    Estimate,
    /// Printed on the package: good at least until then.
    BestBefore,
    /// Printed on the package: do not eat it later.
    UseBy,
}

/// The share of the purchase that is left, if not all: a quarter, a half or three quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct FractionLeft(u8);

impl FractionLeft {
    pub fn of_quarters(quarters: u8) -> Option<Self> {
        (1..=3).contains(&quarters).then_some(Self(quarters))
    }

    pub fn quarters(self) -> u8 {
        self.0
    }

    /// 0.25, 0.5 or 0.75.
    pub fn share(self) -> f64 {
        f64::from(self.0) / 4.0
    }

    /// Converts a share such as 0.5; `None` for other numbers than 0.25, 0.5 and 0.75.
    pub fn of_share(share: f64) -> Option<Self> {
        (1..=3).map(Self).find(|left| (left.share() - share).abs() < f64::EPSILON)
    }

    /// Validates a client's share of what is left; `None` for all of it.
    pub fn checked(share: f64) -> Result<Option<Self>, Invalid> {
        match Self::of_share(share) {
            None if (share - 1.0).abs() > f64::EPSILON => {
                Err(Invalid::new("left", "The share left must be 0.25, 0.5, 0.75 or 1."))
            }
            left => Ok(left),
        }
    }
}

impl TryFrom<u8> for FractionLeft {
    type Error = &'static str;

    fn try_from(quarters: u8) -> Result<Self, Self::Error> {
        Self::of_quarters(quarters).ok_or("one to three quarters can be left")
    }
}

impl From<FractionLeft> for u8 {
    fn from(left: FractionLeft) -> Self {
        left.0
    }
}

/// An item's storage place and state. It is stored as it is; the names are short because reads are billed by bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoodState {
    /// The storage place that the user or the receipt states; `None` for the usual one.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<Storage>,
    /// The household's own place, which keeps food like `storage`. A removed place counts as none.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub own_place: Option<PlaceId>,
    #[serde(rename = "k", default)]
    pub date_kind: DateKind,
    /// The calendar day that the user chose or scanned; `expires_at` is its end.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
    #[serde(rename = "o", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<DateTime<Utc>>,
    #[serde(rename = "f", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    pub frozen_at: Option<DateTime<Utc>>,
    #[serde(rename = "t", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    pub thawed_at: Option<DateTime<Utc>>,
    /// `None` if all of it is left.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<FractionLeft>,
    /// While it is frozen: the expiry date before freezing.
    #[serde(rename = "x", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    pub expires_before_freezing: Option<DateTime<Utc>>,
    /// The reason of the date, if a change of the state set it.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ExpiryReason>,
    /// The time of the last change of the state or date. For a change that can be undone it is the client's, by which
    /// undo identifies it.
    #[serde(rename = "c", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<DateTime<Utc>>,
    /// The state before the last change, for undo.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<DatedState>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Because {
    /// The usual time from the purchase.
    Kept,
    Opened,
    Frozen,
    Thawed,
    Moved,
}

/// The reason of a date: days in a place, counted from a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExpiryReason {
    pub because: Because,
    pub days: u16,
    pub storage: Storage,
    pub source: Source,
}

/// A change of the food state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Opened,
    Frozen,
    Thawed,
    Moved {
        storage: Storage,
        /// The own place, if the item moved to one; `storage` is the place that it keeps food like.
        own_place: Option<PlaceId>,
    },
    /// Sets how much is left; `None` means all. `opens` if the item is one package.
    Used {
        left: Option<FractionLeft>,
        opens: bool,
    },
    /// Undoes the last change. With a time, only if the change has this one, or none, as in older rows.
    Undone {
        at: Option<DateTime<Utc>>,
    },
}

/// A number of days in a place, from the day of a change to the end of the last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Effect {
    pub storage: Storage,
    pub days: u16,
    pub source: Source,
}

/// The effect of each change of an item's state on its date and place, whenever it happens. A client shows this until
/// the server answers the change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Effects {
    /// The date becomes this one if that is earlier. Missing where opening changes neither date nor place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<Effect>,
    /// The date becomes this one if that is later.
    pub frozen: Effect,
    /// The days are at most those that were left when it was frozen, and at least one.
    pub thawed: Effect,
    /// The days that it keeps in each place, where known. Moved from one of them to another, it has the same share of
    /// its days left. Empty where the date stays: it is printed, or the item was opened or thawed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Effect>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("Its use-by date has passed. Food past that date must not be frozen.")]
    UseByPassed,
    #[error("It is not frozen.")]
    NotFrozen,
    #[error("Something else was done with it since.")]
    ChangedSince,
}

/// A state and its date.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DatedState {
    #[serde(rename = "s")]
    pub state: FoodState,
    #[serde(rename = "x", with = "ts_milliseconds")]
    pub expires_at: DateTime<Utc>,
}

impl FoodState {
    /// Returns true if nothing was done with it and nothing stated.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub fn storage_or_usual(&self, guide: &StorageGuide) -> Storage {
        self.storage.unwrap_or(guide.storage)
    }

    /// Returns the effect of each possible change.
    pub fn effects(&self, guide: &StorageGuide) -> Effects {
        let place = self.storage_or_usual(guide);
        let effect = |span: GuideDays, storage| Effect { storage, days: span.days, source: Source::of(span.source) };
        // Days in the freezer count only after thawing.
        let opened = guide.opened.filter(|_| place != Storage::Freezer && self.opened_at.is_none());
        let open_days = guide.opened.filter(|_| self.opened_at.is_some()).map_or(u16::MAX, |span| span.days);
        let is_estimate = self.date_kind == DateKind::Estimate && self.opened_at.is_none() && self.thawed_at.is_none();
        let source = if guide.source == Source::Estimate { Source::Estimate } else { Source::FoodKeeper };
        // Thawed food belongs in the fridge, except for food that is kept on the counter, such as bread.
        let thawing_place = if guide.storage == Storage::Counter { Storage::Counter } else { Storage::Fridge };
        let places = guide.days.map(|days| (guide.storage, days)).into_iter().chain(guide.elsewhere);
        Effects {
            opened: opened
                .map(|span| effect(span, if span.storage == Some(Storage::Fridge) { Storage::Fridge } else { place })),
            frozen: effect(guide.frozen, Storage::Freezer),
            thawed: Effect { days: guide.thawed.days.min(open_days), ..effect(guide.thawed, thawing_place) },
            moved: if is_estimate && place != Storage::Freezer && guide.elsewhere.is_some() {
                places.map(|(storage, days)| Effect { storage, days, source }).collect()
            } else {
                vec![]
            },
        }
    }

    /// Returns the state and date after `event`, for an item that expires at `expires_at`. A repeated event changes
    /// nothing.
    pub fn apply(
        &self,
        event: Event,
        expires_at: DateTime<Utc>,
        guide: &StorageGuide,
        now: LocalTime,
    ) -> Result<DatedState, StateError> {
        let current = DatedState { state: Self { before: None, ..self.clone() }, expires_at };
        let place = self.storage_or_usual(guide);
        let effects = self.effects(guide);
        let mut after = match event {
            Event::Undone { at } => return self.undo(at, expires_at),
            Event::Opened if self.opened_at.is_none() => current.clone().open(&effects, now),
            Event::Frozen | Event::Moved { storage: Storage::Freezer, .. } if place != Storage::Freezer => {
                let is_past = current.expiry(now.zone).freshness(now) == Freshness::Expired;
                if self.date_kind == DateKind::UseBy && is_past {
                    return Err(StateError::UseByPassed);
                }
                current.clone().freeze(&effects, now)
            }
            Event::Thawed if place == Storage::Freezer => current.clone().thaw(effects.thawed.storage, &effects, now),
            Event::Thawed if self.thawed_at.is_none() => return Err(StateError::NotFrozen),
            Event::Moved { storage, .. } if place == Storage::Freezer && storage != place => {
                current.clone().thaw(storage, &effects, now)
            }
            Event::Moved { storage, .. } if storage != place => current.clone().move_to(place, storage, &effects, now),
            // The new place keeps food like the old one.
            Event::Moved { own_place, .. } if own_place != self.own_place => {
                DatedState { state: Self { storage: Some(place), ..current.state.clone() }, expires_at }
            }
            Event::Used { left, opens } if left != self.left => {
                let opens = opens && left.is_some() && self.opened_at.is_none();
                let mut used = if opens { current.clone().open(&effects, now) } else { current.clone() };
                used.state.left = left;
                used
            }
            Event::Opened | Event::Frozen | Event::Thawed | Event::Moved { .. } | Event::Used { .. } => {
                return Ok(DatedState { state: self.clone(), expires_at });
            }
        };
        after.state.own_place = match event {
            Event::Moved { own_place, .. } => own_place,
            _ => self.own_place.filter(|_| after.state.storage_or_usual(guide) == place),
        };
        after.state.before = Some(Box::new(current));
        Ok(after)
    }

    fn undo(&self, at: Option<DateTime<Utc>>, expires_at: DateTime<Utc>) -> Result<DatedState, StateError> {
        let Some(mut before) = self.before.as_deref().cloned() else {
            return Ok(DatedState { state: self.clone(), expires_at });
        };
        if at.is_some() && self.changed_at.is_some() && at != self.changed_at {
            return Err(StateError::ChangedSince);
        }
        // A later correction of the kind of date is not undone.
        before.state.date_kind = self.date_kind;
        Ok(before)
    }
}

impl DatedState {
    fn expiry(&self, zone: Tz) -> Expiry {
        Expiry::new(self.state.expires_on, self.expires_at, zone)
    }

    fn with_reason(mut self, because: Because, effect: Effect, expires_at: DateTime<Utc>) -> Self {
        let Effect { storage, days, source } = effect;
        self.state.reason = Some(ExpiryReason { because, days, storage, source });
        self.state.expires_on = None;
        self.expires_at = expires_at;
        self
    }

    fn open(mut self, effects: &Effects, now: LocalTime) -> Self {
        self.state.opened_at = Some(now.at);
        let Some(effect) = effects.opened else { return self };
        self.state.storage = Some(effect.storage);
        let until = now.end_after(i64::from(effect.days));
        if until < self.expires_at { self.with_reason(Because::Opened, effect, until) } else { self }
    }

    fn freeze(mut self, effects: &Effects, now: LocalTime) -> Self {
        self.state.storage = Some(Storage::Freezer);
        self.state.frozen_at = Some(now.at);
        self.state.expires_before_freezing = Some(self.expires_at);
        let until = now.end_after(i64::from(effects.frozen.days));
        if until > self.expires_at { self.with_reason(Because::Frozen, effects.frozen, until) } else { self }
    }

    fn thaw(mut self, to: Storage, effects: &Effects, now: LocalTime) -> Self {
        let state = &mut self.state;
        let left = state.expires_before_freezing.zip(state.frozen_at);
        let left = left.map_or(i64::MAX, |(until, frozen_at)| {
            (Expiry::new(None, until, now.zone).day(now.zone) - day_of(frozen_at, now.zone)).num_days()
        });
        state.storage = Some(to);
        state.thawed_at = Some(now.at);
        state.expires_before_freezing = None;
        // The reason states the days that are really left.
        let days = u16::try_from(left.clamp(1, i64::from(effects.thawed.days).max(1))).unwrap_or(effects.thawed.days);
        let effect = Effect { storage: to, days, ..effects.thawed };
        self.with_reason(Because::Thawed, effect, now.end_after(i64::from(days)))
    }

    /// Keeps the remaining share of the shelf life in the new place.
    fn move_to(mut self, from: Storage, to: Storage, effects: &Effects, now: LocalTime) -> Self {
        self.state.storage = Some(to);
        let there = |place| effects.moved.iter().find(|effect| effect.storage == place).copied();
        let expiry = self.expiry(now.zone);
        let is_past = expiry.freshness(now) == Freshness::Expired;
        let Some((before, after)) = there(from).zip(there(to)).filter(|_| !is_past) else { return self };
        let left = (expiry.day(now.zone) - now.today()).num_days();
        let left = left * i64::from(after.days) / i64::from(before.days.max(1));
        self.with_reason(Because::Moved, after, now.end_after(left))
    }
}

#[cfg(test)]
mod tests;
