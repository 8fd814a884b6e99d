//! When a receipt was printed: times of day and dates, wherever its words begin and end.

/// The times and dates in a line in its normal form: `06/15/24 10:41`, `12.04.2025,20:55`, `06/15/2410:41`, `17h42`,
/// `2026-11-20T17:42:05`. Behind a date, a lost colon is no loss: `06/15/24 10 41`, `12.04.2025 20.55`. A shop's hours
/// begin and end on the half hour, and stand on every receipt of it, without a date.
pub fn read(line: &str) -> (Vec<u16>, Vec<String>) {
    let (mut times, mut dates) = (Vec::new(), Vec::new());
    let runs = runs(line);
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        let next = runs.get(at + 1).filter(|next| next.joined.is_some());
        let last = runs.get(at + 2).filter(|_| next.is_some());
        if let (Some(next), Some(last)) = (next, last)
            && next.joined == last.joined
            && let Some((date, rest)) = date(run, next, last)
        {
            dates.push(date);
            at += 3;
            let (behind, minutes) = (runs.get(at), runs.get(at + 1));
            // The hour may stick to the year.
            if let Some(minutes) = behind.filter(|minutes| minutes.joined == Some(':')) {
                times.extend(time(rest, minutes.digits));
            } else if let (Some(hours), Some(minutes)) = (behind, minutes)
                && hours.joined.is_none()
                && matches!(minutes.joined, None | Some('.'))
                && [hours, minutes].iter().all(|run| run.digits.len() == 2)
            {
                times.extend(time(hours.digits, minutes.digits));
            }
            continue;
        }
        if let Some(next) = next.filter(|next| next.joined == Some(':'))
            && let Some(time) = time(run.digits, next.digits)
        {
            times.push(time);
            // Seconds belong to it.
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

/// The digits of a date, and what sticks to its year.
fn date<'a>(first: &Run<'a>, second: &Run<'a>, third: &Run<'a>) -> Option<(String, &'a str)> {
    let short = |digits: &str, most: u16| {
        (1..=2).contains(&digits.len()) && digits.parse::<u16>().is_ok_and(|n| (1..=most).contains(&n))
    };
    if !matches!(second.joined, Some('/' | '.' | '-')) || !short(second.digits, 31) {
        return None;
    }
    let padded = |digits: &str| format!("{digits:0>2}");
    if first.digits.len() == 4 && first.digits.starts_with("20") && third.digits.len() >= 2 {
        let (day, rest) = third.digits.split_at(2);
        return short(day, 31).then(|| (format!("{}{}{day}", first.digits, padded(second.digits)), rest));
    }
    // A digit that is glued to the front, or is missing there, makes no date.
    let year = if third.digits.starts_with("20") && third.digits.len() >= 4 { 4 } else { 2 };
    if !short(first.digits, 31) || third.digits.len() < year || third.digits.len() > year + 2 {
        return None;
    }
    let (year, rest) = third.digits.split_at(year);
    Some((format!("{}{}{}", padded(first.digits), padded(second.digits), &year[year.len() - 2..]), rest))
}

fn time(hours: &str, minutes: &str) -> Option<u16> {
    // Only the digits next to the colon are the time's.
    let hours = hours.get(hours.len().saturating_sub(2)..)?.parse::<u16>().ok()?;
    let minutes = minutes.get(..2)?.parse::<u16>().ok()?;
    (hours < 24 && minutes < 60).then_some(hours * 100 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_behind_a_date_are_no_time() {
        for line in ["06/15/24 1041 12", "06/15/24 25 61", "06/15/24 0041", "06/15/24 10 4.10"] {
            assert_eq!(read(line), (Vec::new(), vec!["061524".to_owned()]), "{line}");
        }
    }

    #[test]
    fn times_and_dates_are_found_however_they_are_printed() {
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
            assert_eq!(read(line), (vec![time], vec![date.to_owned()]), "{line}");
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
            assert_eq!(read(line), (Vec::new(), Vec::new()), "{line}");
        }
    }
}
