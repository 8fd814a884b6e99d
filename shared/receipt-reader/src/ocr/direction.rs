//! Which way the print on a picture runs: on its side, upside down, slanted.

use image::{RgbImage, imageops};
use rten_tensor::Layout as _;
use rten_tensor::NdTensor;

use crate::error::ReadError;
use crate::ocr::detect::detect;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::line_image::{Strip, straighten};
use crate::ocr::models::{self, Models};
use crate::ocr::recognise;
use crate::ocr::session::Session;

/// How much longer than high words are, and prices and patterns are not.
const LONG: f32 = 4.0;
/// Where the shorter way has so much of what the longer one has, a pattern may be what is found.
const DOUBT: f32 = 0.25;
/// So many pieces are read, at most, to tell print from a pattern.
const MAX_READ: usize = 96;
/// The part of what may still be looked at that goes into that, for each way that the print may lie.
const SHARE_READ: usize = 8;
/// Print of which less can be read cannot be distinguished from a pattern.
const MIN_LEGIBLE: usize = 4;
/// What the network is as sure of as this is print, and stands the way it was read.
const LEGIBLE: f32 = 0.85;
/// How many pieces of text are asked which way up they are.
const WITNESSES: usize = 16;
const WITNESSES_AT_ONCE: usize = 8;
/// So much of each, in heights of a line, which is the whole of most.
const WITNESS_HEIGHTS: f32 = 12.0;
/// Where no more than one of the first is of another mind, the others are not asked.
const UPRIGHT: f32 = 0.125;

/// The print among the pieces of text that were found.
pub struct Print {
    /// Their corners as it is read, in the overview's pixels.
    pub lines: Vec<Quad>,
    pub lies_on_its_side: bool,
    /// Only what was read for certain: there is more around it.
    pub is_part: bool,
}

/// Tells which way the print lies. Lines that lie on their side are found in part only, so the overview is turned for
/// them; what is print, its length tells. The stars of a tablecloth make rows in every direction, and there may be more
/// of them than lines: in doubt, it is read.
pub fn print(session: &Session, picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Result<Print, ReadError> {
    let (level, sideways) = (print_length(quads), sideways_length(quads));
    if sideways <= DOUBT * level && !is_mostly_sideways(quads) {
        return Ok(Print { lines: quads.to_vec(), lies_on_its_side: false, is_part: false });
    }
    let turned = detect_turned(session, overview)?;
    if level > DOUBT * sideways {
        let (as_it_is, on_its_side) =
            (legible(session, picture, overview, quads)?, legible(session, picture, overview, &turned)?);
        let lies_on_its_side = print_length(&on_its_side) > print_length(&as_it_is);
        let lines = if lies_on_its_side { on_its_side } else { as_it_is };
        if lines.len() >= MIN_LEGIBLE {
            return Ok(Print { lines, lies_on_its_side, is_part: true });
        }
    }
    let lies_on_its_side = print_length(&turned) > level;
    let lines = if lies_on_its_side { turned } else { quads.to_vec() };
    Ok(Print { lines, lies_on_its_side, is_part: false })
}

fn is_mostly_sideways(quads: &[Quad]) -> bool {
    let sideways: f32 = quads.iter().filter(|quad| quad.is_upright_column()).map(Quad::height).sum();
    // The stars and checks of a tablecloth lie no way; there may be more of them than lines.
    let level: f32 = quads.iter().filter(|quad| quad.turned().is_upright_column()).map(Quad::width).sum();
    sideways > level
}

/// How long all lines are together that are long from left to right.
fn print_length(lines: &[Quad]) -> f32 {
    lines.iter().filter(|line| line.width() > LONG * line.height()).map(Quad::width).sum()
}

fn sideways_length(lines: &[Quad]) -> f32 {
    lines.iter().filter(|line| line.height() > LONG * line.width()).map(Quad::height).sum()
}

/// What can be read of some pieces of text, either way up.
fn legible(session: &Session, picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Result<Vec<Quad>, ReadError> {
    let quads: Vec<Quad> =
        quads.iter().filter(|quad| quad.width() > LONG * quad.height()).take(MAX_READ).copied().collect();
    let quads = session.affordable(&quads, SHARE_READ);
    if quads.is_empty() {
        return Ok(Vec::new());
    }
    let places = on_picture(picture, overview, quads);
    let strips: Vec<Strip> = places.iter().map(|quad| straighten(picture, quad)).collect();
    let votes = directions(session.models, &strips)?;
    let strips: Vec<Strip> = strips
        .into_iter()
        .zip(places.iter().zip(votes))
        .map(|(strip, (quad, vote))| if vote > 0.5 { straighten(picture, &quad.flipped()) } else { strip })
        .collect();
    let readings = recognise::recognise(session, &strips)?;
    let is_legible = |reading: &recognise::Reading| reading.confidence >= LEGIBLE && legible_glyphs(reading) > 0.0;
    Ok(quads.iter().copied().zip(readings).filter(|(_, reading)| is_legible(reading)).map(|(quad, _)| quad).collect())
}

/// Where pieces of text in an overview are on its picture.
fn on_picture(picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Vec<Quad> {
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let scale = picture.width() as f32 / overview.width() as f32;
    quads.iter().map(|quad| quad.map(|point| Point::new(point.x * scale, point.y * scale))).collect()
}

/// What is found on a picture turned by a quarter, clockwise, in its own pixels.
fn detect_turned(session: &Session, picture: &RgbImage) -> Result<Vec<Quad>, ReadError> {
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let bottom = picture.height() as f32;
    let found = detect(session, &imageops::rotate90(picture))?;
    Ok(found.iter().map(|quad| quad.map(|point| Point::new(point.y, bottom - point.x))).collect())
}

/// The usual slant of long lines, in radians; the median, so that a few crooked ones do not matter.
pub fn slant(lines: &[Quad], turned: bool) -> f32 {
    let angle = |line: &Quad| {
        let (start, end) = (line.start(), line.end());
        // A turned line reads upwards in the picture: its angle is measured against that direction.
        if turned { (end.x - start.x).atan2(start.y - end.y) } else { (end.y - start.y).atan2(end.x - start.x) }
    };
    let mut weighted: Vec<(f32, f32)> = lines
        .iter()
        .filter(|line| line.width() > LONG * line.height())
        .map(|line| (angle(line), line.width()))
        .collect();
    weighted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f32 = weighted.iter().map(|(_, weight)| weight).sum();
    let mut passed = 0.0;
    for (angle, weight) in weighted {
        passed += weight;
        if passed * 2.0 >= total {
            return angle;
        }
    }
    0.0
}

/// Asks the direction classifier about the longest lines, and about some more where those are not of one mind. Where it
/// stays undecided, they are read both ways and the surer reading wins.
pub fn is_upside_down(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    lines: &[Quad],
) -> Result<bool, ReadError> {
    let mut witnesses: Vec<Quad> = lines.iter().filter(|line| line.width() > 2.5 * line.height()).copied().collect();
    witnesses.sort_by(|a, b| (b.width() / b.height()).total_cmp(&(a.width() / a.height())));
    witnesses.truncate(WITNESSES);
    let witnesses: Vec<Quad> = witnesses.iter().map(|line| line.beginning(WITNESS_HEIGHTS)).collect();
    let witnesses = on_picture(picture, overview, &witnesses);
    let (mut strips, mut votes) = (Vec::new(), Vec::new());
    for round in witnesses.chunks(WITNESSES_AT_ONCE) {
        let asked: Vec<Strip> = round.iter().map(|quad| straighten(picture, quad)).collect();
        votes.extend(directions(session.models, &asked)?);
        strips.extend(asked);
        if !(UPRIGHT..=1.0 - UPRIGHT).contains(&mean(&votes)) {
            break;
        }
    }
    if votes.is_empty() {
        return Ok(false);
    }
    let upside_down = mean(&votes);
    if !(0.25..=0.75).contains(&upside_down) {
        return Ok(upside_down > 0.5);
    }
    let flipped: Vec<_> = witnesses.iter().map(|quad| straighten(picture, &quad.flipped())).collect();
    let sure = |readings: Vec<recognise::Reading>| readings.iter().map(legible_glyphs).sum::<f32>();
    Ok(sure(recognise::recognise(session, &flipped)?) > sure(recognise::recognise(session, &strips)?))
}

fn mean(votes: &[f32]) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most WITNESSES")]
    let count = votes.len() as f32;
    votes.iter().sum::<f32>() / count
}

/// For each strip how probable it is, 0 to 1, that it stands on its head.
fn directions(models: &Models, strips: &[Strip]) -> Result<Vec<f32>, ReadError> {
    let batches: Vec<&[Strip]> = strips.chunks(strips.len().div_ceil(models::cores())).collect();
    let votes = models::share_out(&batches, |strips, threads| {
        let output: NdTensor<f32, 2> =
            models::run(&models.direction, recognise::direction_input(strips), Some(threads))?;
        Ok((0..output.size(0)).map(|row| output[[row, 1]]).collect::<Vec<f32>>())
    });
    Ok(votes.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// How much a reading says for its way up: its letters and digits, as far as they are certain. A tablecloth's pattern
/// is read as a mark or two either way, and print that stands on its head as a few doubtful letters.
fn legible_glyphs(reading: &recognise::Reading) -> f32 {
    let glyphs = reading.text.chars().filter(|c| c.is_alphanumeric()).take(20).count();
    let glyphs = f32::from(u8::try_from(glyphs).unwrap_or(20));
    if glyphs < 3.0 { 0.0 } else { glyphs * reading.confidence.powi(3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::decode;
    use crate::picture::resize;
    use crate::tests::fixture;

    #[test]
    fn print_among_rows_of_stars_is_what_can_be_read() {
        let session = Session::new(Models::shared().unwrap());
        let picture = decode::decode(&fixture("rows-of-stars.jpg")).unwrap();
        let overview = resize::shrink(&picture, 0.44);
        let quads = detect(&session, &overview).unwrap();
        assert!(print_length(&quads) > sideways_length(&quads), "there are more stars than lines");
        let print = print(&session, &picture, &overview, &quads).unwrap();
        assert!(print.lies_on_its_side && print.is_part && print.lines.len() > 10);
    }
}
