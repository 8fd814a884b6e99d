//! The dates among the pieces of text on a label, and which of them the food keeps until.

use super::grammar::{self, DateReading, DateText, Shape};
use super::keywords::{self, Role};
use crate::ocr::geometry::Quad;
use crate::ocr::text_boxes::Word;
use crate::text::vocabulary;
use chrono::NaiveDate;
use domain::printed_date::{DatePrecision, DayOrder, PrintedDateKind};
use std::ops::Range;

/// Dates further away are not of food that a household has, …
const MAX_DAYS_PAST: i64 = 1_130;
const MAX_DAYS_AHEAD: i64 = 1_900;
/// … and a date after this one is read as another one, or was misread.
const MAX_SURE_DAYS_AHEAD: i64 = 4 * 365 + 1;
/// The date that food was made or packed on lies this far back at most where it is sold fresh.
const FRESH_DAYS: i64 = 7;
/// A reading further back than this is not taken where there is another one.
const MAX_PLAUSIBLE_DAYS_PAST: i64 = 120;
/// What the recogniser is less certain of may be another digit.
const MIN_CONFIDENCE: f32 = 0.9;
/// Pieces of one line: so much of the lower one's height apart at most, and so much of their width below each other.
const MAX_LINE_STEP: f32 = 0.45;
const OVERLAP: f32 = 0.3;
/// A word belongs to a date so many heights below it, or beside it.
const MAX_WORD_ABOVE: f32 = 3.2;
const MAX_WORD_BESIDE: f32 = 1.2;
const MAX_TEXT: usize = 60;

/// A date that a label may say food keeps until.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub date: NaiveDate,
    pub precision: DatePrecision,
    pub kind: Option<PrintedDateKind>,
    pub is_sure: bool,
    /// Its numbers may have another order, and nothing says which.
    pub is_ambiguous: bool,
    /// Its readings in other orders.
    pub others: Vec<DateReading>,
    pub text: String,
    /// The indices of the pieces of text that it is printed in.
    pub pieces: Vec<usize>,
}

/// A piece of text, and its place on the label turned upright.
struct Piece {
    index: usize,
    left: f32,
    right: f32,
    y: f32,
    height: f32,
}

/// Pieces side by side, and their text in capitals without accents.
struct Line {
    pieces: Vec<(Range<usize>, Piece)>,
    text: Vec<char>,
}

/// A date on a label, and what is printed beside it.
struct DetectedDate<'a> {
    readings: Vec<DateReading>,
    shape: Shape,
    role: Option<Role>,
    /// The word for its role is above it, or beside it; otherwise before it on its line.
    is_role_near: bool,
    confidence: f32,
    pieces: Vec<usize>,
    line: &'a Line,
    at: Range<usize>,
}

/// Returns the dates of a label that food may keep until, the likeliest first.
pub fn candidates(words: &[Word], today: NaiveDate, order: Option<DayOrder>) -> Vec<Candidate> {
    let lines = lines(words);
    let found: Vec<DetectedDate> = lines.iter().flat_map(|line| found(line, &lines, words, today)).collect();
    let label_order = found.iter().find_map(DetectedDate::order);
    let is_possible = |found: &&DetectedDate| {
        !matches!(found.role, Some(Role::Lot | Role::Frozen))
            && (found.role != Some(Role::Production) || found.is_role_near)
    };
    let mut possible: Vec<Interpretation> =
        found.iter().filter(is_possible).map(|found| Interpretation::of(found, label_order, order, today)).collect();
    possible.sort_by_key(|chosen| chosen.reading.date);
    let pool = pool(&possible);
    let frozen: Vec<Interpretation> = found
        .iter()
        .filter(|found| found.role == Some(Role::Frozen))
        .map(|found| Interpretation::of(found, label_order, order, today))
        .collect();
    let is_best_sure = pool.last().is_some_and(|best| is_sure(&pool, best, today));
    let in_pool = |chosen: &Interpretation| pool.iter().any(|other| std::ptr::eq(*other, chosen));
    let (others, ranked): (Vec<&Interpretation>, Vec<&Interpretation>) =
        possible.iter().rev().partition(|chosen| !in_pool(chosen));
    let ranked = ranked.into_iter().chain(others).chain(&frozen);
    ranked.enumerate().map(|(rank, chosen)| chosen.candidate(rank == 0 && is_best_sure, words)).collect()
}

/// The dates beside a word for an expiry; or those beside none, if there is no such word; those that look like a date,
/// if there are some.
fn pool<'a, 'b>(possible: &'b [Interpretation<'a>]) -> Vec<&'b Interpretation<'a>> {
    let of = |is_meant: &dyn Fn(&DetectedDate) -> bool| -> Vec<&Interpretation> {
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

/// Returns true if the last date of a pool is what the food keeps until beyond doubt.
fn is_sure(pool: &[&Interpretation], best: &Interpretation, today: NaiveDate) -> bool {
    let (found, date) = (best.found, best.reading.date);
    let earlier = pool.iter().rev().map(|chosen| chosen.reading.date).find(|other| *other != date);
    // The earlier one of two is the day that it was made on, if that is not far ahead.
    let is_later_of_two = earlier.is_none_or(|earlier| days_ahead(earlier, today) <= FRESH_DAYS && date > today);
    let is_named = matches!(found.role, Some(Role::Expiry(_))) && !found.is_role_near;
    is_later_of_two
        && !best.is_ambiguous
        && (is_named || !found.shape.is_weak())
        && found.confidence >= MIN_CONFIDENCE
        && found.role != Some(Role::Production)
        && date >= today
        && days_ahead(date, today) <= MAX_SURE_DAYS_AHEAD
}

/// How many days a date is ahead; less than 0 if it is past.
fn days_ahead(date: NaiveDate, today: NaiveDate) -> i64 {
    (date - today).num_days()
}

/// A date and the reading of it that is meant.
struct Interpretation<'a> {
    found: &'a DetectedDate<'a>,
    reading: DateReading,
    is_ambiguous: bool,
    /// What else it may mean.
    others: Vec<DateReading>,
}

impl<'a> Interpretation<'a> {
    fn of(found: &'a DetectedDate, label_order: Option<DayOrder>, order: Option<DayOrder>, today: NaiveDate) -> Self {
        let preferred = label_order.or(order).unwrap_or(DayOrder::DayFirst);
        let by = |order: DayOrder| found.readings.iter().find(|reading| reading.order.is_none_or(|of| of == order));
        let reading =
            [preferred, DayOrder::DayFirst, DayOrder::MonthFirst, DayOrder::YearFirst].into_iter().find_map(by);
        let reading = *reading.unwrap_or(&found.readings[0]);
        let is_preferred = reading.order.is_none_or(|order| order == preferred);
        let is_other = |other: &&DateReading| {
            other.date != reading.date && (!is_preferred || days_ahead(other.date, today) >= -MAX_PLAUSIBLE_DAYS_PAST)
        };
        let others: Vec<DateReading> = found.readings.iter().filter(is_other).copied().collect();
        // Without a word, the year may come first in any region.
        let is_year_first = || others.iter().any(|other| other.order == Some(DayOrder::YearFirst));
        let is_doubtful = order.is_none() || !is_preferred || found.role.is_none() && is_year_first();
        Self { found, reading, is_ambiguous: !others.is_empty() && is_doubtful, others }
    }

    fn candidate(&self, is_sure: bool, words: &[Word]) -> Candidate {
        let DetectedDate { role, pieces, .. } = self.found;
        let text: Vec<&str> = self.found.text_pieces().map(|index| words[index].1.text.trim()).collect();
        Candidate {
            date: self.reading.date,
            precision: self.reading.precision,
            kind: match role {
                Some(Role::Expiry(kind)) => *kind,
                Some(Role::Frozen) => Some(PrintedDateKind::FrozenOn),
                _ => None,
            },
            is_sure,
            is_ambiguous: self.is_ambiguous,
            others: self.others.clone(),
            text: text.join(" ").chars().take(MAX_TEXT).collect(),
            pieces: pieces.clone(),
        }
    }
}

impl DetectedDate<'_> {
    /// The order of the numbers on this label, where only one is possible.
    fn order(&self) -> Option<DayOrder> {
        let has_role = matches!(self.role, Some(Role::Expiry(_) | Role::Production));
        match self.readings[..] {
            [DateReading { order, .. }] if has_role => order,
            _ => None,
        }
    }

    /// The pieces of its line from the one with the word for it to its last.
    fn text_pieces(&self) -> impl Iterator<Item = usize> {
        let word =
            keywords::last(&self.line.text[..self.at.start]).map_or(self.at.start, |(end, _)| end.saturating_sub(1));
        let begin = if self.role.is_some() && !self.is_role_near { word } else { self.at.start };
        let (begin, end) = (begin.min(self.at.start), self.at.end);
        let is_of_it = move |(range, _): &&(Range<usize>, Piece)| range.start < end && range.end > begin;
        self.line.pieces.iter().filter(is_of_it).map(|(_, piece)| piece.index)
    }
}

fn found<'a>(line: &'a Line, lines: &[Line], words: &[Word], today: NaiveDate) -> Vec<DetectedDate<'a>> {
    let text = grammar::without_times(&line.text);
    let mut behind = 0;
    let mut all = Vec::new();
    for DateText { at, shape, readings } in grammar::dates(&text) {
        let before = &text[behind..at.start];
        behind = at.end;
        let own: Vec<&Piece> = line
            .pieces
            .iter()
            .filter(|(range, _)| range.start < at.end && range.end > at.start)
            .map(|(_, piece)| piece)
            .collect();
        let is_possible =
            |reading: &DateReading| (-MAX_DAYS_PAST..=MAX_DAYS_AHEAD).contains(&days_ahead(reading.date, today));
        let readings: Vec<DateReading> = readings.into_iter().filter(is_possible).collect();
        let Some(first) = own.first() else { continue };
        if readings.is_empty() {
            continue;
        }
        let own_role = keywords::last(before).filter(|(end, role)| {
            // A lot's number follows the word for it directly.
            *role != Role::Lot || matches!(shape, Shape::Joined | Shape::ShortMonthYear) || before.len() - end <= 3
        });
        let role = own_role.map(|(_, role)| role);
        let near = if role.is_none() { role_near(first, line, lines) } else { None };
        all.push(DetectedDate {
            readings,
            shape,
            role: role.or(near),
            is_role_near: near.is_some(),
            confidence: own.iter().map(|piece| words[piece.index].1.confidence).fold(1.0, f32::min),
            pieces: own.iter().map(|piece| piece.index).collect(),
            line,
            at,
        });
    }
    all
}

/// What a piece of text close above a date, or beside it, says about it. A piece with a date of its own says nothing.
fn role_near(date: &Piece, line: &Line, lines: &[Line]) -> Option<Role> {
    let others = lines.iter().filter(|other| !std::ptr::eq(*other, line));
    let near = others.flat_map(|other| other.pieces.iter().map(|(range, piece)| (&other.text[range.clone()], piece)));
    let near = near.filter_map(|(text, piece)| {
        let height = date.height.max(piece.height);
        let down = date.y - piece.y;
        let is_above = date.right.min(piece.right) > date.left.max(piece.left);
        let is_near =
            down > -0.3 * height && down < MAX_WORD_ABOVE * height && (is_above || down < MAX_WORD_BESIDE * height);
        let (_, role) = keywords::last(text).filter(|_| is_near)?;
        let is_free = role != Role::Lot && grammar::dates(&grammar::without_times(text)).is_empty();
        is_free.then_some((down, role))
    });
    near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, role)| role)
}

/// Lines from top to bottom. A label has a few, each straight, so their pieces are on one level.
fn lines(words: &[Word]) -> Vec<Line> {
    let has_text = |(_, (_, reading)): &(usize, &Word)| !reading.text.trim().is_empty();
    let mut pieces: Vec<Piece> =
        words.iter().enumerate().filter(has_text).map(|(index, (quad, _))| piece(index, quad)).collect();
    pieces.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match lines.iter_mut().find(|line| is_on(line, &piece)) {
            Some(line) => {
                line.push(piece);
                line.sort_by(|a, b| a.left.total_cmp(&b.left));
            }
            None => lines.push(vec![piece]),
        }
    }
    lines.into_iter().map(|pieces| line(pieces, words)).collect()
}

fn line(pieces: Vec<Piece>, words: &[Word]) -> Line {
    let mut text: Vec<char> = Vec::new();
    let mut placed = Vec::new();
    for piece in pieces {
        if !text.is_empty() {
            text.push(' ');
        }
        let start = text.len();
        text.extend(vocabulary::plain(&words[piece.index].1.text).chars());
        placed.push((start..text.len(), piece));
    }
    Line { pieces: placed, text }
}

fn piece(index: usize, quad: &Quad) -> Piece {
    let side = |of: fn(&crate::Point) -> f32| {
        let values = quad.0.iter().map(of);
        (values.clone().fold(f32::MAX, f32::min), values.fold(f32::MIN, f32::max))
    };
    let ((left, right), (top, bottom)) = (side(|point| point.x), side(|point| point.y));
    Piece { index, left, right, y: f32::midpoint(top, bottom), height: bottom - top }
}

/// Returns true if a piece is on a line, beside its pieces.
fn is_on(line: &[Piece], piece: &Piece) -> bool {
    let Some(nearest) = line.iter().min_by(|a, b| distance(a, piece).total_cmp(&distance(b, piece))) else {
        return false;
    };
    let ratio = piece.height / nearest.height.max(1.0);
    let overlaps = |other: &Piece| {
        let width = (piece.right - piece.left).min(other.right - other.left);
        piece.right.min(other.right) - piece.left.max(other.left) > OVERLAP * width
    };
    (nearest.y - piece.y).abs() < MAX_LINE_STEP * piece.height.min(nearest.height)
        && (0.5..2.0).contains(&ratio)
        && !line.iter().any(overlaps)
}

fn distance(a: &Piece, b: &Piece) -> f32 {
    (a.right - b.left).abs().min((b.right - a.left).abs())
}
