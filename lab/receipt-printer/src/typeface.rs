//! Letters: outlines and dot matrices, as coverage from 0 to 1.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, point};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_15};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::{DrawTarget, Drawable, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};

use crate::sheet::Weight;

/// The typefaces of printers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typeface {
    /// Office-like, from laser and newer thermal printers.
    Mono,
    MonoBold,
    /// Letters of different width.
    Condensed,
    /// The dots of a thermal print head: 10 by 20, 9 by 18, 9 by 15 or 8 by 13 in a cell.
    Dots20,
    Dots18,
    Dots15,
    Dots13,
}

impl Typeface {
    pub const ALL: [Self; 7] =
        [Self::Mono, Self::MonoBold, Self::Condensed, Self::Dots20, Self::Dots18, Self::Dots15, Self::Dots13];

    /// Height of a cell for one of width 1.
    pub fn cell_height(self) -> f32 {
        match self {
            Self::Mono | Self::MonoBold => 1.95,
            Self::Condensed => 2.1,
            Self::Dots20 | Self::Dots18 => 2.0,
            Self::Dots15 => 1.75,
            Self::Dots13 => 1.7,
        }
    }

    fn dots(self, weight: Weight) -> Option<&'static MonoFont<'static>> {
        let strong = weight == Weight::Bold;
        Some(match self {
            Self::Dots20 => &iso_8859_15::FONT_10X20,
            Self::Dots18 if strong => &iso_8859_15::FONT_9X18_BOLD,
            Self::Dots18 => &iso_8859_15::FONT_9X18,
            Self::Dots15 if strong => &iso_8859_15::FONT_9X15_BOLD,
            Self::Dots15 => &iso_8859_15::FONT_9X15,
            Self::Dots13 if strong => &iso_8859_15::FONT_8X13_BOLD,
            Self::Dots13 => &iso_8859_15::FONT_8X13,
            Self::Mono | Self::MonoBold | Self::Condensed => return None,
        })
    }

    fn outline(self, weight: Weight) -> &'static FontRef<'static> {
        let strong = weight != Weight::Normal;
        match self {
            Self::Condensed if strong => &CONDENSED_BOLD,
            Self::Condensed => &CONDENSED,
            Self::MonoBold => &MONO_BOLD,
            _ if strong => &MONO_BOLD,
            _ => &MONO,
        }
    }

    /// Returns the width of a text in pixels, with cells `cell` wide.
    #[expect(clippy::cast_precision_loss, reason = "a row has far fewer than 2^24 characters")]
    pub fn width(self, text: &str, weight: Weight, cell: f32) -> f32 {
        if self == Self::Condensed {
            let font = self.outline(weight);
            let digit = font.h_advance_unscaled(font.glyph_id('0'));
            return text.chars().map(|c| font.h_advance_unscaled(font.glyph_id(c)) / digit * cell).sum();
        }
        text.chars().count() as f32 * cell
    }

    /// Draws a text with its upper left corner at `(x, y)`: `ink` is called with a pixel and its coverage.
    pub fn draw(
        self,
        text: &str,
        weight: Weight,
        (x, y): (f32, f32),
        (cell_width, cell_height): (f32, f32),
        ink: &mut dyn FnMut(i32, i32, f32),
    ) {
        match self.dots(weight) {
            Some(font) => draw_dots(font, text, (x, y), (cell_width, cell_height), ink),
            None => self.draw_outline(text, weight, (x, y), (cell_width, cell_height), ink),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixel positions on a receipt are far below 2^31")]
    fn draw_outline(
        self,
        text: &str,
        weight: Weight,
        (x, y): (f32, f32),
        (cell_width, cell_height): (f32, f32),
        ink: &mut dyn FnMut(i32, i32, f32),
    ) {
        let font = self.outline(weight);
        let digit = font.h_advance_unscaled(font.glyph_id('0'));
        let scale = PxScale { x: cell_width * font.height_unscaled() / digit, y: cell_height };
        let baseline = y + font.ascent_unscaled() / font.height_unscaled() * cell_height;
        let mut pen = x;
        for character in text.chars() {
            let id = font.glyph_id(character);
            let advance =
                if self == Self::Condensed { font.h_advance_unscaled(id) / digit * cell_width } else { cell_width };
            if let Some(outline) = font.outline_glyph(id.with_scale_and_position(scale, point(pen, baseline))) {
                let corner = outline.px_bounds().min;
                outline.draw(|column, row, coverage| {
                    let column = i32::try_from(column).unwrap_or(i32::MAX);
                    let row = i32::try_from(row).unwrap_or(i32::MAX);
                    ink(corner.x as i32 + column, corner.y as i32 + row, coverage);
                });
            }
            pen += advance;
        }
    }
}

static MONO: LazyLock<FontRef<'static>> = LazyLock::new(|| shipped(dejavu::sans_mono::regular()));
static MONO_BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| shipped(dejavu::sans_mono::bold()));
static CONDENSED: LazyLock<FontRef<'static>> = LazyLock::new(|| shipped(dejavu::sans_condensed::regular()));
static CONDENSED_BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| shipped(dejavu::sans_condensed::bold()));

fn shipped(font: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(font).expect("the font that is compiled in is a font")
}

/// A picture of the dots of one character.
struct Dots {
    size: Size,
    set: Vec<bool>,
}

impl OriginDimensions for Dots {
    fn size(&self) -> Size {
        self.size
    }
}

impl DrawTarget for Dots {
    type Color = BinaryColor;
    type Error = core::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(at, color) in pixels {
            let (Ok(x), Ok(y)) = (u32::try_from(at.x), u32::try_from(at.y)) else { continue };
            if x < self.size.width && y < self.size.height && color.is_on() {
                self.set[(y * self.size.width + x) as usize] = true;
            }
        }
        Ok(())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "dots and pixel positions are small numbers"
)]
fn draw_dots(
    font: &MonoFont<'static>,
    text: &str,
    (x, y): (f32, f32),
    (cell_width, cell_height): (f32, f32),
    ink: &mut dyn FnMut(i32, i32, f32),
) {
    let size = font.character_size;
    let (dot_width, dot_height) = (cell_width / size.width as f32, cell_height / size.height as f32);
    for (index, character) in text.chars().enumerate() {
        let mut dots = Dots { size, set: vec![false; (size.width * size.height) as usize] };
        let style = MonoTextStyle::new(font, BinaryColor::On);
        let letter = character.to_string();
        let Ok(_) = Text::with_baseline(&letter, Point::zero(), style, Baseline::Top).draw(&mut dots);
        let left = x + index as f32 * cell_width;
        for (at, _) in dots.set.iter().enumerate().filter(|(_, set)| **set) {
            let (column, row) = ((at as u32 % size.width) as f32, (at as u32 / size.width) as f32);
            // A heated dot is a little larger than its place, so that neighbours touch.
            let (from_x, to_x) = (left + (column - 0.1) * dot_width, left + (column + 1.1) * dot_width);
            let (from_y, to_y) = (y + (row - 0.1) * dot_height, y + (row + 1.1) * dot_height);
            for pixel_y in from_y.floor() as i32..to_y.ceil() as i32 {
                for pixel_x in from_x.floor() as i32..to_x.ceil() as i32 {
                    let part = |from: f32, to: f32, pixel: i32| {
                        (to.min(pixel as f32 + 1.0) - from.max(pixel as f32)).clamp(0.0, 1.0)
                    };
                    ink(pixel_x, pixel_y, part(from_x, to_x, pixel_x) * part(from_y, to_y, pixel_y));
                }
            }
        }
    }
}
