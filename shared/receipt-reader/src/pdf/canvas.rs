//! Draws the letters, lines, areas and pictures of a receipt's page, in plain colours.

use std::panic;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{self, Affine, BezPath, PathEl, Point, Rect, Shape, Stroke, StrokeOpts};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageData, ImageDrawProps, LumaData, Paint,
    SoftMask, StrokeProps,
};
use image::{Rgb, RgbImage};

/// The maximum work of drawing a file, in pixels and parts of outlines: a page full of print takes a hundredth.
pub const MAX_WORK: u64 = 1_000_000_000;
/// The minimum work of a drawn object.
const MIN_OBJECT_WORK: u64 = 5_000;
/// The work of an edge of an outline.
const EDGE_WORK: u64 = 20;
/// The work of stroking an element of a path.
const STROKE_WORK: u64 = 100;
/// The number of scan lines per pixel for anti-aliasing.
const SUBLINES: i32 = 4;
/// The maximum distance of a curve from the straight segments that it is drawn as, in pixels.
const TOLERANCE: f64 = 0.1;
/// Outlines of letters are in thousandths of the font's size.
const UNITS: f64 = 1_000.0;

/// The panic payload that ends drawing.
pub struct TooMuchWork;

/// A letter with its position.
pub struct PlacedGlyph {
    pub text: String,
    pub x: f64,
    pub baseline: f64,
    pub width: f64,
    pub size: f64,
}

/// A picture that is drawn on, and the letters that were drawn.
pub struct Canvas<'w> {
    pub picture: RgbImage,
    pub glyphs: Vec<PlacedGlyph>,
    /// The number of letters without a known character.
    pub unknown_glyphs: usize,
    /// The part of the page that its largest picture covers.
    pub covered: f64,
    clips: Vec<Rect>,
    work: &'w mut u64,
    is_in_glyph: bool,
}

impl<'w> Canvas<'w> {
    pub fn new(width: u32, height: u32, work: &'w mut u64) -> Self {
        let mut canvas = Self {
            picture: RgbImage::from_pixel(width, height, Rgb([255; 3])),
            glyphs: Vec::new(),
            unknown_glyphs: 0,
            covered: 0.0,
            clips: vec![Rect::new(0.0, 0.0, f64::from(width), f64::from(height))],
            work,
            is_in_glyph: false,
        };
        canvas.spend(u64::from(width) * u64::from(height));
        canvas
    }

    /// Counts work, and ends the interpreting thread by a panic if it is too much: a device cannot stop the interpreter
    /// otherwise.
    fn spend(&mut self, work: u64) {
        match self.work.checked_sub(work + MIN_OBJECT_WORK) {
            Some(left) => *self.work = left,
            None => panic::resume_unwind(Box::new(TooMuchWork)),
        }
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(Rect::ZERO)
    }

    fn blend(&mut self, x: u32, y: u32, color: [u8; 4], coverage: f64) {
        let part = coverage.clamp(0.0, 1.0) * f64::from(color[3]) / 255.0;
        let Some(pixel) = self.picture.get_pixel_mut_checked(x, y) else { return };
        for (channel, color) in pixel.0.iter_mut().zip(color) {
            *channel = to_byte(f64::from(*channel) * (1.0 - part) + f64::from(color) * part);
        }
    }

    fn fill(&mut self, path: &BezPath, rule: FillRule, paint: &Paint) {
        // Patterns are backgrounds, not print.
        let Paint::Color(color) = paint else { return };
        let color = color.to_rgba().to_rgba8();
        let clip = self.clip();
        let bounds = path.bounding_box().intersect(clip);
        let is_finite = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].iter().all(|side| side.is_finite());
        if !is_finite || bounds.width() <= 0.0 || bounds.height() <= 0.0 {
            return;
        }
        let edges = edges(path);
        self.spend(to_work(bounds.area()) + EDGE_WORK * edges.len() as u64);
        let (top, bottom) = (to_index(bounds.y0.floor()), to_index(bounds.y1.ceil()));
        let (left, right) = (to_index(bounds.x0.floor()), to_index(bounds.x1.ceil()));
        let mut crossings = crossings(&edges, top, bottom);
        let mut coverage = vec![0.0_f64; usize::try_from(right - left).unwrap_or(0)];
        for (row, lines) in (top..).zip(crossings.chunks_mut(usize::try_from(SUBLINES).unwrap_or(1))) {
            coverage.fill(0.0);
            for line in lines {
                for (from, to) in inside(line, rule) {
                    let (from, to) = (from.max(bounds.x0), to.min(bounds.x1));
                    cover(&mut coverage, from - f64::from(left), to - f64::from(left));
                }
            }
            let Ok(y) = u32::try_from(row) else { continue };
            for (column, covered) in (left..).zip(&coverage) {
                if *covered > 0.0
                    && let Ok(x) = u32::try_from(column)
                {
                    self.blend(x, y, color, covered / f64::from(SUBLINES));
                }
            }
        }
    }

    fn stroke(&mut self, path: &BezPath, stroke: &StrokeProps, transform: Affine, paint: &Paint) {
        self.spend(STROKE_WORK * path.elements().len() as u64);
        let scale = transform.determinant().abs().sqrt();
        // The thinnest line is a pixel wide.
        let width = f64::from(stroke.line_width).max(if scale > 0.0 { 1.0 / scale } else { 1.0 });
        let style = Stroke::new(width).with_caps(stroke.line_cap).with_join(stroke.line_join);
        let outline = kurbo::stroke(path.elements().iter().copied(), &style, &StrokeOpts::default(), TOLERANCE);
        self.fill(&(transform * outline), FillRule::NonZero, paint);
    }

    fn draw_in_mode(&mut self, path: &BezPath, transform: Affine, paint: &Paint, mode: &DrawMode) {
        match mode {
            DrawMode::Fill(rule) => self.fill(&(transform * path.clone()), *rule, paint),
            DrawMode::Stroke(stroke) => self.stroke(path, stroke, transform, paint),
            DrawMode::FillAndStroke(rule, stroke) => {
                self.fill(&(transform * path.clone()), *rule, paint);
                self.stroke(path, stroke, transform, paint);
            }
            DrawMode::Invisible => {}
        }
    }

    fn record_glyph(&mut self, glyph: &Glyph, transform: Affine) {
        let is_private = |c: char| c.is_control() || matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{FFFD}');
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None => String::new(),
        };
        if text.is_empty() || text.chars().any(is_private) {
            self.unknown_glyphs += 1;
            return;
        }
        let origin = transform * Point::ZERO;
        let advance = match glyph {
            Glyph::Outline(glyph) => glyph.advance_width(),
            Glyph::Type3(glyph) => glyph.advance_width(),
        };
        let along = transform * Point::new(advance.map_or(UNITS / 2.0, f64::from), 0.0) - origin;
        let size = (transform * Point::new(0.0, UNITS) - origin).hypot();
        // Text that runs up, down or backwards is not in a receipt's rows.
        let is_level = along.x >= 0.0 && along.y.abs() <= 0.1 * along.x.max(0.1 * size);
        let page = Rect::new(0.0, 0.0, f64::from(self.picture.width()), f64::from(self.picture.height()));
        if is_level && size.is_finite() && size > 0.0 && page.contains(origin) {
            self.glyphs.push(PlacedGlyph { text, x: origin.x, baseline: origin.y, width: along.x, size });
        }
    }

    /// Draws a picture through a transform from its pixels to the page's.
    fn draw_pixels(&mut self, width: u32, height: u32, transform: Affine, pixel: impl Fn(usize) -> [u8; 4]) {
        let bounds = transform.transform_rect_bbox(Rect::new(0.0, 0.0, f64::from(width), f64::from(height)));
        let page = f64::from(self.picture.width()) * f64::from(self.picture.height());
        let shown = bounds.intersect(self.clip());
        if !shown.area().is_finite() || shown.width() <= 0.0 || shown.height() <= 0.0 || transform.determinant() == 0.0
        {
            return;
        }
        if !self.is_in_glyph {
            self.covered = self.covered.max(shown.area() / page);
        }
        let back = transform.inverse();
        let across = (back * Point::new(1.0, 0.0) - back * Point::ZERO).hypot();
        // If the page is smaller than its picture, several pixels are averaged.
        let samples = to_index(across.ceil().clamp(1.0, 4.0));
        self.spend(to_work(shown.area()) * u64::try_from(samples * samples).unwrap_or(1));
        for y in to_index(shown.y0.round())..to_index(shown.y1.round()) {
            for x in to_index(shown.x0.round())..to_index(shown.x1.round()) {
                let (mut sums, mut count) = ([0_u32; 4], 0);
                for sample in 0..samples * samples {
                    let part = |at: i32| (f64::from(at) + 0.5) / f64::from(samples);
                    let at =
                        back * Point::new(f64::from(x) + part(sample % samples), f64::from(y) + part(sample / samples));
                    let (Ok(column), Ok(row)) =
                        (u32::try_from(to_index(at.x.floor())), u32::try_from(to_index(at.y.floor())))
                    else {
                        continue;
                    };
                    if column < width && row < height {
                        let color = pixel(row as usize * width as usize + column as usize);
                        sums.iter_mut().zip(color).for_each(|(sum, channel)| *sum += u32::from(channel));
                        count += 1;
                    }
                }
                if count > 0
                    && let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                {
                    let color = sums.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX));
                    self.blend(x, y, color, 1.0);
                }
            }
        }
    }
}

impl<'a> Device<'a> for Canvas<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        self.spend(path.elements().len() as u64);
        self.draw_in_mode(path, props.transform, &props.paint, draw_mode);
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        self.spend(clip_path.path.elements().len() as u64);
        self.push_clip_rect(&clip_path.path.bounding_box());
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.spend(0);
        let clip = self.clip().intersect(*rect);
        self.clips.push(clip);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend(0);
    }

    fn draw_glyph_run(&mut self, glyph_run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, draw_mode: &DrawMode) {
        for positioned in glyph_run.glyphs() {
            let glyph: &Glyph<'a> = positioned;
            let transform = props.transform * positioned.transform();
            self.spend(0);
            if !self.is_in_glyph {
                self.record_glyph(glyph, transform);
            }
            match glyph {
                Glyph::Outline(outline) => {
                    self.draw_in_mode(&outline.outline(), transform, &props.paint, draw_mode);
                }
                Glyph::Type3(drawn) if !matches!(draw_mode, DrawMode::Invisible) => {
                    let was_in_glyph = std::mem::replace(&mut self.is_in_glyph, true);
                    drawn.interpret(self, props.transform, positioned.transform(), &props.paint);
                    self.is_in_glyph = was_in_glyph;
                }
                Glyph::Type3(_) => {}
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend(u64::from(image.width()) * u64::from(image.height()));
        let scaled = |(x, y): (f32, f32)| props.transform * Affine::scale_non_uniform(f64::from(x), f64::from(y));
        match image {
            Image::Raster(raster) => raster.with_rgba(
                |data, alpha| {
                    let transform = scaled(data.scale_factors());
                    let (width, height) = (data.width(), data.height());
                    let alpha = alpha.filter(|alpha| (alpha.width, alpha.height) == (width, height));
                    let opacity =
                        |at: usize| alpha.as_ref().and_then(|alpha| alpha.data.get(at)).copied().unwrap_or(255);
                    self.draw_pixels(width, height, transform, |at| match &data {
                        ImageData::Rgb(rgb) => {
                            let channel = |channel: usize| rgb.data.get(3 * at + channel).copied().unwrap_or(255);
                            [channel(0), channel(1), channel(2), opacity(at)]
                        }
                        ImageData::Luma(LumaData { data, .. }) => {
                            let level = data.get(at).copied().unwrap_or(255);
                            [level, level, level, opacity(at)]
                        }
                    });
                },
                None,
            ),
            Image::Stencil(stencil) => stencil.with_stencil(
                |mask, paint| {
                    let Paint::Color(color) = paint else { return };
                    let [red, green, blue, _] = color.to_rgba().to_rgba8();
                    let pixel = |at: usize| [red, green, blue, mask.data.get(at).copied().unwrap_or(0)];
                    self.draw_pixels(mask.width, mask.height, scaled(mask.scale_factors), pixel);
                },
                None,
            ),
        }
    }

    fn pop_clip(&mut self) {
        if self.clips.len() > 1 {
            self.clips.pop();
        }
    }

    fn pop_transparency_group(&mut self) {}
}

/// Returns the straight segments of a path's outline that are not horizontal.
fn edges(path: &BezPath) -> Vec<(Point, Point)> {
    let mut edges = Vec::new();
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    let mut add = |from: Point, to: Point| {
        if (from.y - to.y).abs() > 0.0 && [from.x, from.y, to.x, to.y].iter().all(|side| side.is_finite()) {
            edges.push((from, to));
        }
    };
    kurbo::flatten(path.elements().iter().copied(), TOLERANCE, |element| match element {
        PathEl::MoveTo(to) => {
            add(last, start);
            (start, last) = (to, to);
        }
        PathEl::LineTo(to) => {
            add(last, to);
            last = to;
        }
        _ => {
            add(last, start);
            last = start;
        }
    });
    add(last, start);
    edges
}

/// A position at which an outline crosses a scan line, and its direction: 1 downwards, -1 upwards.
type Crossing = (f64, i32);

/// Returns the crossings of each scan line between two rows of pixels.
fn crossings(edges: &[(Point, Point)], top: i32, bottom: i32) -> Vec<Vec<Crossing>> {
    let lines = (bottom - top) * SUBLINES;
    let mut crossings: Vec<Vec<Crossing>> = vec![Vec::new(); usize::try_from(lines).unwrap_or(0)];
    let line_y = |line: i32| f64::from(top) + (f64::from(line) + 0.5) / f64::from(SUBLINES);
    let first_below =
        |y: f64| to_index(((y - f64::from(top)) * f64::from(SUBLINES) - 0.5).ceil().clamp(0.0, f64::from(lines)));
    for &(from, to) in edges {
        let (upper, lower, direction) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
        for line in first_below(upper.y)..first_below(lower.y) {
            let part = (line_y(line) - upper.y) / (lower.y - upper.y);
            if let Some(crossings) = usize::try_from(line).ok().and_then(|line| crossings.get_mut(line)) {
                crossings.push((upper.x + (lower.x - upper.x) * part, direction));
            }
        }
    }
    crossings
}

/// Returns the stretches of a scan line that are inside the outline, and sorts its crossings.
fn inside(line: &mut [Crossing], rule: FillRule) -> impl Iterator<Item = (f64, f64)> {
    line.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut winding = 0;
    line.windows(2).filter_map(move |pair| {
        winding += pair[0].1;
        let is_inside = match rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        };
        is_inside.then_some((pair[0].0, pair[1].0))
    })
}

/// Adds the part of each pixel that is between two positions of its row.
fn cover(coverage: &mut [f64], from: f64, to: f64) {
    if to <= from {
        return;
    }
    let (first, last) =
        (usize::try_from(to_index(from.floor())).unwrap_or(0), usize::try_from(to_index(to.ceil())).unwrap_or(0));
    for at in first..last.min(coverage.len()) {
        #[expect(clippy::cast_precision_loss, reason = "a page is less than 2^24 pixels wide")]
        let left = at as f64;
        coverage[at] += (to.min(left + 1.0) - from.max(left)).clamp(0.0, 1.0);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "casts to integers saturate")]
fn to_index(value: f64) -> i32 {
    value as i32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts to integers saturate")]
fn to_work(area: f64) -> u64 {
    area as u64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts to integers saturate")]
fn to_byte(level: f64) -> u8 {
    level.round() as u8
}
