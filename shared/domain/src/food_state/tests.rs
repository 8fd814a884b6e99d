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
            .apply(*event, dated.expires_at, &guide(id), LocalTime { at: now() + TimeDelta::days(*day), zone: Tz::UTC })
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
    assert_eq!(state_after("chicken", 2, DateKind::Estimate, &[(1, MOVED_TO_FREEZER), (90, MOVED_TO_FRIDGE)]).0, 91);
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
}

#[test]
fn rejects_thawing_item_that_is_not_frozen() {
    let now = LocalTime { at: now(), zone: Tz::UTC };
    let thawed = FoodState::default().apply(Event::Thawed, now.at, &guide("chicken"), now);
    assert_eq!(thawed, Err(StateError::NotFrozen));
}

#[test]
fn recomputes_only_estimates_when_moved() {
    let pantry = Event::Moved { storage: Storage::Pantry, own_place: None };
    assert_eq!(state_after("mango", 6, DateKind::Estimate, &[(0, pantry)]).0, 3);
    assert_eq!(state_after("mango", 6, DateKind::Estimate, &[(0, pantry), (0, MOVED_TO_FRIDGE)]).0, 6);
    assert_eq!(state_after("mango", 6, DateKind::BestBefore, &[(0, pantry)]).0, 6);
    for events in [[(0, Event::Opened), (0, Event::Opened)], [(0, Event::Frozen), (1, Event::Thawed)]] {
        let moved = [events.as_slice(), &[(1, pantry)]].concat();
        let [before, after] =
            [events.as_slice(), &moved].map(|events| state_after("mango", 6, DateKind::Estimate, events));
        assert_eq!(
            (before.0, after.1.storage),
            (after.0, Some(Storage::Pantry)),
            "an opened or thawed one keeps its date"
        );
    }
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
fn opens_by_partial_use_if_the_event_says_so() {
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
fn keeps_the_rules_of_dates_in_any_order_of_changes() {
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
                let was_frozen = dated.state.storage_or_usual(&guide) == Storage::Freezer && event != UNDONE;
                let keeps_a_day = next.expires_at >= at + TimeDelta::days(1);
                assert!(!was_frozen || keeps_a_day, "{}: {event:?}", kind.id);
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
