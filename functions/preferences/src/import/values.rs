//! Parses dates and amounts in human and program formats.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// Which comes first where a day has the year last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    DayFirst,
    MonthFirst,
}

/// The three numbers of a day, in the order that they are written.
fn numbers(text: &str) -> Option<([u32; 3], char)> {
    // A time behind the day does not count: `2026-11-23 08:00`, `2026-11-23T08:00:00Z`.
    let day = text.trim().split([' ', 'T']).next()?;
    let separator = day.chars().find(|c| matches!(c, '-' | '.' | '/'))?;
    let parts: Vec<&str> = day.trim_end_matches('.').split(separator).collect();
    let [a, b, c] = parts.as_slice() else { return None };
    let number =
        |part: &&str| part.parse().ok().filter(|_| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()));
    Some(([number(a)?, number(b)?, number(c)?], separator))
}

/// Infers a column's date order: from a number that can be no month, from the separator, or from the language.
pub fn order<'a>(texts: impl Iterator<Item = &'a str>, english: bool) -> DayOrder {
    let mut usual = if english { DayOrder::MonthFirst } else { DayOrder::DayFirst };
    for ([first, second, _], separator) in texts.filter_map(numbers) {
        if first > 31 {
            continue;
        }
        if first > 12 {
            return DayOrder::DayFirst;
        }
        if second > 12 {
            return DayOrder::MonthFirst;
        }
        if separator == '.' {
            usual = DayOrder::DayFirst;
        }
    }
    usual
}

/// Returns `None` if it is not a date.
pub fn day(text: &str, order: DayOrder) -> Option<NaiveDate> {
    let ([first, second, third], _) = numbers(text)?;
    let (year, month, day) = match order {
        _ if first > 31 => (first, second, third),
        DayOrder::DayFirst => (third, second, first),
        DayOrder::MonthFirst => (third, first, second),
    };
    // Two-digit years are in this century.
    let year = if year < 100 { 2_000 + year } else { year };
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day).filter(|day| (1970..=9999).contains(&day.year()))
}

/// Returns the last moment of a day in the user's time zone, as the app stores a chosen day.
pub fn end_of(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let next = day.checked_add_days(Days::new(1))?.and_time(NaiveTime::MIN);
    // A clock that is put forward at midnight has no midnight.
    let midnight = next
        .and_local_timezone(zone)
        .earliest()
        .or_else(|| (next + TimeDelta::hours(1)).and_local_timezone(zone).earliest())?;
    Some(midnight.to_utc() - TimeDelta::milliseconds(1))
}

/// The middle of a day: when something was bought is not known closer.
pub fn noon_of(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    Some(day.and_hms_opt(12, 0, 0)?.and_local_timezone(zone).earliest()?.to_utc())
}

/// Parses `1`, `1.5`, `1,5`, `500 g`, `2x`: a number and its unit.
pub fn amount(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = match (number.rfind(','), number.rfind('.')) {
        // The last sign is the decimal one, the others part thousands.
        (Some(comma), Some(point)) if comma > point => number.replace('.', "").replace(',', "."),
        (Some(_), Some(_)) => number.replace(',', ""),
        _ => number.replace(',', "."),
    };
    let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite())?;
    let unit = unit.trim();
    let unit = if matches!(unit, "x" | "×" | "X") { "" } else { unit };
    Some((number, unit.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ymd(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, month, day)
    }

    #[test]
    fn a_day_is_read_however_it_is_written() {
        for text in
            ["2026-11-23", "2026-11-23T08:00:00.000Z", "2026-11-23 08:00", "23.11.2026", "23.11.26", "23/11/2026"]
        {
            assert_eq!(day(text, DayOrder::DayFirst), ymd(2026, 11, 23), "{text}");
        }
        assert_eq!(day("11/23/2026", DayOrder::MonthFirst), ymd(2026, 11, 23));
        for bad in ["", "soon", "2026-13-01", "31.02.2026", "2026", "1.2", "99999-1-1", "-1-2-3", "1.2.3.4"] {
            assert_eq!(day(bad, DayOrder::DayFirst), None, "{bad}");
        }
    }

    #[test]
    fn infers_date_order_from_the_column() {
        assert_eq!(order(["03/04/2026", "25/12/2026"].into_iter(), true), DayOrder::DayFirst);
        assert_eq!(order(["03/04/2026", "12/25/2026"].into_iter(), false), DayOrder::MonthFirst);
        assert_eq!(order(["03.04.2026"].into_iter(), true), DayOrder::DayFirst);
        assert_eq!(order(["03/04/2026"].into_iter(), true), DayOrder::MonthFirst);
        assert_eq!(order(["2026-04-03"].into_iter(), false), DayOrder::DayFirst);
    }

    #[test]
    fn day_ends_in_the_users_time_zone() {
        let berlin = end_of(ymd(2026, 11, 23).unwrap(), Tz::Europe__Berlin).unwrap();
        assert_eq!(domain::timestamp::iso(berlin), "2026-11-23T22:59:59.999Z");
        // In Beirut the clock went from 24:00 to 01:00 that night.
        assert!(end_of(ymd(2022, 3, 26).unwrap(), Tz::Asia__Beirut).is_some());
        assert!(end_of(NaiveDate::MAX, Tz::UTC).is_none());
    }

    #[test]
    fn an_amount_may_have_its_unit_with_it() {
        for (text, number, unit) in [
            ("1", 1.0, ""),
            ("1,5", 1.5, ""),
            ("500 g", 500.0, "g"),
            ("0.75l", 0.75, "l"),
            ("2x", 2.0, ""),
            ("1.234,5", 1_234.5, ""),
            ("1,234.5", 1_234.5, ""),
        ] {
            assert_eq!(amount(text), Some((number, unit.to_owned())), "{text}");
        }
        for bad in ["", "some", "-1", ".", "1.2.3"] {
            assert_eq!(amount(bad), None, "{bad}");
        }
    }
}
