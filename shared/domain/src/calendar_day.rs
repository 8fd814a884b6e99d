//! Calendar days in a time zone. An item keeps until the end of its last day.

pub use crate::time_zone::Tz;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

/// A moment, and the time zone in which a larder counts its days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    pub at: DateTime<Utc>,
    pub zone: Tz,
}

impl LocalTime {
    pub fn today(self) -> NaiveDate {
        day_of(self.at, self.zone)
    }

    /// Returns the end of the day that is `days` after today.
    pub fn end_after(self, days: i64) -> DateTime<Utc> {
        end_of_day_after(self.today(), days, self.zone)
    }

    /// Returns the same moment plus some time.
    pub fn plus(self, time: TimeDelta) -> Self {
        Self { at: self.at + time, ..self }
    }
}

/// Returns the calendar day of a moment.
pub fn day_of(moment: DateTime<Utc>, zone: Tz) -> NaiveDate {
    zone.local_time(moment).date()
}

/// Returns the last millisecond of a calendar day; `None` for the last day of the calendar.
pub fn last_moment_of(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let next = first_moment(day.succ_opt()?, NaiveTime::MIN, zone)?;
    Some(next - TimeDelta::milliseconds(1))
}

/// Returns the calendar day that ends at a moment; `None` for a moment that is not the last millisecond of a quarter of
/// an hour, and so ends no day anywhere. The larder may have moved since the end was computed: the day is the one whose
/// end in `zone` is nearest.
pub fn day_ending_at(moment: DateTime<Utc>, zone: Tz) -> Option<NaiveDate> {
    const QUARTER_HOUR_MS: i64 = 15 * 60 * 1_000;
    let next = moment.checked_add_signed(TimeDelta::milliseconds(1))?;
    if next.timestamp_millis() % QUARTER_HOUR_MS != 0 {
        return None;
    }
    day_of(next.checked_add_signed(TimeDelta::hours(12))?, zone).pred_opt()
}

/// Returns the end of the day that is `days` after another. Every date that Larder estimates is such an end, so that
/// all items that expire on one day have the same label and colour. A day beyond the calendar counts as `day`.
pub fn end_of_day_after(day: NaiveDate, days: i64, zone: Tz) -> DateTime<Utc> {
    let last = TimeDelta::try_days(days).and_then(|days| day.checked_add_signed(days)).unwrap_or(day);
    last_moment_of(last, zone).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Returns the moment of a local time: the first moment after the gap if clocks skip the time, the earlier one if they
/// repeat it.
pub fn first_moment(date: NaiveDate, time: NaiveTime, zone: Tz) -> Option<DateTime<Utc>> {
    const MINUTES_OF_A_DAY: i64 = 24 * 60;
    let wanted = date.and_time(time);
    (0..=MINUTES_OF_A_DAY)
        .filter_map(|late| wanted.checked_add_signed(TimeDelta::minutes(late)))
        .find_map(|local| zone.moment_of(local))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::zone;
    use crate::timestamp::iso;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn ends_a_day_in_the_time_zone() {
        let end = |text, zone| last_moment_of(day(text), zone).map(iso);
        assert_eq!(end("2026-11-23", zone("Europe/Berlin")).unwrap(), "2026-11-23T22:59:59.999Z");
        // In Beirut the clock went from 24:00 to 01:00 that night.
        assert_eq!(end("2022-03-26", zone("Asia/Beirut")).unwrap(), "2022-03-26T21:59:59.999Z");
        assert!(last_moment_of(NaiveDate::MAX, Tz::UTC).is_none());
    }

    #[test]
    fn finds_the_day_that_ends_at_a_moment() {
        let ends = |text: &str, zone| day_ending_at(text.parse().unwrap(), zone).map(|day| day.to_string());
        let berlin = Some("2026-11-23".to_owned());
        assert_eq!(ends("2026-11-23T22:59:59.999Z", zone("Europe/Berlin")), berlin);
        assert_eq!(ends("2026-11-23T22:59:59.999Z", zone("America/New_York")), berlin, "the larder moved west");
        assert_eq!(ends("2026-11-23T22:59:59.999Z", zone("Asia/Tokyo")), berlin, "the larder moved east");
        assert_eq!(ends("2026-10-25T22:59:59.999Z", zone("Europe/Berlin")).unwrap(), "2026-10-25", "a day of 25 hours");
        assert_eq!(ends("2026-11-23T18:14:59.999Z", zone("Asia/Kathmandu")), berlin);
        assert_eq!(ends("2026-11-23T22:59:59Z", zone("Europe/Berlin")), None);
        assert_eq!(day_ending_at(DateTime::<Utc>::MAX_UTC, Tz::UTC), None);
    }

    #[test]
    fn counts_calendar_days() {
        let berlin = zone("Europe/Berlin");
        let late = "2026-10-24T22:30:00Z".parse().unwrap();
        assert_eq!(day_of(late, berlin), day("2026-10-25"), "half past midnight");
        // The clock goes back that night, and the day has 25 hours.
        assert_eq!(iso(end_of_day_after(day("2026-10-24"), 1, berlin)), "2026-10-25T22:59:59.999Z");
        assert_eq!(iso(end_of_day_after(day("2026-10-24"), 0, berlin)), "2026-10-24T21:59:59.999Z");
        assert_eq!(
            end_of_day_after(day("2026-10-24"), i64::MAX, Tz::UTC),
            last_moment_of(day("2026-10-24"), Tz::UTC).unwrap()
        );
    }
}
