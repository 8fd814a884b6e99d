//! Finds the page on a photo: the printed part, turned upright, in a scale that suits the networks.

use image::{RgbImage, imageops};

use crate::error::ReadError;
use crate::ocr::detect::detect_text;
use crate::ocr::direction::{find_print, is_upside_down, median_skew};
use crate::ocr::geometry::{MIN_LINE_RATIO, Point, Quad};
use crate::ocr::line_image::sample_at;
use crate::ocr::parallel::core_count;
use crate::ocr::pitch::measure_pitch;
use crate::ocr::session::Session;
use crate::ocr::sides::Sides;
use crate::resize::{resize, shrink};
use crate::statistics::median;

/// The size of the overview, on which the print and its direction are found; it need not be legible. A much smaller
/// overview misses columns of prices, which would then be cut off.
const OVERVIEW_PIXELS: f64 = 420_000.0;
/// If lines are lower than this in the overview, the receipt is a small part of the picture, and a finer overview is
/// made.
const MIN_OVERVIEW_LINE_HEIGHT: f32 = 8.0;
const FINE_OVERVIEW_PIXELS: f64 = 700_000.0;
/// The overview for print that was not found even then: small, or skewed on a patterned cloth.
const FINEST_OVERVIEW_PIXELS: f64 = 1_400_000.0;
/// Lines of at least this height in the overview, and at most this skew (radians), are not detected a second time on
/// the page: the same ones would be found.
const MIN_LEGIBLE_LINE_HEIGHT: f32 = DETECTION_LINE_HEIGHT;
const MAX_LEGIBLE_SKEW: f32 = 0.05;
/// The maximum height of a detected line (letters and a margin); the recogniser gains nothing from more.
const MAX_LINE_HEIGHT: f32 = 52.0;
/// The minimum size for detection, however little budget remains.
const MIN_PIXELS: usize = 32 * 32;
/// The maximum size of a page, which is in memory together with its picture; only newspaper print on the largest
/// pictures would be finer.
const MAX_PIXELS: f32 = 16_000_000.0;
/// The line height at which detection works best for its cost.
const DETECTION_LINE_HEIGHT: f32 = 20.0;
/// The minimum line pitch for detection: lines that are printed closer together than they are high are merged.
const MIN_DETECTION_PITCH: f32 = 16.0;
/// The line pitch for detection of print that is smaller than that: it is enlarged.
const SMALL_PRINT_PITCH: f32 = 26.0;
/// Detection may use one part in this many of the remaining budget: recognition needs the rest.
const FINE_DETECTION_SHARES: f32 = 4.0;
/// The minimum line pitch, in heights of a detected line with its margin.
const MIN_PITCH_RATIO: f32 = 0.65;
/// Another line height for detection: it usually finds the lines that were missed in the first.
const OTHER_DETECTION_LINE_HEIGHT: f32 = 26.0;
/// The line pitch at which closely printed lines are detected separately, and the range of the line height then.
const FINE_LINE_PITCH: f32 = 32.0;
const FINE_DETECTION_LINE_HEIGHTS: (f32, f32) = (30.0, 48.0);
/// Enlarging adds no detail; more only costs time.
const MAX_ENLARGEMENT: f32 = 2.0;
/// Up to this skew (radians), lines are followed as they are; above it the page is turned.
const MAX_UNTURNED_SKEW: f32 = 0.035;
/// The margin around the print, in heights of a line.
const MARGIN: f32 = 2.0;
/// The margin, in heights of a line, if only a part of the print was found.
const WIDE_MARGIN: f32 = 10.0;
/// Print this close to the page's edge, in heights of a line, was missed by the overview; the page is then widened by
/// `MAX_WIDENING`.
const EDGE_DISTANCE: f32 = 0.75;
const MAX_WIDENING: f32 = 30.0;

/// A page ready for detection and recognition.
pub struct Page {
    pub pixels: RgbImage,
    /// The median height of a line, in pixels of this page.
    pub line_height: f32,
    /// Its text boxes in pixels of this page, if the overview was fine enough to find all of them.
    pub quads: Option<Vec<Quad>>,
    layout: Layout,
    /// Pixels of the picture per pixel of the overview.
    picture_scale: f32,
    /// The distance from one line to the next in pixels of this page, if it can be measured.
    pub line_pitch: Option<f32>,
    /// The scale of the page for detection.
    detection_scale: f32,
}

impl Page {
    /// Returns the page in the best scale for detection, or a smaller one if that has too many pixels, and the scale.
    pub fn for_detection(&self, max_pixels: usize) -> (RgbImage, f32) {
        scale_within(&self.pixels, self.detection_scale, max_pixels)
    }

    /// Returns the page below a vertical position in another scale, that scale, and where it begins.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "page sides are below 2^16"
    )]
    pub fn below(&self, y: f32, max_pixels: usize) -> (RgbImage, f32, f32) {
        let (width, height) = self.pixels.dimensions();
        let top = (y as u32).min(height - 1);
        let part = imageops::crop_imm(&self.pixels, 0, top, width, height - top).to_image();
        let (part, factor) = scale_within(&part, OTHER_DETECTION_LINE_HEIGHT / self.line_height, max_pixels);
        (part, factor, top as f32)
    }

    /// Returns the part of the page around boxes, scaled to a line height, with its scale and its position.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "page sides are below 2^16"
    )]
    pub fn around(&self, quads: &[Quad], margin: f32, line_height: f32, max_pixels: usize) -> (RgbImage, f32, Point) {
        let (width, height) = self.pixels.dimensions();
        let sides = Sides::around(quads.iter().flat_map(|quad| quad.0), 0.0).with_margin(margin);
        let (left, top) = ((sides.left.max(0.0) as u32).min(width - 1), (sides.top.max(0.0) as u32).min(height - 1));
        let (right, bottom) = ((sides.right.max(0.0) as u32).min(width), (sides.bottom.max(0.0) as u32).min(height));
        let (across, down) = (right.saturating_sub(left).max(1), bottom.saturating_sub(top).max(1));
        let part = imageops::crop_imm(&self.pixels, left, top, across, down).to_image();
        let (part, factor) = scale_within(&part, line_height / self.line_height, max_pixels);
        (part, factor, Point::new(left as f32, top as f32))
    }

    /// Returns a wider page, and its text boxes, if there is print in the margin of this one: then there is more print
    /// beyond what the overview had found.
    pub fn widen(&self, picture: &RgbImage, quads: &[Quad]) -> Option<(Self, Vec<Quad>)> {
        #[expect(clippy::cast_precision_loss, reason = "page sides are below 2^16")]
        let corner = Point::new(self.pixels.width() as f32, self.pixels.height() as f32);
        let edge = EDGE_DISTANCE * self.line_height;
        let reaches = |is_at_edge: &dyn Fn(&Point) -> bool| quads.iter().flat_map(|quad| &quad.0).any(is_at_edge);
        let is_reached = Sides {
            left: reaches(&|point| point.x < edge),
            right: reaches(&|point| point.x > corner.x - edge),
            top: reaches(&|point| point.y < edge),
            bottom: reaches(&|point| point.y > corner.y - edge),
        };
        let sides = self.layout.widen_sides(is_reached)?;
        let (right, down) = (self.layout.sides.left - sides.left, self.layout.sides.top - sides.top);
        // An overview that missed much merged several lines.
        let line_height = median_height(quads).map_or(f32::MAX, |height| height / self.scale());
        let line_height = line_height.min(self.layout.line_height);
        let layout = Layout { sides, line_height, lines: Vec::new(), is_legible: false, ..self.layout };
        let page = cut_out(picture, layout, self.picture_scale);
        let (from, to) = (self.scale(), page.scale());
        let page = Self { detection_scale: self.detection_scale * from / to, ..page };
        let moved = |point: Point| Point::new((point.x / from + right) * to, (point.y / from + down) * to);
        let quads = quads.iter().map(|quad| quad.map(moved)).collect();
        Some((page, quads))
    }

    /// Converts a point of the page to a point of its picture, in pixels.
    pub fn to_picture(&self, point: Point) -> Point {
        let Layout { angle, center, sides, .. } = &self.layout;
        let (sine, cosine) = angle.sin_cos();
        let (x, y) = (point.x / self.scale() + sides.left, point.y / self.scale() + sides.top);
        let (x, y) = (x * cosine + y * sine + center.x, y * cosine - x * sine + center.y);
        Point::new(x * self.picture_scale, y * self.picture_scale)
    }

    /// Returns the pixels of this page per pixel of the overview.
    fn scale(&self) -> f32 {
        self.line_height / self.layout.line_height
    }
}

/// Scales a picture within `MAX_ENLARGEMENT` and a number of pixels. Returns it with its scale.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "page sides are below 2^16"
)]
fn scale_within(picture: &RgbImage, factor: f32, max_pixels: usize) -> (RgbImage, f32) {
    let pixels = picture.width() as f32 * picture.height() as f32;
    let factor = factor.min(MAX_ENLARGEMENT).min((max_pixels.max(MIN_PIXELS) as f32 / pixels).sqrt());
    let side = |length: u32| ((length as f32 * factor).round() as u32).max(32);
    (resize(picture, side(picture.width()), side(picture.height())), factor)
}

/// The position and direction of a page on its picture.
#[derive(Clone)]
struct Layout {
    /// The angle in radians, clockwise, by which the page is turned upright.
    angle: f32,
    line_height: f32,
    /// The printed area and its margin in the overview's pixels after turning, relative to `center`.
    sides: Sides<f32>,
    center: Point,
    /// The text boxes in the overview's pixels, their corners in reading order.
    lines: Vec<Quad>,
    is_legible: bool,
}

impl Layout {
    /// Returns wider sides where print reaches them and the picture goes on; none if no side becomes wider.
    fn widen_sides(&self, is_reached: Sides<bool>) -> Option<Sides<f32>> {
        let Point { x, y } = self.center;
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Point::new(x, y));
        let picture = Sides::around(corners.into_iter(), self.angle);
        let step = |is_reached: bool, space: f32| {
            let is_widened = is_reached && space > self.line_height;
            if is_widened { space.min(MAX_WIDENING * self.line_height) } else { 0.0 }
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

/// Finds the page on a picture; fails without any text.
pub fn find_page(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let (mut overview, mut quads) = detect_overview(session, picture, OVERVIEW_PIXELS)?;
    if overview.width() < picture.width()
        && median_height(&quads).is_none_or(|height| height < MIN_OVERVIEW_LINE_HEIGHT)
    {
        (overview, quads) = detect_overview(session, picture, FINE_OVERVIEW_PIXELS)?;
    }
    locate_page(session, picture, &overview, &quads)
}

/// Finds the page in a finer overview, if its print is too small or skewed for the first one.
pub fn find_page_in_finest_overview(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let (overview, quads) = detect_overview(session, picture, FINEST_OVERVIEW_PIXELS)?;
    locate_page(session, picture, &overview, &quads)
}

/// Finds the page on a small picture of a label without a second detection; fails without any text.
pub fn find_label(session: &Session, picture: &RgbImage) -> Result<FoundPage, ReadError> {
    let quads = detect_text(session, picture)?;
    let FoundPage { layout, width } = locate_page(session, picture, picture, &quads)?;
    Ok(FoundPage { layout: Layout { is_legible: true, ..layout }, width })
}

fn locate_page(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<FoundPage, ReadError> {
    let layout = detect_layout(session, picture, overview, quads)?.ok_or(ReadError::NoText)?;
    Ok(FoundPage { layout, width: overview.width() })
}

/// The layout of the page in an overview of some width.
pub struct FoundPage {
    layout: Layout,
    width: u32,
}

impl FoundPage {
    /// Returns the page of the same picture, in its size or another.
    pub fn page(&self, picture: &RgbImage) -> Page {
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let scale = picture.width() as f32 / self.width as f32;
        cut_out(picture, self.layout.clone(), scale)
    }

    /// Returns the page of a receipt. Corrects its line height by the measured line pitch, and sets the scale for
    /// detection.
    pub fn receipt_page(&self, session: &Session, picture: &RgbImage) -> Page {
        let mut page = self.page(picture);
        let Some(pitch) = measure_pitch(&page.pixels, page.line_height) else { return page };
        // Merged boxes are higher than a line.
        let height = page.line_height.min(pitch / MIN_PITCH_RATIO);
        page.layout.line_height *= height / page.line_height;
        page.line_height = height;
        page.line_pitch = Some(pitch);
        let detection_pitch = if pitch < MIN_DETECTION_PITCH { SMALL_PRINT_PITCH } else { MIN_DETECTION_PITCH };
        #[expect(clippy::cast_precision_loss, reason = "page sides are below 2^16, and a scan's budget below 2^24")]
        let affordable =
            (session.remaining() as f32 / FINE_DETECTION_SHARES / (page.pixels.len() / 3).max(1) as f32).sqrt();
        page.detection_scale = (DETECTION_LINE_HEIGHT / height).max((detection_pitch / pitch).min(affordable));
        if pitch / page.scale() < MIN_DETECTION_PITCH {
            page.quads = None;
        }
        page
    }

    /// Returns the page of a receipt with a finer scale for detection, in which closely printed lines are separate.
    pub fn fine_receipt_page(&self, session: &Session, picture: &RgbImage) -> Page {
        let page = self.receipt_page(session, picture);
        let (min, max) = FINE_DETECTION_LINE_HEIGHTS;
        let detection_line =
            page.line_pitch.map_or(min, |pitch| page.line_height * FINE_LINE_PITCH / pitch).clamp(min, max);
        Page { quads: None, detection_scale: detection_line / page.line_height, ..page }
    }
}

fn detect_overview(session: &Session, picture: &RgbImage, pixels: f64) -> Result<(RgbImage, Vec<Quad>), ReadError> {
    let all = f64::from(picture.width()) * f64::from(picture.height());
    let factor = (pixels / all).sqrt();
    let overview = if factor < 1.0 { shrink(picture, factor) } else { picture.clone() };
    let quads = detect_text(session, &overview)?;
    Ok((overview, quads))
}

/// Returns the median height of the lines, in any direction.
fn median_height(lines: &[Quad]) -> Option<f32> {
    let is_long = |line: &&Quad| line.height().max(line.width()) > MIN_LINE_RATIO * line.thickness();
    median(lines.iter().filter(is_long).map(Quad::thickness).collect())
}

fn detect_layout(
    session: &Session,
    picture: &RgbImage,
    overview: &RgbImage,
    quads: &[Quad],
) -> Result<Option<Layout>, ReadError> {
    if quads.is_empty() {
        return Ok(None);
    }
    let print = find_print(session, picture, overview, quads)?;
    let (lines, is_sideways) = (print.lines, print.is_sideways);
    let mut angle = if is_sideways { std::f32::consts::FRAC_PI_2 } else { 0.0 };

    let skew = median_skew(&lines, is_sideways);
    if skew.abs() > MAX_UNTURNED_SKEW {
        angle -= skew;
    }
    let line_height = median_height(&lines).unwrap_or_else(|| lines[0].height());
    let lines = if is_upside_down(session, picture, overview, &lines)? {
        angle += std::f32::consts::PI;
        lines.iter().map(Quad::rotated_180).collect()
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
        is_legible: line_height >= MIN_LEGIBLE_LINE_HEIGHT && skew.abs() <= MAX_LEGIBLE_SKEW && !print.is_part,
    }))
}

/// Cuts an upright area out of a picture without scaling. Pixels beyond the picture repeat its edge.
fn crop(picture: &RgbImage, left: i64, top: i64, width: u32, height: u32) -> RgbImage {
    let (last_x, last_y) = (i64::from(picture.width()) - 1, i64::from(picture.height()) - 1);
    let at = |x: i64, y: i64| {
        let (x, y) = (u32::try_from(x.clamp(0, last_x)), u32::try_from(y.clamp(0, last_y)));
        picture.get_pixel(x.unwrap_or(0), y.unwrap_or(0))
    };
    RgbImage::from_fn(width, height, |x, y| *at(left + i64::from(x), top + i64::from(y)))
}

/// Cuts the printed area out of the picture.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sides are clamped to the picture's order of size"
)]
fn cut_out(picture: &RgbImage, layout: Layout, scale: f32) -> Page {
    let line_height = layout.line_height * scale;
    let Sides { left, right, top, bottom } = layout.sides;
    let pixels = (right - left) * (bottom - top) * scale * scale;
    // Print larger than the recogniser needs is scaled down.
    let zoom = (MAX_LINE_HEIGHT / line_height).min((MAX_PIXELS / pixels).sqrt()).min(1.0);
    let (width, height) = ((right - left) * scale * zoom, (bottom - top) * scale * zoom);
    let (width, height) = (width.clamp(32.0, 8_000.0) as u32, height.clamp(32.0, 24_000.0) as u32);
    let center = layout.center;
    #[expect(clippy::float_cmp, reason = "constants where this is true")]
    let is_cropped = layout.angle == 0.0 && zoom == 1.0;
    let (left, top, pixels) = if is_cropped {
        let [left, top] = [left + center.x, top + center.y].map(|at| (at * scale).round());
        let pixels = crop(picture, left as i64, top as i64, width, height);
        (left / scale - center.x, top / scale - center.y, pixels)
    } else {
        (left, top, resample(picture, &layout, scale, zoom, width, height))
    };
    let (sine, cosine) = layout.angle.sin_cos();
    let to_page = |point: Point| {
        let (x, y) = (point.x - center.x, point.y - center.y);
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
        line_pitch: None,
        detection_scale: DETECTION_LINE_HEIGHT / (line_height * zoom),
    }
}

/// Turns and scales the printed area of a picture in one step. `zoom` is the scale of the page on the picture.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "page sides are below 2^16"
)]
fn resample(picture: &RgbImage, layout: &Layout, scale: f32, zoom: f32, width: u32, height: u32) -> RgbImage {
    let (sine, cosine) = layout.angle.sin_cos();
    let (left, top) = (layout.sides.left, layout.sides.top);
    let step = 1.0 / zoom;
    let samples = (step.round() as usize).clamp(1, 3);
    let row_bytes = 3 * width as usize;
    let sample_row = |row: usize, line: &mut [u8]| {
        for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
            let mut sum = [0.0_f32; 3];
            for sample in 0..samples * samples {
                let across = ((sample % samples) as f32 + 0.5) / samples as f32;
                let down = ((sample / samples) as f32 + 0.5) / samples as f32;
                let x = left * scale + (column as f32 + across) * step;
                let y = top * scale + (row as f32 + down) * step;
                // Turns back: the transpose of the rotation that made the page upright.
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
    let mut page = RgbImage::new(width, height);
    let share = (height as usize).div_ceil(core_count()).max(1);
    std::thread::scope(|scope| {
        for (part, lines) in page.chunks_mut(share * row_bytes).enumerate() {
            let sample_row = &sample_row;
            scope.spawn(move || {
                for (row, line) in lines.chunks_exact_mut(row_bytes).enumerate() {
                    sample_row(part * share + row, line);
                }
            });
        }
    });
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_a_page_up_to_the_edges_of_the_picture() {
        let layout = |angle: f32| Layout {
            angle,
            line_height: 10.0,
            sides: Sides { left: -50.0, right: 50.0, top: -395.0, bottom: 40.0 },
            center: Point::new(300.0, 400.0),
            lines: Vec::new(),
            is_legible: false,
        };
        let none = Sides { left: false, right: false, top: false, bottom: false };
        let all = Sides { left: true, right: true, top: true, bottom: true };
        let widened = |angle: f32, is_reached| {
            let sides = layout(angle).widen_sides(is_reached)?;
            Some([sides.left, sides.right, sides.top, sides.bottom].map(|side| format!("{side:.0}")).join(" "))
        };
        assert_eq!(widened(0.0, none), None);
        assert_eq!(widened(0.0, Sides { top: true, ..none }), None, "the picture ends there");
        assert_eq!(widened(0.0, Sides { bottom: true, ..none }).as_deref(), Some("-50 50 -395 340"));
        assert_eq!(widened(0.0, all).as_deref(), Some("-300 300 -395 340"));
        let sideways = widened(std::f32::consts::FRAC_PI_2, all);
        assert_eq!(sideways.as_deref(), Some("-350 350 -395 300"), "no further than the picture");
    }
}
