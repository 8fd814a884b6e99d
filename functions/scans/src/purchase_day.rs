//! The day that stands on a receipt.

use chrono::{Datelike, NaiveDate};
use receipt_reader::Receipt;
use receipt_reader::text::when;

/// The first day that is printed beside a time of day, or else the first one at all. A day and a month that could be
/// each other are read so that the day lies nearest before today: a receipt is scanned soon after it was printed.
pub fn printed(receipt: &Receipt, today: NaiveDate) -> Option<NaiveDate> {
    let stamped = receipt.lines.iter().map(|line| when::read(line));
    let (timed, bare): (Vec<_>, Vec<_>) =
        stamped.filter(|(_, dates)| !dates.is_empty()).partition(|(times, _)| !times.is_empty());
    timed.iter().chain(&bare).flat_map(|(_, dates)| dates).find_map(|digits| day(digits, today))
}

/// Reads the digits of a date: `20261120`, or day, month and year with two digits each, or month, day and year.
fn day(digits: &str, today: NaiveDate) -> Option<NaiveDate> {
    let part = |range: std::ops::Range<usize>| digits.get(range)?.parse::<u32>().ok();
    let date = |year: u32, month: u32, day: u32| NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day);
    if digits.len() == 8 {
        return date(part(0..4)?, part(4..6)?, part(6..8)?);
    }
    let (first, second, year) = (part(0..2)?, part(2..4)?, 2_000 + part(4..6)?);
    let readings = [date(year, second, first), date(year, first, second)];
    // What lies ahead comes after everything that lies behind.
    let distance = |day: &NaiveDate| {
        let ago = (today - *day).num_days();
        (ago < -1, ago.abs())
    };
    readings.into_iter().flatten().filter(|day| day.year() >= 2_000).min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Option<String> {
        let receipt = Receipt {
            store: None,
            language: "en".into(),
            items: vec![],
            subtotal: None,
            total: None,
            balanced: None,
            off_by: None,
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            cut_short: false,
        };
        printed(&receipt, "2026-11-25".parse().unwrap()).map(|day| day.to_string())
    }

    #[test]
    fn a_printed_day_is_read_however_it_is_written() {
        for (line, day) in [
            ("12.11.2026 20:55 filiale 2525", "2026-11-12"),
            ("2026-11-20t17:42:05", "2026-11-20"),
            ("11/20/26 10:41", "2026-11-20"),
            ("le 20/11/2026 17h42", "2026-11-20"),
            // The fourth of November is three weeks ago, the eleventh of April half a year.
            ("11/04/26 10:41", "2026-11-04"),
            ("04.11.26 10:41", "2026-11-04"),
        ] {
            assert_eq!(read(&[line]).as_deref(), Some(day), "{line}");
        }
    }

    #[test]
    fn the_day_beside_a_time_is_the_purchase() {
        let lines = ["points valid until 31.12.2026", "milk 1.29", "20.11.2026 17:42"];
        assert_eq!(read(&lines).as_deref(), Some("2026-11-20"));
        assert_eq!(read(&["milk 1.29", "tel 0555/123 456"]), None);
    }
}
