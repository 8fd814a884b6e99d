//! Puts a sheet on paper: a flat page, evenly lit, as from a scanner.

use crate::rng::Rng;
use crate::sheet::{Row, Sheet, Weight};
use ab_glyph::{Font, FontRef, PxScale, point};
use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, ImageError, Luma};
use std::sync::LazyLock;

static MONO: LazyLock<FontRef> = LazyLock::new(|| shipped(dejavu::sans_mono::regular()));
static MONO_BOLD: LazyLock<FontRef> = LazyLock::new(|| shipped(dejavu::sans_mono::bold()));

fn shipped(font: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(font).expect("the font that is compiled in is a font")
}

/// Height of a character cell for one of width 1, and of a row.
const CELL_HEIGHT: f32 = 1.95;
const LEADING: f32 = 1.1;
const MARGIN_COLUMNS: f32 = 2.0;
const JPEG_QUALITY: u8 = 85;

/// Prints a sheet; the same seed gives the same picture.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a page are small and positive")]
pub fn print(seed: u64, sheet: &Sheet) -> GrayImage {
    let mut rng = Rng::new(seed, "paper");
    let cell = rng.range(14.0, 22.0);
    let row_height = cell * CELL_HEIGHT * LEADING;
    let height_of = |row: &Row| match row {
        Row::Text { weight: Weight::Double, .. } => 2.0 * row_height,
        Row::Text { .. } => row_height,
        Row::Space(rows) => rows * row_height,
        Row::Line => 0.7 * row_height,
    };
    let height = sheet.rows.iter().map(height_of).sum::<f32>() + 4.0 * row_height;
    let width = (f32::from(sheet.columns) + 2.0 * MARGIN_COLUMNS) * cell;
    let (white, black) = (rng.range(235.0, 250.0), rng.range(20.0, 90.0));
    let mut page = GrayImage::from_fn(width as u32, height as u32, |_, _| Luma([(white + rng.range(-3.0, 3.0)) as u8]));
    let mut ink = |x: i32, y: i32, coverage: f32| {
        let at = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        if let Some(pixel) = at.and_then(|(x, y)| page.get_pixel_mut_checked(x, y)) {
            pixel.0[0] = (f32::from(pixel.0[0]) * (1.0 - coverage) + black * coverage) as u8;
        }
    };
    let mut top = 2.0 * row_height;
    for row in &sheet.rows {
        match row {
            Row::Text { cells, weight } => {
                let (wide, high) = if *weight == Weight::Double { (1.7 * cell, 1.8) } else { (cell, 1.0) };
                for text in cells {
                    let left = (MARGIN_COLUMNS + text.place(*weight, sheet.columns).0) * cell;
                    draw(&text.text, *weight, (left, top), (wide, high * cell * CELL_HEIGHT), &mut ink);
                }
            }
            Row::Line => (0..width as i32).for_each(|x| ink(x, (top + 0.3 * row_height) as i32, 1.0)),
            Row::Space(_) => {}
        }
        top += height_of(row);
    }
    page
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a page are small")]
fn draw(
    text: &str,
    weight: Weight,
    (left, top): (f32, f32),
    (wide, high): (f32, f32),
    ink: &mut impl FnMut(i32, i32, f32),
) {
    let font: &FontRef = if weight == Weight::Normal { &MONO } else { &MONO_BOLD };
    let digit = font.h_advance_unscaled(font.glyph_id('0'));
    let scale = PxScale { x: wide * font.height_unscaled() / digit, y: high };
    let baseline = top + font.ascent_unscaled() / font.height_unscaled() * high;
    let mut pen = left;
    for character in text.chars() {
        let glyph = font.glyph_id(character).with_scale_and_position(scale, point(pen, baseline));
        if let Some(outline) = font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|column, row, coverage| {
                ink(corner.x as i32 + column.cast_signed(), corner.y as i32 + row.cast_signed(), coverage);
            });
        }
        pen += wide;
    }
}

pub fn jpeg(page: &GrayImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).encode_image(page)?;
    Ok(bytes)
}
