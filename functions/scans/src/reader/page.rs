//! From a photo of a table with a receipt on it to a page: turned upright, cut to the printed part, in a scale that suits the networks.

use image::RgbImage;
use rten_tensor::Layout as _;
use rten_tensor::NdTensor;

use super::detect::detect;
use super::error::ReadError;
use super::geometry::{Point, Quad};
use super::models::{self, Models};
use super::recognise::{self, Strip, sample_at, straighten};
use super::resize::{resize, shrink};

/// The overview finds the print and its direction; it does not have to be legible. Detection costs about 1.8 s of one core for each
/// megapixel, so it begins small; much smaller, and it misses columns of prices, which would then be cut off.
const OVERVIEW_PIXELS: f64 = 420_000.0;
/// Where lines are lower than this in the overview, a receipt is a small part of the picture, and a finer overview is taken.
const LOWEST_LINE: f32 = 8.0;
const FINE_OVERVIEW_PIXELS: f64 = 700_000.0;
/// For print that was not found even so: small, and crooked on a patterned cloth.
const CLOSE_OVERVIEW_PIXELS: f64 = 1_400_000.0;
/// Lines as high as this in the overview, and no more slanted than this (radians), are found there as well as they ever will be: looking once more
/// would find the same ones again.
const LEGIBLE_LINE: f32 = DETECTION_LINE;
const LEGIBLE_SLANT: f32 = 0.05;
/// A line's height, as detected (letters and a margin), that the recogniser gains nothing beyond.
const LARGEST_LINE: f32 = 52.0;
/// The line height at which detection works best for its cost.
const DETECTION_LINE: f32 = 20.0;
/// Enlarging print adds no detail; beyond this it only costs time.
const LARGEST_ENLARGEMENT: f32 = 2.0;
/// Below this slant, lines are followed as they are; above it the page is turned.
const STRAIGHT_ENOUGH: f32 = 0.035;
/// How many pieces of text are asked which way up they are.
const WITNESSES: usize = 16;
const WITNESSES_AT_ONCE: usize = 8;
/// Where no more than one of the first is of another mind, the others are not asked.
const UPRIGHT: f32 = 0.125;

/// A page ready for reading.
pub struct Page {
    pub pixels: RgbImage,
    /// The usual height of a line of print, in pixels of this page.
    pub line_height: f32,
    /// Its pieces of text in pixels of this page, where the overview was fine enough to find all of them.
    pub quads: Option<Vec<Quad>>,
}

impl Page {
    /// The page in the scale that detection works best in, and that scale.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "page sides are below 2^16"
    )]
    pub fn for_detection(&self) -> (RgbImage, f32) {
        let factor = (DETECTION_LINE / self.line_height).min(LARGEST_ENLARGEMENT);
        let side = |length: u32| ((length as f32 * factor).round() as u32).max(32);
        let (width, height) = self.pixels.dimensions();
        (resize(&self.pixels, side(width), side(height)), factor)
    }
}

/// How a page lies on its picture.
struct Layout {
    /// Radians to turn by, clockwise as seen, until the text reads from left to right.
    angle: f32,
    line_height: f32,
    /// The printed area in the overview's pixels after turning, relative to `center`.
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    center: Point,
    /// The pieces of text in the overview's pixels, their corners in reading order.
    lines: Vec<Quad>,
    is_legible: bool,
}

/// Finds the page on a picture. Without any text there is none.
pub fn find_page(models: &Models, picture: &RgbImage) -> Result<Page, ReadError> {
    let (mut overview, mut quads) = overview(models, picture, OVERVIEW_PIXELS)?;
    if overview.width() < picture.width() && usual_height(&quads).is_none_or(|height| height < LOWEST_LINE) {
        (overview, quads) = self::overview(models, picture, FINE_OVERVIEW_PIXELS)?;
    }
    page_on(models, picture, &overview, &quads)
}

/// Finds the page on a picture whose print is small or crooked, and was not found: looks closer.
pub fn find_page_closely(models: &Models, picture: &RgbImage) -> Result<Page, ReadError> {
    let (overview, quads) = overview(models, picture, CLOSE_OVERVIEW_PIXELS)?;
    page_on(models, picture, &overview, &quads)
}

fn page_on(models: &Models, picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Result<Page, ReadError> {
    let Some(layout) = layout(models, picture, overview, quads)? else { return Err(ReadError::NoText) };
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let scale = picture.width() as f32 / overview.width() as f32;
    Ok(cut_out(picture, &layout, scale))
}

fn overview(models: &Models, picture: &RgbImage, pixels: f64) -> Result<(RgbImage, Vec<Quad>), ReadError> {
    let all = f64::from(picture.width()) * f64::from(picture.height());
    let factor = (pixels / all).sqrt();
    let overview = if factor < 1.0 { shrink(picture, factor) } else { picture.clone() };
    let quads = detect(models, &overview)?;
    Ok((overview, quads))
}

/// The median height of the lines, whichever way they run.
fn usual_height(lines: &[Quad]) -> Option<f32> {
    let thin = |line: &Quad| line.height().min(line.width());
    let mut heights: Vec<f32> =
        lines.iter().filter(|line| line.height().max(line.width()) > 1.5 * thin(line)).map(thin).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied()
}

fn layout(
    models: &Models,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<Option<Layout>, ReadError> {
    if quads.is_empty() {
        return Ok(None);
    }
    let sideways: f32 = quads.iter().filter(|quad| quad.is_upright_column()).map(Quad::height).sum();
    // The stars and checks of a tablecloth lie no way; there may be more of them than lines.
    let level: f32 = quads.iter().filter(|quad| quad.turned().is_upright_column()).map(Quad::width).sum();
    let turned = sideways > level;
    let lines: Vec<Quad> = if turned { quads.iter().map(Quad::turned).collect() } else { quads.to_vec() };
    let mut angle = if turned { std::f32::consts::FRAC_PI_2 } else { 0.0 };

    let slant = slant(&lines, turned);
    if slant.abs() > STRAIGHT_ENOUGH {
        angle -= slant;
    }
    let line_height = usual_height(&lines).unwrap_or_else(|| lines[0].height());
    let lines = if is_upside_down(models, picture, overview, &lines)? {
        angle += std::f32::consts::PI;
        lines.iter().map(Quad::flipped).collect()
    } else {
        lines
    };

    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let center = Point::new(overview.width() as f32 / 2.0, overview.height() as f32 / 2.0);
    let (sine, cosine) = angle.sin_cos();
    let corners = quads.iter().flat_map(|quad| quad.0).map(|point| {
        let (x, y) = (point.x - center.x, point.y - center.y);
        (x * cosine - y * sine, x * sine + y * cosine)
    });
    let (mut left, mut right, mut top, mut bottom) = (f32::MAX, f32::MIN, f32::MAX, f32::MIN);
    for (x, y) in corners {
        (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
    }
    let margin = 2.0 * line_height;
    Ok(Some(Layout {
        angle,
        line_height,
        left: left - margin,
        right: right + margin,
        top: top - margin,
        bottom: bottom + margin,
        center,
        lines,
        // The overview is looked through in strips from left to right, which part the lines of a page that lies on its side.
        is_legible: !turned && line_height >= LEGIBLE_LINE && slant.abs() <= LEGIBLE_SLANT,
    }))
}

/// The usual slant of long lines, in radians; the median, so that a few crooked ones do not matter.
fn slant(lines: &[Quad], turned: bool) -> f32 {
    let angle = |line: &Quad| {
        let (start, end) = (line.start(), line.end());
        // A turned line reads upwards in the picture: its angle is measured against that direction.
        if turned { (end.x - start.x).atan2(start.y - end.y) } else { (end.y - start.y).atan2(end.x - start.x) }
    };
    let mut weighted: Vec<(f32, f32)> = lines
        .iter()
        .filter(|line| line.width() > 4.0 * line.height())
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

/// Asks the direction classifier about the longest lines, and about some more where those are not of one mind. Where it stays undecided, they are read
/// both ways and the surer reading wins.
fn is_upside_down(models: &Models, picture: &RgbImage, overview: &RgbImage, lines: &[Quad]) -> Result<bool, ReadError> {
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let scale = picture.width() as f32 / overview.width() as f32;
    let mut witnesses: Vec<Quad> = lines.iter().filter(|line| line.width() > 2.5 * line.height()).copied().collect();
    witnesses.sort_by(|a, b| (b.width() / b.height()).total_cmp(&(a.width() / a.height())));
    witnesses.truncate(WITNESSES);
    let witnesses: Vec<Quad> =
        witnesses.iter().map(|quad| quad.map(|point| Point::new(point.x * scale, point.y * scale))).collect();
    let (mut strips, mut votes) = (Vec::new(), Vec::new());
    for round in witnesses.chunks(WITNESSES_AT_ONCE) {
        let asked: Vec<Strip> = round.iter().map(|quad| straighten(picture, quad)).collect();
        votes.extend(directions(models, &asked)?);
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
    Ok(sure(recognise::recognise(models, &flipped)?) > sure(recognise::recognise(models, &strips)?))
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

/// How much a reading says for its way up: its letters and digits, as far as they are certain. A tablecloth's pattern is read as a mark or two either
/// way, and print that stands on its head as a few doubtful letters.
fn legible_glyphs(reading: &recognise::Reading) -> f32 {
    let glyphs = reading.text.chars().filter(|c| c.is_alphanumeric()).take(20).count();
    let glyphs = f32::from(u8::try_from(glyphs).unwrap_or(20));
    if glyphs < 3.0 { 0.0 } else { glyphs * reading.confidence.powi(3) }
}

/// The printed area of a picture that lies straight and need not be scaled: its pixels as they are, those at the edges repeated beyond them.
fn crop(picture: &RgbImage, left: i64, top: i64, width: u32, height: u32) -> RgbImage {
    let (last_x, last_y) = (i64::from(picture.width()) - 1, i64::from(picture.height()) - 1);
    let at = |x: i64, y: i64| {
        let (x, y) = (u32::try_from(x.clamp(0, last_x)), u32::try_from(y.clamp(0, last_y)));
        picture.get_pixel(x.unwrap_or(0), y.unwrap_or(0))
    };
    RgbImage::from_fn(width, height, |x, y| *at(left + i64::from(x), top + i64::from(y)))
}

/// Samples the printed area out of the picture, turned and scaled in one step.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "sides are clamped to the picture's order of size"
)]
fn cut_out(picture: &RgbImage, layout: &Layout, scale: f32) -> Page {
    let line_height = layout.line_height * scale;
    // Finer than the recogniser sees is cut down; print too small for the detector is blown up.
    let zoom = (LARGEST_LINE / line_height).min(1.0);
    let (width, height) = ((layout.right - layout.left) * scale * zoom, (layout.bottom - layout.top) * scale * zoom);
    let (width, height) = (width.clamp(32.0, 8_000.0) as u32, height.clamp(32.0, 24_000.0) as u32);
    let (sine, cosine) = layout.angle.sin_cos();
    let page = |pixels: RgbImage, left: f32, top: f32| {
        let to_page = |point: Point| {
            let (x, y) = (point.x - layout.center.x, point.y - layout.center.y);
            let (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
            Point::new((x - left) * scale * zoom, (y - top) * scale * zoom)
        };
        let quads = layout.is_legible.then(|| layout.lines.iter().map(|quad| quad.map(to_page)).collect());
        Page { pixels, line_height: line_height * zoom, quads }
    };
    #[expect(clippy::float_cmp, reason = "neither was reckoned with where it is so")]
    if layout.angle == 0.0 && zoom == 1.0 {
        let (left, top) = (layout.left + layout.center.x, layout.top + layout.center.y);
        let (left, top) = ((left * scale).round(), (top * scale).round());
        let pixels = crop(picture, left as i64, top as i64, width, height);
        return page(pixels, left / scale - layout.center.x, top / scale - layout.center.y);
    }
    let step = 1.0 / zoom;
    let samples = (step.round() as usize).clamp(1, 3);
    let (columns, rows) = (width as usize, height as usize);
    let mut raw = vec![0_u8; columns * rows * 3];
    let sample_row = |row: usize, line: &mut [u8]| {
        for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
            let mut sum = [0.0_f32; 3];
            for sample in 0..samples * samples {
                let across = ((sample % samples) as f32 + 0.5) / samples as f32;
                let down = ((sample / samples) as f32 + 0.5) / samples as f32;
                let x = layout.left * scale + (column as f32 + across) * step;
                let y = layout.top * scale + (row as f32 + down) * step;
                // Turning back: the transpose of the rotation that made the page upright.
                let from_x = x * cosine + y * sine + layout.center.x * scale;
                let from_y = -x * sine + y * cosine + layout.center.y * scale;
                let colour = sample_at(picture, from_x - 0.5, from_y - 0.5);
                for channel in 0..3 {
                    sum[channel] += colour[channel];
                }
            }
            for channel in 0..3 {
                pixel[channel] = (sum[channel] / (samples * samples) as f32).round() as u8;
            }
        }
    };
    let share = rows.div_ceil(models::cores()).max(1);
    std::thread::scope(|scope| {
        for (part, lines) in raw.chunks_mut(share * columns * 3).enumerate() {
            let sample_row = &sample_row;
            scope.spawn(move || {
                for (row, line) in lines.chunks_exact_mut(columns * 3).enumerate() {
                    sample_row(part * share + row, line);
                }
            });
        }
    });
    page(RgbImage::from_raw(width, height, raw).unwrap_or_else(|| picture.clone()), layout.left, layout.top)
}
