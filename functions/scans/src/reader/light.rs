//! Evens out the light on a photo: a shadow of a hand, a dark corner, a dim kitchen.

use image::{RgbImage, imageops};

/// The light is judged in squares of about this many across the picture: larger than letters, smaller than shadows.
const SQUARES: u32 = 24;
/// What paper should look like.
const PAPER: f32 = 225.0;
/// Darker parts are brightened at most this much, or the grain of a table would turn into letters.
const MOST_GAIN: f32 = 4.0;
/// A picture whose paper is this bright everywhere is left as it is.
const BRIGHT_ENOUGH: f32 = 150.0;

/// Brightens what lies in the dark, so that paper is equally bright everywhere. Well-lit pictures are not touched.
pub fn even_out(picture: &mut RgbImage) {
    let (width, height) = picture.dimensions();
    let longer = width.max(height).max(1);
    let square = longer.div_ceil(SQUARES).max(4);
    let (columns, rows) = (width.div_ceil(square), height.div_ceil(square));
    // The brightest tenth of a square is its paper; letters are dark and do not count.
    let paper: Vec<f32> = (0..rows * columns)
        .map(|index| brightness(picture, (index % columns) * square, (index / columns) * square, square))
        .collect();
    let mut sorted = paper.clone();
    sorted.sort_by(f32::total_cmp);
    let darkest_quarter = sorted.get(sorted.len() / 4).copied().unwrap_or(PAPER);
    if darkest_quarter >= BRIGHT_ENOUGH {
        return;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 16 bits")]
    let gains = image::ImageBuffer::<image::Luma<u16>, Vec<u16>>::from_fn(columns, rows, |x, y| {
        let gain = (PAPER / paper[(y * columns + x) as usize].max(1.0)).clamp(1.0, MOST_GAIN);
        image::Luma([(gain * 4096.0) as u16])
    });
    let gains = imageops::resize(&gains, width, height, imageops::FilterType::Triangle);
    for (pixel, gain) in picture.pixels_mut().zip(gains.pixels()) {
        let gain = f32::from(gain.0[0]) / 4096.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
        for channel in &mut pixel.0 {
            *channel = (f32::from(*channel) * gain).min(255.0) as u8;
        }
    }
}

/// The brightness that a tenth of a square's pixels reach, from a sample of them.
fn brightness(picture: &RgbImage, left: u32, top: u32, size: u32) -> f32 {
    let step = (size / 12).max(1) as usize;
    let mut histogram = [0_u32; 256];
    let mut count = 0;
    for y in (top..(top + size).min(picture.height())).step_by(step) {
        for x in (left..(left + size).min(picture.width())).step_by(step) {
            let [red, green, blue] = picture.get_pixel(x, y).0;
            let luma = (u32::from(red) * 2 + u32::from(green) * 5 + u32::from(blue)) / 8;
            histogram[luma.min(255) as usize] += 1;
            count += 1;
        }
    }
    let mut passed = 0;
    for (value, number) in (0_u8..=255).zip(histogram).rev() {
        passed += number;
        if passed * 10 >= count {
            return f32::from(value);
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadow_is_lifted_and_its_letters_stay_darker_than_its_paper() {
        let mut picture = RgbImage::from_fn(240, 240, |x, y| {
            let paper: u8 = if x < 120 { 230 } else { 70 };
            let is_letter = x % 24 < 3 && y % 24 < 12;
            image::Rgb([if is_letter { paper / 3 } else { paper }; 3])
        });
        even_out(&mut picture);
        let (lit, dark, letter) =
            (picture.get_pixel(61, 13).0[0], picture.get_pixel(205, 13).0[0], picture.get_pixel(193, 1).0[0]);
        assert!(lit >= 225 && dark >= 180, "paper in the light {lit}, in the shadow {dark}");
        assert!(letter < dark / 2, "letters in the shadow {letter}");
    }

    #[test]
    fn a_well_lit_picture_is_left_alone() {
        let picture =
            RgbImage::from_fn(100, 80, |x, y| image::Rgb([if (x / 3 + y / 5) % 4 == 0 { 20 } else { 215 }; 3]));
        let mut evened = picture.clone();
        even_out(&mut evened);
        assert_eq!(evened, picture);
    }
}
