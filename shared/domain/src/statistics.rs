//! Statistics of used, thrown away and expired food by week and month, with its price.

use super::calendar_day::{Tz, day_of};
use super::ending::{Ending, ItemEnding};
use super::freshness::Expiry;
use super::item::Item;
use chrono::{DateTime, Datelike, Months, NaiveDate, TimeDelta, Utc};
use std::collections::BTreeMap;

/// The number of weeks counted, including the present one.
pub const WEEKS: i64 = 12;
/// The number of months counted, including the present one.
pub const MONTHS: u32 = 6;

/// Counts of items by ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingCounts {
    pub used: usize,
    pub tossed: usize,
    pub expired: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    pub monday: NaiveDate,
    pub counts: EndingCounts,
}

/// Counts and prices of the items that ended in one month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Month {
    pub first: NaiveDate,
    pub counts: EndingCounts,
    /// The number of these items with a known price.
    pub priced: usize,
    /// Amounts by currency; `None` for receipts with prices but no currency.
    pub money: BTreeMap<Option<String>, Money>,
}

/// Amounts in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Money {
    pub used: i64,
    /// Of items that were thrown away or expired without an outcome.
    pub lost: i64,
}

impl EndingCounts {
    fn count(&mut self, end: Ending) {
        *match end {
            Ending::Used => &mut self.used,
            Ending::Tossed => &mut self.tossed,
            Ending::Expired => &mut self.expired,
        } += 1;
    }
}

/// Returns the endings of items, including their earlier ones.
pub fn endings<'a>(items: impl IntoIterator<Item = &'a Item>, now: DateTime<Utc>) -> Vec<ItemEnding> {
    items.into_iter().flat_map(|item| item.past.iter().cloned().chain(item.ending(now))).collect()
}

/// Returns the day of an ending. That of an expired item is its last day, as it was shown, although the larder may have
/// moved to another time zone since.
fn day_of_ending(ending: &ItemEnding, zone: Tz) -> NaiveDate {
    match ending.end {
        Ending::Expired => Expiry::new(None, ending.at, zone).day(zone),
        Ending::Used | Ending::Tossed => day_of(ending.at, zone),
    }
}

fn monday(day: NaiveDate) -> NaiveDate {
    day - TimeDelta::days(i64::from(day.weekday().num_days_from_monday()))
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// Returns the start of the weeks counted.
pub fn first_monday(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    monday(day_of(now, zone)) - TimeDelta::weeks(WEEKS - 1)
}

/// Returns the start of the months counted, which is before that of the weeks.
pub fn first_month(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    first_of_month(day_of(now, zone)) - Months::new(MONTHS - 1)
}

/// Returns the last weeks in `zone`, the present one last.
pub fn weeks(endings: &[ItemEnding], zone: Tz, now: DateTime<Utc>) -> Vec<Week> {
    let first = first_monday(zone, now);
    let mut weeks: Vec<Week> =
        (0..WEEKS).map(|n| Week { monday: first + TimeDelta::weeks(n), counts: EndingCounts::default() }).collect();
    for ending in endings {
        if let Some(week) = weeks.iter_mut().find(|week| week.monday == monday(day_of_ending(ending, zone))) {
            week.counts.count(ending.end);
        }
    }
    weeks
}

/// Returns the last months in `zone`, the present one last.
pub fn months(endings: &[ItemEnding], zone: Tz, now: DateTime<Utc>) -> Vec<Month> {
    let first = first_month(zone, now);
    let empty =
        |n| Month { first: first + Months::new(n), counts: EndingCounts::default(), priced: 0, money: BTreeMap::new() };
    let mut months: Vec<Month> = (0..MONTHS).map(empty).collect();
    for ending in endings {
        let first = first_of_month(day_of_ending(ending, zone));
        let Some(month) = months.iter_mut().find(|month| month.first == first) else { continue };
        month.counts.count(ending.end);
        let Some((price, (used, lost))) = ending.price.as_ref().zip(ending.used_and_lost_cents()) else { continue };
        month.priced += 1;
        let money = month.money.entry(price.currency.clone()).or_default();
        money.used += used;
        money.lost += lost;
    }
    months
}

#[cfg(test)]
mod tests {
    use super::super::calendar_day::LocalTime;
    use super::super::food_state::{Event, FractionLeft};
    use super::super::item::Outcome;
    use super::super::price::Price;
    use super::*;
    use crate::test_support::{self, zone};

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    fn item(expires_at: &str) -> Item {
        test_support::item("Milk", at(expires_at), at("2026-06-01T00:00:00Z"))
    }

    fn priced(expires_at: &str, cents: i64, currency: Option<&str>) -> Item {
        Item { price: Some(Price { cents, currency: currency.map(str::to_owned) }), ..item(expires_at) }
    }

    /// The end of Sunday in Berlin is an hour after midnight in Athens.
    #[test]
    fn counts_an_expired_item_on_its_last_day_in_another_time_zone() {
        let endings = [item("2026-11-15T22:59:59.999Z").ending(at("2026-11-21T12:00:00Z")).unwrap()];
        let weeks = weeks(&endings, zone("Europe/Athens"), at("2026-11-21T12:00:00Z"));
        assert_eq!(weeks[10].counts.expired, 1, "{weeks:?}");
    }

    #[test]
    fn counts_each_ending_in_its_week() {
        let now = at("2026-11-21T12:00:00Z");
        let milk = item("2026-11-15T23:30:00Z");
        let left = [
            milk.archive(Some(Outcome::Used), at("2026-11-10T08:00:00Z")).unwrap(),
            milk.delete(Some(Outcome::Tossed), at("2026-11-16T08:00:00Z")).unwrap(),
            milk.delete(None, at("2026-11-16T08:00:00Z")).unwrap(),
            milk.archive(None, at("2026-11-10T08:00:00Z")).unwrap(),
            milk.clone(),
            item("2026-01-01T00:00:00Z"),
        ];
        let endings = endings(&left, now);
        let counted = |zone| {
            let weeks = weeks(&endings, zone, now);
            assert_eq!(weeks.len(), 12);
            assert!(weeks[..10].iter().all(|week| week.counts == EndingCounts::default()));
            weeks[10..]
                .iter()
                .map(|week| (week.monday.to_string(), week.counts.used, week.counts.tossed, week.counts.expired))
                .collect::<Vec<_>>()
        };
        assert_eq!(counted(Tz::UTC), [("2026-11-09".into(), 1, 0, 2), ("2026-11-16".into(), 0, 1, 0)]);
        // In Berlin it is Monday already when the milk expires.
        assert_eq!(counted(zone("Europe/Berlin")), [("2026-11-09".into(), 1, 0, 0), ("2026-11-16".into(), 0, 1, 2)]);
    }

    #[test]
    fn counts_known_prices_by_month_and_currency() {
        let now = at("2026-11-21T12:00:00Z");
        let used = |item: Item, day| item.archive(Some(Outcome::Used), at(day)).unwrap();
        let half = Event::Used { left: FractionLeft::of_quarters(1), opens: false };
        let day = at("2026-11-05T08:00:00Z");
        let tossed = priced("2026-12-01T00:00:00Z", 400, Some("EUR"))
            .apply_event(half, day, LocalTime { at: day, zone: Tz::UTC })
            .unwrap()
            .unwrap();
        let left = [
            used(priced("2026-12-01T00:00:00Z", 249, Some("EUR")), "2026-11-02T08:00:00Z"),
            used(item("2026-12-01T00:00:00Z"), "2026-11-02T08:00:00Z"),
            used(priced("2026-12-01T00:00:00Z", 100, None), "2026-11-03T08:00:00Z"),
            tossed.delete(Some(Outcome::Tossed), at("2026-11-06T08:00:00Z")).unwrap(),
            used(priced("2026-12-01T00:00:00Z", 999, Some("EUR")), "2026-10-31T23:30:00Z"),
        ];
        let months = months(&endings(&left, now), Tz::UTC, now);
        assert_eq!(months.iter().map(|month| month.first.month()).collect::<Vec<_>>(), [6, 7, 8, 9, 10, 11]);
        let november = &months[5];
        assert_eq!((november.counts.used, november.counts.tossed, november.priced), (3, 1, 3));
        let money = |currency: Option<&str>| november.money[&currency.map(str::to_owned)];
        // A quarter of the tossed item was left: three quarters were used.
        assert_eq!(money(Some("EUR")), Money { used: 249 + 300, lost: 100 });
        assert_eq!(money(None), Money { used: 100, lost: 0 });
        assert_eq!(months[4].money[&Some("EUR".to_owned())], Money { used: 999, lost: 0 });
        let in_berlin = super::months(&endings(&left, now), zone("Europe/Berlin"), now);
        assert_eq!(in_berlin[4].counts, EndingCounts::default(), "half past eleven in UTC is November in Berlin");
    }

    #[test]
    fn counts_earlier_endings() {
        let now = at("2026-11-21T12:00:00Z");
        let milk = priced("2026-12-15T00:00:00Z", 119, Some("EUR"));
        let eaten = milk.archive(Some(Outcome::Used), at("2026-11-10T08:00:00Z")).unwrap();
        let again = eaten.renew(None, milk.details.clone(), at("2026-11-11T08:00:00Z"));
        let months = months(&endings([&again], now), Tz::UTC, now);
        assert_eq!((months[5].counts.used, months[5].money[&Some("EUR".to_owned())].used), (1, 119));
        let undone = eaten.restore(at("2026-11-10T09:00:00Z")).unwrap();
        assert_eq!(
            super::months(&endings([&undone], now), Tz::UTC, now)[5].counts,
            EndingCounts::default(),
            "it was not eaten"
        );
    }
}
