//! Finds the dates on a label, and decides which of them the food keeps until.

use super::grammar::{self, DateReading, DateText, Shape};
use super::keywords::{self, Role};
use crate::ocr::geometry::Quad;
use crate::ocr::text_box::TextBox;
use crate::text::vocabulary;
use chrono::{Datelike, NaiveDate};
use domain::printed_date::{DatePrecision, DayOrder, PrintedDateKind};
use std::ops::Range;

/// The range of dates of food in a household, in days from today.
const MAX_DAYS_PAST: i64 = 1_130;
const MAX_DAYS_AHEAD: i64 = 1_900;
/// The limit for a sure date: a later one was probably misread.
const MAX_SURE_DAYS_AHEAD: i64 = 4 * 365 + 1;
/// The maximum age of a production date, for food that is sold fresh.
const FRESH_DAYS: i64 = 7;
/// The maximum age of a reading if there is another one.
const MAX_PLAUSIBLE_DAYS_PAST: i64 = 120;
/// The minimum confidence of a sure date; below it, a digit may be misread.
const MIN_CONFIDENCE: f32 = 0.9;
/// The limits of two boxes of one line: their vertical distance in heights of the lower one, and their horizontal
/// overlap.
const MAX_LINE_STEP: f32 = 0.45;
const MAX_LINE_OVERLAP: f32 = 0.3;
/// The maximum vertical distance, in heights, of a keyword above a date or beside it.
const MAX_WORD_ABOVE: f32 = 3.2;
const MAX_WORD_BESIDE: f32 = 1.2;
/// The maximum number of characters between the keyword of a lot and its number.
const MAX_LOT_GAP: usize = 3;
/// The maximum length of a day with misread characters.
const MAX_DAY_CHARS: usize = 3;
/// The minimum likelihood of another digit, relative to the one that was read, at which a date is not sure.
const MIN_DOUBTFUL_LIKELIHOOD: f32 = 0.3;
/// The maximum length of the text that is returned with a date, in characters.
const MAX_TEXT: usize = 60;

/// The ends of a text box at the edge of the picture, where its text may go on.
#[derive(Debug, Clone, Copy, Default)]
pub struct CutEnds {
    pub start: bool,
    pub end: bool,
}

/// A date that a label may say food keeps until.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub date: NaiveDate,
    pub precision: DatePrecision,
    pub kind: Option<PrintedDateKind>,
    pub is_sure: bool,
    /// True if its numbers may have another order, and nothing shows which.
    pub is_ambiguous: bool,
    /// Its readings in other orders.
    pub alternatives: Vec<DateReading>,
    pub text: String,
    /// The indices of its text boxes.
    pub boxes: Vec<usize>,
}

/// The bounds of a text box on the upright label.
struct BoxBounds {
    index: usize,
    left: f32,
    right: f32,
    y: f32,
    height: f32,
}

/// Text boxes side by side, with the ranges of their text in that of the line, in capitals without accents.
struct LabelLine {
    boxes: Vec<(Range<usize>, BoxBounds)>,
    text: Vec<char>,
}

impl LabelLine {
    /// Returns the boxes that a range of the text is in.
    fn boxes_at(&self, at: &Range<usize>) -> impl Iterator<Item = &BoxBounds> {
        let is_here = |(range, _): &&(Range<usize>, BoxBounds)| range.start < at.end && range.end > at.start;
        self.boxes.iter().filter(is_here).map(|(_, bounds)| bounds)
    }
}

/// A date on a label with its keyword.
struct DetectedDate<'a> {
    readings: Vec<DateReading>,
    shape: Shape,
    role: Option<Role>,
    /// True if the keyword for its role is in another box, above or beside it.
    is_role_near: bool,
    /// True if its keyword is the head of two dates, `MFG/EXP`.
    is_of_pair: bool,
    /// True if a part of it may not have been read, or it may be the other date of a pair.
    is_doubtful: bool,
    confidence: f32,
    boxes: Vec<usize>,
    line: &'a LabelLine,
    at: Range<usize>,
}

/// Returns the dates of a label that the food may keep until, the likeliest first. `cut` has the ends of each box at
/// the edge of the picture.
pub fn candidates(boxes: &[TextBox], cut: &[CutEnds], today: NaiveDate, order: Option<DayOrder>) -> Vec<Candidate> {
    let lines = lines(boxes);
    let mut found: Vec<DetectedDate> =
        lines.iter().flat_map(|line| detect_dates(line, &lines, boxes, cut, today)).collect();
    let first = found.iter().flat_map(|found| &found.readings).map(|reading| reading.date).min();
    let is_alone = found.iter().all(|found| found.readings.iter().any(|reading| Some(reading.date) == first));
    // The other date of a pair was not read.
    if is_alone && lines.iter().any(|line| keywords::has_production(&line.text)) {
        found.iter_mut().filter(|found| !found.has_own_expiry()).for_each(|found| found.is_doubtful = true);
    }
    let label_order = found.iter().find_map(DetectedDate::order);
    let is_later = |found: &DetectedDate| found.readings.iter().all(|reading| Some(reading.date) != first);
    for pair in found.iter_mut().filter(|found| found.is_of_pair) {
        let role = if is_later(pair) { Role::Expiry(None) } else { Role::Production };
        (pair.role, pair.is_role_near) = (Some(role), role != Role::Production);
    }
    let is_possible = |found: &&DetectedDate| match found.role {
        Some(Role::Lot | Role::Frozen) => false,
        // Of two dates near a word for production, the later one may belong to another word.
        Some(Role::Production) => found.is_role_near && is_later(found),
        Some(Role::Expiry(_)) | None => true,
    };
    let mut possible: Vec<ResolvedDate> =
        found.iter().filter(is_possible).map(|found| ResolvedDate::new(found, label_order, order, today)).collect();
    possible.sort_by_key(ResolvedDate::rank);
    let pool = pool(&possible);
    let frozen: Vec<ResolvedDate> = found
        .iter()
        .filter(|found| found.role == Some(Role::Frozen))
        .map(|found| ResolvedDate::new(found, label_order, order, today))
        .collect();
    let is_best_sure = pool.last().is_some_and(|best| is_sure(&pool, best, today));
    let in_pool = |chosen: &ResolvedDate| pool.iter().any(|other| std::ptr::eq(*other, chosen));
    let (others, ranked): (Vec<&ResolvedDate>, Vec<&ResolvedDate>) =
        possible.iter().rev().partition(|chosen| !in_pool(chosen));
    let ranked = ranked.into_iter().chain(others).chain(&frozen);
    ranked.enumerate().map(|(rank, chosen)| chosen.candidate(rank == 0 && is_best_sure, boxes)).collect()
}

/// Returns the dates with a keyword for an expiry, or else those without a keyword, preferably in an unambiguous form.
fn pool<'a, 'b>(possible: &'b [ResolvedDate<'a>]) -> Vec<&'b ResolvedDate<'a>> {
    let of = |is_meant: &dyn Fn(&DetectedDate) -> bool| -> Vec<&ResolvedDate> {
        possible.iter().filter(|chosen| is_meant(chosen.found)).collect()
    };
    let is_expiry = |found: &DetectedDate| matches!(found.role, Some(Role::Expiry(_)));
    [
        of(&|found| is_expiry(found) && !found.is_role_near),
        of(&|found| is_expiry(found)),
        of(&|found| found.role.is_none() && !found.shape.is_weak()),
        of(&|found| found.role.is_none()),
        of(&|_| true),
    ]
    .into_iter()
    .find(|pool| !pool.is_empty())
    .unwrap_or_default()
}

/// Returns true if the last date of a pool is certainly the one that the food keeps until.
fn is_sure(pool: &[&ResolvedDate], best: &ResolvedDate, today: NaiveDate) -> bool {
    let (found, date) = (best.found, best.reading.date);
    let earlier = pool.iter().rev().map(|chosen| chosen.reading.date).find(|other| *other != date);
    // The earlier of two dates is that of production if it is not far ahead.
    let is_latest = earlier.is_none_or(|earlier| days_ahead(earlier, today) <= FRESH_DAYS && date > today);
    let has_keyword = matches!(found.role, Some(Role::Expiry(_))) && !found.is_role_near;
    is_latest
        && !best.is_ambiguous
        && !found.is_doubtful
        && found.shape != Shape::Yearless
        && (has_keyword || !found.shape.is_weak())
        && found.confidence >= MIN_CONFIDENCE
        && found.role != Some(Role::Production)
        && date >= today
        && days_ahead(date, today) <= MAX_SURE_DAYS_AHEAD
}

/// Returns the number of days until a date; negative for past dates.
fn days_ahead(date: NaiveDate, today: NaiveDate) -> i64 {
    (date - today).num_days()
}

/// A date with the order of its numbers resolved.
struct ResolvedDate<'a> {
    found: &'a DetectedDate<'a>,
    reading: DateReading,
    is_ambiguous: bool,
    /// Its readings in other orders.
    alternatives: Vec<DateReading>,
}

impl<'a> ResolvedDate<'a> {
    fn new(found: &'a DetectedDate, label_order: Option<DayOrder>, order: Option<DayOrder>, today: NaiveDate) -> Self {
        let preferred = label_order.or(order).unwrap_or(DayOrder::DayFirst);
        let by = |order: DayOrder| found.readings.iter().find(|reading| reading.order.is_none_or(|of| of == order));
        let reading =
            [preferred, DayOrder::DayFirst, DayOrder::MonthFirst, DayOrder::YearFirst].into_iter().find_map(by);
        let reading = *reading.unwrap_or(&found.readings[0]);
        let is_preferred = reading.order.is_none_or(|order| order == preferred);
        let is_other = |other: &&DateReading| {
            other.date != reading.date && (!is_preferred || days_ahead(other.date, today) >= -MAX_PLAUSIBLE_DAYS_PAST)
        };
        let alternatives: Vec<DateReading> = found.readings.iter().filter(is_other).copied().collect();
        // Without a keyword, the year may come first in any region.
        let is_year_first = || alternatives.iter().any(|other| other.order == Some(DayOrder::YearFirst));
        // `MAR 27` may be a day where the month stands first.
        let may_be_day = found.shape == Shape::ShortMonthYear && order != Some(DayOrder::DayFirst);
        let is_uncertain = order.is_none() || !is_preferred || may_be_day || found.role.is_none() && is_year_first();
        Self { found, reading, is_ambiguous: !alternatives.is_empty() && is_uncertain, alternatives }
    }

    /// Returns the key that is greatest for the date that the food most likely keeps until: the last one, or without
    /// years the next one, since a day of production lies before today and so counts as one of next year.
    fn rank(&self) -> (bool, i32) {
        let (day, is_yearless) = (self.reading.date.num_days_from_ce(), self.found.shape == Shape::Yearless);
        (!is_yearless, if is_yearless { -day } else { day })
    }

    fn candidate(&self, is_sure: bool, boxes: &[TextBox]) -> Candidate {
        let text: Vec<&str> = self.found.box_indices().into_iter().map(|index| boxes[index].text().trim()).collect();
        Candidate {
            date: self.reading.date,
            precision: self.reading.precision,
            kind: match self.found.role {
                Some(Role::Expiry(kind)) => kind,
                Some(Role::Frozen) => Some(PrintedDateKind::FrozenOn),
                _ => None,
            },
            is_sure,
            is_ambiguous: self.is_ambiguous,
            alternatives: self.alternatives.clone(),
            text: text.join(" ").chars().take(MAX_TEXT).collect(),
            boxes: self.found.boxes.clone(),
        }
    }
}

impl DetectedDate<'_> {
    /// Returns true if a keyword for its expiry is directly in front of it.
    fn has_own_expiry(&self) -> bool {
        matches!(self.role, Some(Role::Expiry(_))) && !self.is_role_near
    }

    /// Returns the order of its numbers if only one is possible.
    fn order(&self) -> Option<DayOrder> {
        let has_role = matches!(self.role, Some(Role::Expiry(_) | Role::Production));
        match self.readings[..] {
            [DateReading { order, .. }] if has_role => order,
            _ => None,
        }
    }

    /// Returns the boxes of its line from the keyword to the date.
    fn box_indices(&self) -> Vec<usize> {
        let word = keywords::find_last(&self.line.text[..self.at.start])
            .map_or(self.at.start, |(end, _)| end.saturating_sub(1));
        let begin = if self.role.is_some() && !self.is_role_near { word } else { self.at.start };
        let (begin, end) = (begin.min(self.at.start), self.at.end);
        self.line.boxes_at(&(begin..end)).map(|bounds| bounds.index).collect()
    }
}

/// Returns the dates of a line that food may keep until, each with the keyword beside it.
fn detect_dates<'a>(
    line: &'a LabelLine,
    lines: &[LabelLine],
    boxes: &[TextBox],
    cut: &[CutEnds],
    today: NaiveDate,
) -> Vec<DetectedDate<'a>> {
    let text = grammar::without_times(&line.text);
    let dates = grammar::find_dates(&text, today);
    let last = dates.last().map(|date| date.at.start);
    let mut behind = 0;
    let mut found = Vec::new();
    for DateText { at, shape, mut readings } in dates {
        let before = &text[behind..at.start];
        behind = at.end;
        readings.retain(|reading| (-MAX_DAYS_PAST..=MAX_DAYS_AHEAD).contains(&days_ahead(reading.date, today)));
        let own: Vec<&BoxBounds> = line.boxes_at(&at).collect();
        let Some(first) = own.first().filter(|_| !readings.is_empty()) else { continue };
        let role = role_before(before, shape);
        let near = if role.is_none() { role_near(first, line, lines, today) } else { None };
        let is_of_pair = near.map_or_else(|| keywords::ends_with_pair(before), |(_, is_pair)| is_pair);
        let is_name = text[at.clone()].iter().any(char::is_ascii_uppercase);
        // Other numbers are written like a day and a month.
        if shape == Shape::Yearless && !is_name && !matches!(role, Some(Role::Expiry(_))) {
            continue;
        }
        // A keyword that no date follows belongs to one that was not read.
        let is_before_keyword = role.is_none()
            && last == Some(at.start)
            && keywords::find_last(&text[at.end..]).is_some_and(|(_, role)| role != Role::Lot);
        let is_followed_by_digit = text.get(at.end).is_some_and(char::is_ascii_digit);
        let is_doubtful = is_before_keyword
            || is_followed_by_digit
            || lacks_day(&text, &at, &readings)
            || is_cut(line, &at, cut)
            || has_doubtful_digit(line, &at, boxes);
        found.push(DetectedDate {
            readings,
            shape,
            role: role.or(near.map(|(role, _)| role)),
            is_role_near: near.is_some(),
            is_of_pair,
            is_doubtful,
            confidence: own.iter().map(|bounds| boxes[bounds.index].recognised.confidence).fold(1.0, f32::min),
            boxes: own.iter().map(|bounds| bounds.index).collect(),
            line,
            at,
        });
    }
    found
}

/// Returns the role of the last keyword of the text before a date. The number of a lot follows its keyword directly.
fn role_before(before: &[char], shape: Shape) -> Option<Role> {
    let (end, role) = keywords::find_last(before)?;
    let is_lot_number = || matches!(shape, Shape::Joined | Shape::ShortMonthYear) || before.len() - end <= MAX_LOT_GAP;
    (role != Role::Lot || is_lot_number()).then_some(role)
}

/// Returns true for a month beside a digit or a mark, which may be of its day, or of a single digit, which seldom
/// stands alone.
fn lacks_day(text: &[char], at: &Range<usize>, readings: &[DateReading]) -> bool {
    let is_part = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '/' | '-' | '.'));
    let before = text[..at.start].iter().rev().skip_while(|c| **c == ' ').take_while(|c| **c != ' ');
    let word: Vec<&char> = before.collect();
    let is_day = word.len() <= MAX_DAY_CHARS && word.iter().any(|c| c.is_ascii_digit());
    let behind = text[at.end..].iter().find(|c| **c != ' ');
    let is_single_digit = text[at.start].is_ascii_digit() && !text.get(at.start + 1).is_some_and(char::is_ascii_digit);
    readings.iter().any(|reading| reading.precision == DatePrecision::Month)
        && (is_day || is_part(word.first().copied()) || is_part(behind) || is_single_digit)
}

/// Returns true if a date ends where the picture does.
fn is_cut(line: &LabelLine, at: &Range<usize>, cut: &[CutEnds]) -> bool {
    line.boxes.iter().any(|(range, bounds)| {
        let ends = cut.get(bounds.index).copied().unwrap_or_default();
        let is_here = range.start < at.end && range.end > at.start;
        is_here && (ends.start && at.start <= range.start + 1 || ends.end && at.end + 1 >= range.end)
    })
}

/// Returns true if a digit of a date may be another one.
fn has_doubtful_digit(line: &LabelLine, at: &Range<usize>, boxes: &[TextBox]) -> bool {
    line.boxes.iter().any(|(range, bounds)| {
        let mut alternatives = boxes[bounds.index].recognised.alternatives.iter();
        alternatives.any(|other| at.contains(&(range.start + other.at)) && other.likelihood >= MIN_DOUBTFUL_LIKELIHOOD)
    })
}

/// Returns the role of a keyword close above a date or beside it, and whether it is the head of a pair. A box with a
/// date of its own is ignored.
fn role_near(date: &BoxBounds, line: &LabelLine, lines: &[LabelLine], today: NaiveDate) -> Option<(Role, bool)> {
    let others = lines.iter().filter(|other| !std::ptr::eq(*other, line));
    let near = others.flat_map(|other| other.boxes.iter().map(|(range, bounds)| (&other.text[range.clone()], bounds)));
    let near = near.filter_map(|(text, bounds)| {
        let height = date.height.max(bounds.height);
        let down = date.y - bounds.y;
        let is_above = date.right.min(bounds.right) > date.left.max(bounds.left);
        let is_near =
            down > -0.3 * height && down < MAX_WORD_ABOVE * height && (is_above || down < MAX_WORD_BESIDE * height);
        let (_, role) = keywords::find_last(text).filter(|_| is_near)?;
        let is_unused = role != Role::Lot && grammar::find_dates(&grammar::without_times(text), today).is_empty();
        is_unused.then_some((down, (role, keywords::ends_with_pair(text))))
    });
    near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, role)| role)
}

/// Groups text boxes into lines from top to bottom. The few lines of a label are straight, so their boxes have one
/// height.
fn lines(boxes: &[TextBox]) -> Vec<LabelLine> {
    let has_text = |(_, text_box): &(usize, &TextBox)| !text_box.text().trim().is_empty();
    let with_text = boxes.iter().enumerate().filter(has_text);
    let mut all: Vec<BoxBounds> = with_text.map(|(index, text_box)| box_bounds(index, &text_box.quad)).collect();
    all.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut lines: Vec<Vec<BoxBounds>> = Vec::new();
    for bounds in all {
        match lines.iter_mut().find(|line| is_on(line, &bounds)) {
            Some(line) => {
                line.push(bounds);
                line.sort_by(|a, b| a.left.total_cmp(&b.left));
            }
            None => lines.push(vec![bounds]),
        }
    }
    lines.into_iter().map(|line| to_line(line, boxes)).collect()
}

fn to_line(line: Vec<BoxBounds>, boxes: &[TextBox]) -> LabelLine {
    let mut text: Vec<char> = Vec::new();
    let mut placed = Vec::new();
    for bounds in line {
        if !text.is_empty() {
            text.push(' ');
        }
        let start = text.len();
        text.extend(vocabulary::to_plain_capitals(boxes[bounds.index].text()).chars());
        placed.push((start..text.len(), bounds));
    }
    LabelLine { boxes: placed, text }
}

fn box_bounds(index: usize, quad: &Quad) -> BoxBounds {
    let side = |of: fn(&crate::Point) -> f32| {
        let values = quad.0.iter().map(of);
        (values.clone().fold(f32::MAX, f32::min), values.fold(f32::MIN, f32::max))
    };
    let ((left, right), (top, bottom)) = (side(|point| point.x), side(|point| point.y));
    BoxBounds { index, left, right, y: f32::midpoint(top, bottom), height: bottom - top }
}

/// Returns true if a box is on a line, beside its boxes.
fn is_on(line: &[BoxBounds], bounds: &BoxBounds) -> bool {
    let Some(nearest) = line.iter().min_by(|a, b| distance(a, bounds).total_cmp(&distance(b, bounds))) else {
        return false;
    };
    let ratio = bounds.height / nearest.height.max(1.0);
    let overlaps = |other: &BoxBounds| {
        let width = (bounds.right - bounds.left).min(other.right - other.left);
        bounds.right.min(other.right) - bounds.left.max(other.left) > MAX_LINE_OVERLAP * width
    };
    (nearest.y - bounds.y).abs() < MAX_LINE_STEP * bounds.height.min(nearest.height)
        && (0.5..2.0).contains(&ratio)
        && !line.iter().any(overlaps)
}

fn distance(a: &BoxBounds, b: &BoxBounds) -> f32 {
    (a.right - b.left).abs().min((b.right - a.left).abs())
}
