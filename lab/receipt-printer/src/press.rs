//! Puts a sheet on paper: thermal paper that is not quite white, ink that is not quite black.

use image::{Rgb, RgbImage};

use crate::rng::Rng;
use crate::sheet::{At, Row, Sheet, Weight};
use crate::typeface::Typeface;

/// The typesetting of a receipt.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub typeface: Typeface,
    /// Pixels of a character cell.
    pub cell_width: f32,
    /// Height of a row, as a multiple of the cell's.
    pub leading: f32,
    /// Width of the blank margin left and right, in cells.
    pub margin: f32,
    /// From 0 (fresh) to 1 (hardly legible).
    pub fading: f32,
}

pub struct Paper {
    pub image: RgbImage,
    /// The first row without text of the truth, in pixels from the top.
    pub footer_from: u32,
    /// Pixels from one row of text to the next.
    pub row_height: f32,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes of a receipt in pixels are small positive numbers"
)]
pub fn press(sheet: &Sheet, setting: Setting, rng: &mut Rng) -> Paper {
    let cell = setting.cell_width;
    let cell_height = cell * setting.typeface.cell_height();
    let row_height = cell_height * setting.leading;
    let heights: Vec<f32> = sheet.rows.iter().map(|row| height(row) * row_height).collect();
    let margin_top = row_height * 1.5;
    let width = ((f32::from(sheet.columns) + 2.0 * setting.margin) * cell).ceil() as u32;
    let height = (heights.iter().sum::<f32>() + margin_top * 2.5).ceil() as u32;
    let mut ink = Ink { width, height, coverage: vec![0.0; (width * height) as usize] };
    let mut y = margin_top;
    let mut footer_from = height;
    for (index, (row, row_size)) in sheet.rows.iter().zip(&heights).enumerate() {
        if index == sheet.footer_from {
            footer_from = y as u32;
        }
        draw_row(&mut ink, sheet, row, setting, (y, row_height, *row_size));
        y += row_size;
    }
    Paper { image: develop(&ink, setting.fading, rng), footer_from, row_height }
}

/// In rows.
fn height(row: &Row) -> f32 {
    match row {
        Row::Text { weight: Weight::Double, .. } => 2.0,
        Row::Text { .. } => 1.0,
        Row::Space(rows) => *rows,
        Row::Line => 0.7,
        Row::Bars(_) => 2.6,
        Row::Square(_) => 6.0,
        Row::Mark(_) => 4.5,
    }
}

struct Ink {
    width: u32,
    height: u32,
    coverage: Vec<f32>,
}

impl Ink {
    fn add(&mut self, x: i32, y: i32, coverage: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x < self.width && y < self.height {
            let place = &mut self.coverage[(y * self.width + x) as usize];
            *place = (*place + coverage).min(1.0);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixel positions are small")]
    fn fill(&mut self, (from_x, to_x): (f32, f32), (from_y, to_y): (f32, f32)) {
        for y in from_y as i32..to_y as i32 {
            for x in from_x as i32..to_x as i32 {
                self.add(x, y, 1.0);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixel sizes are small")]
fn draw_row(ink: &mut Ink, sheet: &Sheet, row: &Row, setting: Setting, (y, row_height, row_size): (f32, f32, f32)) {
    let cell = setting.cell_width;
    let left = setting.margin * cell;
    let right = left + f32::from(sheet.columns) * cell;
    let middle = ink.width as f32 / 2.0;
    match row {
        Row::Space(_) => {}
        Row::Line => ink.fill((left, right), (y + row_size * 0.45, y + row_size * 0.45 + (cell / 8.0).max(1.0))),
        Row::Text { cells, weight } => {
            let cell_height = cell * setting.typeface.cell_height();
            let (wide, high) = match weight {
                Weight::Normal | Weight::Bold => (cell, cell_height),
                Weight::Double => (cell * 1.7, cell_height * 1.8),
                Weight::Wide => (cell * 1.8, cell_height),
            };
            for text in cells {
                let (mut wide, taken) = (wide, setting.typeface.width(&text.text, *weight, wide));
                // Text that is too long in double width is printed narrower, as tills do.
                if taken > right - left {
                    wide *= (right - left) / taken;
                }
                let taken = setting.typeface.width(&text.text, *weight, wide);
                let x = match text.at {
                    At::Left(column) => left + f32::from(column) * cell,
                    At::Right(column) => left + f32::from(column) * cell - taken,
                    At::Centre => middle - taken / 2.0,
                };
                let top = y + (row_size - high) * 0.5;
                setting.typeface.draw(&text.text, *weight, (x, top), (wide, high), &mut |x, y, coverage| {
                    ink.add(x, y, coverage);
                });
            }
        }
        Row::Bars(code) => {
            let mut rng = Rng::new(*code, "bars");
            let mut x = left + cell * 4.0;
            while x < right - cell * 5.0 {
                let wide = cell / 5.0 * rng.between(1, 3) as f32;
                ink.fill((x, x + wide), (y + row_height * 0.3, y + row_size * 0.85));
                x += wide + cell / 5.0 * rng.between(1, 3) as f32;
            }
        }
        Row::Square(code) => {
            let mut rng = Rng::new(*code, "square");
            let module = row_size * 0.9 / 25.0;
            for row in 0..25u8 {
                for column in 0..25u8 {
                    let eye = |a: u8, b: u8| {
                        let (a, b) = (a.abs_diff(3), b.abs_diff(3));
                        (a.max(b) < 4).then(|| a.max(b) != 2)
                    };
                    let corner = eye(row, column).or_else(|| eye(24 - row, column)).or_else(|| eye(row, 24 - column));
                    if corner.unwrap_or_else(|| rng.chance(0.5)) {
                        let (x, top) = (middle + (f32::from(column) - 12.5) * module, y + f32::from(row) * module);
                        ink.fill((x, x + module + 0.5), (top, top + module + 0.5));
                    }
                }
            }
        }
        Row::Mark(name) => {
            let (radius, x, middle_y) = (row_size * 0.3, middle, y + row_size * 0.32);
            for step in 0..60u8 {
                // A leaf of our own: two arcs.
                let part = f32::from(step) / 59.0 * 2.0 - 1.0;
                let half = radius * 0.55 * (1.0 - part * part);
                ink.fill((x - half, x + half), (middle_y + part * radius, middle_y + part * radius + radius / 25.0));
            }
            let (wide, high) = (cell * 1.7, cell * setting.typeface.cell_height() * 1.5);
            let face = if setting.typeface == Typeface::Condensed { Typeface::MonoBold } else { Typeface::Condensed };
            let name = name.to_uppercase();
            let taken = face.width(&name, Weight::Bold, wide);
            let wide = wide * ((right - left) / taken).min(1.0);
            let taken = face.width(&name, Weight::Bold, wide);
            face.draw(
                &name,
                Weight::Bold,
                (x - taken / 2.0, y + row_size * 0.63),
                (wide, high),
                &mut |x, y, coverage| {
                    ink.add(x, y, coverage);
                },
            );
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "colours are clamped to a byte, and pixel positions are small"
)]
fn develop(ink: &Ink, fading: f32, rng: &mut Rng) -> RgbImage {
    let white = rng.range(238.0, 250.0);
    let paper = [white + rng.range(-1.0, 2.0), white, white + rng.range(-5.0, 2.0)];
    let black = rng.range(18.0, 45.0) + fading * 90.0;
    let tint = if rng.chance(0.3) { [0.0, 4.0, 22.0] } else { [0.0, 0.0, 4.0] };
    let (period, phase) = (rng.range(300.0, 1200.0), rng.range(0.0, 6.0));
    // Dots of the print head that do not heat: light lines along the paper.
    let dead: Vec<u32> = (0..if rng.chance(0.25) { rng.between(1, 2) } else { 0 })
        .map(|_| rng.range(0.0, ink.width as f32) as u32)
        .collect();
    let bands: Vec<f32> =
        (0..ink.height).map(|y| 1.0 - fading * 0.35 * (1.0 + (y as f32 / period * 6.3 + phase).sin()) / 2.0).collect();
    let mut image = RgbImage::new(ink.width, ink.height);
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let mut coverage = ink.coverage[(y * ink.width + x) as usize] * bands[y as usize];
        if dead.iter().any(|&column| column == x || column + 1 == x) {
            coverage *= 0.25;
        }
        let grain = rng.range(-2.0, 2.0);
        *pixel = Rgb(std::array::from_fn(|channel| {
            let white = paper[channel] + grain;
            (white + (black + tint[channel] - white) * coverage).clamp(0.0, 255.0) as u8
        }));
    }
    image
}
