//! Food states and their effect on the expiry date: opened, frozen, thawed, moved, partly used.
//!
//! A change returns the new date and its reason. Opening never extends it. Freezing stores the remaining days, and
//! thawing restores them, at least one. A printed date is never recomputed: freezing suspends it. Using part of one
//! package opens it.

use super::calendar_day::{LocalTime, Tz, day_of};
use super::freshness::{Expiry, Freshness};
use super::id::PlaceId;
use super::shelf_life::Storage;
use super::storage_guide::{GuideDays, Source, StorageGuide};
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

    /// Returns the share of a number.
    pub fn of_share(share: f64) -> Option<Self> {
        (1..=3).map(Self).find(|left| (left.share() - share).abs() < 1e-9)
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

/// An item's storage place and state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoodState {
    /// The storage place that the user or the receipt states; `None` for the usual one.
    pub storage: Option<Storage>,
    /// The household's own place, which keeps food like `storage`. A removed place counts as none.
    pub own_place: Option<PlaceId>,
    pub date_kind: DateKind,
    /// The calendar day that the user chose or scanned; `expires_at` is its end.
    pub expires_on: Option<NaiveDate>,
    pub opened_at: Option<DateTime<Utc>>,
    pub frozen_at: Option<DateTime<Utc>>,
    pub thawed_at: Option<DateTime<Utc>>,
    /// `None` if all of it is left.
    pub left: Option<FractionLeft>,
    /// While it is frozen: the expiry date before freezing.
    pub expires_before_freezing: Option<DateTime<Utc>>,
    /// The reason of the date, if a change of the state set it.
    pub reason: Option<ExpiryReason>,
    /// The client's time of the last change, by which undo identifies it.
    pub changed_at: Option<DateTime<Utc>>,
    /// The state before the last change, for undo.
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
    /// Undoes the last change, if it is the one of the time `at`, or any without a time.
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
    /// How long it keeps in each place where that is known. Moved from one of them to another, it has the same share of
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
#[derive(Clone, Debug, PartialEq)]
pub struct DatedState {
    pub state: FoodState,
    pub expires_at: DateTime<Utc>,
}

impl FoodState {
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
        let present = DatedState { state: Self { before: None, ..self.clone() }, expires_at };
        let place = self.storage_or_usual(guide);
        let effects = self.effects(guide);
        let mut after = match event {
            Event::Undone { at } => {
                let Some(mut before) = self.before.as_deref().cloned() else {
                    return Ok(DatedState { state: self.clone(), expires_at });
                };
                if at.is_some() && self.changed_at.is_some() && at != self.changed_at {
                    return Err(StateError::ChangedSince);
                }
                // A later correction of the kind of date is not undone.
                before.state.date_kind = self.date_kind;
                return Ok(before);
            }
            Event::Opened if self.opened_at.is_none() => present.clone().open(&effects, now),
            Event::Frozen | Event::Moved { storage: Storage::Freezer, .. } if place != Storage::Freezer => {
                let is_past = present.expiry(now.zone).freshness(now) == Freshness::Expired;
                if self.date_kind == DateKind::UseBy && is_past {
                    return Err(StateError::UseByPassed);
                }
                present.clone().freeze(&effects, now)
            }
            Event::Thawed if place == Storage::Freezer => present.clone().thaw(effects.thawed.storage, &effects, now),
            Event::Thawed if self.thawed_at.is_none() => return Err(StateError::NotFrozen),
            Event::Moved { storage, .. } if place == Storage::Freezer && storage != place => {
                present.clone().thaw(storage, &effects, now)
            }
            Event::Moved { storage, .. } if storage != place => present.clone().move_to(place, storage, &effects, now),
            // The new place keeps food like the old one.
            Event::Moved { own_place, .. } if own_place != self.own_place => {
                DatedState { state: Self { storage: Some(place), ..present.state.clone() }, expires_at }
            }
            Event::Used { left, opens } if left != self.left => {
                let opens = opens && left.is_some() && self.opened_at.is_none();
                let mut used = if opens { present.clone().open(&effects, now) } else { present.clone() };
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
        after.state.before = Some(Box::new(present));
        Ok(after)
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
mod tests {
    use super::super::calendar_day::last_moment_of;
    use super::super::shelf_life::kind;
    use super::*;
    use crate::test_support::now;
    use chrono::TimeDelta;

    fn guide(id: &str) -> StorageGuide {
        let kind = kind(id).unwrap();
        StorageGuide::of(Some(kind), kind.category.as_str())
    }

    /// Applies events, each some days from now, to a food that expires in `days`. Returns its days and state after them.
    fn state_after(id: &str, days: i64, date_kind: DateKind, events: &[(i64, Event)]) -> (i64, FoodState) {
        let mut dated = DatedState {
            state: FoodState { date_kind, ..FoodState::default() },
            expires_at: now() + TimeDelta::days(days),
        };
        for (day, event) in events {
            dated = dated
                .state
                .apply(
                    *event,
                    dated.expires_at,
                    &guide(id),
                    LocalTime { at: now() + TimeDelta::days(*day), zone: Tz::UTC },
                )
                .unwrap();
        }
        ((day_of(dated.expires_at, Tz::UTC) - day_of(now(), Tz::UTC)).num_days(), dated.state)
    }

    const MOVED_TO_FREEZER: Event = Event::Moved { storage: Storage::Freezer, own_place: None };
    const UNDONE: Event = Event::Undone { at: None };
    const MOVED_TO_FRIDGE: Event = Event::Moved { storage: Storage::Fridge, own_place: None };

    #[test]
    fn never_extends_date_by_opening() {
        let (until, state) = state_after("uht", 120, DateKind::BestBefore, &[(0, Event::Opened)]);
        assert_eq!((until, state.storage), (5, Some(Storage::Fridge)), "an opened carton goes into the fridge");
        let reason = state.reason.unwrap();
        assert_eq!((reason.because, reason.days, reason.source), (Because::Opened, 5, Source::FoodKeeper));
        assert_eq!(state_after("uht", 2, DateKind::BestBefore, &[(0, Event::Opened)]).0, 2);
        assert_eq!(state_after("uht", 120, DateKind::Estimate, &[(0, Event::Opened), (3, Event::Opened)]).0, 5, "once");
        assert_eq!(
            state_after("apple", 9, DateKind::Estimate, &[(0, Event::Opened)]).0,
            9,
            "nothing is known of opened apples"
        );
    }

    #[test]
    fn keeps_remaining_days_when_frozen() {
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &[(0, Event::Frozen)]);
        assert_eq!((until, state.storage), (120, Some(Storage::Freezer)));
        let thawed = state_after("bread", 2, DateKind::Estimate, &[(0, Event::Frozen), (50, Event::Thawed)]);
        assert_eq!((thawed.0, thawed.1.storage), (52, Some(Storage::Counter)));
        assert_eq!(
            state_after("chicken", 2, DateKind::Estimate, &[(1, MOVED_TO_FREEZER), (90, MOVED_TO_FRIDGE)]).0,
            91
        );
        assert_eq!(
            state_after("chicken", 1, DateKind::Estimate, &[(3, Event::Frozen), (9, Event::Thawed)]).0,
            10,
            "a day at least"
        );
        assert_eq!(state_after("rice", 700, DateKind::Estimate, &[(0, Event::Frozen)]).0, 700, "never shorter");
    }

    #[test]
    fn thaws_item_bought_frozen() {
        let (until, state) = state_after("frozenfish", 200, DateKind::BestBefore, &[(10, Event::Thawed)]);
        assert_eq!((until, state.storage), (11, Some(Storage::Fridge)));
    }

    #[test]
    fn keeps_item_open_through_freezing() {
        let events = [(0, Event::Opened), (1, Event::Frozen), (30, Event::Thawed)];
        assert_eq!(state_after("lunchmeat", 20, DateKind::UseBy, &events).0, 32, "two of its three days were left");
        let events = [(0, Event::Frozen), (1, Event::Opened), (30, Event::Thawed)];
        assert_eq!(state_after("softcheese", 20, DateKind::UseBy, &events).0, 33);
    }

    #[test]
    fn rejects_freezing_item_past_use_by_date() {
        let late = now() + TimeDelta::days(3);
        let state = |date_kind| FoodState { date_kind, ..FoodState::default() };
        let freeze = |date_kind| {
            state(date_kind).apply(Event::Frozen, now(), &guide("chicken"), LocalTime { at: late, zone: Tz::UTC })
        };
        assert_eq!(freeze(DateKind::UseBy), Err(StateError::UseByPassed));
        assert!(freeze(DateKind::BestBefore).is_ok());
        let thaw = state(DateKind::Estimate).apply(
            Event::Thawed,
            now(),
            &guide("chicken"),
            LocalTime { at: now(), zone: Tz::UTC },
        );
        assert_eq!(thaw, Err(StateError::NotFrozen));
    }

    #[test]
    fn recomputes_only_estimates_when_moved() {
        let pantry = Event::Moved { storage: Storage::Pantry, own_place: None };
        assert_eq!(state_after("mango", 6, DateKind::Estimate, &[(0, pantry)]).0, 3);
        assert_eq!(state_after("mango", 6, DateKind::Estimate, &[(0, pantry), (0, MOVED_TO_FRIDGE)]).0, 6);
        assert_eq!(state_after("mango", 6, DateKind::BestBefore, &[(0, pantry)]).0, 6);
        assert_eq!(
            state_after("onion", 15, DateKind::Estimate, &[(0, MOVED_TO_FRIDGE)]).0,
            30,
            "half of its life is left there, too"
        );
    }

    #[test]
    fn keeps_food_in_an_own_place_as_long_as_in_its_storage() {
        let cellar = Some(PlaceId(uuid::Uuid::from_u128(1)));
        let chest = Some(PlaceId(uuid::Uuid::from_u128(2)));
        let to = |storage, own_place| Event::Moved { storage, own_place };
        let (until, state) = state_after("mango", 6, DateKind::Estimate, &[(0, to(Storage::Pantry, cellar))]);
        assert_eq!((until, state.storage, state.own_place), (3, Some(Storage::Pantry), cellar));
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &[(0, to(Storage::Freezer, chest))]);
        assert_eq!((until, state.own_place), (120, chest));
        let events = [(0, MOVED_TO_FREEZER), (9, to(Storage::Freezer, chest))];
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &events);
        assert_eq!((until, state.own_place, state.thawed_at), (120, chest, None), "it stays frozen");
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &[events[0], events[1], (10, UNDONE)]);
        assert_eq!((until, state.own_place), (120, None));
    }

    #[test]
    fn drops_own_place_when_storage_changes() {
        let cellar = Some(PlaceId(uuid::Uuid::from_u128(1)));
        let stored = (0, Event::Moved { storage: Storage::Pantry, own_place: cellar });
        let half = Event::Used { left: FractionLeft::of_quarters(2), opens: false };
        let own_place = |kind, event| state_after(kind, 9, DateKind::BestBefore, &[stored, (1, event)]).1.own_place;
        assert_eq!(own_place("rice", half), cellar);
        assert_eq!(own_place("rice", Event::Opened), cellar);
        assert_eq!(own_place("uht", Event::Opened), None, "an opened carton goes into the fridge");
        assert_eq!(own_place("rice", Event::Frozen), None);
        assert_eq!(own_place("rice", Event::Moved { storage: Storage::Pantry, own_place: None }), None);
    }

    #[test]
    fn opens_only_single_packages_by_partial_use() {
        let half = |opens| Event::Used { left: FractionLeft::of_quarters(2), opens };
        let (until, state) = state_after("uht", 120, DateKind::BestBefore, &[(0, half(true))]);
        assert_eq!((until, state.left.map(FractionLeft::share)), (5, Some(0.5)));
        assert!(state.opened_at.is_some());
        let (until, state) = state_after("yogurt", 20, DateKind::UseBy, &[(0, half(false))]);
        assert_eq!((until, state.left.map(FractionLeft::quarters), state.opened_at), (20, Some(2), None));
        let all = Event::Used { left: None, opens: true };
        let (until, state) = state_after("uht", 120, DateKind::BestBefore, &[(0, half(true)), (1, all)]);
        assert_eq!((until, state.left), (5, None), "it is full again, and still open");
        let quarter = Event::Used { left: FractionLeft::of_quarters(1), opens: true };
        let (until, _) = state_after("uht", 120, DateKind::BestBefore, &[(0, half(true)), (3, quarter)]);
        assert_eq!(until, 5, "it was opened once");
        let (until, state) = state_after("uht", 120, DateKind::BestBefore, &[(0, half(true)), (1, UNDONE)]);
        assert_eq!((until, state), (120, FoodState { date_kind: DateKind::BestBefore, ..FoodState::default() }));
        assert_eq!([0.0, 0.3, 1.0, f64::NAN].map(FractionLeft::of_share), [None; 4]);
    }

    #[test]
    fn undoes_the_last_change() {
        let once = state_after("bread", 2, DateKind::Estimate, &[(0, Event::Frozen)]);
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &[(0, Event::Frozen), (4, UNDONE)]);
        assert_eq!((until, state), (2, FoodState::default()));
        let events = [(0, Event::Frozen), (50, Event::Thawed), (50, UNDONE)];
        let (until, state) = state_after("bread", 2, DateKind::Estimate, &events);
        assert_eq!((until, state), (once.0, FoodState { before: None, ..once.1 }), "one change, not all of them");
        assert_eq!(state_after("bread", 2, DateKind::Estimate, &[(0, UNDONE)]).0, 2);
    }

    #[test]
    fn has_a_date_after_any_order_of_changes() {
        let half = Event::Used { left: FractionLeft::of_quarters(2), opens: true };
        let all = [Event::Opened, Event::Frozen, Event::Thawed, MOVED_TO_FRIDGE, MOVED_TO_FREEZER, half, UNDONE];
        for kind in super::super::shelf_life::kinds().iter().filter(|kind| kind.food) {
            let guide = guide(kind.id);
            for n in 0..all.len().pow(3) {
                let mut dated =
                    DatedState { state: FoodState::default(), expires_at: now() + TimeDelta::days(kind.days.into()) };
                for step in 0..3_u32 {
                    let event = all[n / all.len().pow(step) % all.len()];
                    let at = now() + TimeDelta::days(i64::from(step));
                    let local = LocalTime { at, zone: Tz::UTC };
                    let Ok(next) = dated.state.apply(event, dated.expires_at, &guide, local) else { continue };
                    if event == Event::Opened {
                        assert!(next.expires_at <= dated.expires_at, "{}: opening extended the date", kind.id);
                    }
                    let thawing = dated.state.storage_or_usual(&guide) == Storage::Freezer && event != UNDONE;
                    assert!(!thawing || next.expires_at >= at + TimeDelta::days(1), "{}: {event:?}", kind.id);
                    if event != UNDONE && next.expires_at != dated.expires_at {
                        let end = last_moment_of(day_of(next.expires_at, Tz::UTC), Tz::UTC);
                        assert_eq!(Some(next.expires_at), end, "{}: {event:?} is not the end of a day", kind.id);
                    }
                    dated = next;
                }
            }
        }
    }

    #[test]
    fn never_extends_date_by_moving_there_and_back() {
        let events = [(0, Event::Moved { storage: Storage::Counter, own_place: None }), (0, MOVED_TO_FRIDGE)];
        for kind in super::super::shelf_life::kinds().iter().filter(|kind| kind.food) {
            let days = i64::from(kind.days);
            assert!(state_after(kind.id, days, DateKind::Estimate, &events).0 <= days, "{}", kind.id);
        }
    }
}
