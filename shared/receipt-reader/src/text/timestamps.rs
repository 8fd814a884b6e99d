//! Finds the time and date at which a receipt was printed, also if its words were joined or split.

use chrono::NaiveDate;
use domain::month::month_named;

/// Finds the times and dates in a line in normal form: `06/15/24 10:41`, `12.04.2025,20:55`, `06/15/2410:41`, `17h42`,
/// `2026-11-20T17:42:05`. Behind a date, the colon may be missing: `06/15/24 10 41`, `12.04.2025 20.55`. Without a
/// date, times on the half hour are ignored: these are the shop's opening hours.
pub fn find(line: &str) -> (Vec<u16>, Vec<String>) {
    let (times, dates) = scan(line);
    (times, dates.into_iter().map(|date| date.digits).collect())
}

/// Returns the day on which a receipt was printed, from its rows, from top to bottom.
///
/// A date beside a time of day is that of the purchase; dates until which something is valid are not. `03/04/2026` is
/// ambiguous: `month_first` decides, unless another date on the receipt shows the order.
pub fn purchase_date<'a>(rows: impl IntoIterator<Item = &'a str>, month_first: bool) -> Option<NaiveDate> {
    let rows: Vec<Vec<Candidate>> = rows.into_iter().map(candidates).collect();
    let all = || rows.iter().flatten();
    let is_month_first =
        match (all().any(|date| date.order.is_month_first()), all().any(|date| date.order.is_day_first())) {
            (true, false) => true,
            (false, true) => false,
            _ => month_first,
        };
    let days: Vec<(NaiveDate, u8)> = all().map(|date| (date.order.day(is_month_first), date.evidence)).collect();
    let count = |day: NaiveDate| days.iter().filter(|(other, _)| *other == day).count();
    let mut best: Option<(u8, usize, NaiveDate)> = None;
    for &(day, evidence) in &days {
        let rank = (evidence, count(day));
        if evidence > 0 && best.is_none_or(|(evidence, count, _)| rank > (evidence, count)) {
            best = Some((rank.0, rank.1, day));
        }
    }
    best.map(|(_, _, day)| day)
}

/// A date on a row, and its evidence: 0 for the end of an offer, 1 for a date, 2 for one beside a time.
struct Candidate {
    order: DateOrder,
    evidence: u8,
}

/// Words of rows with other dates: until when products can be returned or points are valid.
const OTHER_DATE_WORDS: [&str; 29] = [
    "valid",
    "until",
    "expir",
    "return",
    "best before",
    "use by",
    "since",
    "gültig",
    "bis zum",
    "rückgabe",
    "umtausch",
    "mhd",
    "haltbar",
    "seit",
    "valable",
    "jusqu",
    "échange",
    "retour",
    "válido",
    "hasta",
    "valido",
    "scadenza",
    "geldig",
    "ważn",
    "zwrot",
    "gyldig",
    "giltig",
    "zertifi",
    "starts",
];
/// Words beside numbers that are no date, unless a time is there, too: taxes, registers, telephones.
const NUMBER_WORDS: [&str; 22] = [
    "nip",
    "tel",
    "tél",
    "phone",
    "fax",
    "siret",
    "siren",
    "cnpj",
    "abn",
    "iva",
    "nif",
    "cif",
    "adószám",
    "adoszam",
    "steuernr",
    "ustid",
    "uid",
    "kvk",
    "orgnr",
    "vkn",
    "dič",
    "ičo",
];
/// The maximum number of dates of a row, for hostile receipts.
const MAX_DATES_OF_ROW: usize = 8;

fn candidates(row: &str) -> Vec<Candidate> {
    // The normal form drops the signs that join a date in East Asia.
    let row: String =
        row.to_lowercase().chars().map(|c| if matches!(c, '年' | '月' | '년' | '월') { '-' } else { c }).collect();
    let is_other = OTHER_DATE_WORDS.iter().any(|word| row.contains(word));
    let (times, dates) = scan(&without_spaces_in_dates(&row));
    let is_number = || row.split(|c: char| !c.is_alphanumeric()).any(|word| NUMBER_WORDS.contains(&word));
    let evidence = if is_other || times.is_empty() && is_number() {
        0
    } else if times.is_empty() {
        1
    } else {
        2
    };
    let printed = dates.into_iter().filter_map(|date| DateOrder::new(&date)).chain(dates_with_month_names(&row));
    printed.take(MAX_DATES_OF_ROW).map(|order| Candidate { order, evidence }).collect()
}

/// Returns `20. 11. 2026`, as it is written in Czech, as `20.11.2026`.
fn without_spaces_in_dates(row: &str) -> String {
    let glyphs: Vec<char> = row.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| glyphs.get(at)).is_some_and(char::is_ascii_digit);
    let is_joint = |at: usize| {
        glyphs[at] == ' '
            && at >= 2
            && matches!(glyphs[at - 1], '.' | '-' | '/')
            && is_digit(Some(at - 2))
            && is_digit(at.checked_add(1))
    };
    (0..glyphs.len()).filter(|at| !is_joint(*at)).map(|at| glyphs[at]).collect()
}

/// A date, as far as the order of its numbers is known.
#[derive(Clone, Copy)]
enum DateOrder {
    Known(NaiveDate),
    /// Only possible with the month, or the day, first.
    MonthFirst(NaiveDate),
    DayFirst(NaiveDate),
    Either {
        day_first: NaiveDate,
        month_first: NaiveDate,
    },
}

impl DateOrder {
    fn new(date: &Date) -> Option<Self> {
        let number = |range: std::ops::Range<usize>| date.digits.get(range)?.parse::<u32>().ok();
        if date.digits.len() == 8 {
            let year = i32::try_from(number(0..4)?).ok()?;
            return NaiveDate::from_ymd_opt(year, number(4..6)?, number(6..8)?).map(Self::Known);
        }
        let (first, second) = (number(0..2)?, number(2..4)?);
        let year = 2000 + i32::try_from(number(4..6)?).ok()?;
        let (day_first, month_first) =
            (NaiveDate::from_ymd_opt(year, second, first), NaiveDate::from_ymd_opt(year, first, second));
        match (day_first, month_first) {
            (Some(day), _) if date.mark == '.' => Some(Self::Known(day)),
            (Some(day_first), Some(month_first)) if first != second => Some(Self::Either { day_first, month_first }),
            (Some(day), Some(_)) => Some(Self::Known(day)),
            (Some(day), None) => Some(Self::DayFirst(day)),
            (None, day) => day.map(Self::MonthFirst),
        }
    }

    fn is_month_first(self) -> bool {
        matches!(self, Self::MonthFirst(_))
    }

    fn is_day_first(self) -> bool {
        matches!(self, Self::DayFirst(_))
    }

    fn day(self, is_month_first: bool) -> NaiveDate {
        match self {
            Self::Known(day) | Self::MonthFirst(day) | Self::DayFirst(day) => day,
            Self::Either { month_first, .. } if is_month_first => month_first,
            Self::Either { day_first, .. } => day_first,
        }
    }
}

/// Finds dates with a month's name: `20 Nov 2026`, `Nov 20, 2026`, `20. November 2026`, `20NOV26`.
fn dates_with_month_names(row: &str) -> Vec<DateOrder> {
    let mut runs: Vec<&str> = Vec::new();
    let mut start = 0;
    let kind = |c: char| if c.is_ascii_digit() { 1 } else { u8::from(c.is_alphabetic()) * 2 };
    let mut before = None;
    for (at, c) in row.char_indices().chain([(row.len(), ' ')]) {
        if before.is_some_and(|before| before != kind(c)) || at == row.len() {
            let run = &row[start..at];
            if run.starts_with(char::is_alphanumeric) && !matches!(run, "of" | "de" | "th" | "st" | "nd" | "rd") {
                runs.push(run);
            }
            start = at;
        }
        before = Some(kind(c));
    }
    let number = |at: Option<usize>, max_length: usize| {
        let run = runs.get(at?)?;
        if run.len() <= max_length { run.parse::<u32>().ok() } else { None }
    };
    let date = |at: usize| {
        // On receipts, only the beginning of a name is certain.
        let beginning =
            |letters: usize| runs[at].char_indices().nth(letters).map_or(runs[at], |(end, _)| &runs[at][..end]);
        let month = [3, 4].into_iter().find_map(|letters| month_named(beginning(letters)))?;
        let year = |year: u32| i32::try_from(if year < 100 { year + 2000 } else { year }).ok();
        let behind = number(at.checked_add(1), 4);
        let is_year =
            |at: usize| runs.get(at).is_some_and(|run| run.len() == 4 && run.starts_with("20") || run.len() == 2);
        let day_first = number(at.checked_sub(1), 2).filter(|_| is_year(at + 1));
        let day_first = day_first.and_then(|day| NaiveDate::from_ymd_opt(year(behind?)?, month, day));
        let month_first = || {
            let later = number(at.checked_add(2), 4).filter(|year| *year >= 2000)?;
            NaiveDate::from_ymd_opt(year(later)?, month, behind?)
        };
        day_first.or_else(month_first).map(DateOrder::Known)
    };
    (0..runs.len()).filter_map(date).collect()
}

/// The digits of a date, as `ddmmyy` or `yyyymmdd`, and the mark that joins them.
struct Date {
    digits: String,
    mark: char,
}

fn scan(line: &str) -> (Vec<u16>, Vec<Date>) {
    let (mut times, mut dates) = (Vec::new(), Vec::new());
    let runs = runs(line);
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        let next = runs.get(at + 1).filter(|next| next.joined.is_some());
        let last = runs.get(at + 2).filter(|_| next.is_some());
        // A date has no further number joined to it: `676-12-10-24` is a telephone number.
        let is_alone =
            |next: &Run| run.joined != next.joined && runs.get(at + 3).is_none_or(|more| more.joined != next.joined);
        let has_time = runs.get(at + 3).is_some_and(|more| more.joined == Some(':'));
        if let (Some(next), Some(last)) = (next, last)
            && next.joined == last.joined
            && is_alone(next)
            && let Some((date, rest)) = parse_date(run, next, last)
            && (rest.is_empty() || has_time)
        {
            dates.push(Date { digits: date, mark: next.joined.unwrap_or('.') });
            at += 3;
            let (behind, minutes) = (runs.get(at), runs.get(at + 1));
            // The hour may be joined to the year.
            if let Some(minutes) = behind.filter(|minutes| minutes.joined == Some(':')) {
                times.extend(parse_time(rest, minutes.digits));
            } else if let (Some(hours), Some(minutes)) = (behind, minutes)
                && hours.joined.is_none()
                && matches!(minutes.joined, None | Some('.'))
                && [hours, minutes].iter().all(|run| run.digits.len() == 2)
            {
                times.extend(parse_time(hours.digits, minutes.digits));
            }
            continue;
        }
        if let Some(next) = next.filter(|next| next.joined == Some(':'))
            && let Some(time) = parse_time(run.digits, next.digits)
        {
            times.push(time);
            // Skips the seconds, too.
            at += if last.is_some_and(|last| last.joined == Some(':')) { 3 } else { 2 };
            continue;
        }
        at += 1;
    }
    if dates.is_empty() {
        times.retain(|time| !matches!(time % 100, 0 | 30));
    }
    (times, dates)
}

/// A run of digits, and the mark between it and the run before.
struct Run<'a> {
    digits: &'a str,
    joined: Option<char>,
}

fn runs(line: &str) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let bytes = line.as_bytes();
    let (mut at, mut end) = (0, None);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let stop = (at..bytes.len()).find(|&index| !bytes[index].is_ascii_digit()).unwrap_or(bytes.len());
        let joined = end.filter(|end| end + 1 == at).map(|end: usize| char::from(bytes[end]));
        let joined = joined.filter(|mark| matches!(mark, ':' | '/' | '.' | '-' | 'h'));
        let joined = joined.map(|mark| if mark == 'h' { ':' } else { mark });
        runs.push(Run { digits: &line[at..stop], joined });
        (at, end) = (stop, Some(stop));
    }
    runs
}

/// Parses a date. Returns its digits, and the digits that are joined to its year.
fn parse_date<'a>(first: &Run<'a>, second: &Run<'a>, third: &Run<'a>) -> Option<(String, &'a str)> {
    let is_short = |digits: &str, max: u16| {
        (1..=2).contains(&digits.len()) && digits.parse::<u16>().is_ok_and(|n| (1..=max).contains(&n))
    };
    if !matches!(second.joined, Some('/' | '.' | '-')) || !is_short(second.digits, 31) {
        return None;
    }
    let padded = |digits: &str| format!("{digits:0>2}");
    if first.digits.len() == 4 && first.digits.starts_with("20") && third.digits.len() >= 2 {
        let (day, rest) = third.digits.split_at(2);
        return is_short(day, 31).then(|| (format!("{}{}{day}", first.digits, padded(second.digits)), rest));
    }
    // A further or missing digit in front makes it no date.
    let year = if third.digits.starts_with("20") && third.digits.len() >= 4 { 4 } else { 2 };
    if !is_short(first.digits, 31) || third.digits.len() < year || third.digits.len() > year + 2 {
        return None;
    }
    let (year, rest) = third.digits.split_at(year);
    Some((format!("{}{}{}", padded(first.digits), padded(second.digits), &year[year.len() - 2..]), rest))
}

fn parse_time(hours: &str, minutes: &str) -> Option<u16> {
    // Only the digits next to the colon belong to the time.
    let hours = hours.get(hours.len().saturating_sub(2)..)?.parse::<u16>().ok()?;
    let minutes = minutes.get(..2)?.parse::<u16>().ok()?;
    (hours < 24 && minutes < 60).then_some(hours * 100 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(rows: &[&str], month_first: bool) -> Option<String> {
        purchase_date(rows.iter().copied(), month_first).map(|day| day.to_string())
    }

    #[test]
    fn reads_the_day_of_purchase() {
        for (row, month_first, expected) in [
            ("Datum 20.11.2026 17:42", false, "2026-11-20"),
            ("06/15/24 10:41", true, "2024-06-15"),
            ("03/04/26 10:41", true, "2026-03-04"),
            ("03/04/26 10:41", false, "2026-04-03"),
            ("03.04.26 10:41", true, "2026-04-03"),
            ("2026-11-20T17:42:05", false, "2026-11-20"),
            ("2026年11月20日 17:42", false, "2026-11-20"),
            ("20. 11. 2026 9:05", false, "2026-11-20"),
            ("Nov 20, 2026 5:42 PM", true, "2026-11-20"),
            ("Friday 20th November 2026", false, "2026-11-20"),
            ("20NOV26 17:42", false, "2026-11-20"),
            ("le 20 août 2026", false, "2026-08-20"),
        ] {
            assert_eq!(day(&[row], month_first).as_deref(), Some(expected), "{row}");
        }
        for row in ["31.02.2026", "Tel 0555 12-34-56", "99/99/2026", "MARS 2.49", "2 MAI 3", "ẞ1İ 20.13.2026", ""] {
            assert_eq!(day(&[row], false), None, "{row}");
        }
    }

    #[test]
    fn reads_no_date_from_tax_register_or_telephone_numbers() {
        for row in
            ["NIP 676-12-10-24", "676-12-10-24", "01.02.11.24.55", "ADÓSZÁM 12.10.24", "12.04.20259", "12.04.202599"]
        {
            assert_eq!(day(&[row], false), None, "{row}");
        }
        assert_eq!(day(&["Tel 12.10.24", "20.11.26"], false).as_deref(), Some("2026-11-20"));
    }

    #[test]
    fn ignores_dates_of_offers_and_returns() {
        let rows = ["Gültig bis 31.12.2026", "MHD 01.12.2026", "Umtausch bis zum 04.12.2026 20:00", "20.11.26 Bon 12"];
        assert_eq!(day(&rows, false).as_deref(), Some("2026-11-20"));
        assert_eq!(day(&rows[..3], false), None);
        assert_eq!(day(&["01.01.2020", "20.11.2026", "20.11.2026 17:42"], false).as_deref(), Some("2026-11-20"));
    }

    #[test]
    fn infers_the_order_from_another_date() {
        assert_eq!(day(&["03/04/26 10:41", "return by 04/30/26"], false).as_deref(), Some("2026-03-04"));
        assert_eq!(day(&["03/04/26 10:41", "valid until 30/04/26"], true).as_deref(), Some("2026-04-03"));
    }

    #[test]
    fn reads_no_time_from_numbers_behind_a_date() {
        for line in ["06/15/24 1041 12", "06/15/24 25 61", "06/15/24 0041", "06/15/24 10 4.10"] {
            assert_eq!(find(line), (Vec::new(), vec!["061524".to_owned()]), "{line}");
        }
    }

    #[test]
    fn finds_times_and_dates_in_every_form() {
        for (line, time, date) in [
            ("cashier lane 12 06/15/24 10:41", 1041, "061524"),
            ("06/15/2410:41", 1041, "061524"),
            ("12.04.2025 20:55 filiale 2525", 2055, "120425"),
            ("12.04.202520:55 uhr", 2055, "120425"),
            ("6.4.25 9:05", 905, "060425"),
            ("2026-11-20t17:42:05", 1742, "20261120"),
            ("le 20/11/2026 17h42", 1742, "201126"),
            ("trans 5512 11-20-2026 05:42pm", 542, "112026"),
            ("06/15/24 10 41", 1041, "061524"),
            ("12.04.2025 20.55 filiale 2525", 2055, "120425"),
            ("06/15/24 10 41 00012", 1041, "061524"),
        ] {
            assert_eq!(find(line), (vec![time], vec![date.to_owned()]), "{line}");
        }
        for line in [
            "3.49 1.29",
            "2:5",
            "25:61",
            "555 555-0142",
            "1.2.3",
            "tel 0555/123 456",
            "0.532 kg x 1.99",
            "99/99/99",
            "mo sa 7:30 21:00",
        ] {
            assert_eq!(find(line), (Vec::new(), Vec::new()), "{line}");
        }
    }
}
