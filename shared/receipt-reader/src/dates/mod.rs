//! Reads the date that is printed on food, from a small picture.
//!
//! A label has a few lines and no arithmetic, and its characters may be made of dots. So it is read in several passes
//! at different scales, and a date is sure if the passes agree. The first pass reads the whole label in a small scale,
//! the next ones only the area in which it saw digits.

mod candidates;
mod grammar;
mod keywords;
#[cfg(test)]
mod tests;
mod vote;

use crate::error::ReadError;
use crate::ocr::detect::detect_text;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage, Page};
use crate::ocr::session::Session;
use crate::ocr::text_box::TextBox;
use crate::photo_areas::bounding_area;
use crate::resize::shrink;
use candidates::{Candidate, CutEnds};
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use grammar::DateReading;
use image::{RgbImage, imageops};
use std::cell::LazyCell;
use vote::PassDate;

/// The maximum number of dates that are returned.
pub const MAX_DATES: usize = 3;

/// The longer side of the picture for detection, in pixels: the dots of a dot-matrix printer become strokes if they are
/// small.
const OVERVIEW_SIDE: f64 = 320.0;
/// The maximum longer side; larger pictures are scaled down.
const MAX_SIDE: f64 = 640.0;
/// The blur of the last pass in pixels, which makes strokes of dots, too.
const BLUR: f32 = 1.5;
/// The width of the picture's edge, as a part of its side.
const EDGE: f32 = 0.006;
/// The margin around digits for the next passes, in heights of a line. Without paper around it, print is not found.
const DIGITS_MARGIN: f32 = 2.0;

/// Reads the dates on a picture that food may keep until, the likeliest first, at most [`MAX_DATES`]. Without an order
/// of day and month, both orders are returned if both are possible.
pub fn read(
    session: &Session,
    picture: &RgbImage,
    today: NaiveDate,
    order: Option<DayOrder>,
) -> Result<Vec<PrintedDate>, ReadError> {
    let picture = &shrink_to(picture, MAX_SIDE);
    let overview = shrink_to(picture, OVERVIEW_SIDE);
    let blurred = LazyCell::new(|| imageops::blur(picture, BLUR));
    let mut passes: Vec<Vec<PassDate>> = Vec::new();
    if let Some(label) = find_label(session, &overview)? {
        let first = read_label(session, &label, &overview)?;
        passes.push(first.dates(today, order));
        if first.boxes.iter().any(has_digit) {
            passes.push(read_digits(session, &label, picture, &first.boxes)?.dates(today, order));
            if !vote::is_settled(&passes) {
                passes.push(read_digits(session, &label, &blurred, &first.boxes)?.dates(today, order));
            }
        }
    }
    // Print that was not found becomes whole by the blur, or is large enough without shrinking.
    if passes.iter().all(Vec::is_empty)
        && let Some(label) = find_label(session, &shrink_to(&blurred, OVERVIEW_SIDE))?
    {
        passes.push(read_label(session, &label, &blurred)?.dates(today, order));
    }
    if passes.iter().all(Vec::is_empty)
        && let Some(label) = find_label(session, picture)?
    {
        passes.push(read_label(session, &label, picture)?.dates(today, order));
    }
    Ok(vote::vote(&passes, MAX_DATES))
}

fn find_label(session: &Session, picture: &RgbImage) -> Result<Option<FoundPage>, ReadError> {
    match page::find_label(session, picture) {
        Err(ReadError::NoText) => Ok(None),
        label => label.map(Some),
    }
}

fn shrink_to(picture: &RgbImage, side: f64) -> RgbImage {
    let factor = side / f64::from(picture.width().max(picture.height()));
    if factor < 1.0 { shrink(picture, factor) } else { picture.clone() }
}

/// The text that one pass read.
struct LabelText {
    boxes: Vec<TextBox>,
    /// The corners of each box as fractions of the width and height of the picture.
    on_picture: Vec<Quad>,
}

/// Reads all text boxes of a label.
fn read_label(session: &Session, label: &FoundPage, picture: &RgbImage) -> Result<LabelText, ReadError> {
    let mut page = label.page(picture);
    let quads = page.quads.take().unwrap_or_default();
    let boxes = session.recognise_affordable(&page, &quads)?;
    Ok(LabelText::new(&page, picture, boxes))
}

/// Detects and reads the text around the boxes of the first pass that have digits. Its other boxes are kept.
fn read_digits(
    session: &Session,
    label: &FoundPage,
    picture: &RgbImage,
    first: &[TextBox],
) -> Result<LabelText, ReadError> {
    let mut page = label.page(picture);
    let quads = page.quads.take().unwrap_or_default();
    let (digits, words): (Vec<_>, Vec<_>) = quads.iter().zip(first).partition(|(_, text_box)| has_digit(text_box));
    let digits: Vec<Quad> = digits.into_iter().map(|(quad, _)| *quad).collect();
    let margin = DIGITS_MARGIN * page.line_height;
    let (area, factor, corner) = page.around(&digits, margin, page.line_height, session.remaining());
    let on_page = |point: Point| Point::new(point.x / factor + corner.x, point.y / factor + corner.y);
    let found: Vec<Quad> = detect_text(session, &area)?.iter().map(|quad| quad.map(on_page)).collect();
    let is_found = |quad: &Quad| found.iter().any(|found| found.is_same_place(quad));
    let words = words.into_iter().filter(|(quad, _)| !is_found(quad));
    let word = |(&quad, word): (&Quad, &TextBox)| TextBox { quad, recognised: word.recognised.clone() };
    let mut boxes: Vec<TextBox> = words.map(word).collect();
    boxes.extend(session.recognise_affordable(&page, &found)?);
    Ok(LabelText::new(&page, picture, boxes))
}

impl LabelText {
    fn new(page: &Page, picture: &RgbImage, boxes: Vec<TextBox>) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let part = |point: Point| {
            let Point { x, y } = page.to_picture(point);
            Point::new(x / width, y / height)
        };
        let on_picture = boxes.iter().map(|text_box| text_box.quad.map(part)).collect();
        Self { boxes, on_picture }
    }

    fn dates(&self, today: NaiveDate, order: Option<DayOrder>) -> Vec<PassDate> {
        let cut: Vec<CutEnds> = self.on_picture.iter().map(cut_ends).collect();
        let dates = candidates::candidates(&self.boxes, &cut, today, order).into_iter().filter_map(|candidate| {
            let Candidate { date, precision, kind, is_sure, is_ambiguous, alternatives, text, boxes } = candidate;
            let quads: Vec<Quad> = boxes.iter().map(|index| self.on_picture[*index]).collect();
            let printed = PrintedDate { date, precision, kind, is_sure, text, place: bounding_area(0, &quads)? };
            let alternative = |reading: &DateReading| PrintedDate {
                date: reading.date,
                precision: reading.precision,
                is_sure: false,
                ..printed.clone()
            };
            Some(PassDate { alternatives: alternatives.iter().map(alternative).collect(), is_ambiguous, printed })
        });
        dates.collect()
    }
}

/// Returns the ends of a box that are at the edge of the picture. A line that is cut lengthwise is cut at both.
fn cut_ends(on_picture: &Quad) -> CutEnds {
    let is_outside = |value: f32| value <= EDGE || value >= 1.0 - EDGE;
    let [top_left, top_right, bottom_right, bottom_left] = on_picture.0;
    let across = |one: Point, other: Point| {
        is_outside(f32::midpoint(one.x, other.x)) || is_outside(f32::midpoint(one.y, other.y))
    };
    let is_cut = across(top_left, top_right) || across(bottom_left, bottom_right);
    CutEnds { start: is_cut || across(top_left, bottom_left), end: is_cut || across(top_right, bottom_right) }
}

fn has_digit(text_box: &TextBox) -> bool {
    text_box.text().contains(|c: char| c.is_ascii_digit())
}
