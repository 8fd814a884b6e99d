//! Parses dates as they are printed on food. Each date of a text gets all readings that its numbers allow.

use chrono::{Datelike, Months, NaiveDate};
use domain::month::month_named;
use domain::printed_date::{DatePrecision, DayOrder};
use std::ops::Range;

/// The written form of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The month is a word.
    Named,
    /// The year has four digits.
    LongYear,
    ShortYear,
    /// Numbers with spaces between them.
    Spaced,
    MonthYear,
    ShortMonthYear,
    Joined,
    /// A day and a month. The year is that of the next such day.
    Yearless,
}

impl Shape {
    /// Returns true if codes and other numbers may have this form, too.
    pub fn is_weak(self) -> bool {
        matches!(self, Self::Spaced | Self::ShortMonthYear | Self::Joined | Self::Yearless)
    }
}

/// One possible reading of a printed date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateReading {
    /// None where only one order of the numbers is possible.
    pub order: Option<DayOrder>,
    pub date: NaiveDate,
    pub precision: DatePrecision,
}

/// A date in a line: its characters, and its readings that exist in the calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateText {
    pub at: Range<usize>,
    pub shape: Shape,
    pub readings: Vec<DateReading>,
}

/// A part of a date: a value (number or name), or a separator.
#[derive(Clone, Copy)]
enum Part {
    /// `2027`.
    Year,
    /// `20 27`.
    SplitYear,
    /// `27`.
    ShortYear,
    /// Exactly this number of digits.
    Digits(usize),
    /// From the first to the second number of digits, of which some may be misread as letters, but not all.
    Number(usize, usize),
    /// A number from 1 to 12 with at least this number of digits.
    Month(usize),
    /// The full or short name of a month.
    Name,
    /// The two letters of a month in Canada.
    Code,
    /// One of these marks, with an optional space before and after it.
    Mark(&'static str),
    /// Such a mark, or nothing.
    OptionalMark(&'static str),
    Space,
}

/// Text that must not be directly before or after a date.
#[derive(Clone, Copy)]
enum Boundary {
    Digit,
    /// A digit, also after a mark.
    MoreDigits,
    Letter,
    LetterOrDigit,
    /// Anything but a digit: one of the next text sticks to the date.
    NoDigit,
}

struct Form {
    before: Boundary,
    parts: &'static [Part],
    after: Boundary,
    shape: Shape,
    /// The meaning of the values, in each order that they may have: `y`, `m` and `d`.
    orders: &'static [&'static str],
}

const fn form(
    before: Boundary,
    parts: &'static [Part],
    after: Boundary,
    shape: Shape,
    orders: &'static [&'static str],
) -> Form {
    Form { before, parts, after, shape, orders }
}

const MARKS: &str = "./-";
/// A point may be read as a comma.
const MARKS_COMMA: &str = "./-,";
const LOOSE: &str = "./- ";
const LOOSE_COMMA: &str = "./-, ";

/// Forms of dates, the more certain first: later forms do not match characters of earlier ones.
const FORMS: [Form; 29] = {
    use Boundary::{Digit, Letter, LetterOrDigit, MoreDigits, NoDigit};
    use Part::{Code, Digits, Mark, Month, Name, Number, OptionalMark, ShortYear, Space, SplitYear, Year};
    [
        form(
            MoreDigits,
            &[Year, Mark(LOOSE_COMMA), Number(1, 2), Mark(LOOSE_COMMA), Number(2, 2)],
            Digit,
            Shape::LongYear,
            &["ymd"],
        ),
        form(
            Digit,
            &[Year, OptionalMark(LOOSE), Name, OptionalMark(LOOSE), Number(1, 2)],
            Digit,
            Shape::Named,
            &["ymd"],
        ),
        form(Digit, &[Year, OptionalMark(LOOSE), Code, OptionalMark(LOOSE), Digits(2)], Digit, Shape::Named, &["ymd"]),
        form(
            LetterOrDigit,
            &[Number(1, 2), OptionalMark(LOOSE), Name, OptionalMark(LOOSE), Year],
            Digit,
            Shape::Named,
            &["dmy"],
        ),
        form(
            LetterOrDigit,
            &[Number(1, 2), OptionalMark(LOOSE), Name, OptionalMark(LOOSE), ShortYear],
            Digit,
            Shape::Named,
            &["dmy"],
        ),
        form(Letter, &[Name, OptionalMark(LOOSE), Year], Digit, Shape::Named, &["my"]),
        form(
            Letter,
            &[Name, OptionalMark(LOOSE), Number(2, 2), OptionalMark(LOOSE_COMMA), Year],
            Digit,
            Shape::Named,
            &["mdy"],
        ),
        form(
            Letter,
            &[Name, OptionalMark(LOOSE), Number(2, 2), Mark(LOOSE_COMMA), ShortYear],
            Digit,
            Shape::Named,
            &["mdy"],
        ),
        form(Letter, &[Name, OptionalMark(LOOSE), Digits(2), ShortYear], Digit, Shape::Joined, &["mdy"]),
        form(
            Letter,
            &[Name, OptionalMark(LOOSE), Digits(1), OptionalMark(LOOSE_COMMA), Year],
            Digit,
            Shape::Named,
            &["mdy"],
        ),
        form(
            Letter,
            &[Name, OptionalMark(LOOSE), Digits(1), Mark(LOOSE_COMMA), ShortYear],
            Digit,
            Shape::Named,
            &["mdy"],
        ),
        form(
            MoreDigits,
            &[Number(1, 2), Mark(LOOSE_COMMA), Number(1, 2), Mark(LOOSE_COMMA), Year],
            Digit,
            Shape::LongYear,
            &["dmy", "mdy"],
        ),
        form(MoreDigits, &[Digits(2), Space, Digits(2), Space, SplitYear], Digit, Shape::LongYear, &["dmy", "mdy"]),
        form(
            MoreDigits,
            &[Number(2, 2), Mark(MARKS_COMMA), Number(2, 2), Mark(MARKS_COMMA), ShortYear],
            MoreDigits,
            Shape::ShortYear,
            &["dmy", "mdy", "ymd"],
        ),
        form(
            MoreDigits,
            &[Digits(2), Space, Digits(2), Space, ShortYear],
            Digit,
            Shape::Spaced,
            &["dmy", "mdy", "ymd"],
        ),
        form(
            MoreDigits,
            &[Number(1, 2), Mark(MARKS), Number(1, 2), Mark(MARKS), Year],
            NoDigit,
            Shape::LongYear,
            &["dmy", "mdy"],
        ),
        form(MoreDigits, &[Month(1), Mark(MARKS), Year], MoreDigits, Shape::MonthYear, &["my"]),
        form(MoreDigits, &[Year, Mark(MARKS), Month(2)], MoreDigits, Shape::MonthYear, &["ym"]),
        form(MoreDigits, &[Month(2), Mark(MARKS), ShortYear], MoreDigits, Shape::ShortMonthYear, &["my"]),
        form(Letter, &[Name, OptionalMark(LOOSE), ShortYear], MoreDigits, Shape::ShortMonthYear, &["my", "md"]),
        form(
            LetterOrDigit,
            &[ShortYear, OptionalMark(LOOSE), Code, OptionalMark(LOOSE), Digits(2)],
            LetterOrDigit,
            Shape::Joined,
            &["ymd"],
        ),
        form(MoreDigits, &[Digits(2), Digits(2), Mark(MARKS), Year], Digit, Shape::Joined, &["dmy", "mdy"]),
        form(MoreDigits, &[Digits(2), Mark(MARKS), Digits(2), ShortYear], Digit, Shape::Joined, &["dmy", "mdy"]),
        form(Digit, &[Digits(2), Digits(2), Year], Digit, Shape::Joined, &["dmy", "mdy"]),
        form(Digit, &[Year, Digits(2), Digits(2)], Digit, Shape::Joined, &["ymd"]),
        form(Digit, &[Digits(2), Digits(2), ShortYear], Digit, Shape::Joined, &["dmy", "mdy", "ymd"]),
        form(LetterOrDigit, &[Number(1, 2), OptionalMark(LOOSE), Name], LetterOrDigit, Shape::Yearless, &["dm"]),
        form(Letter, &[Name, OptionalMark(LOOSE), Number(1, 2)], LetterOrDigit, Shape::Yearless, &["md"]),
        form(MoreDigits, &[Digits(2), Mark(MARKS), Digits(2)], MoreDigits, Shape::Yearless, &["dm", "md"]),
    ]
};

/// The months as two letters, which both languages of Canada have.
const MONTH_CODES: [&str; 12] = ["JA", "FE", "MR", "AL", "MA", "JN", "JL", "AU", "SE", "OC", "NO", "DE"];

/// Finds the dates in a line of capitals without accents, from left to right. A day without a year is the next one
/// from today on.
pub fn find_dates(line: &[char], today: NaiveDate) -> Vec<DateText> {
    let mut found: Vec<DateText> = Vec::new();
    for form in &FORMS {
        let mut start = 0;
        while start < line.len() {
            let Some((end, values)) = form.match_at(line, start) else {
                start += 1;
                continue;
            };
            if form.shape == Shape::Yearless && begins_with_year(&line[end..]) {
                start = end;
                continue;
            }
            let readings = form.orders.iter().filter_map(|order| to_reading(order, &values, today));
            // Eight digits may match two forms.
            if let Some(same) = found.iter_mut().find(|other| other.at == (start..end) && other.shape == form.shape) {
                same.readings.extend(readings);
            } else if !found.iter().any(|other| other.at.start < end && start < other.at.end) {
                found.push(DateText { at: start..end, shape: form.shape, readings: readings.collect() });
            }
            start = end;
        }
    }
    found.sort_by_key(|date| date.at.start);
    found
}

/// Returns true if a number follows, which may be a year with misread digits.
fn begins_with_year(behind: &[char]) -> bool {
    let mut behind = behind.iter().skip_while(|c| LOOSE_COMMA.contains(**c)).take_while(|c| **c != ' ').peekable();
    let begins_with_digit = behind.peek().is_some_and(|c| c.is_ascii_digit());
    let word: Vec<&char> = behind.collect();
    begins_with_digit || word.iter().all(|c| digit(**c).is_some()) && word.iter().any(|c| c.is_ascii_digit())
}

/// Returns the reading of values in an order: the day, or the last one of the month.
fn to_reading(order: &str, values: &[u32], today: NaiveDate) -> Option<DateReading> {
    let value = |part: char| order.find(part).and_then(|at| values.get(at)).copied();
    let month = value('m')?;
    let Some(year) = value('y') else {
        let of = |year: i32| NaiveDate::from_ymd_opt(year, month, value('d')?);
        let date = of(today.year()).filter(|date| *date >= today).or_else(|| of(today.year() + 1))?;
        return Some(DateReading { order: day_order(order), date, precision: DatePrecision::Day });
    };
    let year = i32::try_from(year).ok()?;
    let year = if year < 100 { 2000 + year } else { year };
    let (date, precision) = if let Some(day) = value('d') {
        (NaiveDate::from_ymd_opt(year, month, day)?, DatePrecision::Day)
    } else {
        let next = NaiveDate::from_ymd_opt(year, month, 1)?.checked_add_months(Months::new(1))?;
        (next.pred_opt()?, DatePrecision::Month)
    };
    Some(DateReading { order: day_order(order), date, precision })
}

fn day_order(order: &str) -> Option<DayOrder> {
    match order {
        "dmy" | "dm" => Some(DayOrder::DayFirst),
        "mdy" | "md" => Some(DayOrder::MonthFirst),
        "ymd" => Some(DayOrder::YearFirst),
        _ => None,
    }
}

impl Form {
    /// Matches a date of this form that begins at `start`. Returns its end and its values.
    fn match_at(&self, line: &[char], start: usize) -> Option<(usize, Vec<u32>)> {
        let mut values = Vec::new();
        let end = if self.before.is_clear(line[..start].iter().rev()) {
            match_parts(line, start, self.parts, self.after, &mut values)
        } else {
            None
        };
        end.map(|end| (end, values))
    }
}

/// Matches the parts at a position, with backtracking. Returns the end of the match.
fn match_parts(line: &[char], at: usize, parts: &[Part], after: Boundary, values: &mut Vec<u32>) -> Option<usize> {
    let Some((part, parts)) = parts.split_first() else {
        return after.is_clear(line[at..].iter()).then_some(at);
    };
    let behind = &line[at..];
    for length in part.lengths(behind).into_iter().flatten() {
        let known = values.len();
        values.extend(part.value(&behind[..length]));
        if let Some(end) = match_parts(line, at + length, parts, after, values) {
            return Some(end);
        }
        values.truncate(known);
    }
    None
}

impl Part {
    /// Returns the lengths that the part may have at the beginning of a text, the longest first.
    fn lengths(self, text: &[char]) -> [Option<usize>; 4] {
        let one = |length: Option<usize>| [length, None, None, None];
        let of = |length: usize| Some(length).filter(|length| *length <= text.len());
        match self {
            Self::Year => one(of(4).filter(|_| is_digits(&text[..4]) && text.starts_with(&['2', '0']))),
            Self::SplitYear => one(of(5).filter(|_| text.starts_with(&['2', '0', ' ']) && is_digits(&text[3..5]))),
            Self::ShortYear => one(of(2).filter(|_| is_digits(&text[..2]))),
            Self::Digits(count) => one(of(count).filter(|_| is_digits(&text[..count]))),
            Self::Number(min, max) => {
                let is_number = |length: &usize| {
                    let chars = &text[..*length];
                    chars.iter().all(|c| digit(*c).is_some()) && chars.iter().any(char::is_ascii_digit)
                };
                let fits = |length: usize| of(length).filter(|_| (min..=max).contains(&length)).filter(is_number);
                [fits(2), fits(1), None, None]
            }
            Self::Month(min) => {
                let is_month = |length: &usize| {
                    let digits = &text[..*length];
                    is_digits(digits) && (1..=12).contains(&to_number(digits))
                };
                let fits = |length: usize| of(length).filter(|_| length >= min).filter(is_month);
                [fits(2), fits(1), None, None]
            }
            Self::Name => one(parse_month_name(text).map(|(length, _)| length)),
            Self::Code => one(of(2).filter(|_| parse_month_code(text).is_some())),
            Self::Space => one(of(1).filter(|_| text[0] == ' ')),
            Self::Mark(marks) => {
                let fits = |length: usize| of(length).filter(|length| is_separator(&text[..*length], marks));
                [fits(3), fits(2), fits(1), None]
            }
            Self::OptionalMark(marks) => {
                let [three, two, one, _] = Self::Mark(marks).lengths(text);
                [three, two, one, Some(0)]
            }
        }
    }

    fn value(self, chars: &[char]) -> Option<u32> {
        match self {
            Self::Year | Self::SplitYear | Self::ShortYear | Self::Digits(_) | Self::Number(..) | Self::Month(_) => {
                Some(to_number(chars))
            }
            Self::Name => parse_month_name(chars).map(|(_, month)| month),
            Self::Code => parse_month_code(chars),
            Self::Mark(_) | Self::OptionalMark(_) | Self::Space => None,
        }
    }
}

/// Returns true for one mark with an optional space before and after it.
fn is_separator(chars: &[char], marks: &str) -> bool {
    match *chars {
        [mark] => marks.contains(mark),
        [first, second] => first == ' ' && marks.contains(second) || marks.contains(first) && second == ' ',
        [before, mark, behind] => before == ' ' && marks.contains(mark) && behind == ' ',
        _ => false,
    }
}

/// Parses the month's name at the beginning of a text, with a point behind it. Returns its length and the month. In a
/// short name, letters may be misread as digits.
fn parse_month_name(text: &[char]) -> Option<(usize, u32)> {
    let run: String = text.iter().take_while(|c| c.is_ascii_uppercase()).map(char::to_ascii_lowercase).collect();
    let month = month_named(&run).map(|month| (run.len(), month)).or_else(|| {
        let three = text.get(..3).filter(|_| !run.is_empty() || text[0].is_ascii_digit())?;
        let letters: Option<String> = three.iter().map(|c| letter(*c)).collect();
        let is_mixed = three.iter().any(char::is_ascii_digit) && three.iter().any(char::is_ascii_uppercase);
        let is_apart = text.get(3).is_none_or(|c| !c.is_ascii_uppercase());
        month_named(&letters.filter(|_| is_mixed && is_apart)?).map(|month| (3, month))
    });
    let has_point = |length: usize| text.get(length).is_some_and(|mark| matches!(mark, '.' | ':'));
    month.map(|(length, month)| (length + usize::from(has_point(length)), month))
}

/// Parses the two letters of a month at the beginning of a text.
fn parse_month_code(text: &[char]) -> Option<u32> {
    let month = MONTH_CODES.iter().position(|code| code.chars().eq(text.iter().take(2).copied()))?;
    u32::try_from(month + 1).ok()
}

/// Returns the letter of a month's name; a digit may be a misread letter.
fn letter(c: char) -> Option<char> {
    match c {
        '0' => Some('o'),
        '1' => Some('i'),
        '5' => Some('s'),
        '6' => Some('g'),
        '8' => Some('b'),
        '4' => Some('a'),
        c => c.is_ascii_uppercase().then(|| c.to_ascii_lowercase()),
    }
}

/// Returns the digit of a character; a letter may be a misread digit.
fn digit(c: char) -> Option<u32> {
    match c {
        'O' | 'Q' => Some(0),
        'I' | 'L' | '|' => Some(1),
        'Z' => Some(2),
        'S' => Some(5),
        'B' => Some(8),
        c => c.to_digit(10),
    }
}

fn is_digits(chars: &[char]) -> bool {
    chars.iter().all(char::is_ascii_digit)
}

fn to_number(chars: &[char]) -> u32 {
    chars.iter().filter_map(|c| digit(*c)).fold(0, |number, digit| 10 * number + digit)
}

impl Boundary {
    /// Returns true if the text beside a date, in the direction away from it, does not begin with this.
    fn is_clear<'a>(self, mut away: impl Iterator<Item = &'a char>) -> bool {
        let (first, second) = (away.next(), away.next());
        let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        let is_letter = first.is_some_and(char::is_ascii_uppercase);
        match self {
            Self::NoDigit => is_digit(first),
            Self::Digit => !is_digit(first),
            Self::MoreDigits => !(is_digit(first) || first.is_some_and(|c| MARKS.contains(*c)) && is_digit(second)),
            Self::Letter => !is_letter,
            Self::LetterOrDigit => !is_letter && !is_digit(first),
        }
    }
}

/// Replaces times of day by spaces, also those joined to a date: `21.09.2710:48`, `26.03.20271048`.
pub fn without_times(line: &[char]) -> Vec<char> {
    let mut line = line.to_vec();
    let two = |line: &[char], at: usize, below: u32| {
        line.get(at..at + 2).is_some_and(|digits| is_digits(digits) && to_number(digits) < below)
    };
    let is_digit = |line: &[char], at: Option<usize>| at.and_then(|at| line.get(at)).is_some_and(char::is_ascii_digit);
    for at in 1..line.len() {
        if line[at] != ':' || !two(&line, at + 1, 60) || is_digit(&line, Some(at + 3)) {
            continue;
        }
        let begin = if at >= 2 && two(&line, at - 2, 24) {
            at - 2
        } else if is_digit(&line, at.checked_sub(1)) && !is_digit(&line, at.checked_sub(2)) {
            at - 1
        } else {
            continue;
        };
        let has_seconds = line.get(at + 3) == Some(&':') && two(&line, at + 4, 60);
        let end = if has_seconds { at + 6 } else { at + 3 };
        line[begin..end].fill(' ');
    }
    for at in 0..line.len() {
        // A day, a month and a year with marks, followed by the four digits of a time.
        let Some(run) = line.get(at..at + 14) else { break };
        let has_marks = [2, 5].iter().all(|mark| MARKS.contains(run[*mark]));
        let is_long = has_marks && is_digits(&run[..2]) && is_digits(&run[3..5]) && is_digits(&run[6..]);
        if is_long && run[6..8] == ['2', '0'] && two(run, 10, 24) && two(run, 12, 60) && !is_digit(&line, Some(at + 14))
        {
            line[at + 10..at + 14].fill(' ');
        }
    }
    line
}
