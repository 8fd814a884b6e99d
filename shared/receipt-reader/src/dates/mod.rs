//! Reads the date that is printed on food, from a small picture.
//!
//! A label has a few lines and no arithmetic, and its characters may be made of dots. So it is read in several passes
//! at different scales, and a date is sure if the passes agree.

mod candidates;
mod grammar;
mod keywords;
#[cfg(test)]
mod tests;
mod vote;

use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage};
use crate::ocr::session::Session;
use crate::ocr::text_box::RecognisedText;
use crate::ocr::text_box::TextBox;
use crate::photo_areas::bounding_area;
use crate::resize::shrink;
use candidates::{Candidate, CutEnds};
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use grammar::DateReading;
use image::{RgbImage, imageops};
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
/// The minimum confidence of words that are not recognised again.
const MIN_CERTAIN_CONFIDENCE: f32 = 0.9;

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
    let blurred = || imageops::blur(picture, BLUR);
    let mut passes = Vec::new();
    if let Some(label) = find_label(session, &overview)? {
        let (boxes, first) = read_pass(session, &label, &overview, &[], today, order)?;
        let (_, second) = read_pass(session, &label, picture, &boxes, today, order)?;
        passes = vec![first, second];
        if passes.iter().any(|pass| !pass.is_empty()) && !vote::is_settled(&passes) {
            passes.push(read_pass(session, &label, &blurred(), &boxes, today, order)?.1);
            return Ok(vote::vote(&passes, MAX_DATES));
        }
    }
    // Print that was not found becomes whole by the blur.
    if !vote::is_settled(&passes) {
        let blurred = blurred();
        if let Some(label) = find_label(session, &shrink_to(&blurred, OVERVIEW_SIDE))? {
            passes.push(read_pass(session, &label, &blurred, &[], today, order)?.1);
        }
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

/// Reads the text boxes of a label and the dates in them. Of the boxes of an earlier pass, only those with digits are
/// recognised again, or if it found no date, also those that were not read for certain.
fn read_pass(
    session: &Session,
    label: &FoundPage,
    picture: &RgbImage,
    before: &[TextBox],
    today: NaiveDate,
    order: Option<DayOrder>,
) -> Result<(Vec<TextBox>, Vec<PassDate>), ReadError> {
    let has_date = !candidates::candidates(before, &[], today, order).is_empty();
    let mut page = label.page(picture);
    let quads = page.quads.take().unwrap_or_default();
    let is_word = |word: &RecognisedText| !has_digit(word) && (has_date || word.confidence >= MIN_CERTAIN_CONFIDENCE);
    let is_read = |at: usize| before.get(at).is_some_and(|text_box| is_word(&text_box.recognised));
    let unread: Vec<Quad> = (0..quads.len()).filter(|at| !is_read(*at)).map(|at| quads[at]).collect();
    let mut read = session.recognise_affordable(&page, &unread)?.into_iter().map(|text_box| text_box.recognised);
    let text_box = |(at, &quad): (usize, &Quad)| {
        let recognised = if is_read(at) { before[at].recognised.clone() } else { read.next().unwrap_or_default() };
        TextBox { quad, recognised }
    };
    let boxes: Vec<TextBox> = quads.iter().enumerate().map(text_box).collect();
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let part = |point: Point| {
        let Point { x, y } = page.to_picture(point);
        Point::new(x / width, y / height)
    };
    let cut: Vec<CutEnds> = boxes.iter().map(|text_box| cut_ends(&text_box.quad.map(part))).collect();
    let dates = candidates::candidates(&boxes, &cut, today, order).into_iter().filter_map(|candidate| {
        let Candidate { date, precision, kind, is_sure, is_ambiguous, alternatives, text, boxes: indices } = candidate;
        let quads: Vec<Quad> = indices.iter().map(|index| boxes[*index].quad.map(part)).collect();
        let date = PrintedDate { date, precision, kind, is_sure, text, place: bounding_area(0, &quads)? };
        let other = |other: &DateReading| PrintedDate {
            date: other.date,
            precision: other.precision,
            is_sure: false,
            ..date.clone()
        };
        Some(PassDate { alternatives: alternatives.iter().map(other).collect(), is_ambiguous, printed: date })
    });
    let dates = dates.collect();
    Ok((boxes, dates))
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

fn has_digit(word: &RecognisedText) -> bool {
    word.text.contains(|c: char| c.is_ascii_digit())
}
