//! Due items, and the time of a user's reminder.
//!
//! An item is *due* while it is active and soon or expired, until two days after its date. The *hour* is the user's
//! reminder hour, once a local day.

use super::calendar_day::{LocalTime, Tz, day_of, first_moment};
use super::freshness::{Freshness, MAX_SOON, SWEEP_AFTER};
use super::item::{Item, ItemStatus};
use super::preferences::Hour;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

/// The minimum age of a due time before the job acts on it. A change is announced in the due index *before* it is
/// written, and the job reads eventually consistently: after this time it sees both.
pub const INDEX_LAG: TimeDelta = TimeDelta::seconds(60);

/// The time at which an item is due first, and the time of this computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstDue {
    pub at: DateTime<Utc>,
    pub now: DateTime<Utc>,
}

/// Returns the moment at which the first of these items becomes "soon", or now if that is past; `None` without items.
pub fn first_due<'a>(items: impl IntoIterator<Item = &'a Item>, now: LocalTime) -> Option<FirstDue> {
    let first = items.into_iter().map(|item| item.expiry(now.zone).soon_from(now.zone)).min()?;
    Some(FirstDue { at: first.max(now.at), now: now.at })
}

/// Returns true if an item is due at a time, provided that it does not change before.
pub fn is_due(item: &Item, at: LocalTime) -> bool {
    item.status_at(at.at) == ItemStatus::Active
        && at.at < item.reminders_end_at()
        && item.freshness(at) != Freshness::Fresh
}

/// The user's reminder time: an hour of the day in their time zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    pub zone: Tz,
    pub hour: Hour,
}

impl Schedule {
    /// Returns the local date at a moment.
    pub fn date(self, at: DateTime<Utc>) -> NaiveDate {
        day_of(at, self.zone)
    }

    /// Returns the hour on a day. If clocks skip it, it is the first moment after the gap; if they repeat it, the
    /// earlier one. A day that was skipped (Samoa, 30 December 2011) has none.
    pub fn hour_on(self, date: NaiveDate) -> Option<DateTime<Utc>> {
        let time = NaiveTime::from_hms_opt(u32::from(self.hour.number()), 0, 0).expect("an hour is below 24");
        first_moment(date, time, self.zone).filter(|moment| self.date(*moment) == date)
    }

    /// Returns the end of a local day.
    pub fn end_of(self, date: NaiveDate) -> Option<DateTime<Utc>> {
        first_moment(date.succ_opt()?, NaiveTime::MIN, self.zone)
    }

    /// Returns the first hour after a moment.
    pub fn hour_after(self, moment: DateTime<Utc>) -> DateTime<Utc> {
        // Three days are enough: today's hour may be over, and tomorrow may be a skipped day.
        let hours = self.date(moment).iter_days().take(3).filter_map(|date| self.hour_on(date));
        hours.into_iter().find(|hour| *hour > moment).unwrap_or(moment + TimeDelta::days(1))
    }
}

/// One check of a user: what may be sent now, and the next hour. The items to load follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReminderCheck {
    pub now: LocalTime,
    /// The local date.
    pub today: NaiveDate,
    /// Today's hour, if it is past and today's digest was not sent.
    open_hour: Option<DateTime<Utc>>,
    /// The next hour at which a digest may be sent.
    pub next: DateTime<Utc>,
}

impl ReminderCheck {
    /// `digest_sent_on` is the local date of the last digest.
    pub fn new(schedule: Schedule, now: DateTime<Utc>, digest_sent_on: Option<NaiveDate>) -> Self {
        let today = schedule.date(now);
        // Travelling west repeats a date, which is reminded once. Time zones are at most 26 hours apart: a date further
        // ahead comes from a wrong clock and must not silence the user.
        let digest_sent_on =
            digest_sent_on.filter(|digest_sent_on| digest_sent_on.signed_duration_since(today) <= TimeDelta::days(2));
        let was_sent = |date: NaiveDate| digest_sent_on.is_some_and(|digest_sent_on| date <= digest_sent_on);
        let open_hour = schedule.hour_on(today).filter(|hour| *hour <= now && !was_sent(today));
        let mut next = schedule.hour_after(now);
        while was_sent(schedule.date(next)) {
            next = schedule.hour_after(next);
        }
        Self { now: LocalTime { at: now, zone: schedule.zone }, today, open_hour, next }
    }

    /// Returns the time after which the reminders of an item must end for it to be due neither now nor at the next
    /// hour.
    pub fn horizon(&self) -> DateTime<Utc> {
        self.next + MAX_SOON + SWEEP_AFTER
    }

    /// Returns when the next item may become due after the next hour, with the items of the horizon and the first one
    /// beyond it.
    pub fn next_due(&self, items: &[Item], beyond: Option<&Item>) -> Option<DateTime<Utc>> {
        let within = items.iter().map(|item| item.expiry(self.now.zone).soon_from(self.now.zone));
        let beyond = beyond.map(|item| item.details.expires_at - MAX_SOON);
        within.filter(|moment| *moment > self.next).chain(beyond).min()
    }

    /// Returns the items to send now, the most urgent first; none outside the hour, or if nothing was due at it. Items
    /// that became due after the hour (by purchase or opening, for example) cause no reminder, but are included in one.
    pub fn digest<'a>(&self, items: &'a [Item]) -> Vec<&'a Item> {
        let Some(hour) = self.open_hour else { return vec![] };
        let at_hour = self.at(hour);
        let was_due =
            |item: &Item| item.last_changed_at(self.now.at) <= hour && is_due(item, at_hour) && is_due(item, self.now);
        if !items.iter().any(was_due) {
            return vec![];
        }
        due_now(items, self.now)
    }

    /// Returns true if something will be due at the next hour without further changes.
    pub fn is_due_next(&self, items: &[Item]) -> bool {
        items.iter().any(|item| is_due(item, self.at(self.next)))
    }

    fn at(&self, at: DateTime<Utc>) -> LocalTime {
        LocalTime { at, ..self.now }
    }
}

/// Returns the items due at a time, the most urgent first.
pub fn due_now(items: &[Item], now: LocalTime) -> Vec<&Item> {
    let mut due: Vec<&Item> = items.iter().filter(|item| is_due(item, now)).collect();
    due.sort_by_key(|item| (item.details.expires_at, item.id));
    due
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::food_state::{DateKind, DatedState, FoodState};
    use crate::item::{Details, StorageAndDate};
    use crate::test_support::{self, zone};
    use crate::timestamp::{iso, parse};
    use chrono::Timelike;
    use proptest::prelude::*;

    fn at(text: &str) -> DateTime<Utc> {
        parse("time", text).unwrap()
    }

    fn schedule(zone: Tz, hour: u8) -> Schedule {
        Schedule { zone, hour: Hour::new(hour).unwrap() }
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn item(name: &str, expires: &str, changed: &str) -> Item {
        test_support::item(name, at(expires), at(changed))
    }

    fn names(items: &[&Item]) -> Vec<String> {
        items.iter().map(|item| item.details.name.clone()).collect()
    }

    #[test]
    fn keeps_the_hour_on_the_wall_clock_across_daylight_saving() {
        let berlin = schedule(zone("Europe/Berlin"), 9);
        assert_eq!(iso(berlin.hour_on(date("2026-03-28")).unwrap()), "2026-03-28T08:00:00.000Z");
        assert_eq!(iso(berlin.hour_on(date("2026-03-29")).unwrap()), "2026-03-29T07:00:00.000Z");
        assert_eq!(iso(berlin.hour_on(date("2026-10-25")).unwrap()), "2026-10-25T08:00:00.000Z");
    }

    #[test]
    fn maps_a_skipped_hour_to_the_next_and_a_repeated_one_to_the_first() {
        // No zone in use changes its clocks between 06:00 and 21:00, so the rule is shown on midnight.
        let cairo = schedule(zone("Africa/Cairo"), 6);
        assert_eq!(
            iso(cairo.end_of(date("2026-04-23")).unwrap()),
            "2026-04-23T22:00:00.000Z",
            "the day of 24 April 2026 begins at 01:00"
        );
        let havana = schedule(zone("America/Havana"), 6);
        assert_eq!(iso(havana.end_of(date("2026-10-31")).unwrap()), "2026-11-01T04:00:00.000Z", "midnight is repeated");
    }

    #[test]
    fn finds_no_hour_in_a_skipped_day() {
        let apia = schedule(zone("Pacific/Apia"), 9);
        assert_eq!(apia.hour_on(date("2011-12-30")), None);
        let before = apia.hour_on(date("2011-12-29")).unwrap();
        assert_eq!(apia.hour_after(before), apia.hour_on(date("2011-12-31")).unwrap());
    }

    #[test]
    fn sends_digest_only_at_the_hour_with_due_items() {
        let berlin = schedule(zone("Europe/Berlin"), 9);
        let items = [
            item("Rice", "2026-12-24T00:00:00Z", "2026-11-01T00:00:00Z"),
            item("Milk", "2026-11-23T00:00:00Z", "2026-11-15T00:00:00Z"),
        ];
        let check = |time: &str, sent: Option<&str>| ReminderCheck::new(berlin, at(time), sent.map(date));
        assert!(check("2026-11-21T07:59:59.999Z", None).digest(&items).is_empty(), "a millisecond too early");
        assert_eq!(names(&check("2026-11-21T08:00:00Z", None).digest(&items)), ["Milk"]);
        assert_eq!(names(&check("2026-11-21T22:00:00Z", None).digest(&items)), ["Milk"], "late, after an outage");
        assert!(check("2026-11-21T23:00:00Z", None).digest(&items).is_empty(), "the day is over");
        assert!(check("2026-11-21T08:00:00Z", Some("2026-11-21")).digest(&items).is_empty(), "already sent");
        assert!(check("2026-11-21T08:00:00Z", None).digest(&items[..1]).is_empty(), "nothing is due");
    }

    #[test]
    fn names_food_past_its_best_before_date_for_two_days() {
        let best_before = StorageAndDate { date_kind: Some(DateKind::BestBefore), ..StorageAndDate::default() };
        let rice = item("Rice", "2026-11-23T23:59:59.999Z", "2026-11-01T00:00:00Z");
        let rice = Item { state: best_before.into(), ..rice };
        let digest = |time: &str| {
            ReminderCheck::new(schedule(Tz::UTC, 9), at(time), None).digest(std::slice::from_ref(&rice)).len()
        };
        let days = ["2026-11-19", "2026-11-20", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2027-01-01"];
        assert_eq!(days.map(|day| digest(&format!("{day}T10:00:00Z"))), [0, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn leaves_items_bought_after_the_hour_to_the_next_day() {
        let utc = schedule(Tz::UTC, 9);
        let fish = item("Fish", "2026-11-22T18:00:00Z", "2026-11-21T15:00:00Z");
        let check = ReminderCheck::new(utc, at("2026-11-21T15:15:00Z"), None);
        assert!(check.digest(std::slice::from_ref(&fish)).is_empty());
        assert!(check.is_due_next(std::slice::from_ref(&fish)));
        assert_eq!(iso(check.next), "2026-11-22T09:00:00.000Z");
        let milk = item("Milk", "2026-11-23T00:00:00Z", "2026-11-15T00:00:00Z");
        assert_eq!(names(&check.digest(&[milk, fish])), ["Fish", "Milk"], "a late digest includes it");
    }

    #[test]
    fn names_items_whose_change_kept_their_date_or_has_a_time_ahead() {
        let milk = item("Milk", "2026-11-22T18:00:00Z", "2026-11-15T00:00:00Z");
        let (before_run, ahead) = (at("2026-11-21T09:05:00Z"), at("2027-11-21T09:05:00Z"));
        let unchanged = DatedState { state: FoodState::default(), expires_at: milk.details.expires_at };
        let used =
            FoodState { changed_at: Some(before_run), before: Some(Box::new(unchanged)), ..FoodState::default() };
        for state in [used, FoodState { changed_at: Some(ahead), ..FoodState::default() }] {
            let item = Item { state, ..milk.clone() };
            let check = ReminderCheck::new(schedule(Tz::UTC, 9), at("2026-11-21T09:15:00Z"), None);
            assert_eq!(check.digest(std::slice::from_ref(&item)).len(), 1, "{item:?}");
        }
    }

    #[test]
    fn leaves_items_changed_after_the_hour_to_the_next_day() {
        let rice = item("Rice", "2026-12-24T00:00:00Z", "2026-11-01T00:00:00Z");
        let (evening, soon) = (at("2026-11-21T18:00:00Z"), at("2026-11-22T18:00:00Z"));
        let opened = FoodState { changed_at: Some(evening), ..FoodState::default() };
        let opened = Item { state: opened, ..item("Milk", "2026-11-22T18:00:00Z", "2026-11-15T00:00:00Z") };
        let dated = Details { expires_at: soon, ..rice.details.clone() };
        let dated = rice.edit(dated, StorageAndDate::default(), LocalTime { at: evening, zone: Tz::UTC }).unwrap();
        let moved = rice.with_purchase_day(-32, date("2026-10-01"), evening, Tz::UTC).unwrap();
        for item in [opened, dated, moved] {
            let digest = |time: &str| {
                ReminderCheck::new(schedule(Tz::UTC, 9), at(time), None).digest(std::slice::from_ref(&item)).len()
            };
            assert_eq!((digest("2026-11-21T18:15:00Z"), digest("2026-11-22T09:00:00Z")), (0, 1), "{item:?}");
        }
    }

    #[test]
    fn sends_no_day_twice_across_the_date_line() {
        // Sent at 09:00 on the 22nd in Auckland, and an hour later in Los Angeles, where it is still the 21st.
        let now = at("2026-11-21T21:00:00Z");
        let check = ReminderCheck::new(schedule(zone("America/Los_Angeles"), 9), now, Some(date("2026-11-22")));
        assert!(check.digest(&[item("Milk", "2026-11-22T00:00:00Z", "2026-11-15T00:00:00Z")]).is_empty());
        assert_eq!(iso(check.next), "2026-11-23T17:00:00.000Z");
    }

    #[test]
    fn ignores_future_date_of_last_digest() {
        let check = ReminderCheck::new(schedule(Tz::UTC, 9), at("2026-11-21T12:00:00Z"), Some(date("2027-01-01")));
        assert_eq!(iso(check.next), "2026-11-22T09:00:00.000Z");
        assert_eq!(check.digest(&[item("Milk", "2026-11-22T00:00:00Z", "2026-11-15T00:00:00Z")]).len(), 1);
    }

    proptest! {
        #[test]
        fn gives_every_local_day_one_hour_in_every_zone(
            zone in 0..Tz::all().count(),
            hour in 6_u8..=21,
            day in 0_i64..12_000,
        ) {
            let schedule = schedule(Tz::all().nth(zone).unwrap(), hour);
            let start = DateTime::from_timestamp(1_700_000_000 + day * 86_400, 0).unwrap();
            let mut moment = start;
            let mut last = None;
            for _ in 0..8 {
                moment = schedule.hour_after(moment);
                let date = schedule.date(moment);
                prop_assert!(last.is_none_or(|last| date > last), "one a day: {date} after {last:?}");
                prop_assert!(schedule.zone.local_time(moment).hour() >= u32::from(hour));
                last = Some(date);
            }
            // Clocks change by up to four hours, and one day may be skipped.
            let hours = (moment - start).num_hours();
            prop_assert!((7 * 24 - 4..=9 * 24 + 4).contains(&hours), "the eighth hour is after {hours} hours");
        }

        #[test]
        fn keeps_next_due_items_within_horizon(
            expires in 0_i64..2_000_000_000,
            now in 0_i64..1_000_000_000,
            hour in 6_u8..=21,
        ) {
            let time = |millis: i64| DateTime::from_timestamp_millis(1_800_000_000_000 + millis).unwrap();
            let milk = item("Milk", &iso(time(expires)), "2026-11-15T00:00:00Z");
            let check = ReminderCheck::new(schedule(zone("Asia/Kathmandu"), hour), time(now), None);
            let items = std::slice::from_ref(&milk);
            if is_due(&milk, check.now) || check.is_due_next(items) {
                prop_assert!(milk.reminders_end_at() <= check.horizon());
            } else {
                let is_within = milk.reminders_end_at() <= check.horizon();
                let next = if is_within { check.next_due(items, None) } else { check.next_due(&[], Some(&milk)) };
                let soon_from = milk.expiry(zone("Asia/Kathmandu")).soon_from(zone("Asia/Kathmandu"));
                prop_assert!(next.is_none_or(|next| check.next < next && next <= soon_from), "{next:?}");
                prop_assert!(next.is_some() || milk.reminders_end_at() <= check.next, "no due item is forgotten");
            }
        }
    }
}
