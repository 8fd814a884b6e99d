//! Finds the direction of the print on a picture: sideways, upside down, skewed.

use image::{RgbImage, imageops};
use rten_tensor::Layout as _;
use rten_tensor::NdTensor;

use crate::error::ReadError;
use crate::ocr::detect::detect_text;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::line_image::{LineImage, crop_line};
use crate::ocr::models::Models;
use crate::ocr::recognise::{self, recognise_lines};
use crate::ocr::session::Session;
use crate::ocr::text_box::RecognisedText;

/// The minimum ratio of width to height of a line; prices and patterns are shorter.
const MIN_LINE_RATIO: f32 = 4.0;
/// If the shorter direction has this part of the longer one's line length, one of them may be a pattern.
const MAX_CERTAIN_RATIO: f32 = 0.25;
/// The maximum number of boxes that are read to distinguish print from a pattern.
const MAX_READ_BOXES: usize = 96;
/// The divisor of the remaining budget for that, for each direction.
const READ_BUDGET_SHARES: usize = 8;
/// The minimum number of legible lines; fewer cannot be distinguished from a pattern.
const MIN_LEGIBLE_LINES: usize = 4;
/// The minimum confidence of print that was read in its direction.
const MIN_LEGIBLE_CONFIDENCE: f32 = 0.85;
/// The number of lines whose direction is classified.
const MAX_SAMPLES: usize = 16;
const SAMPLES_PER_ROUND: usize = 8;
/// The classified part of each, in heights of a line: most are shorter.
const SAMPLE_HEIGHTS: f32 = 12.0;
/// If at most one sample of the first round contradicts the others, no more are classified.
const MAX_CONTRARY: f32 = 0.125;
/// If the classification is undecided, so many lines at a time are read both ways, until one way has this many more
/// legible glyphs.
const READ_PER_ROUND: usize = 4;
const MIN_LEAD: f32 = 10.0;

/// The print among the detected text boxes.
pub struct Print {
    /// The boxes in reading order, in the overview's pixels.
    pub lines: Vec<Quad>,
    pub is_sideways: bool,
    /// True if only the lines that were read for certain are included; there is more around them.
    pub is_part: bool,
}

/// Finds the print and its direction. Sideways lines are detected only in part, so the overview is turned for them. The
/// direction with longer lines is the print's; if it is in doubt, both are read, since the stars of a tablecloth make
/// rows in every direction, and may outnumber the lines.
pub fn find_print(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<Print, ReadError> {
    let (level, sideways) = (print_length(quads), sideways_length(quads));
    if sideways <= MAX_CERTAIN_RATIO * level && !is_mostly_sideways(quads) {
        return Ok(Print { lines: quads.to_vec(), is_sideways: false, is_part: false });
    }
    let turned = detect_turned(session, overview)?;
    if level > MAX_CERTAIN_RATIO * sideways {
        let (upright, turned) =
            (legible_boxes(session, picture, overview, quads)?, legible_boxes(session, picture, overview, &turned)?);
        let is_sideways = print_length(&turned) > print_length(&upright);
        let lines = if is_sideways { turned } else { upright };
        if lines.len() >= MIN_LEGIBLE_LINES {
            return Ok(Print { lines, is_sideways, is_part: true });
        }
    }
    let is_sideways = print_length(&turned) > level;
    let lines = if is_sideways { turned } else { quads.to_vec() };
    Ok(Print { lines, is_sideways, is_part: false })
}

fn is_mostly_sideways(quads: &[Quad]) -> bool {
    let sideways: f32 = quads.iter().filter(|quad| quad.is_vertical()).map(Quad::height).sum();
    // The stars and checks of a tablecloth have no direction; they may outnumber the lines.
    let level: f32 = quads.iter().filter(|quad| quad.rotated_90().is_vertical()).map(Quad::width).sum();
    sideways > level
}

/// Returns the total length of the lines that run from left to right.
fn print_length(lines: &[Quad]) -> f32 {
    lines.iter().filter(|line| line.width() > MIN_LINE_RATIO * line.height()).map(Quad::width).sum()
}

fn sideways_length(lines: &[Quad]) -> f32 {
    lines.iter().filter(|line| line.height() > MIN_LINE_RATIO * line.width()).map(Quad::height).sum()
}

/// Returns the boxes that can be read, either way up.
fn legible_boxes(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<Vec<Quad>, ReadError> {
    let quads: Vec<Quad> = quads
        .iter()
        .filter(|quad| quad.width() > MIN_LINE_RATIO * quad.height())
        .take(MAX_READ_BOXES)
        .copied()
        .collect();
    let quads = session.affordable(&quads, READ_BUDGET_SHARES);
    if quads.is_empty() {
        return Ok(Vec::new());
    }
    let on_picture = to_picture(picture, overview, quads);
    let images: Vec<LineImage> = on_picture.iter().map(|quad| crop_line(picture, quad)).collect();
    let votes = directions(session.models, &images)?;
    let images: Vec<LineImage> = images
        .into_iter()
        .zip(on_picture.iter().zip(votes))
        .map(|(image, (quad, vote))| if vote > 0.5 { crop_line(picture, &quad.rotated_180()) } else { image })
        .collect();
    let texts = recognise_lines(session, &images)?;
    let is_legible = |text: &RecognisedText| text.confidence >= MIN_LEGIBLE_CONFIDENCE && legible_glyphs(text) > 0.0;
    Ok(quads.iter().copied().zip(texts).filter(|(_, text)| is_legible(text)).map(|(quad, _)| quad).collect())
}

/// Converts boxes on an overview to boxes on its picture.
fn to_picture(picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Vec<Quad> {
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let scale = picture.width() as f32 / overview.width() as f32;
    quads.iter().map(|quad| quad.map(|point| Point::new(point.x * scale, point.y * scale))).collect()
}

/// Detects text on a picture that is turned clockwise. Returns the boxes in the picture's own pixels.
fn detect_turned(session: &Session, picture: &RgbImage) -> Result<Vec<Quad>, ReadError> {
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let bottom = picture.height() as f32;
    let found = detect_text(session, &imageops::rotate90(picture))?;
    Ok(found.iter().map(|quad| quad.map(|point| Point::new(point.y, bottom - point.x))).collect())
}

/// Returns the median skew of long lines in radians, weighted by length.
pub fn median_skew(lines: &[Quad], is_sideways: bool) -> f32 {
    let angle = |line: &Quad| {
        let (start, end) = (line.start(), line.end());
        // A sideways line runs up the picture: its angle is measured against that direction.
        if is_sideways { (end.x - start.x).atan2(start.y - end.y) } else { (end.y - start.y).atan2(end.x - start.x) }
    };
    let mut weighted: Vec<(f32, f32)> = lines
        .iter()
        .filter(|line| line.width() > MIN_LINE_RATIO * line.height())
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

/// Classifies the direction of the longest lines, and of some more if those contradict each other. If that is
/// undecided, they are read both ways, and the direction with more legible characters is taken.
pub fn is_upside_down(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    lines: &[Quad],
) -> Result<bool, ReadError> {
    let mut samples: Vec<Quad> = lines.iter().filter(|line| line.width() > 2.5 * line.height()).copied().collect();
    samples.sort_by(|a, b| (b.width() / b.height()).total_cmp(&(a.width() / a.height())));
    samples.truncate(MAX_SAMPLES);
    let samples: Vec<Quad> = samples.iter().map(|line| line.left_part(SAMPLE_HEIGHTS)).collect();
    let samples = to_picture(picture, overview, &samples);
    let (mut upright, mut votes) = (Vec::new(), Vec::new());
    for round in samples.chunks(SAMPLES_PER_ROUND) {
        let images: Vec<LineImage> = round.iter().map(|quad| crop_line(picture, quad)).collect();
        votes.extend(directions(session.models, &images)?);
        upright.extend(images);
        if !(MAX_CONTRARY..=1.0 - MAX_CONTRARY).contains(&mean(&votes)) {
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
    let mut lead = 0.0;
    for (quads, upright) in samples.chunks(READ_PER_ROUND).zip(upright.chunks(READ_PER_ROUND)) {
        let flipped: Vec<_> = quads.iter().map(|quad| crop_line(picture, &quad.rotated_180())).collect();
        let certainty = |texts: Vec<RecognisedText>| texts.iter().map(legible_glyphs).sum::<f32>();
        lead += certainty(recognise_lines(session, &flipped)?) - certainty(recognise_lines(session, upright)?);
        if lead.abs() >= MIN_LEAD {
            break;
        }
    }
    Ok(lead > 0.0)
}

fn mean(votes: &[f32]) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most MAX_SAMPLES")]
    let count = votes.len() as f32;
    votes.iter().sum::<f32>() / count
}

/// Returns for each line the probability, 0 to 1, that it is upside down.
fn directions(models: &Models, images: &[LineImage]) -> Result<Vec<f32>, ReadError> {
    let output: NdTensor<f32, 2> = models.direction.run(recognise::direction_input(images))?;
    Ok((0..output.size(0)).map(|row| output[[row, 1]]).collect())
}

/// Returns how much a text speaks for its direction: its letters and digits, weighted by confidence. The pattern of a
/// tablecloth is read as one or two marks in either direction, and upside-down print as a few uncertain letters.
fn legible_glyphs(text: &RecognisedText) -> f32 {
    let glyphs = text.text.chars().filter(|c| c.is_alphanumeric()).take(20).count();
    let glyphs = f32::from(u8::try_from(glyphs).unwrap_or(20));
    if glyphs < 3.0 { 0.0 } else { glyphs * text.confidence.powi(3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::decode;
    use crate::resize;
    use crate::tests::fixture;

    #[test]
    fn finds_print_among_rows_of_stars_by_reading() {
        let session = Session::new(Models::shared().unwrap());
        let picture = decode::decode(&fixture("rows-of-stars.jpg")).unwrap();
        let overview = resize::shrink(&picture, 0.44);
        let quads = detect_text(&session, &overview).unwrap();
        assert!(print_length(&quads) > sideways_length(&quads), "there are more stars than lines");
        let print = find_print(&session, &picture, &overview, &quads).unwrap();
        assert!(print.is_sideways && print.is_part && print.lines.len() > 10);
    }
}
