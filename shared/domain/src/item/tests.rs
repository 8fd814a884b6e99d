use super::*;
use crate::calendar_day::{LocalTime, Tz};
use crate::food_state::FractionLeft;
use crate::test_support::{self, now};
use chrono::TimeDelta;
use uuid::Uuid;

fn item(expires_in: TimeDelta) -> Item {
    test_support::item("Milk", now() + expires_in, now())
}

fn local(at: DateTime<Utc>) -> LocalTime {
    LocalTime { at, zone: Tz::UTC }
}

#[test]
fn rejects_archiving_twice() {
    let archived = item(TimeDelta::days(5)).archive(None, now()).unwrap();
    assert_eq!(archived.version, 2);
    assert_eq!(archived.archive(None, now()), Err(ItemError::NotActive));
}

#[test]
fn reads_as_deleted_two_days_after_expiry() {
    let milk = item(TimeDelta::zero());
    assert_eq!(milk.status_at(now() + TimeDelta::days(2) - TimeDelta::milliseconds(1)), ItemStatus::Active);
    assert_eq!(milk.status_at(now() + TimeDelta::days(2)), ItemStatus::Deleted);
}

#[test]
fn keeps_food_past_its_best_before_date() {
    let kind = |date_kind| StorageAndDate { date_kind: Some(date_kind), ..StorageAndDate::default() };
    let rice = Item { state: kind(DateKind::BestBefore).into(), ..item(TimeDelta::zero()) };
    let years_later = now() + TimeDelta::days(800);
    assert_eq!((rice.status_at(years_later), rice.sweep(years_later)), (ItemStatus::Active, None));
    assert_eq!(rice.freshness(local(years_later)), Freshness::Expired);
    let use_by = Item { state: kind(DateKind::UseBy).into(), ..item(TimeDelta::zero()) };
    assert_eq!(use_by.status_at(years_later), ItemStatus::Deleted);
    let corrected = rice.edit(rice.details.clone(), kind(DateKind::UseBy), local(years_later)).unwrap();
    assert_eq!(corrected.status_at(years_later), ItemStatus::Active, "a correction does not sweep it at once");
    let half = Event::Used { left: FractionLeft::of_quarters(2), opens: true };
    let milk = Item { state: kind(DateKind::BestBefore).into(), ..item(TimeDelta::days(90)) };
    let opened = milk.apply_event(half, now(), local(now())).unwrap().unwrap();
    assert_eq!(opened.status_at(years_later), ItemStatus::Deleted, "the date after opening is an estimate");
}

#[test]
fn keeps_an_older_row_once_it_is_written_again() {
    let stated = StorageAndDate { date_kind: Some(DateKind::BestBefore), ..StorageAndDate::default() };
    let rice = Item { is_exempt_from_sweep: false, state: stated.into(), ..item(TimeDelta::zero()) };
    let later = now() + TimeDelta::days(3);
    assert_eq!(rice.status_at(later), ItemStatus::Deleted, "its index key says so");
    assert_eq!(rice.exempt_from_sweep(later), None);
    assert_eq!(rice.restore(later).unwrap().status_at(later + TimeDelta::days(99)), ItemStatus::Active);
    assert_eq!(rice.exempt_from_sweep(now()).unwrap().status_at(later), ItemStatus::Active);
}

/// The end of the day in Berlin is an hour after midnight in Athens.
#[test]
fn moves_an_estimate_by_its_shown_day_in_another_time_zone() {
    let [berlin, athens] = ["Europe/Berlin", "Europe/Athens"].map(|zone| zone.parse::<Tz>().unwrap());
    let day = |day: &str| day.parse::<NaiveDate>().unwrap();
    let milk = test_support::item("Milk", end_of_day_after(day("2027-01-20"), 0, berlin), now());
    for (days, expected) in [(-1, "2027-01-19"), (1, "2027-01-21")] {
        let moved = milk.with_purchase_day(days, now().date_naive(), now(), athens).unwrap();
        assert_eq!(moved.expiry(athens), Expiry::On(day(expected)), "{days}");
    }
}

#[test]
fn sweeps_item_that_reads_as_deleted() {
    let milk = item(TimeDelta::zero());
    assert_eq!(milk.sweep(now() + TimeDelta::days(2) - TimeDelta::milliseconds(1)), None);
    let later = now() + TimeDelta::days(5);
    let swept = milk.sweep(later).unwrap();
    assert_eq!((swept.status_at(later), swept.changed_at), (ItemStatus::Deleted, now() + TimeDelta::days(2)));
    assert_eq!(swept.sweep(later), None);
    assert_eq!(swept.restore(later).unwrap().grace_until, milk.restore(later).unwrap().grace_until);
    assert_eq!(milk.archive(None, now()).unwrap().sweep(later), None, "what was archived stays archived");
}

#[test]
fn gives_a_late_restore_two_days_and_keeps_its_date() {
    // The first moment is the one at which it is swept.
    for later in [2, 10].map(|days| now() + TimeDelta::days(days)) {
        let restored = item(TimeDelta::zero()).restore(later).unwrap();
        assert_eq!(restored.details.expires_at, now());
        assert_eq!(restored.status_at(later + TimeDelta::days(2) - TimeDelta::milliseconds(1)), ItemStatus::Active);
        assert_eq!(restored.status_at(later + TimeDelta::days(2)), ItemStatus::Deleted);
        let edited =
            restored.edit(restored.details.clone(), StorageAndDate::default(), local(later + TimeDelta::days(1)));
        assert_eq!(edited.unwrap().grace_until, restored.grace_until, "an edit does not prolong it");
    }
}

#[test]
fn gives_an_early_restore_no_grace() {
    let archived = item(TimeDelta::days(5)).archive(None, now()).unwrap();
    assert_eq!(archived.restore(now()).unwrap().grace_until, None);
}

#[test]
fn removes_outcome_on_restore() {
    let later = now() + TimeDelta::days(1);
    let restored = item(TimeDelta::days(5)).archive(Some(Outcome::Used), now()).unwrap().restore(later).unwrap();
    assert_eq!((restored.outcome, restored.changed_at, restored.version), (None, later, 3));
    assert_eq!(restored.restore(later), Err(ItemError::AlreadyActive));
}

#[test]
fn keeps_reason_of_unchanged_date_on_edit() {
    let opened = item(TimeDelta::days(30)).apply_event(Event::Opened, now(), local(now())).unwrap().unwrap();
    assert!(opened.state.reason.is_some() && opened.state.before.is_some());
    let stated = StorageAndDate {
        storage: Some(Storage::Counter),
        date_kind: Some(DateKind::UseBy),
        ..StorageAndDate::default()
    };
    let details = Details { notes: Some("for Sunday".into()), ..opened.details.clone() };
    let edited = opened.edit(details.clone(), stated, local(now())).unwrap();
    assert_eq!((&edited.details, edited.version), (&details, 3));
    let state = FoodState { storage: Some(Storage::Counter), date_kind: DateKind::UseBy, ..opened.state.clone() };
    assert_eq!(edited.state, state);
    let moved = Details { expires_at: now() + TimeDelta::days(9), ..details };
    let edited = opened.edit(moved, StorageAndDate::default(), local(now())).unwrap();
    assert_eq!((edited.state.reason, edited.state.before), (None, None), "the user chose the date");
    assert_eq!(edited.state.opened_at, opened.state.opened_at);
}

#[test]
fn changes_own_place_only_with_storage() {
    let cellar = Some(PlaceId(Uuid::from_u128(1)));
    let stated = |storage, own_place| StorageAndDate { storage: Some(storage), own_place, ..StorageAndDate::default() };
    let stored = Item { state: stated(Storage::Pantry, cellar).into(), ..item(TimeDelta::days(30)) };
    let own_place = |stated| stored.edit(stored.details.clone(), stated, local(now())).unwrap().state.own_place;
    assert_eq!(own_place(StorageAndDate::default()), cellar);
    assert_eq!(own_place(stated(Storage::Pantry, None)), cellar, "a client that does not support own places");
    assert_eq!(own_place(stated(Storage::Fridge, None)), None);
    let caravan = Some(PlaceId(Uuid::from_u128(2)));
    assert_eq!(own_place(stated(Storage::Pantry, caravan)), caravan);
}

#[test]
fn raises_confidence_on_edit() {
    let receipt_line = Some(ReceiptLine { raw_text: "TERIY X01".into(), confidence: 0.59 });
    let unsure = Item { receipt_line, ..item(TimeDelta::days(7)) };
    let edited = unsure.edit(unsure.details.clone(), StorageAndDate::default(), local(now())).unwrap();
    assert_eq!(edited.receipt_line, Some(ReceiptLine { raw_text: "TERIY X01".into(), confidence: 1.0 }));
}

#[test]
fn changes_kind_on_rename() {
    let milk = item(TimeDelta::days(5));
    let renamed = Details { name: "Bananas".into(), ..milk.details.clone() };
    let bananas = milk.edit(renamed, StorageAndDate::default(), local(now())).unwrap();
    assert!(bananas.kind.is_some() && bananas.kind != milk.kind);
    let edited = Item { kind: bananas.kind, ..milk.clone() };
    let same = edited.edit(edited.details.clone(), StorageAndDate::default(), local(now())).unwrap();
    assert_eq!(same.kind, bananas.kind, "the kind is looked up only when the name changes");
    let gone = milk.archive(None, now()).unwrap();
    assert_eq!(gone.edit(milk.details, StorageAndDate::default(), local(now())), Err(ItemError::NotActive));
}

#[test]
fn opens_only_single_package_by_partial_use() {
    let some = |quantity: f64, unit: &str| {
        let milk = item(TimeDelta::days(30));
        let quantity = Quantity::from_number("quantity", quantity).unwrap();
        Item { details: Details { quantity, unit: unit.into(), ..milk.details.clone() }, ..milk }
    };
    for (quantity, unit, one) in [(1.0, "item", true), (0.5, "item", true), (4.0, "tub", false), (500.0, "g", true)] {
        let item = some(quantity, unit);
        assert_eq!(item.is_one_package(), one, "{quantity} {unit}");
        let half = Event::Used { left: FractionLeft::of_quarters(2), opens: true };
        let used = item.apply_event(half, now(), local(now())).unwrap().unwrap();
        assert_eq!((used.state.opened_at.is_some(), used.version), (one, 2), "{quantity} {unit}");
        assert_eq!(used.details.expires_at < item.details.expires_at, one, "an open one keeps less long");
        let closed = item
            .apply_event(Event::Used { left: FractionLeft::of_quarters(2), opens: false }, now(), local(now()))
            .unwrap();
        assert_eq!(closed.unwrap().state.opened_at, None);
    }
}

#[test]
fn remembers_endings_of_item_bought_again() {
    let receipt_line = Some(ReceiptLine { raw_text: "OLD".into(), confidence: 0.9 });
    let milk = Item { receipt_line, ..item(TimeDelta::days(30)) };
    let opened = milk.apply_event(Event::Opened, now(), local(now())).unwrap().unwrap();
    let gone = opened.archive(Some(Outcome::Tossed), now()).unwrap();
    let later = now() + TimeDelta::days(3);
    let session = Some(SessionId(Uuid::from_u128(7)));
    let details = Details { name: "Bananas".into(), expires_at: later + TimeDelta::days(9), ..milk.details.clone() };
    let bought = gone.renew(session, details.clone(), later);
    assert_eq!(bought.status_at(later), ItemStatus::Active);
    assert_eq!((bought.scan_session_id, &bought.details, bought.version), (session, &details, gone.version + 1));
    assert_eq!((bought.kind, &bought.state), (shelf_life::kind_of("Bananas"), &FoodState::default()));
    assert_eq!((&bought.receipt_line, bought.changed_at, bought.outcome), (&None, later, None));
    assert_eq!((bought.grace_until, &bought.price), (None, &None));
    assert_eq!(bought.past.iter().map(|ending| (ending.at, ending.end)).collect::<Vec<_>>(), [(now(), Ending::Tossed)]);
}

#[test]
fn counts_archived_item_without_outcome_as_expired_only_after_its_date() {
    let milk = item(TimeDelta::days(5));
    let day = milk.details.expires_at;
    let put_away =
        |at| milk.archive(None, at).unwrap().ending(at + TimeDelta::days(9)).map(|ending| (ending.at, ending.end));
    assert_eq!(milk.ending(now()), None);
    assert_eq!(put_away(day - TimeDelta::milliseconds(1)), None);
    assert_eq!(put_away(day), Some((day, Ending::Expired)));
}

/// The reminder of a day is decided at its hour.
#[test]
fn counts_an_undo_that_moves_the_date_as_a_change() {
    let milk = item(TimeDelta::days(1));
    let after = |hours| local(now() + TimeDelta::hours(hours));
    let apply = |item: &Item, event, time: LocalTime| item.apply_event(event, time.at, time).unwrap().unwrap();
    let frozen = apply(&milk, Event::Frozen, after(1));
    let undone = apply(&frozen, Event::Undone { at: None }, after(2));
    assert_eq!(undone.details.expires_at, milk.details.expires_at);
    assert_eq!(undone.last_changed_at(after(3).at), after(2).at);
}
