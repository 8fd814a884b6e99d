//! From a photo of a table with a receipt on it to a page: turned upright, cut to the printed part, in a scale that
//! suits the networks.

use image::{RgbImage, imageops};

use crate::error::ReadError;
use crate::ocr::detect::detect;
use crate::ocr::direction::{self, is_upside_down, slant};
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::line_image::sample_at;
use crate::ocr::models;
use crate::ocr::pitch::pitch;
use crate::ocr::session::Session;
use crate::ocr::sides::Sides;
use crate::picture::resize::{resize, shrink};

/// The overview finds the print and its direction; it does not have to be legible. Detection costs about 1.8 s of one
/// core for each megapixel, so it begins small; much smaller, and it misses columns of prices, which would then be cut
/// off.
const OVERVIEW_PIXELS: f64 = 420_000.0;
/// Where lines are lower than this in the overview, a receipt is a small part of the picture, and a finer overview is
/// taken.
const LOWEST_LINE: f32 = 8.0;
const FINE_OVERVIEW_PIXELS: f64 = 700_000.0;
/// For print that was not found even so: small, and crooked on a patterned cloth.
const CLOSE_OVERVIEW_PIXELS: f64 = 1_400_000.0;
/// Lines as high as this in the overview, and no more slanted than this (radians), are found there as well as they ever
/// will be: looking once more would find the same ones again.
const LEGIBLE_LINE: f32 = DETECTION_LINE;
const LEGIBLE_SLANT: f32 = 0.05;
/// A line's height, as detected (letters and a margin), that the recogniser gains nothing beyond.
const MAX_LINE_HEIGHT: f32 = 52.0;
/// A scale is never nothing, however little may still be looked at.
const MIN_PIXELS: usize = 32 * 32;
/// A page beside its picture, both in memory; only print of a newspaper on the largest pictures is finer.
const MAX_PIXELS: f32 = 16_000_000.0;
/// The line height at which detection works best for its cost.
const DETECTION_LINE: f32 = 20.0;
/// How far it is from one line to the next there, at least: lines printed closer together than they are high are taken
/// for one.
const LINE_STEP: f32 = 16.0;
/// Of print as small as this little is left to see, and it is looked for in a finer scale.
const SMALL_PRINT_STEP: f32 = 26.0;
/// Looking for it takes no more than one of so many parts of what may still be spent: a page of a newspaper has to be
/// read.
const SHARE_OF_FINE_DETECTION: f32 = 4.0;
/// So close lines are printed at most, in heights of a line as it is found, with its margin.
const MIN_PITCH: f32 = 0.65;
/// What is missed in that is found in another, as a rule.
const OTHER_DETECTION_LINE: f32 = 26.0;
/// Lines that are so many pixels apart are found apart, however close together they are printed; and how high a line is
/// then, at least and at most.
const FINE_LINE_STEP: f32 = 32.0;
const FINE_DETECTION_LINES: (f32, f32) = (30.0, 48.0);
/// Enlarging print adds no detail; beyond this it only costs time.
const MAX_ENLARGEMENT: f32 = 2.0;
/// Below this slant, lines are followed as they are; above it the page is turned.
const STRAIGHT_ENOUGH: f32 = 0.035;
/// What is left blank around the print that was found, in heights of a line, …
const MARGIN: f32 = 2.0;
/// … or around that part of it that was read, …
const WIDE_MARGIN: f32 = 10.0;
/// … and how near to the page's edge there is nothing, unless the overview missed what is there; then the page goes on
/// for so much at most.
const EDGE: f32 = 0.75;
const REACH: f32 = 30.0;

/// A page ready for reading.
pub struct Page {
    pub pixels: RgbImage,
    /// The usual height of a line of print, in pixels of this page.
    pub line_height: f32,
    /// Its pieces of text in pixels of this page, where the overview was fine enough to find all of them.
    pub quads: Option<Vec<Quad>>,
    layout: Layout,
    /// Pixels of the picture for each of the overview.
    picture_scale: f32,
    /// From one line to the next, in pixels of this page, where it can be measured.
    pub pitch: Option<f32>,
    /// By how much the page is scaled where its pieces are looked for.
    detection_scale: f32,
}

impl Page {
    /// The page in the scale that detection works best in, or a smaller one if it would have more pixels than that; and
    /// the scale.
    pub fn for_detection(&self, most_pixels: usize) -> (RgbImage, f32) {
        scaled(&self.pixels, self.detection_scale, most_pixels)
    }

    /// The page below a level in another scale, that scale, and where it begins.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "page sides are below 2^16"
    )]
    pub fn below(&self, level: f32, most_pixels: usize) -> (RgbImage, f32, f32) {
        let (width, height) = self.pixels.dimensions();
        let top = (level as u32).min(height - 1);
        let part = imageops::crop_imm(&self.pixels, 0, top, width, height - top).to_image();
        let (part, factor) = scaled(&part, OTHER_DETECTION_LINE / self.line_height, most_pixels);
        (part, factor, top as f32)
    }

    /// A part of the page in which lines are as high as is given, its scale, and where it begins.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "page sides are below 2^16"
    )]
    pub fn around(&self, place: &Quad, line_height: f32, most_pixels: usize) -> (RgbImage, f32, Point) {
        let (width, height) = self.pixels.dimensions();
        let sides = Sides::around(place.0.into_iter(), 0.0).with_margin(self.line_height / 2.0);
        let (left, top) = ((sides.left.max(0.0) as u32).min(width - 1), (sides.top.max(0.0) as u32).min(height - 1));
        let (right, bottom) = ((sides.right.max(0.0) as u32).min(width), (sides.bottom.max(0.0) as u32).min(height));
        let (across, down) = (right.saturating_sub(left).max(1), bottom.saturating_sub(top).max(1));
        let part = imageops::crop_imm(&self.pixels, left, top, across, down).to_image();
        let (part, factor) = scaled(&part, line_height / self.line_height, most_pixels);
        (part, factor, Point::new(left as f32, top as f32))
    }

    /// The page with more around it, and its pieces of text on that, where they go on beyond what the overview had
    /// found: that leaves a margin, and now there is print in it.
    pub fn wider(&self, picture: &RgbImage, quads: &[Quad]) -> Option<(Self, Vec<Quad>)> {
        #[expect(clippy::cast_precision_loss, reason = "page sides are below 2^16")]
        let end = Point::new(self.pixels.width() as f32, self.pixels.height() as f32);
        let edge = EDGE * self.line_height;
        let reaches = |is_at_edge: &dyn Fn(&Point) -> bool| quads.iter().flat_map(|quad| &quad.0).any(is_at_edge);
        let is_reached = Sides {
            left: reaches(&|point| point.x < edge),
            right: reaches(&|point| point.x > end.x - edge),
            top: reaches(&|point| point.y < edge),
            bottom: reaches(&|point| point.y > end.y - edge),
        };
        let sides = self.layout.widened(is_reached)?;
        let (right, down) = (self.layout.sides.left - sides.left, self.layout.sides.top - sides.top);
        // Where the overview missed much, it took what is more than a line for one.
        let line_height = usual_height(quads).map_or(f32::MAX, |height| height / self.scale());
        let line_height = line_height.min(self.layout.line_height);
        let layout = Layout { sides, line_height, lines: Vec::new(), is_legible: false, ..self.layout };
        let page = cut_out(picture, layout, self.picture_scale);
        let (from, to) = (self.scale(), page.scale());
        let page = Self { detection_scale: self.detection_scale * from / to, ..page };
        let moved = |point: Point| Point::new((point.x / from + right) * to, (point.y / from + down) * to);
        let quads = quads.iter().map(|quad| quad.map(moved)).collect();
        Some((page, quads))
    }

    /// The point of its picture that a point of the page shows, in pixels.
    pub fn on_picture(&self, point: Point) -> Point {
        let Layout { angle, center, sides, .. } = &self.layout;
        let (sine, cosine) = angle.sin_cos();
        let (x, y) = (point.x / self.scale() + sides.left, point.y / self.scale() + sides.top);
        let (x, y) = (x * cosine + y * sine + center.x, y * cosine - x * sine + center.y);
        Point::new(x * self.picture_scale, y * self.picture_scale)
    }

    /// Pixels of this page for each of the overview.
    fn scale(&self) -> f32 {
        self.line_height / self.layout.line_height
    }
}

/// A picture scaled, but not enlarged beyond what helps or beyond so many pixels, and by what.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "page sides are below 2^16"
)]
fn scaled(picture: &RgbImage, factor: f32, most_pixels: usize) -> (RgbImage, f32) {
    let pixels = picture.width() as f32 * picture.height() as f32;
    let factor = factor.min(MAX_ENLARGEMENT).min((most_pixels.max(MIN_PIXELS) as f32 / pixels).sqrt());
    let side = |length: u32| ((length as f32 * factor).round() as u32).max(32);
    (resize(picture, side(picture.width()), side(picture.height())), factor)
}

/// How a page lies on its picture.
#[derive(Clone)]
struct Layout {
    /// Radians to turn by, clockwise as seen, until the text reads from left to right.
    angle: f32,
    line_height: f32,
    /// The printed area and its margin in the overview's pixels after turning, relative to `center`.
    sides: Sides<f32>,
    center: Point,
    /// The pieces of text in the overview's pixels, their corners in reading order.
    lines: Vec<Quad>,
    is_legible: bool,
}

impl Layout {
    /// Its sides, further out where they are reached and the picture goes on.
    fn widened(&self, is_reached: Sides<bool>) -> Option<Sides<f32>> {
        let Point { x, y } = self.center;
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Point::new(x, y));
        let picture = Sides::around(corners.into_iter(), self.angle);
        let step = |is_reached: bool, room: f32| {
            let is_widened = is_reached && room > self.line_height;
            if is_widened { room.min(REACH * self.line_height) } else { 0.0 }
        };
        let steps = Sides {
            left: step(is_reached.left, self.sides.left - picture.left),
            right: step(is_reached.right, picture.right - self.sides.right),
            top: step(is_reached.top, self.sides.top - picture.top),
            bottom: step(is_reached.bottom, picture.bottom - self.sides.bottom),
        };
        let widened = Sides {
            left: self.sides.left - steps.left,
            right: self.sides.right + steps.right,
            top: self.sides.top - steps.top,
            bottom: self.sides.bottom + steps.bottom,
        };
        let widest = steps.left.max(steps.right).max(steps.top).max(steps.bottom);
        (widest > 0.0).then_some(widened)
    }
}

/// Finds the page on a picture. Without any text there is none.
pub fn find_page(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let (mut overview, mut quads) = overview(session, picture, OVERVIEW_PIXELS)?;
    if overview.width() < picture.width() && usual_height(&quads).is_none_or(|height| height < LOWEST_LINE) {
        (overview, quads) = self::overview(session, picture, FINE_OVERVIEW_PIXELS)?;
    }
    found(session, picture, &overview, &quads)
}

/// Finds the page on a picture whose print is small or crooked, and was not found: looks closer.
pub fn find_page_closely(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let (overview, quads) = overview(session, picture, CLOSE_OVERVIEW_PIXELS)?;
    found(session, picture, &overview, &quads)
}

/// Finds the print on a small picture that shows little else, as it was found at once: what is a few letters high is
/// read as well as it can be, and is not looked for again. Without any text there is none.
pub fn find_print(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let quads = detect(session, picture)?;
    let FoundPage { layout, width } = found(session, picture, picture, &quads)?;
    Ok(FoundPage { layout: Layout { is_legible: true, ..layout }, width })
}

fn found(session: &Session, picture: &RgbImage, overview: &RgbImage, quads: &[Quad]) -> Result<FoundPage, ReadError> {
    let layout = layout(session, picture, overview, quads)?.ok_or(ReadError::NoText)?;
    Ok(FoundPage { layout, width: overview.width() })
}

/// How the print lies on a picture, in an overview of some width.
pub struct FoundPage {
    layout: Layout,
    width: u32,
}

impl FoundPage {
    /// The page of the same picture, in its size or another, with all pieces of text.
    pub fn page(&self, picture: &RgbImage) -> Page {
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let scale = picture.width() as f32 / self.width as f32;
        cut_out(picture, self.layout.clone(), scale)
    }

    /// The page of a receipt, on which pieces of text are looked for in the scale that the distance of its lines needs.
    pub fn receipt(&self, session: &Session, picture: &RgbImage) -> Page {
        let mut page = self.page(picture);
        let Some(pitch) = pitch(&page.pixels, page.line_height) else { return page };
        // Where lines run together, what was found is higher than a line.
        let height = page.line_height.min(pitch / MIN_PITCH);
        page.layout.line_height *= height / page.line_height;
        page.line_height = height;
        page.pitch = Some(pitch);
        let step = if pitch < LINE_STEP { SMALL_PRINT_STEP } else { LINE_STEP };
        #[expect(clippy::cast_precision_loss, reason = "page sides are below 2^16, and a scan's budget below 2^24")]
        let affordable =
            (session.left() as f32 / SHARE_OF_FINE_DETECTION / (page.pixels.len() / 3).max(1) as f32).sqrt();
        page.detection_scale = (DETECTION_LINE / height).max((step / pitch).min(affordable));
        if pitch / page.scale() < LINE_STEP {
            page.quads = None;
        }
        page
    }

    /// The page of a receipt, on which pieces of text are to be looked for in a finer scale: lines that are printed
    /// close together are apart there.
    pub fn receipt_finely(&self, session: &Session, picture: &RgbImage) -> Page {
        let page = self.receipt(session, picture);
        let (least, most) = FINE_DETECTION_LINES;
        let detection_line =
            page.pitch.map_or(least, |pitch| page.line_height * FINE_LINE_STEP / pitch).clamp(least, most);
        Page { quads: None, detection_scale: detection_line / page.line_height, ..page }
    }
}

fn overview(session: &Session, picture: &RgbImage, pixels: f64) -> Result<(RgbImage, Vec<Quad>), ReadError> {
    let all = f64::from(picture.width()) * f64::from(picture.height());
    let factor = (pixels / all).sqrt();
    let overview = if factor < 1.0 { shrink(picture, factor) } else { picture.clone() };
    let quads = detect(session, &overview)?;
    Ok((overview, quads))
}

/// The median height of the lines, whichever way they run.
fn usual_height(lines: &[Quad]) -> Option<f32> {
    let is_long = |line: &&Quad| line.height().max(line.width()) > 1.5 * line.thickness();
    let mut heights: Vec<f32> = lines.iter().filter(is_long).map(Quad::thickness).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied()
}

fn layout(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<Option<Layout>, ReadError> {
    if quads.is_empty() {
        return Ok(None);
    }
    let print = direction::print(session, picture, overview, quads)?;
    let (lines, turned) = (print.lines, print.lies_on_its_side);
    let mut angle = if turned { std::f32::consts::FRAC_PI_2 } else { 0.0 };

    let slant = slant(&lines, turned);
    if slant.abs() > STRAIGHT_ENOUGH {
        angle -= slant;
    }
    let line_height = usual_height(&lines).unwrap_or_else(|| lines[0].height());
    let lines = if is_upside_down(session, picture, overview, &lines)? {
        angle += std::f32::consts::PI;
        lines.iter().map(Quad::flipped).collect()
    } else {
        lines
    };

    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let center = Point::new(overview.width() as f32 / 2.0, overview.height() as f32 / 2.0);
    let corners = lines.iter().flat_map(|quad| quad.0).map(|point| Point::new(point.x - center.x, point.y - center.y));
    let margin = if print.is_part { WIDE_MARGIN } else { MARGIN };
    Ok(Some(Layout {
        angle,
        line_height,
        sides: Sides::around(corners, angle).with_margin(margin * line_height),
        center,
        lines,
        is_legible: line_height >= LEGIBLE_LINE && slant.abs() <= LEGIBLE_SLANT && !print.is_part,
    }))
}

/// The printed area of a picture that lies straight and need not be scaled: its pixels as they are, those at the edges
/// repeated beyond them.
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
fn cut_out(picture: &RgbImage, layout: Layout, scale: f32) -> Page {
    let line_height = layout.line_height * scale;
    // Finer than the recogniser sees is cut down; print too small for the detector is blown up.
    let Sides { left, right, top, bottom } = layout.sides;
    let pixels = (right - left) * (bottom - top) * scale * scale;
    let zoom = (MAX_LINE_HEIGHT / line_height).min((MAX_PIXELS / pixels).sqrt()).min(1.0);
    let (width, height) = ((right - left) * scale * zoom, (bottom - top) * scale * zoom);
    let (width, height) = (width.clamp(32.0, 8_000.0) as u32, height.clamp(32.0, 24_000.0) as u32);
    let (sine, cosine) = layout.angle.sin_cos();
    let page = |pixels: RgbImage, left: f32, top: f32, layout: Layout| {
        let to_page = |point: Point| {
            let (x, y) = (point.x - layout.center.x, point.y - layout.center.y);
            let (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
            Point::new((x - left) * scale * zoom, (y - top) * scale * zoom)
        };
        let quads = layout.is_legible.then(|| layout.lines.iter().map(|quad| quad.map(to_page)).collect());
        Page {
            pixels,
            line_height: line_height * zoom,
            quads,
            layout,
            picture_scale: scale,
            pitch: None,
            detection_scale: DETECTION_LINE / (line_height * zoom),
        }
    };
    #[expect(clippy::float_cmp, reason = "neither was reckoned with where it is so")]
    if layout.angle == 0.0 && zoom == 1.0 {
        let (left, top) = (left + layout.center.x, top + layout.center.y);
        let (left, top) = ((left * scale).round(), (top * scale).round());
        let pixels = crop(picture, left as i64, top as i64, width, height);
        return page(pixels, left / scale - layout.center.x, top / scale - layout.center.y, layout);
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
                let x = left * scale + (column as f32 + across) * step;
                let y = top * scale + (row as f32 + down) * step;
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
    page(RgbImage::from_raw(width, height, raw).unwrap_or_else(|| picture.clone()), left, top, layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extends_a_page_to_the_picture_around_it() {
        let layout = |angle: f32| Layout {
            angle,
            line_height: 10.0,
            sides: Sides { left: -50.0, right: 50.0, top: -395.0, bottom: 40.0 },
            center: Point::new(300.0, 400.0),
            lines: Vec::new(),
            is_legible: false,
        };
        let nowhere = Sides { left: false, right: false, top: false, bottom: false };
        let everywhere = Sides { left: true, right: true, top: true, bottom: true };
        let widened = |angle: f32, is_reached| {
            let sides = layout(angle).widened(is_reached)?;
            Some([sides.left, sides.right, sides.top, sides.bottom].map(|side| format!("{side:.0}")).join(" "))
        };
        assert_eq!(widened(0.0, nowhere), None);
        assert_eq!(widened(0.0, Sides { top: true, ..nowhere }), None, "the picture ends there");
        assert_eq!(widened(0.0, Sides { bottom: true, ..nowhere }).as_deref(), Some("-50 50 -395 340"));
        assert_eq!(widened(0.0, everywhere).as_deref(), Some("-300 300 -395 340"));
        let on_its_side = widened(std::f32::consts::FRAC_PI_2, everywhere);
        assert_eq!(on_its_side.as_deref(), Some("-350 350 -395 300"), "no further than the picture");
    }
}
