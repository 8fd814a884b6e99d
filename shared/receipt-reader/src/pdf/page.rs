//! Draws a page of a PDF, and joins its glyphs to text boxes.

use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};

use super::PdfPage;
use super::canvas::{Canvas, PlacedGlyph};
use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::text_box::{RecognisedText, TextBox};

/// Pixels per point: 200 per inch, at which small print is legible.
const SCALE: f32 = 200.0 / 72.0;
/// The maximum size; larger pages are drawn smaller.
const MAX_PAGE_PIXELS: f32 = 8_000_000.0;
const MAX_PAGE_SIDE: f32 = 16_000.0;
const MIN_PAGE_SIDE: f32 = 8.0;

/// The minimum number of letters; fewer are a stamp on a scan.
const MIN_LETTERS: usize = 20;
/// The maximum part of a page that a picture covers. Behind a scan is the text of another recogniser, which is not
/// used.
const MAX_COVERED: f64 = 0.5;
/// The minimum gaps between words and between columns, and the maximum difference of baselines, in sizes of the font.
const WORD_GAP: f64 = 0.2;
const COLUMN_GAP: f64 = 0.95;
const MAX_BASELINE_OFFSET: f64 = 0.3;
/// The extent of letters above and below their baseline, in sizes of the font.
const ASCENT: f64 = 0.75;
const DESCENT: f64 = 0.22;

/// Draws a page and reads its text.
pub fn read_page<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, work: &mut u64) -> Result<PdfPage, ReadError> {
    let (width, height) = page.render_dimensions();
    if !(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0) {
        return Err(ReadError::Corrupt);
    }
    let scale = SCALE.min((MAX_PAGE_PIXELS / (width * height)).sqrt()).min(MAX_PAGE_SIDE / width.max(height));
    let [columns, rows] = [width, height].map(|side| to_pixels(side * scale));
    if (width * scale).min(height * scale) < MIN_PAGE_SIDE {
        return Err(ReadError::TooSmall { width: columns, height: rows });
    }
    let transform = Affine::scale(f64::from(scale)) * page.initial_transform(true).to_kurbo();
    let mut canvas = Canvas::new(columns, rows, work);
    let bounds = Rect::new(0.0, 0.0, f64::from(columns), f64::from(rows));
    let settings = InterpreterSettings::default();
    let mut context = Context::new(transform, bounds, cache, page.xref(), settings);
    interpret_page(page, &mut context, &mut canvas);
    let Canvas { picture, glyphs, unknown_glyphs, covered, .. } = canvas;
    let letters = glyphs.iter().filter(|glyph| glyph.text.chars().any(char::is_alphanumeric)).count();
    let is_text = letters >= MIN_LETTERS && unknown_glyphs * 5 <= letters && covered <= MAX_COVERED;
    Ok(PdfPage { boxes: if is_text { join_glyphs(glyphs) } else { Vec::new() }, picture })
}

/// A run of glyphs on one baseline.
struct TextRun {
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
}

/// Joins glyphs to text boxes, each in one column.
fn join_glyphs(glyphs: Vec<PlacedGlyph>) -> Vec<TextBox> {
    let mut runs: Vec<TextRun> = Vec::new();
    for glyph in glyphs.into_iter().filter(|glyph| !glyph.text.trim().is_empty()) {
        let right = glyph.x + glyph.width;
        if let Some(run) = runs.last_mut().filter(|run| follows(run, &glyph)) {
            if glyph.x - run.right > WORD_GAP * run.size {
                run.text.push(' ');
            }
            run.text.push_str(&glyph.text);
            run.right = right;
        } else {
            let PlacedGlyph { text, x, baseline, size, .. } = glyph;
            runs.push(TextRun { text, left: x, right, baseline, size });
        }
    }
    // Some files print bold letters twice.
    let mut unique: Vec<TextRun> = Vec::new();
    for run in runs {
        let is_near = |one: f64, other: f64| (one - other).abs() < 0.2 * run.size;
        let is_same = |other: &TextRun| {
            other.text == run.text && is_near(other.left, run.left) && is_near(other.baseline, run.baseline)
        };
        // The second print follows soon after the first.
        if !unique.iter().rev().take(100).any(is_same) {
            unique.push(run);
        }
    }
    unique.into_iter().map(text_box).collect()
}

fn follows(run: &TextRun, glyph: &PlacedGlyph) -> bool {
    let gap = glyph.x - run.right;
    (glyph.baseline - run.baseline).abs() < MAX_BASELINE_OFFSET * run.size
        && gap > -0.3 * run.size
        && gap < COLUMN_GAP * run.size
        && glyph.size < 2.0 * run.size
        && run.size < 2.0 * glyph.size
}

#[expect(clippy::cast_possible_truncation, reason = "positions on a page are far below 2^24")]
fn text_box(run: TextRun) -> TextBox {
    let (top, bottom) = (run.baseline - ASCENT * run.size, run.baseline + DESCENT * run.size);
    let point = |x: f64, y: f64| Point::new(x as f32, y as f32);
    let quad = Quad([point(run.left, top), point(run.right, top), point(run.right, bottom), point(run.left, bottom)]);
    TextBox { quad, recognised: RecognisedText::new(run.text, 1.0) }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page's sides are bounded above")]
fn to_pixels(side: f32) -> u32 {
    (side.round() as u32).max(1)
}
