//! What became of the food: used, thrown away or forgotten, week by week.

use super::item::{Item, ItemStatus, Outcome};
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;

/// How many weeks are counted, the present one included.
pub const WEEKS: i64 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    pub monday: NaiveDate,
    pub used: usize,
    pub tossed: usize,
    pub expired: usize,
}

enum End {
    Used,
    Tossed,
    Expired,
}

/// How an inactive item ended, and when. Nothing is known of one that was put away in good time without a word.
fn end(item: &Item) -> Option<(DateTime<Utc>, End)> {
    let expires_at = item.details.expires_at;
    match (item.outcome, item.stored_status) {
        (Some(Outcome::Used), _) => Some((item.changed_at, End::Used)),
        (Some(Outcome::Tossed), _) => Some((item.changed_at, End::Tossed)),
        (None, ItemStatus::Active) => Some((expires_at, End::Expired)),
        (None, _) => (item.changed_at >= expires_at).then_some((expires_at, End::Expired)),
    }
}

/// The Monday of the week that a time lies in, as `zone` has it.
fn monday(time: DateTime<Utc>, zone: Tz) -> NaiveDate {
    let day = time.with_timezone(&zone).date_naive();
    day - TimeDelta::days(i64::from(day.weekday().num_days_from_monday()))
}

/// Where the counted weeks begin.
pub fn first_monday(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    monday(now, zone) - TimeDelta::weeks(WEEKS - 1)
}

/// The last weeks in `zone`, the present one last; `left` are items that are no longer active.
pub fn weeks(left: &[Item], zone: Tz, now: DateTime<Utc>) -> Vec<Week> {
    let first = first_monday(zone, now);
    let mut weeks: Vec<Week> =
        (0..WEEKS).map(|n| Week { monday: first + TimeDelta::weeks(n), used: 0, tossed: 0, expired: 0 }).collect();
    for (at, end) in left.iter().filter_map(end) {
        let Some(week) = weeks.iter_mut().find(|week| week.monday == monday(at, zone)) else { continue };
        match end {
            End::Used => week.used += 1,
            End::Tossed => week.tossed += 1,
            End::Expired => week.expired += 1,
        }
    }
    weeks
}

#[cfg(test)]
mod tests {
    use super::super::id::{ItemId, UserId};
    use super::super::item::Draft;
    use super::super::timestamp::iso;
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    fn item(expires_at: &str) -> Item {
        let draft = Draft { name: Some("Milk".into()), expires_at: Some(iso(at(expires_at))), ..Draft::default() };
        let now = at("2026-09-01T00:00:00Z");
        Item::new(ItemId(uuid::Uuid::nil()), UserId::parse("u").unwrap(), None, draft.for_new(now).unwrap(), now)
    }

    #[test]
    fn each_end_counts_in_its_week() {
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
        let counted = |zone| {
            let weeks = weeks(&left, zone, now);
            assert_eq!(weeks.len(), 12);
            assert!(weeks[..10].iter().all(|week| week.used + week.tossed + week.expired == 0));
            weeks[10..]
                .iter()
                .map(|week| (week.monday.to_string(), week.used, week.tossed, week.expired))
                .collect::<Vec<_>>()
        };
        assert_eq!(counted(Tz::UTC), [("2026-11-09".into(), 1, 0, 2), ("2026-11-16".into(), 0, 1, 0)]);
        // In Berlin it is Monday already when the milk expires.
        assert_eq!(counted(Tz::Europe__Berlin), [("2026-11-09".into(), 1, 0, 0), ("2026-11-16".into(), 0, 1, 2)]);
    }
}
