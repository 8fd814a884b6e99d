//! The date printed on food: a small picture of it to the days that it may keep until.
//!
//! A label is no receipt: it has a few lines, nothing adds up, and dots take the place of strokes. So it is looked at
//! as it is, in more than one size, and what the looks agree on is sure.

mod candidates;
mod grammar;
mod keywords;
#[cfg(test)]
mod tests;
mod vote;

use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage};
use crate::ocr::recognise::Reading;
use crate::ocr::session::Session;
use crate::ocr::text_boxes::Word;
use crate::photo_areas;
use crate::picture::resize::shrink;
use candidates::Candidate;
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use grammar::DateReading;
use image::{RgbImage, imageops};
use vote::{Look, Seen};

/// How many dates of a label are offered.
pub const MAX_DATES: usize = 3;

/// The longer side of the picture that text is found on, in pixels: the dots of a dot-matrix printer become strokes
/// where they are small.
const OVERVIEW_SIDE: f64 = 320.0;
/// Of a larger picture, no more is looked at.
const MAX_SIDE: f64 = 640.0;
/// How far the last look is blurred, in its pixels; dots become strokes there, too.
const BLUR: f32 = 1.5;
/// Words that were read for certain are not read again.
const CERTAIN: f32 = 0.9;

/// Returns the dates on a picture that food may keep until, the likeliest first, at most [`MAX_DATES`]. Without an
/// order of day and month, both are offered where both may be meant.
pub fn read(
    session: &Session,
    picture: &RgbImage,
    today: NaiveDate,
    order: Option<DayOrder>,
) -> Result<Vec<PrintedDate>, ReadError> {
    let picture = &at_most(picture, MAX_SIDE);
    let overview = at_most(picture, OVERVIEW_SIDE);
    let mut looks = Vec::new();
    if let Some(print) = find_print(session, &overview)? {
        let (words, first) = look(session, &print, &overview, &[], today, order)?;
        let (_, second) = look(session, &print, picture, &words, today, order)?;
        looks = vec![first, second];
    }
    if !vote::is_settled(&looks) {
        let blurred = imageops::blur(picture, BLUR);
        if let Some(print) = find_print(session, &at_most(&blurred, OVERVIEW_SIDE))? {
            looks.push(look(session, &print, &blurred, &[], today, order)?.1);
        }
    }
    Ok(vote::vote(&looks, MAX_DATES))
}

fn find_print(session: &Session, picture: &RgbImage) -> Result<Option<FoundPage>, ReadError> {
    match page::find_print(session, picture) {
        Err(ReadError::NoText) => Ok(None),
        print => print.map(Some),
    }
}

fn at_most(picture: &RgbImage, side: f64) -> RgbImage {
    let factor = side / f64::from(picture.width().max(picture.height()));
    if factor < 1.0 { shrink(picture, factor) } else { picture.clone() }
}

/// What is read on the print of a picture, and the dates in it. Of what was read before, only what may be a part of a
/// date is read again.
fn look(
    session: &Session,
    print: &FoundPage,
    picture: &RgbImage,
    before: &[Word],
    today: NaiveDate,
    order: Option<DayOrder>,
) -> Result<(Vec<Word>, Look), ReadError> {
    let mut page = print.page(picture);
    let quads = page.quads.take().unwrap_or_default();
    let is_read = |at: usize| before.get(at).is_some_and(|(_, reading)| is_certain_word(reading));
    let unread: Vec<Quad> = (0..quads.len()).filter(|at| !is_read(*at)).map(|at| quads[at]).collect();
    let mut read = session.read_first(&page, &unread)?.into_iter().map(|(_, reading)| reading);
    let reading = |at: usize| if is_read(at) { before[at].1.clone() } else { read.next().unwrap_or_default() };
    let words: Vec<Word> = quads.iter().copied().zip((0..quads.len()).map(reading)).collect();
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let part = |point: Point| {
        let Point { x, y } = page.on_picture(point);
        Point::new(x / width, y / height)
    };
    let seen = candidates::candidates(&words, today, order).into_iter().filter_map(|candidate| {
        let Candidate { date, precision, kind, is_sure, is_ambiguous, others, text, pieces } = candidate;
        let quads: Vec<Quad> = pieces.iter().map(|piece| words[*piece].0.map(part)).collect();
        let date = PrintedDate { date, precision, kind, is_sure, text, place: photo_areas::place(0, &quads)? };
        let other = |other: &DateReading| PrintedDate {
            date: other.date,
            precision: other.precision,
            is_sure: false,
            ..date.clone()
        };
        Some(Seen { others: others.iter().map(other).collect(), is_ambiguous, date })
    });
    let look = seen.collect();
    Ok((words, look))
}

fn is_certain_word(reading: &Reading) -> bool {
    reading.confidence >= CERTAIN && !reading.text.contains(|c: char| c.is_ascii_digit())
}
