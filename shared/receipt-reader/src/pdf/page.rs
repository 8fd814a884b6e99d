//! A page of a PDF: drawn, and its letters put together to pieces of text.

use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};

use super::PdfPage;
use super::canvas::{Canvas, PlacedGlyph};
use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::recognise::Reading;
use crate::ocr::text_boxes::Word;

/// Pixels for each of the file's points: 200 a inch, at which small print is legible.
const SCALE: f32 = 200.0 / 72.0;
/// A page of more is drawn smaller.
const MAX_PAGE_PIXELS: f32 = 8_000_000.0;
const MAX_PAGE_SIDE: f32 = 16_000.0;
const MIN_PAGE_SIDE: f32 = 8.0;

/// With fewer letters, the text of a page is a stamp on a scan.
const MIN_LETTERS: usize = 20;
/// The text behind a scan is another recogniser's; ours is used.
const MAX_COVERED: f64 = 0.5;
/// In sizes of the font: letters this far apart are of different words, and further apart of different columns.
const WORD_GAP: f64 = 0.2;
const COLUMN_GAP: f64 = 0.95;
const SAME_BASELINE: f64 = 0.3;
/// How far letters reach above their baseline and below it.
const ASCENT: f64 = 0.75;
const DESCENT: f64 = 0.22;

/// Draws a page and reads its text.
pub fn read<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, work: &mut u64) -> Result<PdfPage, ReadError> {
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
    Ok(PdfPage { words: if is_text { words(glyphs) } else { Vec::new() }, picture })
}

/// A piece of text that grows letter by letter.
struct Piece {
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
}

/// Puts letters together to pieces of text, each in one column.
fn words(glyphs: Vec<PlacedGlyph>) -> Vec<Word> {
    let mut pieces: Vec<Piece> = Vec::new();
    for glyph in glyphs.into_iter().filter(|glyph| !glyph.text.trim().is_empty()) {
        let right = glyph.x + glyph.width;
        if let Some(piece) = pieces.last_mut().filter(|piece| follows(piece, &glyph)) {
            if glyph.x - piece.right > WORD_GAP * piece.size {
                piece.text.push(' ');
            }
            piece.text.push_str(&glyph.text);
            piece.right = right;
        } else {
            let PlacedGlyph { text, x, baseline, size, .. } = glyph;
            pieces.push(Piece { text, left: x, right, baseline, size });
        }
    }
    // Bold print is the same letters twice in some files.
    let mut shown: Vec<Piece> = Vec::new();
    for piece in pieces {
        let near = |one: f64, other: f64| (one - other).abs() < 0.2 * piece.size;
        let is_same = |other: &Piece| {
            other.text == piece.text && near(other.left, piece.left) && near(other.baseline, piece.baseline)
        };
        // A second print follows soon after the first.
        if !shown.iter().rev().take(100).any(is_same) {
            shown.push(piece);
        }
    }
    shown.into_iter().map(word).collect()
}

fn follows(piece: &Piece, glyph: &PlacedGlyph) -> bool {
    let gap = glyph.x - piece.right;
    (glyph.baseline - piece.baseline).abs() < SAME_BASELINE * piece.size
        && gap > -0.3 * piece.size
        && gap < COLUMN_GAP * piece.size
        && glyph.size < 2.0 * piece.size
        && piece.size < 2.0 * glyph.size
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page are far below 2^24")]
fn word(piece: Piece) -> Word {
    let (top, bottom) = (piece.baseline - ASCENT * piece.size, piece.baseline + DESCENT * piece.size);
    let point = |x: f64, y: f64| Point::new(x as f32, y as f32);
    let quad =
        Quad([point(piece.left, top), point(piece.right, top), point(piece.right, bottom), point(piece.left, bottom)]);
    (quad, Reading::new(piece.text, 1.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page's sides are bounded above")]
fn to_pixels(side: f32) -> u32 {
    (side.round() as u32).max(1)
}
