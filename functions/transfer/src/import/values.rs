//! Reads days and amounts as people and programs write them.

use super::words::WORDS;
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use domain::calendar_day::Tz;
use domain::month::month_named;
pub use domain::printed_date::DayOrder;
use domain::text::fold;

const ORDERS: [DayOrder; 3] = [DayOrder::DayFirst, DayOrder::MonthFirst, DayOrder::YearFirst];

/// Longer texts are no days, in bytes.
const MAX_DAY_LENGTH: usize = 80;
/// The serial numbers of spreadsheets for the years 2009 to 2099: days since 1899-12-30.
const SPREADSHEET_SERIALS: std::ops::RangeInclusive<u32> = 39_814..=73_050;
/// The year that Grocy writes for an item that never expires.
const NEVER_YEAR: i32 = 2999;

/// A day's parts in the order in which they are written.
struct DayParts {
    numbers: Vec<Number>,
    /// A month that is written as a word, and the count of numbers before it.
    month: Option<(u32, usize)>,
    separator: char,
}

#[derive(Clone, Copy)]
struct Number {
    value: u32,
    digits: usize,
}

/// What one part of a written day consists of.
#[derive(Clone, Copy, PartialEq)]
enum PartKind {
    Digits,
    /// The signs behind the numbers of an East Asian day.
    EastAsianUnit,
    Letters,
    Separator,
    /// Such as ½ or ٣.
    OtherNumber,
}

impl PartKind {
    fn of(c: char) -> Self {
        match c {
            '0'..='9' => Self::Digits,
            '年' | '月' | '日' => Self::EastAsianUnit,
            c if c.is_alphabetic() => Self::Letters,
            c if c.is_alphanumeric() => Self::OtherNumber,
            _ => Self::Separator,
        }
    }
}

/// Leaves out a time of day, before or behind the day.
fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    let begins = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit());
    if !begins.trim().is_empty() {
        return begins;
    }
    text[colon..].split_once(' ').map_or(text, |(_, rest)| rest)
}

/// Splits a day into its parts; `None` for a text with anything else.
fn parse_parts(text: &str) -> Option<DayParts> {
    let text = without_time(text.trim().trim_start_matches('\'').trim());
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    if text.len() > MAX_DAY_LENGTH || !has_digit || !text.starts_with(char::is_alphanumeric) {
        return None;
    }
    let mut parts = DayParts { numbers: vec![], month: None, separator: ' ' };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = PartKind::of(first);
        let (part, behind) = rest.split_at(rest.find(|c| PartKind::of(c) != kind).unwrap_or(rest.len()));
        rest = behind;
        match kind {
            PartKind::Digits => parts.numbers.push(Number { value: part.parse().ok()?, digits: part.len() }),
            PartKind::EastAsianUnit => {}
            PartKind::Letters => {
                let word = fold(part);
                match month_named(&word) {
                    Some(month) if parts.month.is_none() && !(word == "mar" && is_french_tuesday(rest)) => {
                        parts.month = Some((month, parts.numbers.len()));
                    }
                    _ if WORDS.fillers.split(' ').any(|filler| filler == word) || is_weekday(&word) => {}
                    _ => return None,
                }
            }
            PartKind::Separator if part.chars().all(|c| c.is_whitespace() || "-./,'’".contains(c)) => {
                if let Some(sign) = part.chars().find(|c| "-./".contains(*c)) {
                    parts.separator = sign;
                }
            }
            PartKind::Separator | PartKind::OtherNumber => return None,
        }
    }
    Some(parts)
}

/// Returns true if a folded word is a day of the week, whole or short.
fn is_weekday(word: &str) -> bool {
    WORDS
        .weekdays
        .split(' ')
        .any(|day| word.strip_prefix(day).is_some_and(|rest| rest.is_empty() || has_weekday_end(word)))
}

fn has_weekday_end(word: &str) -> bool {
    WORDS.weekday_ends.split(' ').any(|end| word.ends_with(end))
}

/// Returns true if "mar." begins a day such as "mar. 24 déc. 2026", where it is a weekday.
fn is_french_tuesday(rest: &str) -> bool {
    rest.split(|c: char| !c.is_alphabetic()).map(fold).any(|word| month_named(&word).is_some())
}

impl Number {
    /// Two digits mean this century: nothing of the last one is kept as food.
    fn year(self) -> Option<i32> {
        let year = match self.digits {
            2 => 2_000 + self.value,
            4 => self.value,
            _ => return None,
        };
        i32::try_from(year).ok().filter(|year| (1970..=9999).contains(year))
    }

    fn is_year(self) -> bool {
        self.digits == 4
    }
}

fn ymd(year: Number, month: u32, day: Number) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year.year()?, month, day.value).filter(|_| day.digits <= 2)
}

fn last_of(year: Number, month: u32) -> Option<NaiveDate> {
    let first = NaiveDate::from_ymd_opt(year.year()?, month, 1)?;
    first.with_day(first.num_days_in_month().into())
}

impl DayParts {
    /// Returns true for three numbers whose order is open.
    fn is_loose(&self) -> bool {
        self.month.is_none() && self.numbers.len() == 3 && !self.numbers[0].is_year()
    }

    fn day(&self, order: DayOrder) -> Option<NaiveDate> {
        match (self.month, self.numbers.as_slice()) {
            (None, [one]) if one.digits == 8 => {
                let number = |value: u32, digits: usize| Number { value, digits };
                ymd(number(one.value / 10_000, 4), one.value / 100 % 100, number(one.value % 100, 2))
            }
            (None, [one]) if one.digits == 5 && SPREADSHEET_SERIALS.contains(&one.value) => {
                NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(u64::from(one.value)))
            }
            // A month alone, as many packages have it: its last day.
            (None, [month, year] | [year, month]) if year.is_year() && month.digits <= 2 => last_of(*year, month.value),
            (Some((month, 0)), [year]) if matches!(year.digits, 2 | 4) => last_of(*year, month),
            (Some((month, 1)), [year]) if year.is_year() => last_of(*year, month),
            (Some((month, _)), [first, second]) if first.is_year() => ymd(*first, month, *second),
            (Some((month, _)), [first, second]) => ymd(*second, month, *first),
            (None, [first, second, third]) => match order {
                _ if first.is_year() => ymd(*first, second.value, *third),
                DayOrder::YearFirst if !third.is_year() => ymd(*first, second.value, *third),
                DayOrder::MonthFirst => ymd(*third, first.value, *second),
                DayOrder::DayFirst | DayOrder::YearFirst => ymd(*third, second.value, *first),
            },
            _ => None,
        }
    }
}

/// Reads a day; `None` for any other text.
pub fn day(text: &str, order: DayOrder) -> Option<NaiveDate> {
    parse_parts(text)?.day(order)
}

/// Returns true if a cell is a day in any order.
pub fn is_day(text: &str) -> bool {
    parse_parts(text).is_some_and(|parts| ORDERS.iter().any(|order| parts.day(*order).is_some()))
}

/// Returns true if a cell is one of the texts that programs write instead of a day.
pub fn is_no_day(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    WORDS.no_day.split(' ').any(|none| none == text) || text.starts_with("0000-00-00")
}

/// Returns true if a cell says that an item never expires: by a word, or by a year as Grocy writes it.
pub fn is_never(text: &str, day: Option<NaiveDate>) -> bool {
    let text = text.trim().to_lowercase();
    WORDS.never.iter().any(|never| *never == text) || day.is_some_and(|day| day.year() >= NEVER_YEAR)
}

/// The order in which the days of a column are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnOrder {
    pub order: DayOrder,
    /// False for a guess that makes a difference.
    pub is_certain: bool,
}

/// The orders in which the days of a column can be read.
pub struct OrderEvidence {
    /// The orders in which most cells are days; none where no cell depends on it.
    possible: Vec<DayOrder>,
    /// The first cell that is a different day in another order.
    pub example: Option<String>,
    has_dots: bool,
    /// True if the first of three short numbers could be the year.
    can_have_year_first: bool,
}

impl OrderEvidence {
    pub fn of<'a>(cells: impl Iterator<Item = &'a str>, now: DateTime<Utc>) -> Self {
        let parsed = cells.filter_map(|cell| Some((cell, parse_parts(cell)?)));
        let (texts, loose): (Vec<&str>, Vec<DayParts>) = parsed.filter(|(_, parts)| parts.is_loose()).unzip();
        let depends_on_order = |parts: &DayParts| {
            let [day_first, month_first] = [DayOrder::DayFirst, DayOrder::MonthFirst].map(|order| parts.day(order));
            day_first.is_some() && month_first.is_some() && day_first != month_first
        };
        let example = loose.iter().position(depends_on_order).map(|at| texts[at].trim().to_owned());
        let mut possible = likeliest_orders(&loose);
        let can_have_year_first = possible.contains(&DayOrder::YearFirst);
        if can_have_year_first && possible.len() > 1 {
            possible = decide_year_first(possible, &loose, now.date_naive());
        }
        let has_dots = loose.iter().any(|parts| parts.separator == '.');
        Self { possible, example, has_dots, can_have_year_first }
    }

    /// Returns the only order in which the column can be read.
    pub fn decided(&self) -> Option<DayOrder> {
        match self.possible.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Returns true if the order decides which day a cell is.
    pub fn is_open(&self) -> bool {
        self.possible.len() > 1 && self.example.is_some()
    }

    /// Returns the order of the column: as the user has chosen, as another column of the file decides, or as the
    /// language writes.
    pub fn order(
        &self,
        chosen: Option<DayOrder>,
        other_column: Option<DayOrder>,
        language: Option<DayOrder>,
    ) -> ColumnOrder {
        let dotted = self.has_dots.then_some(DayOrder::DayFirst);
        let possible = |order: &DayOrder| self.possible.contains(order);
        let order = if self.can_have_year_first && chosen.or(language) == Some(DayOrder::YearFirst) {
            Some(DayOrder::YearFirst)
        } else {
            self.decided().or_else(|| [chosen, other_column, dotted, language].into_iter().flatten().find(possible))
        };
        ColumnOrder { order: order.unwrap_or(DayOrder::DayFirst), is_certain: order.is_some() || !self.is_open() }
    }
}

/// Returns the orders in which most of these are days; one of them if it makes no difference, as for 01/01.
fn likeliest_orders(loose: &[DayParts]) -> Vec<DayOrder> {
    let days = |order: DayOrder| loose.iter().map(|parts| parts.day(order)).collect::<Vec<_>>();
    let has_short_years = loose.iter().any(|parts| parts.numbers[2].digits == 2);
    let counts = ORDERS.map(|order| match order {
        DayOrder::YearFirst if !has_short_years => 0,
        order => days(order).iter().flatten().count(),
    });
    let max = counts.iter().copied().max().filter(|max| *max > 0);
    let counted = ORDERS.into_iter().zip(counts).filter(|(_, count)| Some(*count) == max);
    let mut likeliest: Vec<DayOrder> = counted.map(|(order, _)| order).collect();
    if likeliest.iter().all(|order| days(*order) == days(likeliest[0])) {
        likeliest.truncate(1);
    }
    likeliest
}

/// Decides between the year and another part as the first. "26-12-31" is ISO 8601 without the century if that gives the
/// days nearest to today. Other signs mean another order, unless the language puts the year first.
fn decide_year_first(mut orders: Vec<DayOrder>, loose: &[DayParts], today: NaiveDate) -> Vec<DayOrder> {
    let distance = |order: &DayOrder| {
        let days = loose.iter().filter_map(|parts| parts.day(*order));
        days.map(|day| (day - today).num_days().abs()).fold(0, i64::saturating_add)
    };
    let has_dashes = loose.iter().all(|parts| parts.separator == '-');
    if has_dashes && orders.iter().min_by_key(|order| distance(order)) == Some(&DayOrder::YearFirst) {
        return vec![DayOrder::YearFirst];
    }
    orders.retain(|order| *order != DayOrder::YearFirst);
    orders
}

/// Returns the order in which users of a language write days; `None` if the BCP 47 tag leaves it open.
pub fn order_of_language(tag: &str) -> Option<DayOrder> {
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().unwrap_or_default().to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2).map(str::to_ascii_uppercase);
    match (language.as_str(), region.as_deref()) {
        (_, Some("US" | "PH" | "FM" | "GU" | "MH" | "MP" | "PR" | "AS" | "VI" | "UM" | "PW")) => {
            Some(DayOrder::MonthFirst)
        }
        // Canada writes all three; English of no country says nothing.
        ("" | "en", None) | (_, Some("CA")) => None,
        ("ja" | "ko" | "zh" | "hu" | "lt" | "mn" | "sv", _) => Some(DayOrder::YearFirst),
        _ => Some(DayOrder::DayFirst),
    }
}

/// Rounds an amount: other programs count finer than thousandths.
pub fn thousandths(amount: f64) -> f64 {
    (amount * 1_000.0).round() / 1_000.0
}

/// Returns the middle of a day, for a purchase whose time is not known.
pub fn noon_of(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    zone.moment_of(day.and_hms_opt(12, 0, 0)?)
}

#[cfg(test)]
mod tests;
